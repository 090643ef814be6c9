"""A lesson from its first step to its end: programs, tries, what is kept and where it resumes."""

import pytest

from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import (
    Answer,
    Aside,
    Back,
    Explained,
    Finished,
    Left,
    Next,
    Notice,
    Opened,
    Prose,
    Quit,
    Ran,
    Reset,
    Skip,
    StepBegan,
    Try,
)
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session
from tests.course.small_lessons import EXERCISE, PREDICT, RUNS, kinds, only


def test_a_lesson_shows_its_steps_one_by_one(run_of):
    run = run_of(RUNS)
    assert kinds(run.start()) == [Opened, StepBegan, Prose, Ran]
    assert kinds(run.send(Next())) == [StepBegan, Prose, Ran]
    assert kinds(run.send(Next())) == [StepBegan, Prose]
    assert kinds(run.send(Next())) == [Finished]
    assert run.waiting == "end"
    assert run.send(Next()) == []


def test_a_program_is_shown_with_what_it_prints_and_its_value(run_of):
    run = run_of(RUNS)
    run.start()
    ran = only(run.send(Next()), Ran)
    assert (ran.source, ran.printed, ran.outcome.value) == ("print('hi')\na", "hi\n", [1])


def test_each_program_is_shown_with_its_own_prints_only(run_of):
    run = run_of("```run\nprint(1)\n```\n```run\nprint(2)\n```")
    assert only(run.start(), Ran).printed == "1\n"
    assert only(run.send(Try("print(3)")), Aside).printed == "3\n"
    assert only(run.send(Try("print(4)")), Aside).printed == "4\n"
    assert only(run.send(Next()), Ran).printed == "2\n"


def test_what_is_tried_aside_is_forgotten_even_a_write_into_a_lessons_value(run_of):
    run = run_of(RUNS)
    run.start()
    assert only(run.send(Try("a.append(2)\na")), Aside).outcome.value == [1, 2]
    assert only(run.send(Answer("b = a")), Aside).outcome.failure is None
    assert only(run.send(Try("b")), Aside).outcome.value == [1, 2]
    assert only(run.send(Next()), Ran).outcome.value == [1]
    assert only(run.send(Try("b")), Aside).outcome.failure.type == "NameError"


def test_settings_that_a_learner_tried_are_forgotten(lesson_of):
    text = "A.\n```run\n1\n```\nB.\n```run\nx = torch.ones(1, requires_grad=True)\nx / 3\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    run.start()
    run.send(Try("torch.set_default_dtype(torch.float64)"))
    run.send(Try("torch.set_printoptions(precision=2)"))
    run.send(Try("torch.set_grad_enabled(False)"))
    value = only(run.send(Next()), Ran).outcome.value
    assert repr(value) == "tensor([0.3333], grad_fn=<DivBackward0>)"
    assert repr(value.dtype) == "torch.float32"


def test_reset_and_back_show_a_step_again_as_it_was(run_of):
    run = run_of(RUNS)
    first = run.start()[1:]
    run.send(Try("a.append(2)"))
    assert run.send(Reset()) == first
    run.send(Next())
    assert run.send(Back()) == first
    assert run.send(Back()) == first


def test_the_end_counts_the_questions(run_of):
    run = run_of(PREDICT + EXERCISE)
    run.start()
    run.send(Answer("42"))
    run.send(Next())
    run.send(Answer("a * b"))
    run.send(Answer("a + b"))
    assert run.send(Next()) == [Finished("test", 2, 0, 2, ("next",), returns=(1, 2))]
    item = run.progress.lesson("test").items["e"]
    assert (item.state, item.attempts, item.misconceptions) == ("right", 2, ("times",))


def test_what_is_to_be_kept_in_mind_is_no_remark_on_one_answer(lesson_of):
    asked = "```predict shape id={0}\ntorch.ones(2, {1})\n---\nwhy: W.\n```\n"
    task = "```exercise id=e\ntask: T.\nsetup: t = torch.ones(2)\nsolution: t + 1\n```\n"
    lesson = lesson_of(asked.format("p", 3) + asked.format("q", 4) + task)
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    for answer in ("(5,)", "(6,)"):
        run.send(Answer(answer))
        run.send(Next())
    for answer in ("t - 1", "t * 3"):
        run.send(Answer(answer))
    run.send(Skip())
    ended = only(run.send(Next()), Finished)
    assert ended.remember == (
        "Count the dimensions first: each level of brackets in the result is one.",
    )


