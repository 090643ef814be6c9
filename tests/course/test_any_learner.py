"""Whatever learners do, in whatever order, a lesson goes on and stays as it was written."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tensorlab.course.lessons.library import Library
from tensorlab.course.predictions.prediction import ACCEPTS, judge
from tensorlab.course.predictions.reader import read_prediction
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import (
    Answer,
    Back,
    Hint,
    Next,
    Quit,
    Reset,
    Skip,
    StepBegan,
    Try,
)
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session

LESSON = Library().find("tour")
TEXTS = st.one_of(
    st.sampled_from(
        ["(3, 1)", "error", "2", "[1, 2]", "yes", "t[:, -1]", "x = t", "t.add_(1)", "t = 0", "1/0"]
    ),
    st.text(max_size=20),
)
ACTIONS = st.one_of(
    st.sampled_from([Next(), Next(), Skip(), Hint(), Back(), Reset()]),
    st.builds(Answer, TEXTS),
    st.builds(Try, TEXTS),
)


def start(progress):
    run = LessonRun(LESSON, lambda write: Session(write=write), progress)
    return run, run.start()


def everything_shown():
    """Return what each step shows to a learner who only skips."""
    run, events = start(Progress(None))
    shown = [events[1:]]
    while True:
        if run.waiting == "answer":
            run.send(Skip())
        events = run.send(Next())
        if run.waiting == "end":
            return shown
        shown.append(events)


SHOWN = [repr(events) for events in everything_shown()]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ACTIONS, max_size=25))
def test_a_step_always_shows_what_it_would_show_to_someone_who_tried_nothing(actions):
    run, _ = start(Progress(None))
    for action in actions:
        events = run.send(action)
        if events and isinstance(events[0], StepBegan):
            assert repr(events) == SHOWN[run.step]
        if run.waiting == "end":
            assert run.send(Answer("1")) == []
            return
    assert run.send(Quit())[0].step == run.step


@settings(max_examples=40, deadline=None)
@given(st.lists(ACTIONS, max_size=15))
def test_a_lesson_can_be_resumed_after_anything(actions):
    progress = Progress(None)
    run, _ = start(progress)
    for action in actions:
        run.send(action)
    again, events = start(progress)
    place = again.step
    assert place == (0 if run.waiting == "end" else run.step)
    assert repr(events[1:]).startswith(SHOWN[place][:-1])  # behind it, what was answered before


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(ACCEPTS)), st.text(max_size=40))
def test_any_text_is_read_as_a_prediction_or_as_none(what, text):
    prediction = read_prediction(what, text)
    if prediction is not None:
        assert judge(what, prediction, prediction).equal or "nan" in text.lower()
