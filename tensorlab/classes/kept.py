"""The files of a class on this machine: the assignment, what a learner did, what is handed in."""

from pathlib import Path

from tensorlab.assignments.assignment import Assignment, as_one, assignment_in
from tensorlab.assignments.hand_in import Done, Record, UnreadableError, as_line, lines_of
from tensorlab.course.authoring.linter import Fault
from tensorlab.course.progress.progress import Progress, learner_directory
from tensorlab.process.lifecycle import WrongUsageError

MOST_BYTES = 1 << 20


def read_assignment(file: str) -> Assignment:
    """Return the assignment in a file.

    Raises:
        WrongUsageError: it cannot be read, or has mistakes; the first is told.
    """
    assignment, faults = assignment_of(file)
    if assignment is None:
        raise WrongUsageError(as_one(faults))
    return assignment


def assignment_of(file: str) -> tuple[Assignment | None, list[Fault]]:
    """Return the assignment in a file, None where it has mistakes, and the mistakes.

    Raises:
        WrongUsageError: it cannot be read.
    """
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise WrongUsageError(f"cannot read {file!r}: {reason}") from None
    return assignment_in(text, path)


class RecordFile(Record):
    """What a learner does in a class, written to a file at once."""

    def __init__(self, assignment: Assignment, learner: str) -> None:
        self.file = folder_of(assignment, learner) / "work.jsonl"
        super().__init__(lines_of(self.text()))

    def text(self) -> str:
        """Return what the file holds, nothing where it cannot be read."""
        try:
            return self.file.read_bytes().decode(errors="backslashreplace")
        except OSError:
            return ""

    def add(self, done: Done) -> None:
        """Add a line to the file.

        Raises:
            OSError: it cannot be written.
        """
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("ab") as record:
            record.write(as_line(done).encode() + b"\n")
        super().add(done)


def folder_of(assignment: Assignment, learner: str) -> Path:
    """Return where this machine keeps what a learner does in a class; it need not exist."""
    return learner_directory(learner) / "classes" / assignment.name


def progress_of(assignment: Assignment, learner: str) -> Progress:
    """Return how far a learner is in a class."""
    return Progress(folder_of(assignment, learner) / "progress.json")


def read_file(file: Path) -> str:
    """Return the text of a file that is handed in.

    Raises:
        UnreadableError: it is none, or far larger than any hand-in.
    """
    try:
        if not file.is_file():  # reading might never end
            raise UnreadableError(
                "there is no such file" if not file.exists() else "it is not a file"
            )
        with file.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UnreadableError(f"it is larger than {MOST_BYTES >> 20} MB, as no hand-in is")
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise UnreadableError(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UnreadableError("it is damaged: it is not UTF-8 text") from None
