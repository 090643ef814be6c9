"""Ideas behind answers in spellings of their own, behind several slips at once, behind values."""

import ast

import pytest

from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.misconceptions.alignment import GENERIC, idea_of_differences
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.facts import BY_CODE, BY_TYPE, LIKELY, SURE
from tensorlab.course.misconceptions.rewriting import canonical
from tensorlab.workspace.lesson_actions import new_session

SETUP = "setup: t = torch.tensor([[1., 2., 5.], [3., 9., 4.]])\nvary:\n  n = size(2, 4)\n"
FLOATS = f"{SETUP}  t = floats(n, 3)"
NAMED = [
    ("t.sum(dim=1)", "s = t.sum(dim=1)\ns * 100", "one-step-too-many"),
    ("t.amax(dim=1)", "t.max(dim=0).values", "dim-is-kept"),
    ("t - t.mean(dim=0)", "t - t[0]", "part-mixed-up"),
    ("t.sum(dim=1)", "[float(row.sum()) for row in t]", "python-for-tensor"),
    ("t.mean(dim=1)", "t.double().mean(1)", "type-ignored"),
    ("t[:, 0]", "t.double()[:, 0] * t.double()[:, 0]", None),
    ("t.abs()", "t if t > 0 else -t", "truth-of-many"),
]


@pytest.mark.parametrize(("solution", "answer", "idea"), NAMED)
def test_an_idea_is_found_by_what_mends_an_answer_or_by_its_value(
    lesson_of, solution, answer, idea
):
    lesson = lesson_of(f"```exercise\ntask: x\n{FLOATS}\nsolution: {solution}\n```")
    (exercise,) = lesson.questions
    verdict = ExerciseChecker(new_session, (), exercise).check(answer)
    assert not verdict.right
    assert (verdict.misconception.name if verdict.misconception else None) == idea


DISORDERED = [
    ("order", "y + 1\ny = t * 2", "used-before-made"),
    ("order", "  y = t * 2\ny + 1", "block-begun"),
    ("exercise", "y + 1\ny = t * 2", None),  # a name that is misspelt
]


@pytest.mark.parametrize(("kind", "answer", "idea"), DISORDERED)
def test_lines_that_come_too_early_are_told_where_they_are_put_in_order(
    lesson_of, kind, answer, idea
):
    field = "lines" if kind == "order" else "solution"
    lesson = lesson_of(f"```{kind}\ntask: x\n{FLOATS}\n{field}:\n  y = t * 2\n  y + 1\n```")
    (exercise,) = lesson.questions
    verdict = ExerciseChecker(new_session, (), exercise).check(answer)
    assert not verdict.right
    assert (verdict.misconception.name if verdict.misconception else None) == idea


def test_differences_are_told_whatever_the_spelling():
    assert idea_of_differences("torch.softmax(t, dim=1) @ v", "F.softmax(t, 0) @ v") == "other-dim"
    steps = "a = w * x\n((a + b - y) ** 2).sum()"
    assert idea_of_differences("((w * x + b - y) ** 2).mean()", steps) == "sum-is-mean"
    assert idea_of_differences("1 / (1 + torch.exp(-x))", "F.relu(x)") is None
    assert idea_of_differences("t.sum()", "t.sum(") is None


def test_one_spelling_is_that_of_methods_with_names_for_dimensions():
    assert canonical("torch.sum(t, 1, True)") is not None
    first, other = (
        canonical("a = torch.sum(t, 1, True)\na / 2"),
        canonical("t.sum(keepdims=True, axis=1) / 2"),
    )
    assert ast.dump(first) == ast.dump(other)


def test_a_name_that_a_loop_gives_again_stands_for_no_expression():
    for again in ("[a.sum() for a in t]", "list(map(lambda a: a.sum(), t))", "(a := t).sum()"):
        program = f"a = torch.stack((t, t))\n{again}"
        assert ast.unparse(canonical(program)) == ast.unparse(ast.parse(program))


def test_arguments_out_of_a_list_stay_where_they_are():
    program = "torch.sum(*(t,), **{})"
    assert ast.unparse(canonical(program)) == program


def test_every_idea_that_is_told_is_in_the_catalogue():
    facts = (idea for idea, _ in (*SURE, *LIKELY))
    told = {
        *BY_CODE.values(),
        *BY_TYPE.values(),
        *facts,
        *(each.mended for each in IDEAS.values()),
        *GENERIC,
    }
    assert told <= set(IDEAS)
