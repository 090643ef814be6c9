"""Under which set-ups an answer must be right, and what else of it is judged."""

import pytest

from tensorlab.course.answers import checking
from tensorlab.course.answers.called import is_among
from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.setups.declaring import DeclarationError, declaration
from tensorlab.course.setups.drawing import LONGEST, SHORTEST, draw, smallest
from tensorlab.frozen import replace
from tensorlab.workspace.lesson_actions import new_session

NUMBERS = "vary:\n  n = size(0, 3)\n  t = ints(n, low=0)\n"
JUDGED = "setup:\n  x = torch.ones(2)\n  y = torch.ones(2)\njudge: "


@pytest.fixture
def checker_of(lesson_of):
    """Make the checker of an exercise from its fields."""

    def make(fields):
        (exercise,) = lesson_of(f"```exercise\ntask: x\n{fields}\n```").questions
        return ExerciseChecker(new_session, (), exercise)

    return make


RIGHT = [
    (f"{NUMBERS}solution: t + 1", "t + 1", True),
    (f"{NUMBERS}solution: t.sum()", "t.sum() + (len(t) == 0)", False),
    ("vary:\n  a = number(0, 3)\nwhen: a > 1\nsetup: a = 2\nsolution: a", "max(a, 2)", True),
    (f"{JUDGED}sharing\nsolution: x.view(-1)", "x[:]", True),
    (f"{JUDGED}sharing\nsolution: x.view(-1)", "y[:]", False),
    (f"{JUDGED}sharing\nsolution: x.view(-1)", "x + 0", False),
    ("setup: t = torch.tensor(1)\njudge: mutation\nsolution: t.add_(1)", "t.mul_(2)", True),
    ("setup: t = torch.tensor(1)\njudge: mutation\nsolution: t.add_(1)", "t + 1", False),
    ("solution: int('x')", "int( 'x' )", True),
    ("solution: int('x')", "int('y')", False),
]


@pytest.mark.parametrize(("fields", "answer", "right"), RIGHT)
def test_an_answer_is_right_where_it_does_all_that_the_solution_does(
    checker_of, fields, answer, right
):
    verdict = checker_of(fields).check(answer)
    assert verdict.right == right
    assert verdict.counterexample is None or not right


def test_the_counterexample_is_the_smallest_that_is_found(checker_of):
    fields = "vary:\n  n = size(1, 4)\n  t = ints(n, 2, low=0)\nsolution: t + 1"
    verdict = checker_of(f"setup: t = torch.tensor([[1, 2]])\n{fields}").check("t + (t > 0)")
    assert verdict.counterexample == "t = torch.tensor([[0, 0]])"


def test_no_element_is_simpler_than_one_of_its_size():
    drawn = draw(declaration("t = ints(1, low=-1, high=1)"), "seed")
    drawn = replace(drawn, elements={"t": (-1,)})
    assert smallest(drawn, lambda each: each.elements["t"] != (0,)) == drawn


def test_no_further_set_up_is_tried_when_patience_is_at_its_end(checker_of, monkeypatch):
    monkeypatch.setattr(checking, "PATIENCE", 0)
    checker = checker_of(f"setup: t = torch.tensor([1])\n{NUMBERS}solution: t + 1")
    checker.check("t + 1 + 0")
    assert {programs for programs, answer in checker.known} == {checker.visible.programs}


def test_no_length_is_simpler_than_the_least_that_is_declared():
    drawn = draw(declaration("n = size(2, 5)\nt = ints(n, low=1, high=9)"), "seed")
    assert smallest(drawn, lambda each: True).lengths == {"n": 2}


def test_a_draw_lies_at_the_edges_and_others_are_as_short_and_as_long_as_they_may_be():
    declared = declaration("n = size(1, 4)\nt = ints(n, 9, low=-99, high=99)")
    assert set(draw(declared, "seed", 1, (40,)).elements["t"]) == {39, 40, 41}
    found = {number: draw(declared, "seed", number).lengths["n"] for number in (SHORTEST, LONGEST)}
    assert found == {SHORTEST: 1, LONGEST: 4}


@pytest.mark.parametrize(("kind", "most"), [("ints", 19), ("floats", 33)])
def test_as_many_distinct_numbers_are_drawn_as_there_are(kind, most):
    declared = declaration(f"t = {kind}({most}, distinct=True)")
    assert len(set(draw(declared, "seed", 0).elements["t"])) == most
    with pytest.raises(DeclarationError, match="distinct"):
        declaration(f"t = {kind}({most + 1}, distinct=True)")


def test_a_function_is_among_those_that_were_called_also_as_a_part_of_one():
    assert is_among("softmax", {"log_softmax"})
    assert is_among("mean", {"nanmean"})
    assert not is_among("mean", {"meaning"})
