"""A learner's way through a lesson, on the sessions of a workspace."""

from collections.abc import Callable, Sequence
from typing import cast

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Budget, Session

# Nobody means an answer that takes longer. Steps end it at the same place on any machine.
ANSWERING = Budget(steps=10_000_000, seconds=4.0)


def begun(lesson: Lesson, progress: Progress, lessons: Sequence[Lesson] = ()) -> LessonRun:
    """Return the learner's way through a lesson: `send` it actions, and draw its events.

    `lessons` are those among which the next one is.
    """
    return LessonRun(lesson, new_session, progress, lessons)


def new_session(write: Callable[[str], object], /) -> Session:
    """Return a session of a lesson: the usual limits, and a clock."""
    return Session(budget=ANSWERING, write=write)


def session_of(run: LessonRun) -> Session:
    """Return the session that holds the lesson's names at this step."""
    return cast("Session", run.bench.session)  # what new_session made
