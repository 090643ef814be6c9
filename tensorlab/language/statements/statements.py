"""Simple statements: expressions, assignments, assert, del, return, break, continue."""

import ast
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import (
    STATEMENTS,
    Compiler,
    Evaluate,
    Execute,
    Frame,
    Signal,
)
from tensorlab.language.compiling.place import FAULTS, Unsupported, at, fail
from tensorlab.language.compiling.scope import ask_for_kinds
from tensorlab.language.compiling.targets import delete, target
from tensorlab.language.compiling.variables import kept_together, place_of
from tensorlab.language.values.display import text_of
from tensorlab.language.values.functions import ANNOTATIONS

BREAK = "break"
CONTINUE = "continue"


def expression_statement(compiler: Compiler, node: ast.Expr) -> Execute:
    """Compile an expression whose value nobody uses."""
    evaluate = compiler.expression(node.value)

    def execute(frame: Frame) -> None:
        evaluate(frame)

    match node.value:
        case ast.Call(ast.Attribute(ast.Name(), "append")):
            from tensorlab.language.expressions.frequent import appended  # noqa: PLC0415  few need it

            return appended(compiler, node.value, execute)
    return execute


def assign(compiler: Compiler, node: ast.Assign) -> Execute:
    """Compile `a = b = value`."""
    if compiler.scope.kind == "function":
        ask_for_kinds(node.value)
    value_of = compiler.expression(node.value)
    if len(node.targets) == 1 and (place := place_of(compiler, node.targets[0])) is not None:
        names, slot = place

        def assign_variable(frame: Frame) -> None:
            variables: Any = frame if names is None else names
            variables[slot] = value_of(frame)

        return assign_variable
    if compiler.trace is None and (parts := side_by_side(node)) is not None:
        return assign_each(compiler, *parts)
    stores = [target(compiler, part) for part in node.targets]
    if len(stores) == 1:
        only = stores[0]

        def assign_one(frame: Frame) -> None:
            only(frame, value_of(frame))

        return assign_one

    def execute(frame: Frame) -> None:
        value = value_of(frame)
        for store in stores:
            store(frame, value)

    return execute


