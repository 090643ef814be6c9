import pytest

from tensorlab.language.complete import is_complete
from tensorlab.repl.statements import statements


def cut(text):
    return [statement.strip("\n") for statement in statements(text, is_complete)]


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
    ],
)
def test_a_script_is_cut_where_a_prompt_would_have_run_it(text, parts):
    assert cut(text) == parts


def test_line_numbers_are_those_of_the_script():
    *_, last = statements("x\n\n\ny\n", is_complete)
    assert last.rstrip() == "\n\n\ny"
