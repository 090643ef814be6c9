"""The list of lessons, with what is done."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from tensorlab.course.lesson import Lesson
from tensorlab.course.progress import Progress
from tensorlab.render.commands import typed_as
from tensorlab.render.tables import Pairs


def lesson_list(lessons: Iterable[Lesson], progress: Progress) -> RenderableType:
    """Return the lessons in order, each with its title and how far one has come."""
    rows = [(each.name, f"{each.title}{state(each, progress)}") for each in lessons]
    if not rows:
        return Text("There are no lessons here.")
    return Group(Pairs(rows), Text(f"\nTo take one: {typed_as('lesson NAME')}", "quiet"))


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
