"""Turns of loops: in which of them a call was done, so that the last one is told alone."""

import ast
from collections.abc import Mapping

from tensorlab.explain.calls.call import Call, Spot, Turn
from tensorlab.language.outcome import Span, Step
from tensorlab.language.reading.source import Source

Way = Mapping[Spot, Turn]  # the calls that lead from a value to what is asked about


class Turns:
    """Counts the turns of a program's loops while its steps are gone through.

    A turn begins where that part of the body is evaluated again which was evaluated first.
    """

    def __init__(self, tree: ast.AST, text: Source) -> None:
        loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]
        self.bodies = [[*filter(None, map(text.span, loop.body))] for loop in loops]
        self.first: list[ast.AST | None] = [None] * len(loops)
        self.counts = [0] * len(loops)

    def see(self, step: Step) -> None:
        """Take note of a step that may begin a turn."""
        for at, body in enumerate(self.bodies):
            if self.first[at] is None and any(is_within(step.span, each) for each in body):
                self.first[at] = step.node
            self.counts[at] += self.first[at] is step.node and step.node is not None


def is_earlier(call: Call, way: Way) -> bool:
    """Return whether a call did in an earlier turn what a later one on the way did again."""
    return call.turn is not None and way.get(call.turn[0], call.turn[1]) != call.turn[1]


def with_call(way: Way, call: Call) -> Way:
    """Return a way with one more call on it."""
    return way if call.turn is None else {**way, call.turn[0]: call.turn[1]}


def is_within(inner: Span, outer: Span) -> bool:
    """Return whether a stretch of source lies in another one."""
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    return begins and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
