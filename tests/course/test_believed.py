"""What is said of a wrong prediction: an idea that it shows, and none that gives it by chance."""

import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Predict
from tensorlab.course.misconceptions.alignment import GENERIC
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.facts import FORETOLD
from tensorlab.course.misconceptions.readings import READINGS, misread, readings
from tensorlab.course.predictions.believed import fact
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Answer
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session
from tests.course.small_lessons import only

T = "torch.tensor([[1, 2, 3], [4, 5, 6]])"
SAID = [
    (f"{T}.sum(dim=1)", "value", "[5, 7, 9]", "dim-is-kept"),
    (f"{T}.sum(dim=1)", "value", "21", "dim-forgotten"),
    (f"{T}.sum(dim=1)", "value", "[15, 6]", "order-ignored"),
    (f"{T}.sum(dim=1)", "value", "[7, 16]", "off-by-one"),
    (f"{T}.sum(dim=1)", "value", "[6, 16]", "one-wrong"),
    (f"{T}.sum(dim=1)", "value", "[6, -15]", "sign-lost"),
    (f"{T}.sum(dim=1)", "value", "[6, 15, 21, 9]", None),
    (f"{T}.sum(dim=1)", "value", "8", "one-for-all"),
    (f"{T}.sum()", "value", "[20, 2]", "left-apart"),
    (f"{T}.T", "shape", "(2, 3)", "as-it-was"),
    (f"{T}.T", "shape", "(3, 4)", "one-wrong"),
    (f"{T}.T", "shape", "(6, 2, 3)", "dimensions-miscounted"),
    (f"{T}.unsqueeze(0)", "shape", "(2, 3, 1, 1)", "ones-ignored"),
    (f"{T}.T[0, 1]", "value", "2", "read-otherwise"),
    (f"{T}.T[1, 0]", "value", "9", None),
    ("torch.ones(2) * 10", "value", "[11, 11]", "read-otherwise"),
    ("torch.arange(9)[2:6:2]", "value", "[0, 2, 4]", "read-otherwise"),
    ("torch.div(torch.tensor([7]), 2, rounding_mode='trunc')", "value", "[3.5]", "read-otherwise"),
    ("torch.zeros(3, 0, 5).numel()", "value", "8", "lengths-added"),
    ("torch.arange(1, 4)", "value", "[1, 4]", "as-it-was"),
    ("torch.zeros(2, 3, 5).transpose(0, 2)", "shape", "(2, 3, 5)", "as-it-was"),
    ("torch.zeros(2, 3, 5).transpose(0, 2)", "shape", "(2, 5, 3)", "order-ignored"),
    ("torch.tensor([1, 2]) / 2", "dtype", "float64", "bits-mixed-up"),
    ("torch.tensor([1, 2]) / 2", "dtype", "bool", "kind-mixed-up"),
    ("torch.tensor([1, 2]) / 2", "dtype", "int64", "as-it-was"),
    ("x = torch.zeros(2)\nx + 0", "view-or-copy", "view", "copy-shares"),
    ("a = torch.tensor([1, 2])\na.mul_(3)\na", "value", "[1, 2]", "line-ignored"),
    ("torch.arange(2, 6)[1]", "value", "2", "counts-from-one"),
    (f"{T}.view(4, 2)", "shape", "(4, 2)", "cells-must-fit"),
    (f"{T} + torch.ones(2)", "shape", "(2, 3)", "shapes-forced"),
    ("torch.arange(4)", "value", "error", None),
]


@pytest.mark.parametrize(("program", "what", "typed", "idea"), SAID)
def test_an_idea_is_told_where_what_was_typed_makes_it_sure(lesson_of, program, what, typed, idea):
    lesson = lesson_of(f"```predict {what}\n{program}\n```")
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    verdict = only(run.send(Answer(typed)), Verdict)
    assert not verdict.right
    assert (verdict.misconception.name if verdict.misconception else None) == idea


def test_what_is_taken_for_the_whole_is_shown(lesson_of):
    lesson = lesson_of("```predict value\na = torch.tensor([3, 1])\na.sort().values\n```")
    assert isinstance(lesson.questions[0], Predict)
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    verdict = only(run.send(Answer("[3, 1]")), Verdict)
    assert verdict.misconception.sentence.startswith("That is `a`.")


def test_truth_values_have_no_minus():
    assert fact("value", [True, True], [1, 1]) != "sign-lost"


def test_the_program_is_shown_that_would_give_what_was_typed(lesson_of):
    lesson = lesson_of("```predict value\nv = torch.tensor([1, 2])\nv * 10\n```")
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    said = only(run.send(Answer("[11, 12]")), Verdict).misconception.sentence
    assert said.startswith("That is right for `v + 10`.")


def test_what_is_misread_is_no_data():
    programs = misread("torch.tensor([[3, 1], [2, 2]]).sum(dim=0)[0]")
    assert all("[[3, 1], [2, 2]]" in program for program in programs)


def test_one_who_counts_from_one_means_every_part_of_an_index():
    programs = [program for idea, program in readings("t[1, 2]") if idea == "counts-from-one"]
    assert programs == ["t[0, 1]"]
    assert "counts-from-one" not in dict(readings("t[1, 0]"))


def test_a_program_is_read_with_the_same_idea_everywhere():
    found = dict(map(reversed, readings("a.T[0, 1] + a.T[1, 0]")))
    assert found["a.reshape(a.T.shape)[0, 1] + a.reshape(a.T.shape)[1, 0]"] == "view-is-transpose"
    assert "a.reshape(a.T.shape)[0, 1] + a.T[1, 0]" not in found


def test_nobody_misreads_a_number():
    programs = {program for _, program in readings("torch.tensor([[1, 2], [3, 4]]).sum(dim=0)")}
    assert all("[[1, 2], [3, 4]]" in program for program in programs)


def test_whole_types_are_of_one_kind():
    assert fact("dtype", "torch.uint8", "torch.int64") == "bits-mixed-up"
    assert fact("dtype", "torch.bfloat16", "torch.float32") == "bits-mixed-up"
    assert fact("dtype", "torch.bool", "torch.int64") == "kind-mixed-up"


def test_every_idea_that_is_told_is_in_the_catalogue():
    told = {idea for idea, _ in (*FORETOLD, *READINGS)}
    told |= {"as-it-was", "line-ignored", "bits-mixed-up", "kind-mixed-up", "copy-shares"}
    told |= {"read-otherwise"}
    assert told <= set(IDEAS)
    assert not told & GENERIC
