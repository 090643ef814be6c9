"""The words of the sentences that are written by hand: each says what its function does."""

import pytest

from tensorlab.explain.arithmetic.numbers import shown
from tensorlab.explain.strategies.regions import region
from tests.explain.telling import explained

PAIR = "a = torch.tensor([3., 2.])\nb = torch.tensor([1., 5.])\n"


@pytest.mark.parametrize(
    ("expression", "words"),
    {
        "a + b": "a[1] plus b[1]",
        "a - b": "a[1] minus b[1]",
        "torch.add(a, b, alpha=3)": "a[1] plus b[1] times 3.",
        "torch.add(a, 3, b)": "a[1] plus b[1] times 3.",
        "torch.sub(other=b, input=a, alpha=2)": "a[1] minus b[1] times 2.",
        "torch.div(a, b, rounding_mode='trunc')": "a[1] divided by b[1], rounded towards 0.",
        "a * b": "a[1] times b[1]",
        "a / b": "a[1] divided by b[1]",
        "a ** b": "a[1] to the power of b[1]",
        "a > b": "a[1] is not greater than b[1]",
        "a < b": "a[1] is less than b[1]",
        "a >= b": "a[1] is not greater than or equal to b[1]",
        "a <= b": "a[1] is less than or equal to b[1]",
        "a.cumprod(0)": "The first 2 elements, multiplied",
        "a.cumsum(0)": "The first 2 elements, added",
        "a.exp()": "e to the power of a[1]",
        "(a / 3).round(decimals=1)": " = 0.6667, rounded to 1 decimal.",
    }.items(),
)
def test_a_sentence_says_what_the_function_does(expression, words):
    assert words in explained(expression, PAIR)[0].chapters[-1].frames[1].sentence


@pytest.mark.parametrize(
    ("mode", "source", "words"),
    [
        ("circular", "a[None][0, 1]", "from the other end"),
        ("reflect", "a[None][0, 1]", "mirrored at the edge, the edge itself not repeated"),
        ("replicate", "a[None][0, 0]", "the edge repeated"),
    ],
)
def test_padding_says_where_its_elements_come_from(mode, source, words):
    expression = f"F.pad(a[None], (1, 1), mode={mode!r})"
    sentence = explained(expression, PAIR)[0].chapters[-1].frames[0].sentence
    assert source in sentence
    assert words in sentence


def test_a_few_elements_are_named_one_by_one_and_many_by_their_ends():
    along = [(at, at) for at in range(7)]
    assert list(region("x", along[:6], (9, 9))) == [f"x[{at}, {at}]" for at in range(6)]
    assert list(region("x", along, (9, 9))) == ["7 elements of x, x[0, 0] to x[6, 6]"]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("torch.linspace(0, 10, 3)", "3 numbers from start to end"),
        ("torch.logspace(0, 2, steps=4)", "4 powers of a base"),
        ("F.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 2), padding=1)", "stand zeros"),
        ("F.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 2), padding='same')", "stand zeros"),
    ],
)
def test_an_operation_is_told_with_the_settings_it_was_given(expression, words):
    assert words in " ".join(explained(expression)[0].chapters[-1].words)


def test_where_nothing_is_padded_no_zeros_are_told_of():
    for call in (
        "conv1d(x, w)",
        "conv1d(x, w, padding='valid')",
        "conv_transpose1d(x, w, None, 1, 1)",
    ):
        told, _, _ = explained(f"F.{call}", "x = torch.ones(1, 1, 3); w = torch.ones(1, 1, 2)")
        assert "zeros" not in " ".join(told.chapters[-1].words)


def test_numbers_that_are_compared_keep_the_digits_by_which_they_differ():
    told = explained("torch.tensor([0.1 + 0.2], dtype=torch.float64) > 0.3")[0]
    (frame,) = told.chapters[-1].frames
    assert shown(frame.text) == "0.30000000000000004 > 0.3"


def test_a_single_number_is_not_told_element_by_element():
    assert explained("x.sum() * 2")[0].chapters[-1].idea == "x.sum() times 2."


def test_a_backward_pass_begins_with_the_gradient_that_it_is_given():
    source = "w = x.clone().requires_grad_()\n"
    ideas = {
        f"{source}torch.autograd.grad(w.sum(), w)": "derivative 1.",
        f"{source}torch.autograd.grad(w.sum(), w, torch.tensor(3.))": "that the call gave it.",
    }
    for program, words in ideas.items():
        begins = next(each for each in explained(program)[0].chapters if "begins" in each.idea)
        assert begins.idea.endswith(words)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("m.nonzero(as_tuple=True)", "a row for each or by dimension"),
        ("m.nonzero()", "a row for each or by dimension"),
        ("x.round(decimals=1)", "or the nearest with some decimals"),
        ("x.round()", "The nearest whole number"),
    ],
)
def test_an_idea_is_that_of_the_settings(expression, words):
    assert words in explained(expression)[0].chapters[-1].idea


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("x ** 2", "x squared, element by element."),
        ("x ** 2.5", "x to the power of 2.5, element by element."),
        ("torch.einsum('ij->j', m)", "The elements as the letters say: moved, from a diagonal"),
        ("torch.where(condition=m > 1)", "The indices of the elements that are True"),
    ],
)
def test_an_idea_is_that_of_its_kind(expression, words):
    assert explained(expression)[0].chapters[-1].idea.startswith(words)
