import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.actions import Answer, Back, Hint, Next, Quit, Reset, Skip, Try
from tensorlab.course.taking.events import (
    Aside,
    Asked,
    Drafted,
    Explained,
    Finished,
    HintGiven,
    HintHeld,
    Left,
    Misread,
    Nearly,
    Notice,
    Opened,
    Prose,
    Ran,
    Solution,
    StepBegan,
)
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session

RUNS = "One.\n```run\na = [1]\n```\n\nTwo.\n```run\nprint('hi')\na\n```\n\nEnd."
PREDICT = """```predict value id=p
6 * 7
---
wrong: 13
reveals: plus: You added.
hint: Times.
why: Because.
```
"""
EXERCISE = """```run quiet
k = 1
```
```exercise id=e
task: Add.
setup:
  a = 2
  b = 2
also: b = 5
solution: a + b + k - 1
wrong: a * b
reveals: times: You multiplied.
hint: First.
hint: Second.
hint: Third.
why: Sums.
```
"""


def kinds(events):
    return [type(event) for event in events]


def only(events, kind):
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


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
    assert [reason.sentence for reason in verdict.reasons] == ["You have 13; it is 42."]
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


@pytest.mark.parametrize("answer", ["a + b", "b + a", "sum([a, b])", "c = b + k\nc + a - k"])
def test_any_equivalent_expression_is_right(run_of, answer):
    run = run_of(EXERCISE)
    asked = only(run.start(), Asked)
    assert (asked.prompt, asked.source) == ("Add.", "a = 2\nb = 2")
    assert kinds(run.send(Answer(answer))) == [Verdict, Solution, Prose]
    assert run.waiting == "next"


def test_an_answer_right_by_chance_meets_its_counterexample_and_its_idea(run_of):
    run = run_of(EXERCISE)
    run.start()
    for answer, idea in (("a * b", "times"), ("4", "numbers-typed")):
        verdict = only(run.send(Answer(answer)), Verdict)
        assert not verdict.right
        assert verdict.counterexample == "b = 5"
        assert (verdict.misconception.name if verdict.misconception else None) == idea
    assert run.waiting == "answer"


def test_the_wrong_kind_of_value_is_never_accepted(run_of):
    run = run_of(EXERCISE)
    run.start()
    verdict = only(run.send(Answer("float(a + b)")), Verdict)
    assert not verdict.right
    assert verdict.reasons[0].aspect == "kind"


def test_a_right_answer_that_breaks_a_rule_is_told_so(run_of):
    exercise = "```exercise\ntask: x\nsetup: a = [1, 2]\nsolution: len(a)\n{}\n```"
    run = run_of(exercise.format("uses: len\nwithout: sum"))
    run.start()
    verdict = only(run.send(Answer("sum(1 for _ in a)")), Verdict)
    assert not verdict.right
    assert [reason.sentence for reason in verdict.reasons] == [
        "The answer is right, but do it with len here.",
        "The answer is right, but do it without sum here.",
    ]
    verdict = only(run.send(Answer("len(a)")), Verdict)
    assert verdict.right
    assert "rule" in verdict.checked


def test_an_answer_that_fails_is_told_so(run_of):
    run = run_of(EXERCISE)
    run.start()
    verdict = only(run.send(Answer("a + nothing")), Verdict)
    assert verdict.reasons[0].aspect == "error"
    assert verdict.outcome.failure.type == "NameError"


def test_statements_are_kept_for_the_next_answer(run_of):
    run = run_of(EXERCISE)
    run.start()
    assert kinds(run.send(Answer("c = a + b + 1"))) == [Drafted]
    assert run.progress.lesson("test").items == {}
    assert only(run.send(Answer("c - 1")), Verdict).right


def test_an_answer_cannot_change_the_next_attempt(run_of):
    run = run_of("```exercise\ntask: x\nsetup: a = [1]\nsolution: a + [2]\n```")
    run.start()
    for _ in range(2):
        assert not only(run.send(Answer("a.append(2)")), Verdict).right
    assert only(run.send(Answer("a + [2]")), Verdict).right


def test_the_next_hint_comes_after_another_attempt(run_of):
    run = run_of(EXERCISE)
    run.start()
    assert run.send(Hint()) == [HintGiven("First.", last=False)]
    assert kinds(run.send(Hint())) == [HintHeld]
    run.send(Answer("1"))
    assert run.send(Hint()) == [HintGiven("Second.", last=False)]
    run.send(Answer("1"))
    assert run.send(Hint()) == [HintGiven("Third.", last=True)]
    run.send(Answer("1"))
    assert "no more" in only(run.send(Hint()), HintHeld).text


