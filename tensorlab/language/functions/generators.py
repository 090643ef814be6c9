"""Generator functions: their values, which stop at each `yield` and go on from there.

Where a body stands is written down on a stack, one entry for each statement that is under way; so
a trial can put a generator back to where it stood.
"""

import ast
from collections.abc import Callable, Generator
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import Closing
from tensorlab.language.functions.resumable import RUNS, Run, Stack, Steps, block, try_, with_
from tensorlab.language.limits.meter import from_within
from tensorlab.language.statements.blocks import raised_by
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.values import ProgramIterator


class Producer(ProgramIterator):
    """A generator: it knows where it stands, so that it can go on from there again."""

    __slots__ = ("frame", "run", "stack")

    def __init__(self, run: Run, frame: Frame) -> None:
        self.kind = "generator"
        self.run = run
        self.frame = frame
        self.go_on([])

    def go_on(self, stack: Stack | None) -> None:
        """Go on from where a stack says, or have come to the end."""
        self.stack = [] if stack is None else stack
        self.source = iter(()) if stack is None else self.run(self.frame, self.stack, 0)
        if self.stack:
            next(self.source)  # down to the `yield` at which it stood

    def under(self, stepwise: Callable[..., Generator[Any, Any, Any]]) -> "Producer":
        """Return itself, each of whose steps runs under a switch."""
        run = self.run
        self.run = lambda *place: stepwise(run(*place))
        self.go_on([])
        return self

    @property
    def ended(self) -> bool:
        """Whether it has come to its end."""
        return getattr(self.source, "gi_frame", None) is None

    def send(self, value: object, /) -> Any:
        """Return the next item; the `yield` at which it stands gives the value."""
        if self.ended:
            raise StopIteration
        with from_within:
            return self.source.send(value)  # type: ignore[attr-defined]  # no end: a generator

    def throw(self, kind: Any, /, *value: object) -> Any:
        """Return the next item; at the `yield` at which it stands an error arises."""
        return self.throw_in(raised_by(kind(*value[:1]) if value else kind))

    def throw_in(self, error: Exception) -> Any:
        """Return the next item after an error at the `yield`."""
        if self.ended:
            raise error
        with from_within:
            return self.source.throw(error)  # type: ignore[attr-defined]  # no end: a generator

    def close(self) -> None:
        """Run the `finally` blocks in which it stands, and end."""
        if self.ended or not self.stack:
            self.go_on(None)
            return
        try:
            self.throw_in(Closing())
        except (Closing, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")


Producer.__name__ = "generator"
RUNS.update({ast.Try: try_, ast.With: with_})
METHODS[Producer] = {
    word: getattr(Producer, word) for word in ["__next__", "send", "throw", "close"]
}


def generator_body(compiler: Compiler, body: list[ast.stmt]) -> Evaluate:
    """Return what makes a generator of the variables of a function."""
    inner = block(compiler, body)

    def run(frame: Frame, stack: Stack, depth: int) -> Steps:
        signal = yield from inner(frame, stack, depth)
        return None if signal is None else signal[0]

    return lambda frame: Producer(run, frame)
