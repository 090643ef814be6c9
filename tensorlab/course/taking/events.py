"""What a front end and a lesson say to each other: frozen data, no colours, no questions asked.

A front end sends one action (`actions.py`) at a time to `LessonRun.send` and draws the *events* it
gets back. `LessonRun.waiting` says what the lesson expects next: an `Answer` or a `Next`. The
events of one step come in the order in which they are to be read. Wherever an event holds an
`outcome`, `printed` is what the program printed on the way.
"""

from typing import Literal

from tensorlab.course.answers.verdicts import Misconception, PredictionKind, Verdict
from tensorlab.explain.story.frames import Explanation
from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Outcome

QuestionKind = Literal["predict", "exercise", "complete", "order", "find", "golf", "choose", "tell"]


class Opened(Frozen):
    """The lesson starts, or resumes where the learner had left it."""

    lesson: str
    title: str
    steps: int
    resumed: bool
    # lessons that should come first and have not been taken
    needs: tuple[str, ...] = ()


class StepBegan(Frozen):
    """A step starts: `number` of `steps`, counted from one."""

    number: int
    steps: int


class Prose(Frozen):
    """Markdown to read: paragraphs, lists, tables, `code`, headings."""

    markdown: str


class Shown(Frozen):
    """A program and what came of it."""

    source: str
    outcome: Outcome
    printed: str = ""


class Ran(Shown):
    """A program of the lesson and what came of it; `fails` when the failure is the point."""

    fails: bool = False


class Recalled(Frozen):
    """What the names of the question below stand for, where a screen shows it no more."""

    names: tuple[Shown, ...]


class Explained(Frozen):
    """A program and how the elements of its last value came about.

    `explanation` is None where the program fails or does nothing with tensors.
    """

    source: str
    outcome: Outcome
    explanation: Explanation | None
    printed: str = ""


class Asked(Frozen):
    """A question is open.

    `source` is the expression to predict, or the set-up of an exercise (already run). `accepts`
    says in words what may be typed, such as "(2, 3), or the word error". `code` is shown
    and not run: with blanks, with a mistake, or as lettered lines; `choices` are lettered answers.
    """

    item: str
    kind: QuestionKind
    prompt: str
    source: str
    accepts: str
    what: PredictionKind | None = None
    hints: bool = False
    code: str = ""
    choices: tuple[tuple[str, str], ...] = ()


class Misread(Frozen):
    """The answer could not be read as one; nothing was counted and the question stays open."""

    text: str


class Nearly(Frozen):
    """Something is right in the answer; nothing was counted and the question stays open."""

    text: str
    misconception: Misconception | None = None


class Drafted(Shown):
    """Statements without a value: kept, and put before the learner's next answer."""


class Told(Frozen):
    """An answer in one's own words beside a good one, and which of its ideas were named."""

    given: str
    model: str
    named: tuple[str, ...]
    missing: tuple[str, ...]


class HintGiven(Frozen):
    """The next hint; `last` is a worked example of the same idea with other numbers."""

    text: str
    last: bool


class HintHeld(Frozen):
    """No hint now, and why: there is none, or the last one has not been tried yet."""

    text: str


class Solution(Shown):
    """One way to do the exercise, shown after a right answer or a skip."""


class Aside(Shown):
    """What the learner tried beside the lesson."""


class Notice(Frozen):
    """A sentence about the lesson itself, such as progress that could not be saved."""

    text: str


class Advice(Frozen):
    """A lesson to take next, and why this one."""

    lesson: str
    title: str
    why: str


class Finished(Frozen, apart=("title",)):
    """The end of the lesson: how many questions were right at last, and how many were skipped.

    `missed` is how many are to be repeated, `remember` what is true of the ideas behind
    several wrong answers, `returns` in how many days how many questions come back. `needs` are
    the lessons that should have come first, where something was missed; `title` is what a lesson
    is called.
    """

    lesson: str
    right: int
    skipped: int
    questions: int
    related: tuple[str, ...]
    next: Advice | None = None
    missed: int = 0
    remember: tuple[str, ...] = ()
    returns: tuple[int, int] | None = None
    needs: tuple[str, ...] = ()
    title: str = ""


class Left(Frozen):
    """The learner left before the end; `step` is where the lesson will resume.

    `needs` are the lessons that should have come first.
    """

    lesson: str
    step: int
    steps: int
    needs: tuple[str, ...] = ()


OfSteps = Opened | StepBegan | Prose | Ran | Recalled | Explained | Asked | Solution | Aside
OfAnswers = Misread | Nearly | Drafted | Verdict | Told | HintGiven | HintHeld
Event = OfSteps | OfAnswers | Notice | Finished | Left


class Next(Frozen):
    """Go on to the next step (Enter on an empty line)."""


class Answer(Frozen):
    """Answer the open question; when none is open this is the same as `Try`."""

    text: str


class Try(Frozen):
    """Run something aside; the lesson's own variables come back at the next step."""

    source: str


class Hint(Frozen):
    """Ask for the next hint of the open question."""


class Skip(Frozen):
    """Leave the open question: its answer is shown and it is recorded as skipped."""


class Back(Frozen):
    """Go back one step."""


class Reset(Frozen):
    """Forget what was tried at this step and show the step again."""


class Quit(Frozen):
    """Leave the lesson; it resumes at this step."""


Action = Next | Answer | Try | Hint | Skip | Back | Reset | Quit
