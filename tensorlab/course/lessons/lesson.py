"""What a lesson is, once read: its front matter, its blocks, and the steps they make."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from tensorlab.course.answers.verdicts import Misconception, PredictionKind
from tensorlab.course.setups.declaring import NOTHING, Declaration
from tensorlab.frozen import Frozen


class LessonError(Exception):
    """A mistake of a lesson's author, with the file and the line where it is."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


class WrongAnswer(Frozen):
    """An answer that learners give, and what it reveals about their idea."""

    answer: str
    misconception: Misconception
    line: int


class Text(Frozen):
    """Markdown between the fenced blocks; `attached` where it belongs to the one above it."""

    line: int
    markdown: str
    attached: bool = False


class Run(Frozen):
    """A program to run; `fails` names the error class that it is meant to raise."""

    line: int
    source: str
    fails: str | None = None
    quiet: bool = False


class Explain(Frozen):
    """An expression whose elements are explained; no `elements` means all."""

    line: int
    source: str
    elements: tuple[tuple[int, ...], ...] = ()


class Posed(Frozen, kw_only=True):
    """What all questions have: a name of their own, and what is said of answers."""

    line: int
    item: str
    why: str = ""
    wrong: tuple[WrongAnswer, ...] = ()
    hints: tuple[str, ...] = ()


class Predict(Posed, kw_only=True):
    """A program whose last expression is to be predicted before it is run."""

    what: PredictionKind
    source: str
    question: str = ""
    vary: Declaration = NOTHING
    body: str = ""  # the program without the numbers that were drawn

    @property
    def content_hash(self) -> str:
        """A hash of what is asked, not of the words around it."""
        return short_hash("predict", self.what, self.body or self.source)


ExerciseKind = Literal["exercise", "complete", "order", "find", "golf"]


class Line(Frozen):
    """A line to be put in order, and the one that is offered in its place."""

    text: str
    instead: str = ""


class Exercise(Posed, kw_only=True):
    """A task to solve with a program.

    `setup` is run first and shown; `also` and what is drawn from `vary` are further set-ups that an
    answer must hold under, of the draws those for which `when` is true. `uses` and `without` are
    functions that it must and must not call.
    `code` is what a form of exercise shows: with blanks, or with a mistake in the lines `faulty`.
    """

    task: str
    solution: str
    kind: ExerciseKind = "exercise"
    setup: str = ""
    also: tuple[str, ...] = ()
    vary: Declaration = NOTHING
    when: str = ""
    judge: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    code: str = ""
    lines: tuple[Line, ...] = ()
    faulty: tuple[int, ...] = ()
    drawn: bool = False  # whether the set-up is drawn, a learner's own

    @property
    def content_hash(self) -> str:
        """A hash of what is asked, not of the words around it."""
        setup = "" if self.drawn else self.setup
        extra = (self.kind, self.code) if self.kind != "exercise" else ()
        return short_hash("exercise", setup, self.solution, *extra)


class Choose(Posed, kw_only=True):
    """A question with one right answer among several that are shown."""

    question: str
    right: str
    setup: str = ""
    # what the order of the answers follows from, besides the question
    mixed: str = ""

    @property
    def content_hash(self) -> str:
        """A hash of what is asked."""
        return short_hash("choose", self.setup, self.question, self.right)


class Tell(Posed, kw_only=True):
    """A question to answer in one's own words; `ideas` are what a good answer names.

    Each idea is given by words of which one is enough.
    """

    question: str
    model: str
    ideas: tuple[tuple[str, ...], ...] = ()
    setup: str = ""

    @property
    def content_hash(self) -> str:
        """A hash of what is asked."""
        return short_hash("tell", self.setup, self.question)


Question = Predict | Exercise | Choose | Tell
Block = Text | Run | Explain | Question


class Lesson(Frozen):
    """One lesson file, read: `name` is the file's name without its ending."""

    name: str
    path: Path
    title: str
    names: tuple[str, ...]
    order: int
    related: tuple[str, ...]
    needs: tuple[str, ...]
    track: str
    blocks: tuple[Block, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every block that asks the learner something, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Question))

    @property
    def steps(self) -> tuple[tuple[Block, ...], ...]:
        """The blocks between two stops: words up to and with the next thing shown or asked."""
        return tuple(_steps(self.blocks))

    @property
    def content_hash(self) -> str:
        """A hash of what is run and asked, to know whether a saved place still holds."""
        return short_hash(*(f"{type(b).__name__} {program_of(b)}" for b in self.blocks))

    def programs_before(self, step: int, until: Block | None = None) -> tuple[str, ...]:
        """Return what has been run before a step, and inside it up to a block."""
        blocks = [block for done in self.steps[:step] for block in done]
        if until is not None:
            here = self.steps[step]
            blocks += here[: here.index(until)]
        programs = (program_of(block) for block in blocks)
        return tuple(program for program in programs if program)

    def reason(self, step: int) -> str | None:
        """Return what is said after a wrong answer in a review; None in a lesson."""
        return None


def program_of(block: Block) -> str:
    """Return what a block leaves in the lesson's names: its program, or nothing."""
    if isinstance(block, Text):
        return ""
    return block.setup if isinstance(block, Exercise | Choose | Tell) else block.source


def _steps(blocks: tuple[Block, ...]) -> Iterator[tuple[Block, ...]]:
    step: list[Block] = []
    for block, after in zip(blocks, (*blocks[1:], None), strict=True):
        step.append(block)
        quiet = isinstance(block, Run) and block.quiet
        goes_on = isinstance(after, Text) and after.attached
        shown = isinstance(block, Text) and block.attached
        if (shown or not isinstance(block, Text)) and not (quiet or goes_on):
            yield tuple(step)
            step = []
    if step:
        yield tuple(step)


def short_hash(*parts: str) -> str:
    """A short, stable hash of some texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]
