"""What a learner did in a class: written down line by line, handed in as one file, read again."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tensorlab.classes.assignment import Assignment
from tensorlab.course.progress.progress import learner_directory

VERSION = 1
ABOUT = (
    "What was typed to answer this class's questions, with hints and times, and the name given for "
    "the learner. Nothing else of the machine is in here."
)
MOST_BYTES = 1 << 20
LONGEST_NAME = 200  # characters
ACTIONS = ("answer", "hint", "skip")


class UnreadableError(Exception):
    """A file that is no hand-in of the class; the message says why, `learner` is who it names."""

    def __init__(self, message: str, learner: str = "") -> None:
        super().__init__(message)
        self.learner = learner


@dataclass(frozen=True, slots=True)
class Done:
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


@dataclass(frozen=True, slots=True)
class Work:
    """All that a learner did."""

    learner: str
    done: tuple[Done, ...]

    def of(self, lesson: str, question: str) -> list[Done]:
        """Return what was done at a question."""
        return [each for each in self.done if (each.lesson, each.question) == (lesson, question)]


def named(learner: str) -> str:
    """Return a learner's name as it is compared: however its letters and blanks are encoded."""
    return " ".join(unicodedata.normalize("NFC", writable(learner)).split())


def writable(text: str) -> str:
    """Return a text in which what no file can hold, halves of characters, is written out."""
    return text.encode("utf-8", "backslashreplace").decode()


def folder_of(assignment: Assignment, learner: str) -> Path:
    """Return where this machine keeps what a learner does in a class; it need not exist."""
    return learner_directory(learner) / "classes" / assignment.name


def record_file(assignment: Assignment, learner: str) -> Path:
    """Return the file in which what a learner does is written down."""
    return folder_of(assignment, learner) / "work.jsonl"


def write_down(file: Path, done: Done) -> None:
    """Add a line to a record.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as record:
        record.write(as_line(done).encode() + b"\n")


def as_line(done: Done) -> str:
    """Return what was done as a line of JSON."""
    content = {name: getattr(done, name) for name in Done.__dataclass_fields__}
    if done.action != "answer":
        del content["answer"], content["right"]
    return json.dumps(content)


def recorded(assignment: Assignment, learner: str) -> list[Done]:
    """Return what is written down of a learner; a line that a crash cut off is passed over."""
    try:
        lines = record_file(assignment, learner).read_bytes().split(b"\n")
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            found.append(done_of(line.decode()))
        except (UnreadableError, ValueError):
            continue
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
    if not learner or len(learner) > LONGEST_NAME:
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
    return Done(**{name: given[name] for name in Done.__dataclass_fields__})


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
        raise UnreadableError(f"it is damaged: {what} is no object: {line[:60]!r}")
    return content


def read_file(file: Path) -> str:
    """Return the text of a file that is handed in.

    Raises:
        UnreadableError: it is none, or far larger than any hand-in.
    """
    try:
        if not file.is_file():  # reading might never end
            raise UnreadableError("there is no such file" if not file.exists() else "it is no file")
        with file.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UnreadableError(f"it is larger than {MOST_BYTES >> 20} MB, as no hand-in is")
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise UnreadableError(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UnreadableError("it is damaged: it is not UTF-8 text") from None


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
