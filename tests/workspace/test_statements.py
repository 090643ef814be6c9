import pytest

from tensorlab.language.reading import layout
from tensorlab.language.reading.syntax import is_complete
from tensorlab.workspace.statements import statements


def cut(text):
    return [statement.strip("\n") for _, statement in statements(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x = 1\ny = 2\n", ["x = 1", "y = 2"]),
        ("f(1,\n  2)\nx", ["f(1,\n  2)", "x"]),
        ("if a:\n    b\n\n    c\nelse:\n    d\ne", ["if a:\n    b\n\n    c\nelse:\n    d", "e"]),
        (":vars\nx", [":vars", "x"]),
        ("?mm\nx", ["?mm", "x"]),
        ("'''\n:no command\n'''\nx", ["'''\n:no command\n'''", "x"]),
        ("", []),
        ("\n\n", []),
        ("f(1,", ["f(1,"]),
        ("x = = 1\ny", ["x = = 1", "y"]),
        ("@f\n\n# why\n@g\ndef h():\n    1\nx", ["@f\n\n# why\n@g\ndef h():\n    1", "x"]),
        ("try:\n    1\nexcept E:\n    2\nx", ["try:\n    1\nexcept E:\n    2", "x"]),
        ("x = '(' # (\ny", ["x = '(' # (", "y"]),
        ("x = '\\'('\ny", ["x = '\\'('", "y"]),
        ('x = """(\'\'\'"""\ny', ['x = """(\'\'\'"""', "y"]),
        ("x = 'no end (\ny", ["x = 'no end (\ny"]),
        ("x = 1 + \\\n2\ny", ["x = 1 + \\\n2", "y"]),
        ("?f(\nx", ["?f(", "x"]),
        (":type f(\n  x", [":type f(", "  x"]),
        ("x = ')'\n)\n(y", ["x = ')'", ")", "(y"]),
    ],
)
def test_a_script_is_cut_where_a_prompt_would_have_run_it(text, parts):
    assert cut(text) == parts


def test_line_numbers_are_those_of_the_script():
    script = "\nx\n\n(\n\n1)\ny\n"
    assert list(statements(script)) == [(1, "x\n\n"), (3, "(\n\n1)\n"), (6, "y\n")]


LONG = [
    "(\n" + "1,\n" * 20_000 + ")\n",
    "(\n" + "1,\n" * 20_000,
    "\\\n" * 100_000,
    "1\n" * 20_000,
    "@f\n" * 20_000,
    "try:\n    1\n" * 20_000,
    "if 1:\n" + "    1\n" * 20_000,
    "x = '''\n" + "(\n" * 20_000,
    "\n" * 400_000,
    '"\n' * 20_000,
]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:20])
def test_no_part_of_a_script_is_looked_at_again_and_again(text, monkeypatch):
    looked_at = 0

    class Counting:
        def search(self, text, place):
            nonlocal looked_at
            mark = marks.search(text, place)
            looked_at += len(text) - place if mark is None else mark.end() - place
            return mark

    marks = layout.MARKS
    monkeypatch.setattr(layout, "MARKS", Counting())
    found = list(statements(text))
    assert looked_at <= len(text)
    assert sum(len(statement) for _, statement in found) <= len(text)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("(\n" + "1,\n" * 5000, False),
        ("(\n" + "1,\n" * 5000 + ")", True),
        ("if 1:\n" + "    x\n" * 5000 + "    x", False),
        ("if 1:\n" + "    x\n" * 5000, True),
        ("x\n" * 5000 + "x", True),
        ("x\n" * 5000 + "for i in x:", False),
        ("x = '''\n" + "x\n" * 5000, False),
    ],
    ids=range(7),
)
def test_a_long_text_is_complete_when_nothing_is_open(text, complete):
    assert is_complete(text) is complete
