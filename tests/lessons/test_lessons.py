import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from tensorlab.course.authoring.course_check import hints, length_of, links, order_of
from tensorlab.course.authoring.linter import Fault, check_lesson
from tensorlab.course.lessons.library import Library
from tensorlab.course.lessons.words import words_of
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.predictions.prediction import truth
from tensorlab.course.progress.path import TRACKS, in_order, track_of
from tests.lessons.sayings import sayings
from tests.lessons.sessions import our_session

LIBRARY = Library()
PLACES = {lesson.name: number for number, lesson in enumerate(LIBRARY.lessons)}
TRUTH = Path(__file__).parent / "truth"
FUNCTIONS = [
    *("add", "sub", "mul", "mm", "matmul", "transpose", "div", "arange", "sparse_coo_tensor"),
    *("numel", "exp", "cat", "view", "reshape", "gt", "lt", "det", "full", "masked_select"),
    *("bmm", "vsplit", "repeat", "cumprod", "permute", "where", "pad", "argmax"),
    *("autograd.grad", "dtypes"),
]
# PyTorch warns where a lesson shows what not to do.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
EACH = pytest.mark.parametrize("lesson", LIBRARY.lessons, ids=lambda lesson: lesson.name)


def test_every_lesson_file_can_be_read():
    assert [str(error) for error in LIBRARY.broken] == []


@EACH
def test_a_lesson_runs_and_its_solutions_pass_and_its_wrong_answers_fail(lesson):
    assert [str(fault) for fault in check_lesson(lesson, our_session)] == []


def test_the_lessons_together_make_a_course():
    nothing_run = [
        str(Fault(lesson.path, *found))
        for lesson in LIBRARY.lessons
        for look in (links, length_of, hints, partial(order_of, places=PLACES))
        for found in look(lesson)
    ]
    assert nothing_run == []
    assert [
        (LIBRARY.lessons[place].name, *said) for place, *said in words_of(LIBRARY.lessons)
    ] == []


@EACH
def test_every_program_of_a_lesson_says_what_pytorch_says(lesson):
    path = TRUTH / f"{lesson.name}.json"
    assert path.exists(), "record the lesson: see docs/lessons.md"
    said = sayings(lesson, our_session, truth)
    recorded = json.loads(path.read_text(encoding="utf-8"))
    programs = [entry["program"] for entry in recorded]
    assert [entry["program"] for entry in said] == programs, "record the lesson anew"
    for ours, pytorchs in zip(said, recorded, strict=True):
        assert ours == pytorchs


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_documented_function_has_a_lesson(function):
    assert function in {*LIBRARY.find(function).names, LIBRARY.find(function).name}


@EACH
def test_a_lesson_has_a_live_example_a_prediction_an_exercise_and_elements_to_explain(lesson):
    kinds = {type(block).__name__ for block in lesson.blocks}
    assert {"Text", "Run", "Predict", "Exercise", "Explain"} <= kinds


@EACH
def test_an_exercise_gives_three_hints_and_keeps_set_ups_back(lesson):
    for question in lesson.questions:
        if getattr(question, "kind", "") == "exercise":
            assert len(question.hints) == 3, question.item
            assert question.also or question.vary, question.item


@EACH
def test_the_lessons_that_a_lesson_names_exist(lesson):
    names = {known.name for known in LIBRARY.lessons}
    assert names.issuperset({*lesson.related, *lesson.needs} - {lesson.name})
    assert lesson.name not in lesson.related


def test_no_name_belongs_to_two_lessons():
    names = [name for lesson in LIBRARY.lessons for name in {lesson.name, *lesson.names}]
    assert len(names) == len(set(names))


def test_an_idea_of_several_lessons_is_in_the_catalogue():
    ideas = Counter(
        name
        for lesson in LIBRARY.lessons
        for name in {w.misconception.name for question in lesson.questions for w in question.wrong}
    )
    assert {name for name, lessons in ideas.items() if lessons > 1} - set(IDEAS) == set()


@EACH
def test_a_program_fits_a_narrow_terminal(lesson):
    for block in lesson.blocks:
        programs = [getattr(block, name, "") for name in ("source", "setup", "solution")]
        for line in "\n".join(programs).split("\n"):
            assert len(line) <= 72, line


@EACH
def test_what_a_lesson_needs_comes_before_it_on_the_path(lesson):
    path = [each.name for each in in_order(LIBRARY.lessons)]
    before = path[: path.index(lesson.name)]
    assert set(before).issuperset(lesson.needs)
    assert track_of(lesson) in TRACKS
