"""All lessons with their titles, track by track, and how far one has come."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.path import next_lesson, state_of, track_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Advice
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.lessons.lesson_map import MARKS, capital, ending
from tensorlab.render.look.remarks import heading
from tensorlab.render.look.tables import Pairs


def lesson_list(
    lessons: Sequence[Lesson], progress: Progress, track: str | None = None
) -> RenderableType:
    """Return the lessons of one track, or of all, each with its title and how far one has come."""
    if not lessons:
        return Text("There are no lessons here.")
    advice = next_lesson(lessons, progress)
    shown = [each for each in lessons if track in (None, track_of(each))]
    return Group(*tracks(shown, progress, advice), Text(), ending(lessons, progress, advice))


def tracks(
    lessons: Sequence[Lesson], progress: Progress, advice: Advice | None
) -> Iterator[RenderableType]:
    """Yield the tracks."""
    longest = max(len(each.name) for each in lessons) + len("  ")
    begun = any(state_of(each, progress) != "open" for each in lessons)
    for track, members in groupby(lessons, track_of):
        yield heading(capital(track))
        if is_for_the_ear():
            yield from (spoken_lesson(each, progress, advice) for each in members)
            continue
        rows = []
        for each in members:
            here = advice is not None and advice.lesson == each.name
            note = ("  <- next" if begun else "  <- start here") if here else ""
            mark = Text().append(f"{MARKS[state_of(each, progress)]:1} ", "right")
            title = Text(each.title).append(state(each, progress), "quiet").append(note, "hint")
            rows.append((mark.append(each.name, "name"), title))
        yield Pairs(rows, least=longest)


def spoken_lesson(lesson: Lesson, progress: Progress, advice: Advice | None) -> Text:
    """Return a lesson as a sentence: its name, its title, how far one has come, what is next."""
    done = state(lesson, progress).strip(" []")
    here = advice is not None and advice.lesson == lesson.name
    parts = [f"{lesson.name}: {lesson.title}", *([done] if done else [])]
    return Text(", ".join([*parts, *(["this one is next"] if here else [])]) + ".")


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
