import pytest

from tensorlab.workspace.cursor import at_cursor


@pytest.mark.parametrize(
    ("text", "path", "word"),
    [
        ("x", "", "x"),
        ("torch.ze", "torch", "ze"),
        ("f(a.b.c", "a.b", "c"),
        ("a + ", "", ""),
        ("f(x).su", "()", "su"),
        ("x[0].su", "()", "su"),
        ("f(x).T.su", "().T", "su"),
    ],
)
def test_the_name_being_typed_is_found(text, path, word):
    cursor = at_cursor(text)
    assert (cursor.path, cursor.word) == (path, word)


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("torch.mm(a, ", "torch.mm"),
        ("f(g(1), ", "f"),
        ("torch.tensor([1, (2", "torch.tensor"),
        ("f(x) + ", ""),
        ("f(')', ", "f"),
        ("torch.ones(2).sum(0, ", "().sum"),
        ("x[0].T.view(", "().T.view"),
    ],
)
def test_the_call_around_the_cursor_is_found(text, function):
    assert at_cursor(text).function == function


def test_the_parameter_being_given_is_found():
    assert at_cursor("torch.zeros(3, dtype=").keyword == "dtype"
    assert at_cursor("torch.zeros(3, dtype=torch.fl").keyword == "dtype"


@pytest.mark.parametrize("text", ["'abc", 'x = "tor', "x  # tor"])
def test_nothing_is_completed_within_text(text):
    assert at_cursor(text).inside_text


def test_text_before_the_cursor_that_is_closed_does_not_matter():
    assert not at_cursor("f('a', ").inside_text
