"""What a learner did in a class: a line for each thing, handed in as one text, read again."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from tensorlab.assignments.assignment import Assignment
from tensorlab.frozen import Frozen

VERSION = 1
ABOUT = (
    "What was typed to answer this class's questions, with hints and times, and the name given for "
    "the learner. Nothing else from this computer is in here."
)
LONGEST_NAME = 200  # characters
ACTIONS = ("answer", "hint", "skip")


class UnreadableError(Exception):
    """A file that is no hand-in of the class; the message says why, `learner` is who it names."""

    def __init__(self, message: str, learner: str = "") -> None:
        super().__init__(message)
        self.learner = learner


class Done(Frozen):
    """One thing that a learner did: an answer, a hint that was asked for, a question skipped.

    `right` is what the learner was told, None where nothing was counted. `asks` stands for what was
    asked, to know whether the lesson has changed since.
    """

    lesson: str
    question: str
    action: str
    answer: str
    right: bool | None
    time: str
    asks: str


class Work(Frozen):
    """All that a learner did."""

    learner: str
    done: tuple[Done, ...]

    def of(self, lesson: str, question: str) -> list[Done]:
        """Return what was done at a question."""
        return [each for each in self.done if (each.lesson, each.question) == (lesson, question)]


def named(learner: str) -> str:
    """Return a learner's name as it is compared: however its letters and blanks are encoded."""
    return " ".join(unicodedata.normalize("NFC", writable(learner)).split())


def is_name(learner: str) -> bool:
    """Return whether a learner can be called so, by what `named` has made of it."""
    return 0 < len(learner) <= LONGEST_NAME


def writable(text: str) -> str:
    """Return a text in which what no file can hold, halves of characters, is written out."""
    return text.encode("utf-8", "backslashreplace").decode()


class Record:
    """What a learner does in a class, one thing after the other; here it is only remembered."""

    def __init__(self, done: Iterable[Done] = ()) -> None:
        self.done = list(done)

    def add(self, done: Done) -> None:
        """Write down what was done.

        Raises:
            OSError: it cannot be written.
        """
        self.done.append(done)


def as_line(done: Done) -> str:
    """Return what was done as a line of JSON."""
    content = {name: getattr(done, name) for name in Done.fields}
    if done.action != "answer":
        del content["answer"], content["right"]
    return json.dumps(content)


def lines_of(text: str) -> list[Done]:
    """Return what is written down; a line that is damaged, as by a crash, is passed over."""
    found = []
    for line in text.split("\n"):
        with suppress(UnreadableError):
            found.append(done_of(line))
    return found


def hand_in_text(assignment: Assignment, learner: str, done: Sequence[Done]) -> str:
    """Return the text of a hand-in: a line that says what it is, then a line for each action."""
    head = {
        "hand_in": VERSION,
        "about": ABOUT,
        "class": assignment.name,
        "title": assignment.title,
        "learner": learner,
        "lines": len(done),
    }
    return "".join(f"{line}\n" for line in (json.dumps(head), *map(as_line, done)))


def work_of(text: str, name: str) -> Work:
    """Return what a hand-in to a class of some name says that was done.

    Raises:
        UnreadableError: it is damaged, or of another class.
    """
    first, *lines = text.rstrip("\n").split("\n")
    head, learner = head_of(first)
    if head.get("class") != name:
        raise UnreadableError("it belongs to another class", learner)
    if (wanted := head.get("lines")) != len(lines):
        raise UnreadableError(f"it has {len(lines)} of {wanted!r} lines: it was cut", learner)
    try:
        return Work(learner, tuple(map(done_of, lines)))
    except UnreadableError as error:
        raise UnreadableError(str(error), learner) from None


def head_of(line: str) -> tuple[dict[str, Any], str]:
    """Return what the first line of a hand-in says, and whom it names.

    Raises:
        UnreadableError: it is not that of a hand-in, or names nobody.
    """
    head = object_of(line, "its first line")
    if head.get("hand_in") != VERSION or not isinstance(head.get("learner"), str):
        raise UnreadableError("its first line is not that of a hand-in")
    learner = named(head["learner"])
    if not is_name(learner):
        raise UnreadableError("it gives no name, or one that is too long")
    return head, learner


def done_of(line: str) -> Done:
    """Return what a line says that was done.

    Raises:
        UnreadableError: it says nothing that can be understood.
    """
    content = object_of(line, "a line")
    given = {"answer": "", "right": None} | content
    texts = [given.get(key) for key in ("lesson", "question", "action", "answer", "time", "asks")]
    if not all(isinstance(each, str) for each in texts) or given["action"] not in ACTIONS:
        raise UnreadableError(f"it is damaged: a line says nothing that was done: {line[:60]!r}")
    given["right"] = given["right"] if isinstance(given["right"], bool) else None
    given["answer"] = writable(given["answer"])
    return Done(**{name: given[name] for name in Done.fields})


def object_of(line: str, what: str) -> dict[str, Any]:
    """Return the object on a line of JSON.

    Raises:
        UnreadableError: there is none.
    """
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise UnreadableError(f"it is damaged: {what} is not JSON: {line[:60]!r}") from None
    if not isinstance(content, dict):
        raise UnreadableError(f"it is damaged: {what} is not an object: {line[:60]!r}")
    return content


def moment(text: str) -> datetime | None:
    """Return a moment that is written in ISO 8601 with its offset, None where it is not."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def moments(done: Iterable[Done]) -> list[datetime]:
    """Return the moments at which something was done."""
    return [at for each in done if (at := moment(each.time)) is not None]
