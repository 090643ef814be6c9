"""The map of the lessons: tracks, what is done, and where to go on."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from tensorlab.course.events import Advice
from tensorlab.course.lesson import Lesson
from tensorlab.course.path import next_lesson, state_of, track_of
from tensorlab.course.progress import Progress
from tensorlab.render.badges import bar
from tensorlab.render.commands import typed_as
from tensorlab.render.outcome import is_for_the_ear
from tensorlab.render.remarks import heading, quiet
from tensorlab.render.tables import Pairs

MARKS = {"done": "\u2713", "begun": "\u00b7", "open": " "}


def lesson_list(lessons: Sequence[Lesson], progress: Progress) -> RenderableType:
    """Return the lessons track by track, each with its title and how far one has come."""
    if not lessons:
        return Text("There are no lessons here.")
    return Group(*parts(lessons, progress, next_lesson(lessons, progress)))


def parts(
    lessons: Sequence[Lesson], progress: Progress, advice: Advice | None
) -> Iterator[RenderableType]:
    """Yield the tracks, and below them what comes next and why."""
    longest = max(len(each.name) for each in lessons) + len("  ")
    begun = any(state_of(each, progress) != "open" for each in lessons)
    for track, members in groupby(lessons, track_of):
        yield heading(f"{track[0].upper()}{track[1:]}")
        rows = []
        for each in members:
            here = advice is not None and advice.lesson == each.name
            note = ("  <- next" if begun else "  <- start here") if here else ""
            mark = Text().append(f"{MARKS[state_of(each, progress)]} ", "right")
            title = Text(each.title).append(state(each, progress), "quiet").append(note, "hint")
            rows.append((mark.append(each.name, "name"), title))
        yield Pairs(rows, least=longest)
    done = sum(state_of(each, progress) == "done" for each in lessons)
    count = quiet(f"{done} of {len(lessons)} lessons done.")
    yield Text()
    yield count if is_for_the_ear() else bar(done, len(lessons)).append("  ").append_text(count)
    if advice is None:
        yield Text(f"Everything is done. To keep it: {typed_as('review')}")
    else:
        yield Text(f"Next: {advice.lesson} ({advice.why}): {typed_as(f'lesson {advice.lesson}')}")


def state(lesson: Lesson, progress: Progress) -> str:
    """Return how far a lesson has been taken, nothing where it has not been begun."""
    record = progress.lesson(lesson.name)
    questions = len(lesson.questions)
    right = record.states(lesson.questions).count("right")
    if record.finished:
        return f"  [done, {right} of {questions} right]" if questions else "  [done]"
    if record.step or record.items:
        return f"  [at step {record.step + 1} of {len(lesson.steps)}]"
    return ""
