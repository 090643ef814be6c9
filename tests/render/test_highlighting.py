"""Code in the colours of its parts, numbers by what they are, and what is said in one layout."""

import pytest

from tensorlab.render.look import remarks
from tensorlab.render.look.console import plain_text
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.tables import bar
from tensorlab.render.tensors.value import role_of


def parts(source):
    return {
        source[span.start : span.end]: str(span.style).removeprefix("code.")
        for span in coloured(source).spans
    }


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x1 = f(2.5e-3)", {"=": "operator", "f": "function", "2.5e-3": "number"}),
        ("'a # b' + r\"c\" # d", {"'a # b'": "string", "+": "operator", 'r"c"': "string",
                                  "# d": "comment"}),
        ("lambda x: x if True else 0x1F", {"lambda": "keyword", "if": "keyword", "True": "keyword",
                                           "else": "keyword", "0x1F": "number"}),
        ("torch.float32, a.b", {}),
        ("'not closed", {"'not closed": "string"}),
    ],
)  # fmt: skip
def test_the_parts_of_a_program_have_their_roles(source, found):
    assert parts(source) == found
    assert coloured(source).plain == source


@pytest.mark.parametrize(
    ("figure", "role"),
    [("nan", "nan"), ("-inf", "inf"), ("-2.5", "negative"), ("0.0000", "zero"), ("-0.", "zero"),
     ("0", "zero"), ("10", "untouched"), ("False", "zero"), ("1.+nanj", "untouched")],
)  # fmt: skip
def test_numbers_are_told_apart(figure, role):
    assert role_of(figure) == role


def test_each_kind_of_remark_has_its_word_or_sign():
    assert remarks.error("TypeError", "no").plain == "TypeError: no"
    assert remarks.notice("a view").plain == "note: a view"
    assert plain_text(remarks.hint("try x")) == "hint: try x"
    assert remarks.verdict("Right.", right=True).plain == "\u2713 Right."
    assert remarks.verdict("No.", right=False, more="Why?").plain == "\u2717 No. Why?"


def test_a_bar_is_as_long_as_what_is_done():
    assert [bar(done, 4, 4).plain for done in (0, 1, 4)] == ["────", "━───", "━━━━"]
    assert bar(0, 0, 2).plain == "──"
