"""What a front end says to a lesson: frozen data, one action at a time, for `LessonRun.send`."""

from tensorlab.frozen import Frozen


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
