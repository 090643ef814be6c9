"""Enter within brackets that closed by themselves: where it goes on in a new line."""

import pytest
from prompt_toolkit.document import Document

from tensorlab.repl.keys import goes_on_inside


def at_bar(text):
    before, _, after = text.partition("|")
    return Document(before + after, len(before))


@pytest.mark.parametrize(
    "text",
    [
        "(40 +|)",
        "(not|)",
        "x[1 if|]",
        "f(|)",
        "f(1,|)",
        "f(a=|)",
        "g([1, 2] *|)",
        "{1:|}",
        "(x for|)",
    ],
)
def test_what_is_unfinished_goes_on(text):
    assert goes_on_inside(at_bar(text))


@pytest.mark.parametrize(
    "text",
    ["(40 + 2|)", "f(1, 2|)", "x[1:|]", "[1 2|]", "(1,,2|)", "f(a b|)", "40 +|", "f()|"],
)
def test_what_is_whole_or_wrong_does_not(text):
    assert not goes_on_inside(at_bar(text))
