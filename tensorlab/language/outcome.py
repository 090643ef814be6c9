"""What a run of a program hands to the later stages: value, failure, trace. Plain frozen data.

Named tuples: making data classes would cost the start of every process six milliseconds.
"""

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

from tensorlab.frozen import NOTHING, Frozen


class Span(NamedTuple):
    """A stretch of source: lines count from 1, columns from 0 in characters, the end excluded."""

    line: int
    column: int
    end_line: int
    end_column: int


class Operand(Frozen):
    """A value that took part in a failure, under the name that the learner gave it."""

    name: str
    text: str
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    value: object = None


class Alignment(Frozen):
    """Shapes one below the other: for each operand a name and its sizes, or blanks."""

    rows: tuple[tuple[str, tuple[str, ...]], ...]
    clashes: tuple[bool, ...]  # by column


class Repair(Frozen):
    """A change to the failing expression that was tried, and what it would mean."""

    source: str
    shape: tuple[int, ...] | None
    dtype: str | None
    meaning: str
    program: str = ""  # all that was run, mended: what can be typed in its place


class Failure(NamedTuple):
    """One diagnosis: PyTorch's or Python's own words in `message`, ours in `explanation`."""

    type: str
    message: str
    span: Span | None = None
    source: str = ""
    explanation: str = ""
    hints: tuple[str, ...] = ()
    operands: tuple[Operand, ...] = ()
    code: str | None = None
    limit: str | None = None
    report: str = ""  # a mistake of ours: what is needed to find it
    alignment: Alignment | None = None
    repairs: tuple[Repair, ...] = ()
    led_by: tuple[str, ...] = ()  # the calls that led there, the nearest first
    # the variables of the function in which it failed
    around: dict[str, Any] | None = None


class Step(NamedTuple):
    """One sub-expression that was evaluated, in the order of evaluation."""

    span: Span
    source_text: str
    value: object
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    node: ast.expr | None = None
    kept: object = None  # a copy of a tensor's elements as they were then
    tensor: object = None  # the very tensor, where `value` is a copy


class Outcome(NamedTuple):
    """The result of one run; `has_value` when the last statement was an expression.

    `text` is how the value is shown, where that was made within the limits of the run.
    """

    value: object = None
    has_value: bool = False
    failure: Failure | None = None
    trace: tuple[Step, ...] = ()
    notices: tuple[str, ...] = ()
    text: str | None = None
    walks: tuple[Any, ...] = ()  # back, of a traced run
    # the latest step of each parameter that an optimizer moved
    moves: Mapping[int, Any] = NOTHING
    status: int | None = None  # that a program which ends itself gives
    farewell: str = ""  # what it says with it, on standard error

    @property
    def code(self) -> int:
        """The exit code of a process that ran the program."""
        return 1 if self.failure is not None else self.status or 0

    @property
    def said_aside(self) -> tuple[str, ...]:
        """All that was said beside the output."""
        return (*self.notices, self.farewell) if self.farewell else self.notices
