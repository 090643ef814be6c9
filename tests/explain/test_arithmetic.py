"""The terms of a frame's text: the elements in each, the one that won, the signs between."""

import pytest

from tensorlab.engine.printing.array_text import OPTIONS
from tensorlab.explain.arithmetic.arithmetic import arithmetic_of, at_the_ends, operator_of
from tensorlab.explain.arithmetic.numbers import shown
from tensorlab.explain.story.frames import Element, Frame
from tests.explain.telling import explained


def last(expression, element=0):
    told, _, _ = explained(expression)
    return told.chapters[-1].frames[element]


def terms(expression, element=0):
    found = arithmetic_of(last(expression, element)).terms
    return {f"{name}{list(index)}": term for (name, index), term in found.items()}


def test_the_two_elements_of_a_product_share_a_term():
    assert terms("a @ c") == {
        "a[0, 0]": 0, "c[0, 0]": 0, "a[0, 1]": 1, "c[1, 0]": 1, "a[0, 2]": 2, "c[2, 0]": 2,
    }  # fmt: skip


def test_equal_elements_of_one_tensor_all_have_their_term():
    assert terms("torch.tensor([0., 0., 1.]).softmax(0)", 2) == dict.fromkeys(
        ("input[0]", "input[1]", "input[2]"), 0
    )


def test_the_elements_of_a_small_determinant_and_of_a_count_have_their_terms():
    assert terms("torch.tensor([[1., 2.], [3., 4.]]).det()") == {
        "input[0, 0]": 0, "input[1, 1]": 0, "input[0, 1]": 1, "input[1, 0]": 1,
    }  # fmt: skip
    counts = terms("torch.unique(torch.tensor([3, 1, 3, 2, 1]), return_counts=True)", 4)
    assert counts == {f"input[{place}]": place for place in range(5)}


@pytest.mark.parametrize("expression", ["a @ c", "a - b", "x.mean(1)", "x.std()", "F.softmax(x, 1)",
                                        "z * z", "x.norm()", "torch.cumsum(b, 1)"])  # fmt: skip
def test_the_pieces_are_the_text_and_every_named_element_is_an_input(expression):
    for element in range(2 if "norm" not in expression and "std" not in expression else 1):
        frame = last(expression, element)
        found = arithmetic_of(frame)
        assert "".join(piece.text for piece in found.pieces) == shown(frame.text)
        named = {(each.name, each.index) for each in (*frame.inputs, *frame.steps)}
        assert set(found.terms) <= named
        assert all(term < found.count for term in found.terms.values())


def test_the_sum_inside_a_quotient_and_a_root_is_in_terms():
    assert terms("x.mean(1)") == {"x[0, 0]": 0, "x[0, 1]": 1, "x[0, 2]": 2}


def test_a_factor_without_an_element_is_skipped_where_its_neighbour_has_one():
    elements = (Element("x", (0,), 0.0), Element("x", (1,), 1.0), Element("k", (1,), 2.0))
    frame = Frame((0,), 2.0, elements, "0.0*1.0 + 1.0*2.0", "")
    assert arithmetic_of(frame).terms == {("x", (0,)): 0, ("x", (1,)): 1, ("k", (1,)): 1}


def test_of_a_sum_that_is_abbreviated_the_ends_have_their_elements():
    found = terms("torch.arange(900).view(3, 300) @ torch.arange(300)")
    assert {term for name, term in found.items() if "299" in name} == {6}


def test_of_very_many_elements_those_at_both_ends_are_looked_at():
    elements = [Element("x", (place,), 0.0) for place in range(100)]
    assert at_the_ends(elements[:48]) == elements[:48]
    assert list(at_the_ends(elements)) == elements[:24] + elements[-24:]


def test_the_winner_is_the_element_that_was_taken_over():
    assert arithmetic_of(last("x.max(1)")).winner == ("x", (0, 0))
    assert arithmetic_of(last("a + b")).winner is None


def test_the_sign_between_two_tensors():
    for expression, sign in {
        "a @ c": "@",
        "a < b": "<",
        "torch.add(a, b)": "",
        "a + 1": "",
    }.items():
        told, _, _ = explained(expression)
        assert operator_of(told.chapters[-1]) == sign


def test_a_text_that_is_no_expression_is_one_piece():
    assert arithmetic_of(Frame((), 0, (), "2 +", "")).pieces == (("2 +", None),)
    assert arithmetic_of(Frame((), 0, (), "1+" * 4000 + "1", "")).count == 0


@pytest.mark.parametrize("precision", [-1, 99, None, "many", 2.5])
def test_numbers_are_shown_whatever_a_program_takes_for_a_precision(precision, monkeypatch):
    monkeypatch.setattr(OPTIONS, "precision", precision)
    assert shown("0.123456 + 2.5") == "0.1235 + 2.5"


def test_an_index_is_no_factor_though_its_number_is_that_of_one():
    call = "torch.zeros(3).index_add(0, torch.tensor([0, 2, 0]), torch.tensor([1., 2., 3.]))"
    assert terms(call, 2) == {"torch.zeros(3)[2]": 0, "source[1]": 1}


def test_an_element_that_stands_twice_has_the_term_where_it_stands_first():
    assert terms("F.log_softmax(torch.tensor([1., 2.]), 0)", 0) == {"input[0]": 0, "input[1]": 1}
