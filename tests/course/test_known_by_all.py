"""What one learner's answer does under a drawn set-up is known for the next one who gives it."""

from tensorlab.course.answers import observing
from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.language.limits.meter import meter
from tensorlab.language.running.session import Budget, Session
from tensorlab.workspace.lesson_actions import new_session
from tests.course.examine_answers import exercises

GIVEN = {
    f"{lesson.name}/{exercise.item}": (programs, exercise)
    for lesson, exercise, programs in exercises()
}


def judged(name, answer):
    """The verdict on an answer, and the steps that it took, of a checker and of all."""
    programs, exercise = GIVEN[name]
    checker = ExerciseChecker(new_session, programs, exercise)
    meter.start(None, None, None)
    before = meter.total
    said = checker.check(answer)
    meter.start(None, None, None)
    return (said.right, said.misconception, said.reasons), checker.spent, meter.total - before


def test_who_was_judged_before_changes_neither_the_verdict_nor_its_steps(monkeypatch):
    monkeypatch.setattr(observing, "KNOWN", {})
    first = judged("tour/column-sums", "t.sum(1)")
    runs, before = [], observing.observe
    monkeypatch.setattr(observing, "observe", lambda *given: runs.append(given) or before(*given))
    assert judged("tour/column-sums", "t.sum(1)") == first
    assert not runs


def hurried(write):
    """A session of few steps."""
    return Session(budget=Budget(steps=1000), write=write)


def test_what_holds_much_or_met_a_limit_is_not_kept(monkeypatch):
    monkeypatch.setattr(observing, "KNOWN", {})
    for answer in ("torch.zeros(10**5)", "[0] * 9", "while True: pass", "9**9**5", "'a' * 10**5"):
        observing.known_by_all(hurried, (), answer)
    assert not observing.KNOWN


def test_so_many_are_kept_and_no_more(monkeypatch):
    monkeypatch.setattr(observing, "KNOWN", {})
    monkeypatch.setattr(observing, "MOST_KNOWN", 3)
    for number in range(4):
        observing.known_by_all(new_session, (), str(number))
    assert len(observing.KNOWN) == 1
