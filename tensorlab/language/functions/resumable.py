"""Statements with a `yield` in them: each can stop there, and be begun again from where it stood.

Where it stood is read from a stack, one entry for each statement that is under way; when one has
come to its end, the block that it is in takes its entry away.
"""

import ast
from collections.abc import Callable, Generator
from typing import Any, Final

from tensorlab.language.compiling.compiler import Compiler, Frame, Signal, cost_of
from tensorlab.language.compiling.place import FAULTS, Passing, Unsupported, at
from tensorlab.language.compiling.targets import target
from tensorlab.language.expressions.conditions import truth
from tensorlab.language.functions.lifting import OWN, yields
from tensorlab.language.limits.meter import meter
from tensorlab.language.statements.blocks import (
    Handler,
    clause_for,
    context_to_enter,
    forget,
    handled,
    handlers,
    value_of_error,
)
from tensorlab.language.statements.loops import Marked, following, loop_body, settle, starter
from tensorlab.language.statements.statements import BREAK, CONTINUE
from tensorlab.language.values.values import CONTEXTS, ErrorValue

Stack = list[Any]
# What the stack says of a statement: that it is in its body, or in its `else`.
BODY: Final = "body"
ELSE: Final = "else"
# The steps of a statement: what it yields is the generator's, it returns a signal.
Steps = Generator[Any, Any, Signal]
# Runs a statement from where it stands.
Run = Callable[[Frame, Stack, int], Steps]


def block(compiler: Compiler, body: list[ast.stmt]) -> Run:
    """Compile statements in order, of which some yield."""
    steps = [step(compiler, node) for node in body]

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        if len(stack) == depth:
            stack.append(0)
        signal: Signal = None
        for place in range(stack[depth], len(steps)):
            run, execute = steps[place]
            if run is None:
                signal = execute(frame)
            else:
                stack[depth] = place
                signal = yield from run(frame, stack, depth + 1)
                del stack[depth + 1 :]
            if signal is not None:
                break
        del stack[depth:]
        return signal

    return go


def step(compiler: Compiler, node: ast.stmt) -> tuple[Run | None, Any]:
    """Return what runs a statement: a way to stop in it, or a plain closure."""
    if isinstance(node, OWN) or not yields([node]):
        return None, compiler.statement(node)
    return RUNS[type(node)](compiler, node), None


def stop(compiler: Compiler, node: Any) -> Run:
    """Compile a `yield` that stands alone, or whose value goes to a name."""
    store = target(compiler, node.targets[0]) if isinstance(node, ast.Assign) else None
    if isinstance(node.value, ast.YieldFrom):
        return stop_often(compiler, node.value, store)
    part = node.value.value
    value_of = (lambda frame: None) if part is None else compiler.expression(part)

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        if len(stack) == depth:
            value = value_of(frame)
            stack.append(BODY)
            sent = yield value
        else:
            sent = yield
        if store is not None:
            store(frame, sent)

    return go


def stop_often(compiler: Compiler, node: ast.YieldFrom, store: Any) -> Run:
    """Compile `yield from`."""
    start = starter(compiler, node.value)

    def advance(iterator: Any, sent: Any) -> Any:
        meter.spend(1)
        try:
            return next(iterator) if sent is None else iterator.send(sent)
        except FAULTS as error:
            raise error if isinstance(error, StopIteration) else at(error, node) from None

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        stands = len(stack) > depth
        if not stands:
            stack.append(start(frame))
        iterator, sent = stack[depth], None
        while True:
            try:
                item = None if stands else advance(iterator, sent)
            except StopIteration as end:
                result = end.value
                break
            stands = False
            sent = yield item
        if store is not None:
            store(frame, result)

    return go


def branch(compiler: Compiler, node: ast.If) -> Run:
    """Compile `if`."""
    test = compiler.expression(node.test)
    ways = {True: block(compiler, node.body), False: block(compiler, node.orelse)}

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        if len(stack) == depth:
            stack.append(truth(test(frame), node.test))
        return (yield from ways[stack[depth]](frame, stack, depth + 1))

    return go


def for_loop(compiler: Compiler, node: ast.For) -> Run:
    """Compile `for`."""
    start = starter(compiler, node.iter)
    store = target(compiler, node.target)
    body = loop_body(compiler, block, node.body)
    otherwise = block(compiler, node.orelse)
    cost = cost_of(node.body) + 1

    def advance(frame: Frame, iterator: object) -> bool:
        for item in following(iterator, node):
            store(frame, item)
            meter.left -= cost
            if meter.left < 0:
                settle(node)
            return True
        return False

    return loop(node, start, advance, body, otherwise)


def while_loop(compiler: Compiler, node: ast.While) -> Run:
    """Compile `while`."""
    test = compiler.expression(node.test)
    body = loop_body(compiler, block, node.body)
    otherwise = block(compiler, node.orelse)
    cost = cost_of([node.test, *node.body]) + 1

    def advance(frame: Frame, stands: object) -> bool:
        if not truth(test(frame), node.test):
            return False
        meter.left -= cost
        if meter.left < 0:
            settle(node)
        return True

    return loop(node, lambda frame: BODY, advance, body, otherwise)


