"""Ideas behind answers that no list of changes holds: what stands in the answer is tried."""

import pytest

from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.misconceptions.borrowed import edits_towards
from tensorlab.workspace.lesson_actions import new_session

SETUP = "setup: t = torch.tensor([[1, 2, 5], [3, 9, 4]])\nvary:\n  n = size(1, 3)\n  t = ints(n, 3)"
NAMED = [
    ("t * 2", "t * 7", "wrong-number"),
    ("t.sum()", "t.sum(dim=1)", "dim-given"),
    ("t.sum()", "t[0].sum()", "part-for-whole"),
    ("torch.cat((t, t))", "torch.cat((t, t), dim=1)", "other-dim"),
    ("torch.cat((t, t))", "torch.cat((t,))", "argument-missing"),
    ("F.pad(t, (1, 1), value=1)", "F.pad(t, (1, 1), value=4)", "setting-forgotten"),
    ("t * t.numel()", "t * t.dim()", "operation-mixed-up"),
]


@pytest.mark.parametrize(("solution", "answer", "idea"), NAMED)
def test_an_idea_is_named_by_what_stands_in_the_answer(lesson_of, solution, answer, idea):
    lesson = lesson_of(f"```exercise\ntask: x\n{SETUP}\nsolution: {solution}\n```")
    (exercise,) = lesson.questions
    verdict = ExerciseChecker(new_session, (), exercise).check(answer)
    assert not verdict.right
    assert verdict.misconception is not None
    assert verdict.misconception.name == idea


def test_each_program_is_another_one_and_none_is_the_solution():
    programs = [program for _, program in edits_towards("t.sum(dim=0) * 2", "t.mean(dim=1)[0] + 3")]
    assert len(set(programs)) == len(programs)
    assert "t.sum(dim=0) * 2" not in programs
    assert "t.sum(dim=0) * 3" in programs


def test_what_is_no_program_suggests_nothing():
    assert list(edits_towards("t", "1 +")) == []
