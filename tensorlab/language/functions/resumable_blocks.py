"""`try` and `with` around a `yield`: what is under way in them outlasts a stop."""

import ast
from collections.abc import Generator
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Frame, Signal
from tensorlab.language.compiling.place import FAULTS, Unsupported, at
from tensorlab.language.compiling.targets import target
from tensorlab.language.functions.resumable import BODY, ELSE, Run, Stack, block
from tensorlab.language.statements.blocks import (
    Handler,
    caught,
    context_to_enter,
    forget,
    handlers,
    value_of_error,
)
from tensorlab.language.values.values import CONTEXTS


def try_(compiler: Compiler, node: ast.Try) -> Run:
    """Compile `try`, `except`, `else`, `finally`."""
    body = block(compiler, node.body)
    if node.handlers:
        clauses = handlers(compiler, node, lambda body: block(compiler, body))
        body = with_handlers(body, clauses, block(compiler, node.orelse))
    return with_final(body, block(compiler, node.finalbody)) if node.finalbody else body


def chosen(frame: Frame, clauses: list[Handler], error: Exception) -> int:
    """Return the place of the clause that means an error, its name bound; else raise it again."""
    for place, (kinds, bind, _, _, node) in enumerate(clauses):
        try:
            means = kinds is None or caught(kinds(frame), error)
        except FAULTS as mistake:
            raise (at(mistake, node) if node else mistake) from None
        if means:
            if bind is not None:
                bind(frame, value_of_error(error))
            return place
    raise error


def with_handlers(body: Run, clauses: list[Handler], otherwise: Run) -> Run:
    """Return a body with its `except` clauses."""

    def go(frame: Frame, stack: Stack, depth: int) -> Generator[Any, Any, Signal]:
        if len(stack) == depth:
            stack.append(BODY)
        if stack[depth] is BODY:
            try:
                signal = yield from body(frame, stack, depth + 1)
            except Unsupported:
                raise
            except Exception as error:  # noqa: BLE001  which ones is for the program to say
                del stack[depth + 1 :]
                stack[depth] = chosen(frame, clauses, error)
            else:
                if signal is not None:
                    del stack[depth:]
                    return signal
                stack[depth] = ELSE
        place = stack[depth]
        way: Any = otherwise if place is ELSE else clauses[place][3]
        signal = yield from way(frame, stack, depth + 1)
        del stack[depth:]
        if place is not ELSE:
            forget(frame, clauses[place][1], clauses[place][2])
        return signal

    return go


def with_final(body: Run, final: Run) -> Run:
    """Return a body with its `finally`. A limit passes through it."""

    def go(frame: Frame, stack: Stack, depth: int) -> Generator[Any, Any, Signal]:
        if len(stack) == depth:
            stack.append(BODY)
        if stack[depth] is BODY:
            signal: Signal = None
            pending: Exception | None = None
            try:
                signal = yield from body(frame, stack, depth + 1)
            except Exception as error:  # noqa: BLE001  it is raised again
                pending = error
                del stack[depth + 1 :]
            stack[depth] = signal, pending
        signal, pending = stack[depth]
        own = yield from final(frame, stack, depth + 1)
        del stack[depth:]
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

    def go(frame: Frame, stack: Stack, depth: int) -> Generator[Any, Any, Signal]:
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
            if not context.__exit__(type(error), error, None):
                raise
        else:
            context.__exit__(None, None, None)
        del stack[depth:]
        return signal

    return go