def test_a_skipped_question_shows_its_answer_and_is_recorded(run_of):
    run = run_of(EXERCISE)
    run.start()
    assert kinds(run.send(Skip())) == [Solution, Prose]
    assert run.progress.lesson("test").items["e"].state == "skipped"
    assert run.send(Next()) == [Finished("test", 0, 1, 1, ("next",))]


def test_a_skipped_prediction_says_what_the_printed_value_does_not(lesson_of):
    text = "```predict dtype\ntorch.arange(2)\n```"
    run = LessonRun(lesson_of(text), lambda write: Session(write=write), Progress(None))
    run.start()
    assert Prose("The data type is `torch.int64`.") in run.send(Skip())


def test_the_end_counts_the_questions(run_of):
    run = run_of(PREDICT + EXERCISE)
    run.start()
    run.send(Answer("42"))
    run.send(Next())
    run.send(Answer("a * b"))
    run.send(Answer("a + b"))
    assert run.send(Next()) == [Finished("test", 2, 0, 2, ("next",))]
    item = run.progress.lesson("test").items["e"]
    assert (item.state, item.attempts, item.misconceptions) == ("right", 2, ("times",))


def test_a_lesson_goes_on_where_progress_cannot_be_saved_and_says_so_once(run_of, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    run = run_of(PREDICT + EXERCISE, Progress(tmp_path / "file" / "progress.json"))
    events = run.start() + run.send(Answer("42")) + run.send(Next()) + run.send(Answer("a + b"))
    assert kinds(events).count(Notice) == 1
    assert run.send(Next()) == [Finished("test", 2, 0, 2, ("next",))]


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


def test_the_cells_of_an_expression_are_explained_under_the_lessons_names(lesson_of):
    text = "```run quiet\na = torch.tensor([1, 2])\n```\n```explain\na + 10\n```"
    frames = explained_in(lesson_of(text)).explanation.chapters[-1].frames
    assert [(frame.index, frame.value, frame.text) for frame in frames] == [
        ((0,), 11, "1 + 10"),
        ((1,), 12, "2 + 10"),
    ]


def test_only_the_cells_that_an_author_names_are_explained(lesson_of):
    event = explained_in(lesson_of("```explain cells=2\ntorch.arange(3) * 2\n```"))
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


@pytest.mark.parametrize(
    ("program", "what", "typed", "idea"),
    [
        ("torch.ones(2, 3).sum(dim=0)", "shape", "(2,)", "dim-is-kept"),
        ("torch.ones(2, 3).sum(dim=1)", "shape", "(2, 1)", "rank-kept"),
        ("torch.tensor([1, 2, 3])[1]", "value", "1", "counts-from-one"),
        ("torch.arange(2, 6)", "value", "[2, 3, 4, 5, 6]", "off-by-one"),
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


EMPTY = """```exercise
task: x
vary:
  n = size(0, 3)
  t = ints(n)
solution: t + 1
```"""


def test_an_error_on_a_tensor_without_cells_is_told_and_is_no_mistake(lesson_of):
    run = LessonRun(lesson_of(EMPTY), lambda write: Session(write=write), Progress(None))
    run.start()
    answer = "torch.stack([each + 1 for each in t])"
    verdict = only(run.send(Answer(answer)), Verdict)
    assert verdict.right
    assert "torch.zeros(0" in verdict.counterexample


def test_a_draft_that_fails_elsewhere_spoils_no_right_answer(run_of):
    run = run_of("```exercise\ntask: x\nsetup: t = [1, 2]\nalso: t = [3]\nsolution: t[-1]\n```")
    run.start()
    assert isinstance(run.send(Answer("idk"))[0], Misread)
    only(run.send(Answer("x = t[1]")), Drafted)
    assert not only(run.send(Answer("x")), Verdict).right
    assert only(run.send(Answer("t[-1]")), Verdict).right


@pytest.mark.parametrize(
    ("program", "typed"),
    [("torch.ones(2, device='meta')", "3"), ("torch.zeros(0)", "[]"), ("torch.zeros(0)", "()")],
)
def test_a_wrong_shape_of_what_has_no_cells_is_wrong(lesson_of, program, typed):
    lesson = lesson_of(f"```predict shape\n{program}\n```")
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    assert not only(run.send(Answer(typed)), Verdict).right


def test_plain_words_between_questions_are_no_program_and_no_error(lesson_of):
    lesson = lesson_of("Read this.\n\n```run\n1\n```\n")
    run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
    run.start()
    for words in ("what is a shape", "what is this?", "I do not know"):
        (event,) = run.send(Try(words))
        assert isinstance(event, Notice)
    assert not isinstance(run.send(Try("1 +"))[0], Notice)
