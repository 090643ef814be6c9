"""Help, lessons, settings and wrong usage as the objects of `--format json`."""

from collections.abc import Iterable, Sequence
from typing import Any

from tensorlab.course.authoring.course_check import minutes
from tensorlab.course.authoring.linter import Fault
from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.path import next_lesson, state_of, track_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking import events
from tensorlab.explain.reference.examples import Example, Page, example_of
from tensorlab.frozen import asdict, json_line
from tensorlab.language.outcome import Failure
from tensorlab.language.rules.rule import Rule
from tensorlab.workspace.as_json import failure_object, picked, to_json
from tensorlab.workspace.configuration import FIELDS, Chosen, choices_of, configuration_file

JsonObject = dict[str, Any]


def usage_line(message: str) -> str:
    """Return the line that says that something was asked for which cannot be done."""
    return json_line({"error": failure_object(Failure("UsageError", message))})


def page_object(page: Page, lesson: str) -> JsonObject:
    """Return the page about a function, with the lesson that teaches it."""
    card, examples = page
    return {
        **picked(card, "name", "signature", "summary", "details", "spellings", "shapes"),
        "examples": [example_object(each) for each in examples],
        "gradient": dict(card.gradient),
        **picked(card, "related"),
        "lesson": lesson or None,
    }


def example_object(example: Example) -> JsonObject:
    """Return a program that was run, and what it showed."""
    failure = example.outcome.failure
    shown: JsonObject = {"text": example.outcome.text}
    if failure is not None:
        shown = {"error": failure_object(failure)}
    return {"program": example.source, **shown, "printed": example.printed}


def rule_object(rule: Rule) -> JsonObject:
    """Return the story of an error by its code, with what its example gives."""
    failure = example_of(rule).failure
    error = None if failure is None else failure_object(failure)
    return {**picked(rule, "code", "title", "rule", "example"), "error": error}


def found_object(found: Iterable[tuple[str, str]]) -> JsonObject:
    """Return functions that words tell of, each with what it does."""
    return {"found": [{"name": name, "summary": summary} for name, summary in found]}


def lessons_object(lessons: Sequence[Lesson], progress: Progress) -> JsonObject:
    """Return the lessons, how far each has been taken, and which comes next."""
    advice = next_lesson(lessons, progress)
    return {
        "lessons": [lesson_object(each, progress) for each in lessons],
        "next": None if advice is None else asdict(advice),
    }


def lesson_object(lesson: Lesson, progress: Progress) -> JsonObject:
    """Return a lesson with how far it has been taken."""
    record = progress.lesson(lesson.name)
    return {
        **picked(lesson, "name", "title"),
        "track": track_of(lesson),
        "state": state_of(lesson, progress),
        "step": record.step,
        "steps": len(lesson.steps),
        "right": record.states(lesson.questions).count("right"),
        "questions": len(lesson.questions),
    }


def event_object(event: events.Event) -> JsonObject:
    """Return what happened in a lesson: its kind, then what it tells."""
    told = to_json(event)
    return {"event": told.pop("class"), **told}


def check_object(lessons: Sequence[Lesson], faults: Iterable[Fault]) -> JsonObject:
    """Return what lessons hold, and what their authors should mend."""
    return {
        "lessons": len(lessons),
        "questions": sum(len(each.questions) for each in lessons),
        "minutes": round(sum(map(minutes, lessons))),
        "faults": [{**asdict(fault), "path": str(fault.path)} for fault in faults],
    }


def settings_object(found: Chosen) -> JsonObject:
    """Return the settings, where they are kept, and what is wrong with them."""
    return {
        "file": str(configuration_file()),
        "settings": [setting_object(name, found) for name in FIELDS],
        "problems": found.problems,
    }


def setting_object(name: str, found: Chosen) -> JsonObject:
    """Return a setting: what it is, where that comes from, and what it can be."""
    return {
        "name": name,
        "value": getattr(found.configuration, name),
        "origin": found.origins[name],
        "about": FIELDS[name].metadata["about"],
        "choices": list(choices_of(name)),
    }
