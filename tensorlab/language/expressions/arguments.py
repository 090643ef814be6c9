"""The arguments of a call: by position, by name, and from starred lists and tables."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at, fail
from tensorlab.language.values.iteration import items_of
from tensorlab.language.values.values import type_name

NO_NAMES: dict[str, Any] = {}


def arguments(compiler: Compiler, node: ast.Call) -> Callable[[Frame], tuple[Any, Any]]:
    """Compile the arguments of a call: positions in a list, names in a dict."""
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    if len(names) < len(node.keywords) or has_star(node.args):
        return starred_arguments(compiler, node)
    given = each([compiler.expression(part) for part in node.args])
    if not names:
        return lambda frame: (given(frame), NO_NAMES)
    table = constants(compiler, node)
    if table is not None:
        return lambda frame: (given(frame), table)
    named = [
        (word, compiler.expression(part.value))
        for word, part in zip(names, node.keywords, strict=True)
    ]
    return lambda frame: (given(frame), {word: part(frame) for word, part in named})


def has_star(nodes: list[ast.expr]) -> bool:
    """Tell whether one of the arguments is `*items`."""
    return ast.Starred in map(type, nodes)


def require_distinct(node: ast.Call) -> None:
    """Refuse a call that gives an argument by name twice."""
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    repeated = [word for place, word in enumerate(names) if word in names[:place]]
    if repeated:
        fail(SyntaxError(f"keyword argument repeated: {repeated[0]}"), node)


def each(parts: list[Evaluate]) -> Callable[[Frame], list[Any]]:
    """Return what evaluates parts into a new list; a loop would cost as much as two of them."""
    match parts:
        case []:
            return lambda frame: []
        case [first]:
            return lambda frame: [first(frame)]
        case [first, second]:
            return lambda frame: [first(frame), second(frame)]
        case [first, second, third]:
            return lambda frame: [first(frame), second(frame), third(frame)]
        case _:
            return lambda frame: [part(frame) for part in parts]


def constants(compiler: Compiler, node: ast.Call) -> dict[str, Any] | None:
    """Return the arguments by name where they are constants, as `dim=0` is; nobody changes them."""
    if compiler.trace is not None or not named_by_constants(node):
        return None
    return {str(part.arg): compiler.expression(part.value)([]) for part in node.keywords}


def named_by_constants(node: ast.Call) -> bool:
    """Tell whether every argument by name is written as a constant."""
    return all(part.arg and isinstance(part.value, ast.Constant) for part in node.keywords)


def is_number(node: ast.expr) -> bool:
    """Tell whether a number is written down, whatever its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def starred_arguments(compiler: Compiler, node: ast.Call) -> Callable[[Frame], tuple[Any, Any]]:
    """Compile arguments among which are `*items` or `**table`."""
    parts = [
        (compiler.expression(part.value if isinstance(part, ast.Starred) else part), part)
        for part in node.args
    ]
    named = [
        (keyword.arg, compiler.expression(keyword.value), keyword) for keyword in node.keywords
    ]

    def evaluate(frame: Frame) -> tuple[Any, Any]:
        given: list[Any] = []
        for part, part_node in parts:
            value = part(frame)
            if not isinstance(part_node, ast.Starred):
                given.append(value)
                continue
            try:
                given.extend(items_of(value))
            except FAULTS as error:
                raise at(error, part_node, (part_node.value,), (value,)) from None
        table: dict[str, Any] = {}
        for word, part, keyword in named:
            try:
                add_named(table, word, part(frame))
            except FAULTS as error:
                raise at(error, keyword.value) from None
        return given, table

    return evaluate


def add_named(table: dict[str, Any], word: str | None, value: Any) -> None:
    """Enter one argument by name, or all of a `**table`."""
    if word is None and not isinstance(value, dict):
        raise TypeError(f"argument after ** must be a mapping, not {type_name(value)}")
    for name, item in ({word: value} if word is not None else value).items():
        if not isinstance(name, str):
            raise TypeError("keywords must be strings")
        if name in table:
            raise TypeError(f"got multiple values for keyword argument '{name}'")
        table[name] = item
