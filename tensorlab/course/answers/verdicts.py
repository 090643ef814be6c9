"""What a checker says of an answer: right or wrong, in which aspects, and the idea behind it."""

from typing import Literal

from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Outcome

Aspect = Literal[
    "value",
    "shape",
    "dtype",
    "layout",
    "kind",
    "memory",
    "text",
    "error",
    "rule",
    "requires_grad",
    "mutation",
    "line",
    "choice",
]

PredictionKind = Literal["shape", "dtype", "value", "view-or-copy", "text"]


class Reason(Frozen):
    """One aspect in which an answer differs, as words to show and as one whole sentence."""

    aspect: Aspect
    expected: str
    given: str
    sentence: str


class Difference(Frozen):
    """The first element, in reading order, that differs; its reason does not say so again."""

    index: tuple[int, ...]
    expected: str
    given: str


class Misconception(Frozen):
    """The idea behind a wrong answer: a stable name for reports and a sentence for the learner."""

    name: str
    sentence: str


class Verdict(Frozen, apart=("outcome",)):
    """What was checked and what came of it.

    `checked` names every aspect that was compared, so that a front end never claims more.
    `counterexample` is another set-up under which an answer fails that is right for the visible
    one; of a right answer, a set-up without elements on which it ends in an error. `outcome` and
    `printed` are what the learner's own answer gave; a prediction has none. `stopped` says
    that it met a limit.
    """

    item: str
    right: bool
    checked: tuple[Aspect, ...]
    reasons: tuple[Reason, ...] = ()
    difference: Difference | None = None
    misconception: Misconception | None = None
    counterexample: str | None = None
    outcome: Outcome | None = None
    printed: str = ""
    stopped: bool = False
