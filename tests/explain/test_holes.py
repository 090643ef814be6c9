"""What a `?` must be: found by trying, with the variables that fit."""

import pytest

from tensorlab.explain.looking.holes import answer, with_hole
from tensorlab.language.running.session import Session


def asked(program):
    session = Session(write=lambda text: None)
    session.run(
        "a = torch.ones(2, 3); w = torch.ones(3, 4); v = torch.ones(3); i = torch.arange(3)"
    )
    filled = with_hole(program)
    assert filled is not None
    return answer(filled, session.names)


@pytest.mark.parametrize(
    ("program", "shapes"),
    [
        ("mm(a, ?)", ("(3, n)",)),
        ("mm(?, a)", ("(n, 2)",)),
        ("torch.bmm(torch.ones(2, 3, 4), ?)", ("(2, 4, n)",)),
        ("torch.cat((a, ?))", ("(n, 3)",)),
        ("torch.cat((a, ?), dim=1)", ("(2, n)",)),
        ("v.dot(?)", ("(3,)",)),
    ],
)
def test_a_hole_is_told_by_the_most_general_shape(program, shapes):
    assert asked(program).shapes == shapes


def test_variables_fit_as_they_are_or_after_one_edit():
    fits = [(fit.source, fit.is_edited) for fit in asked("mm(a, ?)").fits]
    assert fits == [("w", False), ("a.T", True), ("v.unsqueeze(1)", True)]


def test_a_hole_for_a_size_is_told_in_numbers():
    assert asked("a.view(2, ?)").numbers == (3, -1)
    assert asked("torch.zeros(2, ?)").any_number


def test_a_broadcast_takes_what_stretches():
    assert {"()", "(3,)", "(2, 1)", "(2, 3)", "(n, 2, 3)"} <= set(asked("a + ?").shapes)


def test_a_mask_has_to_be_bool():
    assert "float32" not in asked("a.masked_select(?)").dtypes


@pytest.mark.parametrize("line", ["?mm", "mm?", "torch.mm?", "print('what?')", "a  # why?", "? ?"])
def test_other_question_marks_are_no_holes(line):
    assert with_hole(line) is None