def side_by_side(node: ast.Assign) -> tuple[list[ast.expr], list[ast.expr]] | None:
    """Return the targets and the values of `a, b = b, a + b`; None for anything else."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
            starred = any(isinstance(part, ast.Starred) for part in (*places, *values))
            return None if starred or len(places) != len(values) else (places, values)
    return None


def assign_each(compiler: Compiler, places: list[ast.expr], values: list[ast.expr]) -> Execute:
    """Compile `a, b = b, a + b` with no tuple between: all is worked out, then all is stored."""
    parts = [compiler.expression(value) for value in values]
    stores = [target(compiler, place) for place in places]
    if len(parts) == 2:
        if (kept := kept_together(compiler, places)) is not None:
            return assign_two_variables(*kept, *parts)
        (first, second), (put_first, put_second) = parts, stores

        def assign_two(frame: Frame) -> None:
            one = first(frame)
            two = second(frame)
            put_first(frame, one)
            put_second(frame, two)

        return assign_two

    def execute(frame: Frame) -> None:
        found = [part(frame) for part in parts]
        for store, value in zip(stores, found, strict=True):
            store(frame, value)

    return execute


def assign_two_variables(
    names: Any, slots: list[Any], first: Evaluate, second: Evaluate
) -> Execute:
    """Return the closure of `a, b = one, two` that stores where the variables are kept."""
    slot, other = slots

    def execute(frame: Frame) -> None:
        one = first(frame)
        two = second(frame)
        variables: Any = frame if names is None else names
        variables[slot] = one
        variables[other] = two

    return execute


def annotated(compiler: Compiler, node: ast.AnnAssign) -> Execute:
    """Compile `a: int = value`; the annotation is read, and kept by a class."""
    if isinstance(node.target, ast.Name) and node.target.id in compiler.scope.shared:
        fail(SyntaxError(f"annotated name '{node.target.id}' can't be global"), node)
    check = annotation(compiler, node.annotation)
    value_of = compiler.expression(node.value) if node.value else None
    store = target(compiler, node.target)
    in_class = compiler.scope.kind == "class" and isinstance(node.target, ast.Name)
    slot = compiler.scope.slots[ANNOTATIONS] if in_class else 0

    def execute(frame: Frame) -> None:
        said = check(frame)
        if slot:
            known: Any = {} if frame[slot] is UNBOUND else frame[slot]
            frame[slot] = {**known, node.target.id: said}  # type: ignore[union-attr]  # a name
        if value_of is not None:
            store(frame, value_of(frame))

    return execute


def annotation(compiler: Compiler, node: ast.expr) -> Evaluate:
    """Compile an annotation: its names must exist, `list[int]` and `int | None` are read apart.

    It gives the value of a name, and of the others the text as it is written.
    """
    text = ast.unparse(node)
    if compiler.annotations_unread:
        return lambda frame: text
    match node:
        case ast.Subscript(value=left, slice=right) | ast.BinOp(left, ast.BitOr(), right):
            parts = [annotation(compiler, left), annotation(compiler, right)]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            parts = [annotation(compiler, element) for element in elements]
        case _:
            return read_past_absent(compiler.expression(node), text)

    def check(frame: Frame) -> str:
        for part in parts:
            part(frame)
        return text

    return check


def read_past_absent(evaluate: Evaluate, text: str) -> Evaluate:
    """Return what reads a name in an annotation, its text were it of a module that is not here."""

    def check(frame: Frame) -> Any:
        with suppress(Unsupported):
            return evaluate(frame)
        return text

    return check


def returns(compiler: Compiler, node: ast.Return) -> Execute:
    """Compile `return value`."""
    if compiler.scope.kind != "function":
        fail(SyntaxError("'return' outside function"), node)
    if node.value is None:
        return lambda frame: (None,)
    value_of = compiler.expression(node.value)
    return lambda frame: (value_of(frame),)


def leaves_loop(word: str) -> Callable[[Compiler, ast.stmt], Execute]:
    """Return what compiles `break` or `continue`."""

    def compile_word(compiler: Compiler, node: ast.stmt) -> Execute:
        if not compiler.loops:
            text = "'break' outside loop" if word == BREAK else "'continue' not properly in loop"
            fail(SyntaxError(text), node)
        return lambda frame: word

    return compile_word


def asserts(compiler: Compiler, node: ast.Assert) -> Execute:
    """Compile `assert test, message`."""
    test = compiler.expression(node.test)
    message_of = compiler.expression(node.msg) if node.msg else None

    def execute(frame: Frame) -> None:
        value = test(frame)
        try:
            if value:
                return
            message = () if message_of is None else (message_of(frame),)
        except FAULTS as error:
            raise at(error, node.test) from None
        failure = AssertionError(*(text_of(part) for part in message))
        raise at(failure, node.test, (node.test,), (value,))

    return execute


def deletes(compiler: Compiler, node: ast.Delete) -> Execute:
    """Compile `del a, b`."""
    parts = [delete(compiler, part) for part in node.targets]

    def execute(frame: Frame) -> Signal:
        for part in parts:
            part(frame)

    return execute


def nothing(compiler: Compiler, node: ast.stmt) -> Execute:
    """Compile a statement that does nothing when it is reached."""
    return lambda frame: None


def outer_names(compiler: Compiler, node: ast.Nonlocal) -> Execute:
    """Compile `nonlocal name`, which the scope has read already."""
    if compiler.scope.kind == "program":
        fail(SyntaxError("nonlocal declaration not allowed at module level"), node)
    return nothing(compiler, node)


STATEMENTS.update(
    {
        ast.Expr: expression_statement,
        ast.Assign: assign,
        ast.AnnAssign: annotated,
        ast.Return: returns,
        ast.Break: leaves_loop(BREAK),
        ast.Continue: leaves_loop(CONTINUE),
        ast.Assert: asserts,
        ast.Delete: deletes,
        ast.Pass: nothing,
        ast.Global: nothing,
        ast.Nonlocal: outer_names,
    }
)
