"""What an answer to an exercise is answered with, hints and drafts included."""

import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import (
    Answer,
    Aside,
    Asked,
    Drafted,
    Finished,
    Hint,
    HintGiven,
    HintHeld,
    Misread,
    Next,
    Prose,
    Skip,
    Solution,
)
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session
from tests.course.small_lessons import EXERCISE, kinds, only


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


def test_a_slip_of_the_keys_is_shown_and_not_counted(run_of):
    run = run_of(EXERCISE)
    run.start()
    for answer in ("(a + b", "a b", "a + b)"):
        shown = run.send(Answer(answer))
        assert kinds(shown) == [Aside, Misread], answer
        assert only(shown, Aside).outcome.failure.type == "SyntaxError"
    assert run.progress.lesson("test").items == {}
    assert only(run.send(Answer("a + b")), Verdict).right


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
    assert run.send(Next()) == [Finished("test", 0, 1, 1, ("next",), missed=1, returns=(1, 1))]


EMPTY = """```exercise
task: x
vary:
  n = size(0, 3)
  t = ints(n)
solution: t + 1
```"""


def test_an_error_on_a_tensor_without_elements_is_told_and_is_no_mistake(lesson_of):
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
