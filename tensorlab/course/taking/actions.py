"""What a front end says to a lesson: frozen data, one action at a time, for `LessonRun.send`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Next:
    """Go on to the next step (Enter on an empty line)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question; when none is open this is the same as `Try`."""

    text: str


@dataclass(frozen=True, slots=True)
class Try:
    """Run something aside; the lesson's own variables come back at the next step."""

    source: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for the next hint of the open question."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave the open question: its answer is shown and it is recorded as skipped."""


@dataclass(frozen=True, slots=True)
class Back:
    """Go back one step."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Forget what was tried at this step and show the step again."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the lesson; it resumes at this step."""


Action = Next | Answer | Try | Hint | Skip | Back | Reset | Quit
