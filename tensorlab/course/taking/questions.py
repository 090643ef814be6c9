"""What every open question has: its hints, and its place in the learner's record."""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.spellings import assigned, names_in
from tensorlab.course.answers.verdicts import Misconception
from tensorlab.course.lessons import lesson as blocks
from tensorlab.course.lessons.lesson import Question
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord, State
from tensorlab.course.taking.events import Asked, Event, HintGiven, HintHeld, Prose, Shown
from tensorlab.engine.tensor import Tensor

LONGEST = 4000  # characters of an answer that are kept


Q = TypeVar("Q", bound=Question)


class Open(Generic[Q]):
    """A question while it is open, which is closed once.

    What the lesson asks of it may raise UnpredictableError.
    """

    def __init__(self, lesson: str, block: Q, progress: Progress, bench: Bench) -> None:
        self.block = block
        self.bench = bench  # the state that the question leaves
        self.hints = Hints(block.hints)
        self.ledger = Ledger(lesson, block, progress)
        self.closed = False

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        raise NotImplementedError

    def answer(self, text: str) -> Iterator[Event]:
        """Judge an answer."""
        raise NotImplementedError

    def hint(self) -> Iterator[Event]:
        """Give the next hint, or say why not."""
        yield self.hints.next()

    def skip(self) -> Iterator[Event]:
        """Show the answer and close the question."""
        self.ledger.write("skipped", self.hints.given)
        yield from self.again()

    def again(self) -> Iterator[Event]:
        """Show the answer to one who has answered already, and close the question."""
        raise NotImplementedError

    def reason(self) -> Iterator[Event]:
        """Say why the answer is so, where the lesson does."""
        if self.block.why:
            yield Prose(self.block.why)


class Hints:
    """A question's hints: the next one only after a new attempt."""

    def __init__(self, hints: tuple[str, ...]) -> None:
        self.hints = hints
        self.given = 0
        self.attempted = True

    def next(self) -> HintGiven | HintHeld:
        """Return the next hint, or why there is none now."""
        if self.given == len(self.hints):
            none = "There is no hint here." if not self.hints else "There are no more hints."
            return HintHeld(f"{none} Skip the question to see the answer.")
        if not self.attempted:
            return HintHeld("Try an answer with this hint first, even a rough one.")
        self.given += 1
        self.attempted = False
        return HintGiven(self.hints[self.given - 1], last=self.given == len(self.hints))


class Ledger:
    """Writes one question's answers into the learner's progress."""

    def __init__(self, lesson: str, question: Question, progress: Progress) -> None:
        self.lesson = lesson
        self.question = question
        self.progress = progress
        self.hints_written = 0

    def write(
        self, state: State, hints: int, misconception: Misconception | None = None, answer: str = ""
    ) -> None:
        """Add one answer, or a skip, and the hints taken since the last one."""
        record = ItemRecord(
            content_hash=self.question.content_hash,
            state=state,
            attempts=int(state != "skipped"),
            hints=hints - self.hints_written,
            misconceptions=(misconception.name,) if misconception else (),
            last=self.progress.now(),
            box=int(state == "right"),
            answer=answer[:LONGEST] if state == "right" else "",
        )
        self.hints_written = hints
        self.progress.answered(self.lesson, self.question.item, record)


MOST_LINES = 6  # of a value; of a larger one the shape says enough


def recalled(
    question: blocks.Question, on_screen: Sequence[blocks.Block], bench: Bench
) -> tuple[Shown, ...]:
    """Return the names that a question uses, run, but for those that are still to be seen."""
    seen = set().union(*(shown_by(block) for block in on_screen))
    program = asked(question)
    wanted = names_in(program) - assigned(program) - seen
    names = [name for name in bench.session.names if name in wanted]
    return tuple(shown for name in names if (shown := value_of(name, bench)) is not None)


def asked(question: blocks.Question) -> str:
    """Return the program that a question is about; what is chosen or told speaks for itself."""
    match question:
        case blocks.Predict():
            return question.source
        case blocks.Exercise():
            return f"{question.setup}\n{question.solution}"
    return ""


def shown_by(block: blocks.Block) -> frozenset[str]:
    """Return the names that a block gives something to before one's eyes, or shows."""
    if isinstance(block, blocks.Run) and block.quiet:
        return frozenset()
    program = blocks.program_of(block)
    last = program.rstrip().rpartition("\n")[2]
    is_shown = isinstance(block, blocks.Run | blocks.Explain) and last.isidentifier()
    return assigned(program) | ({last} if is_shown else set())


def value_of(name: str, bench: Bench) -> Shown | None:
    """Return what a name stands for, None where that is nothing to look at."""
    value = bench.session.names[name]
    if isinstance(value, type) or (callable(value) and not hasattr(value, "parameters")):
        return None
    found = bench.run(name).outcome
    text = found.text or ""
    if text == f"{type(value).__name__}()":  # a module without parts
        return None
    if len(text.split("\n")) <= MOST_LINES:
        return Shown(name, found)
    if not isinstance(value, Tensor):
        return None
    return Shown(f"{name}.shape", bench.run(f"{name}.shape").outcome)
