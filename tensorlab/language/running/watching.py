"""Looking on while a program runs: straight-line statements only, so that loops stay as quick."""

import ast
from collections.abc import Callable
from typing import Any, Protocol

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Execute, Frame

SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)
REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


class Watch(Protocol):
    """Sees that a statement begins, the values of its parts, then that it is done."""

    def begin(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Take note that a statement is about to be executed."""

    def see(self, node: ast.expr, value: object) -> None:
        """Take the value of one sub-expression."""

    def done(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Take note that a statement has been executed."""

    def collect(self, *, shown: bool = True) -> tuple[str, ...]:
        """Return what is worth a word since the last time: nothing, if it would not be shown."""


def is_watched(statement: ast.stmt) -> bool:
    """Return whether each part of a statement is evaluated once at most."""
    return isinstance(statement, SIMPLE) and not any(
        isinstance(node, REPEATING) for node in ast.walk(statement)
    )


def watched(compiler: Compiler, statement: ast.stmt, watch: Watch | None) -> Execute:
    """Return the closure of a statement, with somebody looking on where that costs little."""
    return looked_on(compiler, statement, watch, lambda: compiler.statement(statement))


def watched_value(compiler: Compiler, statement: ast.Expr, watch: Watch | None) -> Evaluate:
    """Return the closure of the expression at a program's end, likewise."""
    return looked_on(compiler, statement, watch, lambda: compiler.expression(statement.value))


def looked_on(
    compiler: Compiler, statement: ast.stmt, watch: Watch | None, make: Callable[[], Evaluate]
) -> Evaluate:
    """Return the closure that is made of a statement, with somebody looking on, or as it is."""
    if watch is None or compiler.trace is not None or not is_watched(statement):
        return make()
    compiler.trace = watch.see
    try:
        closure = make()
    finally:
        compiler.trace = None

    def run_and_tell(frame: Frame) -> Any:
        watch.begin(statement, compiler.names)
        value = closure(frame)
        watch.done(statement, compiler.names)
        return value

    return run_and_tell
