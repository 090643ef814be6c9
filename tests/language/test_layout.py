import pytest

from tensorlab.language.reading.layout import goes_on, has_open_block, logical_lines


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("a", [(1, True)]),
        ("a\nb", [(2, True), (3, True)]),
        ("(a", [(2, False)]),
        ("(a\n", [(3, False)]),
        ("f(1,\n2)\n[", [(8, True), (9, False)]),
        (")\na", [(2, True), (3, True)]),  # nothing was open
        ("a\\", [(2, False)]),
        ("a\\\n", [(3, False)]),
        ("a\\\nb", [(4, True)]),
        ("x = '''\n(\n", [(10, False)]),
        ("x = '''(\n'''\n(", [(13, True), (14, False)]),
        ("#(", [(2, True)]),
        ("'('", [(3, True)]),
    ],
)
def test_a_line_ends_where_nothing_is_open(text, ends):
    assert list(logical_lines(text)) == ends


def test_what_stands_alone_is_one_line_whatever_is_open_in_it():
    assert list(logical_lines("?f(\n(a", ("?",))) == [(4, True), (6, False)]
    assert list(logical_lines("?f(", ("?",))) == [(3, True)]


@pytest.mark.parametrize("line", ["", "  ", "    a", "\ta", "# a", "else:", "except E:", "case 1:"])
def test_a_line_that_cannot_begin_a_statement_belongs_to_the_one_before(line):
    assert goes_on(line)


@pytest.mark.parametrize("line", ["a", "elsewhere = 1", "if a:", "(a"])
def test_a_line_that_can_begin_a_statement_does(line):
    assert not goes_on(line)


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        ("if a:\n    b\n", True),
        ("if a:\n    b\n\n", True),
        ("if a:\n    b\nc", False),
        ("a", False),
    ],
)
def test_a_block_may_go_on_after_its_last_line(text, is_open):
    assert has_open_block(text) is is_open