def test_a_lesson_goes_on_where_progress_cannot_be_saved_and_says_so_once(run_of, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    run = run_of(PREDICT + EXERCISE, Progress(tmp_path / "file" / "progress.json"))
    events = run.start() + run.send(Answer("42")) + run.send(Next()) + run.send(Answer("a + b"))
    assert kinds(events).count(Notice) == 1
    assert run.send(Next()) == [Finished("test", 2, 0, 2, ("next",), returns=(1, 2))]


def test_a_lesson_resumes_where_it_was_left(run_of):
    progress = Progress(None)
    run = run_of(RUNS, progress)
    run.start()
    run.send(Next())
    assert run.send(Quit()) == [Left("test", 1, 3)]
    again = run_of(RUNS, progress)
    opened, step, *_, ran = again.start()
    assert (opened.resumed, step.number, ran.outcome.value) == (True, 2, [1])
    assert run_of(RUNS, progress).start(resume=False)[1].number == 1


def test_a_question_that_was_answered_is_not_asked_twice(run_of):
    progress = Progress(None)
    run = run_of(f"{RUNS}\n{PREDICT}{EXERCISE}", progress)
    run.start()
    run.send(Next())
    run.send(Next())
    run.send(Answer("42"))
    run.send(Quit())
    again = run_of(f"{RUNS}\n{PREDICT}{EXERCISE}", progress)
    assert kinds(again.start())[-3:] == [Notice, Ran, Prose]
    assert again.waiting == "next"
    assert progress.lesson("test").items["p"].attempts == 1
    again.send(Reset())
    assert again.waiting == "answer"


def test_after_a_change_of_the_lesson_it_resumes_at_the_first_open_question(run_of):
    progress = Progress(None)
    run = run_of(PREDICT + EXERCISE, progress)
    run.start()
    run.send(Answer("42"))
    changed = "New words.\n```run\n5\n```\n" + PREDICT.replace("id=p", "id=renamed") + EXERCISE
    assert run_of(changed, progress).start()[1].number == 3


def test_after_a_change_of_the_lesson_a_wrong_answer_counts_as_open(run_of):
    progress = Progress(None)
    run = run_of(PREDICT + EXERCISE, progress)
    run.start()
    run.send(Answer("41"))
    assert (
        run_of("New words.\n```run\n5\n```\n" + PREDICT + EXERCISE, progress).start()[1].number == 2
    )


def test_a_step_that_the_lesson_does_not_have_resumes_at_its_last(run_of):
    progress = Progress(None)
    run = run_of(RUNS, progress)
    progress.reached("test", 99, run.lesson.content_hash)
    assert run.start()[1].number == 3


def test_a_finished_lesson_starts_again_at_its_beginning(run_of):
    progress = Progress(None)
    run = run_of("A.\n```run\n1\n```\nB.", progress)
    run.start()
    run.send(Next())
    run.send(Next())
    opened, step, *_ = run_of("A.\n```run\n1\n```\nB.", progress).start()
    assert (opened.resumed, step.number) == (False, 1)


def explained_in(lesson):
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    return only(run.start(), Explained)


def test_the_elements_of_an_expression_are_explained_under_the_lessons_names(lesson_of):
    text = "```run quiet\na = torch.tensor([1, 2])\n```\n```explain\na + 10\n```"
    frames = explained_in(lesson_of(text)).explanation.chapters[-1].frames
    assert [(frame.index, frame.value, frame.text) for frame in frames] == [
        ((0,), 11, "1 + 10"),
        ((1,), 12, "2 + 10"),
    ]


def test_only_the_elements_that_an_author_names_are_explained(lesson_of):
    event = explained_in(lesson_of("```explain elements=2\ntorch.arange(3) * 2\n```"))
    assert [frame.index for frame in event.explanation.chapters[-1].frames] == [(2,)]


@pytest.mark.parametrize("source", ["3 + 4", "1 / 0", "torch.ones(2, 3) @ torch.ones(2)"])
def test_where_there_is_nothing_to_explain_the_program_is_shown_alone(lesson_of, source):
    assert explained_in(lesson_of(f"```explain\n{source}\n```")).explanation is None


def test_a_failure_that_is_the_point_is_marked(run_of):
    assert only(run_of("```run fails=NameError\nx\n```").start(), Ran).fails


def test_a_quiet_program_runs_unseen(run_of):
    run = run_of("```run quiet\na = 7\n```\n```run\na\n```")
    assert [event.outcome.value for event in run.start() if isinstance(event, Ran)] == [7]


def test_words_that_touch_what_is_shown_belong_to_its_step(run_of):
    run = run_of("A.\n```run\n1\n```\nThat was one.\n\nNow two.\n```run\n2\n```\n\nB.")
    assert [event.markdown for event in run.start() if isinstance(event, Prose)] == [
        "A.",
        "That was one.",
    ]
    assert [event.markdown for event in run.send(Next()) if isinstance(event, Prose)] == [
        "Now two."
    ]
    assert kinds(run.send(Next())) == [StepBegan, Prose]


def test_an_error_that_is_the_point_comes_with_what_clashes_and_with_repairs(lesson_of):
    text = "```run fails=RuntimeError\ntorch.ones(2, 3) + torch.ones(2)\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    failure = only(run.start(), Ran).outcome.failure
    assert failure.alignment is not None
    assert failure.repairs


def test_plain_words_between_questions_are_no_program_and_no_error(lesson_of):
    lesson = lesson_of("Read this.\n\n```run\n1\n```\n")
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    for words in ("what is a shape", "what is this?", "I do not know"):
        (event,) = run.send(Try(words))
        assert isinstance(event, Notice)
    assert not isinstance(run.send(Try("1 +"))[0], Notice)
