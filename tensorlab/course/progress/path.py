"""The way through the lessons: tracks, what is done, what to take next and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tensorlab.course.taking.events import Advice

# the page about a function asks for a track, and loads no progress
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorlab.course.lessons.lesson import Lesson
    from tensorlab.course.progress.progress import Progress

TRACKS = (  # noqa: SIM905  a list would take nine lines
    "first steps,shapes,arithmetic and types,picking and comparing,products,gradients,training,"
    "memory,devices and precision"
).split(",")
ELSEWHERE = "further lessons"
State = Literal["done", "begun", "open"]


def track_of(lesson: Lesson) -> str:
    """Return the track that a lesson belongs to."""
    return lesson.track or ELSEWHERE


def in_order(lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return lessons along the path: track by track, and in a track by their order."""
    place = {track: number for number, track in enumerate(TRACKS)}
    last = len(TRACKS)
    return sorted(
        lessons, key=lambda each: (place.get(track_of(each), last), each.order, each.name)
    )


def state_of(lesson: Lesson, progress: Progress) -> State:
    """Return how far a lesson has been taken."""
    record = progress.lesson(lesson.name)
    if record.finished:
        return "done"
    return "begun" if record.step or record.items else "open"


def missing(lesson: Lesson, progress: Progress) -> tuple[str, ...]:
    """Return the lessons that should come first and have not been taken to their end."""
    return tuple(name for name in lesson.needs if not progress.lesson(name).finished)


def next_lesson(lessons: Sequence[Lesson], progress: Progress, after: str = "") -> Advice | None:
    """Return what to take next, None where everything is done.

    What was begun comes first, also after a review; then, near to the lesson that has just ended,
    the first that needs nothing which is still to come.
    """
    path = in_order(lessons)
    states = {each.name: state_of(each, progress) for each in path}
    begun = [each for each in path if states[each.name] == "begun" and each.name != after]
    if begun and after not in states:
        step = progress.lesson(begun[0].name).step + 1
        return advice(begun[0], f"you left it at step {step} of {len(begun[0].steps)}")
    left = [each for each in path if states[each.name] != "done" and each.name != after]
    ready = [each for each in left if not missing(each, progress)]
    if not left:
        return None
    track = next((track_of(each) for each in path if each.name == after), "")
    near = [each for each in ready if track_of(each) == track]
    if near:
        return advice(near[0], f"next in the track of {track}")
    if not ready:
        return advice(left[0], "it is the first one that is left")
    if all(state == "open" for state in states.values()):
        return advice(ready[0], "the first lesson")
    track = track_of(ready[0])
    begins = next(each for each in path if track_of(each) == track) is ready[0]
    return advice(
        ready[0], f"it begins the track of {track}" if begins else f"next in the track of {track}"
    )


def advice(lesson: Lesson, why: str) -> Advice:
    """Return a lesson as advice."""
    return Advice(lesson.name, lesson.title, why)
