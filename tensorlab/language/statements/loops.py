"""`if`, `for` and `while`: every round is counted."""

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from operator import length_hint
from sys import getrefcount
from typing import Any, cast

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import (
    STATEMENTS,
    Compiler,
    Execute,
    Frame,
    Signal,
    cost_of,
)
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.targets import target
from tensorlab.language.compiling.variables import Store, applied, place_of, sure_slot
from tensorlab.language.expressions.conditions import truth
from tensorlab.language.limits.meter import meter
from tensorlab.language.statements.statements import BREAK, CONTINUE
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.iteration import single
from tensorlab.language.values.values import ProgramIterator

RANGE = type(iter(range(0)))
Fill = Callable[[Frame, Iterator[Any]], None]


def filled_place(node: ast.For) -> tuple[ast.Subscript, Any] | None:
    """Return the place `x[j]` and the value c of `for j in ...: x[j] = c`; None for the rest."""
    match node.target, node.body:
        case ast.Name(id=name), [ast.Assign([ast.Subscript() as place], ast.Constant(value))]:
            match place:
                case ast.Subscript(ast.Name(filled), ast.Name(index)) if index == name != filled:
                    return place, value
    return None


def filler(compiler: Compiler, node: ast.For, store: Store, cost: int) -> Fill | None:
    """Return what takes rounds of such a loop at once, given the frame and what is left of them.

    It takes as many as the accounts allow before they are to be settled, so that a limit stops the
    program where it would have: nothing in such a round can change what the next one does.
    """
    found = filled_place(node)
    if found is None:
        return None
    place, value = found
    slot = sure_slot(compiler, place.value)
    if slot is None:
        return None

    def fill(frame: Frame, rounds: Iterator[Any]) -> None:
        container, index = frame[slot], cast("Any", UNBOUND)
        if type(container) is not list or type(rounds) is not RANGE:
            return
        before = length_hint(rounds)
        try:
            for index in islice(rounds, max(meter.left, 0) // cost):
                container[index] = value
        except FAULTS as error:
            raise at(error, place, (place.value, place.slice), (container, index)) from None
        finally:
            meter.left -= cost * (before - length_hint(rounds))
            if index is not UNBOUND:
                store(frame, index)

    return fill


PLAIN_ITERATORS: frozenset[type] = frozenset(map(type, (iter([]), iter(()), iter(range(0)))))
Start = Callable[[Frame], Iterator[Any]]


def branch(compiler: Compiler, node: ast.If) -> Execute:
    """Compile `if`, `elif`, `else`."""
    test = compiler.expression(node.test)
    test_node = node.test
    body = compiler.block(node.body)
    otherwise = compiler.block(node.orelse) if node.orelse else None

    def execute(frame: Frame) -> Signal:
        held = test(frame)
        if held is True or (held is not False and truth(held, test_node)):
            return body(frame)
        return None if otherwise is None else otherwise(frame)

    return execute


def loop_body(compiler: Compiler, build: Any, *given: Any) -> Any:
    """Compile statements in which `break` and `continue` mean something."""
    compiler.loops += 1
    execute = build(compiler, *given)
    compiler.loops -= 1
    return execute


def starter(compiler: Compiler, node: ast.expr) -> Start:
    """Compile what a loop goes through."""
    return applied(compiler, single, node, node)


def for_loop(compiler: Compiler, node: ast.For) -> Execute:
    """Compile `for target in items: ... else: ...`."""
    start = starter(compiler, node.iter)
    store, place = target(compiler, node.target), place_of(compiler, node.target)
    names, slot = place or (None, None)
    body, rest = loop_body(compiler, Compiler.first_and_rest, node.body, node.target)
    otherwise = compiler.block(node.orelse) if node.orelse else None
    cost = cost_of(node.body) + 1
    fill = filler(compiler, node, store, cost)

    def execute(frame: Frame) -> Signal:
        variables: Any = frame if names is None else names
        rounds = following(start(frame), node)
        try:
            for item in rounds:
                if slot is None:
                    store(frame, item)
                else:
                    variables[slot] = item
                meter.left = left = meter.left - cost
                if left < 0:
                    settle(node)
                signal = body(frame)
                if signal is None and rest is not None:
                    signal = rest(frame)
                if signal is not None and signal is not CONTINUE:
                    if type(rounds) is Marked:
                        rounds.leave()
                    return None if signal is BREAK else signal
                if fill is not None:
                    fill(frame, rounds)
        except RuntimeError as error:
            if "place" in error.__dict__:
                raise
            raise at(error, node.iter) from None  # what it goes through grew
        return None if otherwise is None else otherwise(frame)

    return execute


def following(iterator: object, node: ast.For | ast.comprehension) -> Any:
    """Return an iterator whose own errors are shown at the loop."""
    if type(iterator) in PLAIN_ITERATORS:
        return iterator
    if isinstance(iterator, ProgramIterator) and getattr(iterator, "plain", False):
        return iterator.source  # each round counts its steps
    of_python = type(iterator).__module__ == "builtins" and iterator is not None
    return iterator if of_python else Marked(iterator, node)


class Marked:
    """Items of an iterator that evaluates code of the program."""

    __slots__ = ("iterator", "node")

    def __init__(self, iterator: Any, node: ast.For | ast.comprehension) -> None:
        self.iterator = iterator
        self.node = node

    def __iter__(self) -> "Marked":
        return self

    def __next__(self) -> Any:
        try:
            return next(self.iterator)
        except StopIteration:
            raise
        except FAULTS as error:
            raise at(error, self.node.iter) from None

    def leave(self) -> None:
        """Close a generator that a loop leaves early and nobody else has: its `finally` runs."""
        close = METHODS.get(type(self.iterator), {}).get("close")
        if close is not None and getrefcount(self.iterator) <= 2:  # here, and as what is asked for
            with suppress(Exception):  # as Python does
                close(self.iterator)


def settle(node: ast.AST) -> None:
    """Settle the accounts in a loop."""
    try:
        meter.settle()
    except FAULTS as error:
        raise at(error, node) from None


def while_loop(compiler: Compiler, node: ast.While) -> Execute:
    """Compile `while test: ... else: ...`."""
    test = compiler.expression(node.test)
    body, rest = loop_body(compiler, Compiler.first_and_rest, node.body)
    otherwise = compiler.block(node.orelse) if node.orelse else None
    cost = cost_of([node.test, *node.body]) + 1

    def execute(frame: Frame) -> Signal:
        while (held := test(frame)) is True or (held is not False and truth(held, node.test)):
            meter.left = left = meter.left - cost
            if left < 0:
                settle(node)
            signal = body(frame)
            if signal is None and rest is not None:
                signal = rest(frame)
            if signal is not None and signal is not CONTINUE:
                return None if signal is BREAK else signal
        return None if otherwise is None else otherwise(frame)

    return execute


STATEMENTS.update({ast.If: branch, ast.For: for_loop, ast.While: while_loop})