def loop(node: Any, start: Any, advance: Any, body: Run, otherwise: Run) -> Run:
    """Return what goes round: `advance` says whether there is another round."""

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        stands = len(stack) > depth
        if not stands:
            stack.append(start(frame))
        while stack[depth] is not ELSE:
            if not stands and not advance(frame, stack[depth]):
                stack[depth] = ELSE
                break
            stands = False
            signal = yield from body(frame, stack, depth + 1)
            if signal is not None and signal is not CONTINUE:
                Marked(stack.pop(depth), node).leave()
                return None if signal is BREAK else signal
        return (yield from otherwise(frame, stack, depth + 1))

    return go


RUNS: dict[type[ast.stmt], Callable[[Compiler, Any], Run]] = {
    ast.Expr: stop,
    ast.Assign: stop,
    ast.If: branch,
    ast.For: for_loop,
    ast.While: while_loop,
}


def try_(compiler: Compiler, node: ast.Try) -> Run:
    """Compile `try`, `except`, `else`, `finally`."""
    body = block(compiler, node.body)
    if node.handlers:
        clauses = handlers(compiler, node, lambda body: block(compiler, body))
        whole = {place for place, clause in enumerate(node.handlers) if not yields(clause.body)}
        body = with_handlers(body, clauses, block(compiler, node.orelse), whole)
    return with_final(body, block(compiler, node.finalbody)) if node.finalbody else body


def met(error: BaseException) -> Any:
    """Return what arose: Python says `RuntimeError` where StopIteration leaves steps of ours."""
    cause = error.__cause__
    by_python = type(error) is RuntimeError and "place" not in error.__dict__
    return cause if by_python and isinstance(cause, StopIteration) else error


def with_handlers(body: Run, clauses: list[Handler], otherwise: Run, whole: set[int]) -> Run:
    """Return a body with its `except` clauses; those that run as a whole can raise again."""

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        at_hand: list[ErrorValue] = []
        if len(stack) == depth:
            stack.append(BODY)
        if stack[depth] is BODY:
            try:
                signal = yield from body(frame, stack, depth + 1)
            except Exception as raised:
                error = met(raised)
                if isinstance(error, Unsupported) and not isinstance(error, Passing):
                    raise
                place = clause_for(frame, clauses, error)
                stack[depth:] = [place]
                bind, value = clauses[place][1], value_of_error(error)
                if bind is not None:
                    bind(frame, value)
                at_hand = [value] if place in whole else []
            else:
                if signal is not None:
                    return signal
                stack[depth] = ELSE
        place = stack[depth]
        way: Any = otherwise if place is ELSE else clauses[place][3]
        handled.extend(at_hand)
        try:
            signal = yield from way(frame, stack, depth + 1)
        finally:
            del handled[len(handled) - len(at_hand) :]
        if place is not ELSE:
            forget(frame, clauses[place][1], clauses[place][2])
        return signal

    return go


def with_final(body: Run, final: Run) -> Run:
    """Return a body with its `finally`. A limit passes through it."""

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        if len(stack) == depth:
            stack.append(BODY)
        if stack[depth] is BODY:
            signal: Signal = None
            pending: Exception | None = None
            try:
                signal = yield from body(frame, stack, depth + 1)
            except Exception as error:  # noqa: BLE001  it is raised again
                pending = met(error)
            stack[depth:] = [(signal, pending)]
        signal, pending = stack[depth]
        own = yield from final(frame, stack, depth + 1)
        if own is None and pending is not None:
            raise pending
        return own or signal

    return go


def with_(compiler: Compiler, node: ast.With) -> Run:
    """Compile `with`, as blocks inside one another."""
    run = block(compiler, node.body)
    for item in reversed(node.items):
        run = one_with(compiler, item, run)
    return run


def one_with(compiler: Compiler, item: ast.withitem, body: Run) -> Run:
    """Compile `with a as b`."""
    enter = context_to_enter(compiler, item)
    store = target(compiler, item.optional_vars) if item.optional_vars else None
    node = item.context_expr

    def begin(frame: Frame) -> Any:
        context = enter(frame)
        try:
            entered = context.__enter__()
        except FAULTS as error:
            raise at(error, node) from None
        if store is not None:
            store(frame, entered)
        return context

    def go(frame: Frame, stack: Stack, depth: int) -> Steps:
        if len(stack) == depth:
            stack.append(begin(frame))
        context = stack[depth]
        signal: Signal = None
        try:
            signal = yield from body(frame, stack, depth + 1)
        except BaseException as error:
            if not isinstance(error, Exception) and type(context) not in CONTEXTS:
                raise  # a limit, or nobody goes on with it
            del stack[depth + 1 :]
            found = met(error)
            if not context.__exit__(type(found), found, None):
                raise
        else:
            context.__exit__(None, None, None)
        return signal

    return go
