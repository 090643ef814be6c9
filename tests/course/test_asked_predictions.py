"""What a prediction is answered with: right, wrong, or no prediction at all."""

import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Answer, Asked, Misread, Nearly, Next, Notice, Prose, Skip
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session
from tests.course.small_lessons import PREDICT, kinds, only


def test_a_right_prediction_is_followed_by_what_happens_and_why(run_of):
    run = run_of(PREDICT)
    asked = only(run.start(), Asked)
    assert (asked.kind, asked.what, asked.source) == ("predict", "value", "6 * 7")
    verdict, ran, why = run.send(Answer(" 42 "))
    assert verdict.right
    assert ran.outcome.value == 42
    assert why == Prose("Because.")
    assert run.waiting == "next"


def test_a_wrong_prediction_names_its_idea_and_has_one_try(run_of):
    run = run_of(PREDICT)
    run.start()
    verdict = only(run.send(Answer("13")), Verdict)
    assert not verdict.right
    assert verdict.misconception.name == "plus"
    assert [reason.sentence for reason in verdict.reasons] == ["You said 13; it is 42."]
    assert run.waiting == "next"


def test_what_is_no_prediction_is_not_counted(run_of):
    run = run_of(PREDICT)
    run.start()
    assert kinds(run.send(Answer("who knows"))) == [Misread]
    assert kinds(run.send(Next())) == [Misread]
    assert run.waiting == "answer"
    assert run.progress.lesson("test").items == {}


def test_error_is_a_legal_prediction(run_of):
    run = run_of("```predict shape\n1 / 0\n```")
    run.start()
    verdict, ran = run.send(Answer("Error!"))
    assert verdict.right
    assert ran.fails
    assert ran.outcome.failure.type == "ZeroDivisionError"


def test_a_prediction_that_cannot_be_judged_does_not_trap_the_learner(run_of):
    run = run_of("```predict shape\n'text'\n```\nEnd.")
    run.start()
    assert kinds(run.send(Answer("(2,)"))) == [Notice]
    assert run.waiting == "next"


def test_a_question_that_its_author_broke_can_be_skipped_too(run_of):
    run = run_of("```predict shape\n'text'\n```\nEnd.")
    run.start()
    assert kinds(run.send(Skip())) == [Notice]
    assert run.waiting == "next"


def test_a_skipped_prediction_says_what_the_printed_value_does_not(lesson_of):
    text = "```predict dtype\ntorch.arange(2)\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    run.start()
    assert Prose("The data type is torch.int64.") in run.send(Skip())


@pytest.mark.parametrize(
    ("program", "what", "typed", "idea"),
    [
        ("torch.ones(2, 3).sum(dim=0)", "shape", "(2,)", "dim-is-kept"),
        ("torch.ones(2, 3).sum(dim=1)", "shape", "(2, 1)", "rank-kept"),
        ("torch.tensor([1, 2, 3])[1]", "value", "1", "counts-from-one"),
        ("torch.arange(2, 6)", "value", "[2, 3, 4, 5, 6]", "end-included"),
        ("torch.tensor([7, 9]) - torch.tensor([1, 2])", "value", "[-6, -7]", "order-swapped"),
    ],
)
def test_a_wrong_prediction_is_known_by_a_change_of_the_program(
    lesson_of, program, what, typed, idea
):
    text = f"```predict {what}\n{program}\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    run.start()
    assert only(run.send(Answer(typed)), Verdict).misconception.name == idea


def test_the_numbers_typed_where_the_shape_is_asked_lose_no_try(lesson_of):
    text = "```predict shape\ntorch.tensor([6, 15])\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    run.start()
    assert kinds(run.send(Answer("[6, 15]"))) == [Nearly]
    assert only(run.send(Answer("2")), Verdict).right


@pytest.mark.parametrize(
    ("program", "typed"),
    [("torch.ones(2, device='meta')", "3"), ("torch.zeros(0)", "[]"), ("torch.zeros(0)", "()")],
)
def test_a_wrong_shape_of_what_has_no_elements_is_wrong(lesson_of, program, typed):
    lesson = lesson_of(f"```predict shape\n{program}\n```")
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    assert not only(run.send(Answer(typed)), Verdict).right


def test_who_foretells_an_error_reads_what_the_printed_value_does_not_show(lesson_of):
    text = "```predict shape\ntorch.ones(2, 3)\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    run.start()
    verdict = run.send(Answer("error"))[0]
    assert verdict.reasons[0].sentence == "It runs without an error. The shape is (2, 3)."
