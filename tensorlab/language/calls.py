"""Calls: of functions, types and methods, with any mixture of arguments."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.attributes import METHODS, get_attribute
from tensorlab.language.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.iteration import items_of
from tensorlab.language.meter import meter
from tensorlab.language.place import FAULTS, at, fail
from tensorlab.language.values import (
    BoundMethod,
    Builtin,
    ErrorType,
    Function,
    TypeValue,
    type_name,
)

CALLABLE: dict[type, Callable[..., Any]] = {
    Function: Function.__call__,
    Builtin: Builtin.__call__,
    BoundMethod: BoundMethod.__call__,
    TypeValue: TypeValue.__call__,
    ErrorType: TypeValue.__call__,
}


def call_value(value: Any, given: list[Any], named: dict[str, Any]) -> Any:
    """Call a value of the program.

    Raises:
        TypeError: it cannot be called.
    """
    if type(value) is Builtin:
        return value.function(*given, **named)
    invoke = CALLABLE.get(type(value))
    if invoke is None:
        raise TypeError(f"'{type_name(value)}' object is not callable")
    return invoke(value, *given, **named)


def call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile a call, in the form that its arguments allow."""
    plain = not node.keywords and not any(isinstance(part, ast.Starred) for part in node.args)
    if isinstance(node.func, ast.Attribute):
        return method_call(compiler, node)
    function = compiler.expression(node.func)
    if not plain:
        return general_call(node, function, arguments(compiler, node))
    parts = [compiler.expression(part) for part in node.args]
    return (
        call_one(node, function, parts[0]) if len(parts) == 1 else call_plain(node, function, parts)
    )


def call_one(node: ast.Call, function: Evaluate, part: Evaluate) -> Evaluate:
    """Compile a call with one argument by position."""
    nodes = (node.args[0],)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        argument = part(frame)
        try:
            if type(value) is Function and value.code.arity == 1:
                code = value.code
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([value.parent, argument, *code.blank])
            if type(value) is Builtin:
                return value.function(argument)
            return call_value(value, [argument], {})
        except FAULTS as error:
            raise at(error, node, nodes, (argument,)) from None

    return evaluate


def call_plain(node: ast.Call, function: Evaluate, parts: list[Evaluate]) -> Evaluate:
    """Compile a call with arguments by position only."""
    nodes = tuple(node.args)
    count = len(parts)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        given = [part(frame) for part in parts]
        try:
            if type(value) is Function and value.code.arity == count:
                code = value.code
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([value.parent, *given, *code.blank])
            return call_value(value, given, {})
        except FAULTS as error:
            raise at(error, node, nodes, tuple(given)) from None

    return evaluate


def general_call(
    node: ast.Call, function: Evaluate, arguments_of: Callable[[Frame], tuple[Any, Any]]
) -> Evaluate:
    """Compile a call with arguments by name, or with stars."""
    nodes = (*node.args, *(part.value for part in node.keywords))

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        given, named = arguments_of(frame)
        try:
            return call_value(value, given, named)
        except FAULTS as error:
            raise at(error, node, nodes, (*given, *named.values())) from None

    return evaluate


def method_call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile `x.sum(0)`: no bound method is made in between."""
    attribute = node.func
    assert isinstance(attribute, ast.Attribute)  # noqa: S101  the caller looked
    owner_node, name = attribute.value, attribute.attr
    owner_of = compiler.expression(owner_node)
    arguments_of = arguments(compiler, node)
    nodes = (owner_node, *node.args, *(part.value for part in node.keywords))
    tables = METHODS

    def evaluate(frame: Frame) -> Any:
        owner = owner_of(frame)
        methods = tables.get(type(owner))
        method = None if methods is None else methods.get(name)
        if method is None:
            try:
                function = get_attribute(owner, name)
            except FAULTS as error:
                raise at(error, attribute, (owner_node,), (owner,)) from None
        given, named = arguments_of(frame)
        try:
            if method is not None:
                return method(owner, *given, **named)
            return call_value(function, given, named)
        except FAULTS as error:
            raise at(error, node, nodes, (owner, *given, *named.values())) from None

    return evaluate


def arguments(compiler: Compiler, node: ast.Call) -> Callable[[Frame], tuple[Any, Any]]:
    """Compile the arguments of a call: positions in a list, names in a dict."""
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    repeated = [word for place, word in enumerate(names) if word in names[:place]]
    if repeated:
        fail(SyntaxError(f"keyword argument repeated: {repeated[0]}"), node)
    if len(names) < len(node.keywords) or any(isinstance(p, ast.Starred) for p in node.args):
        return starred_arguments(compiler, node)
    parts = [compiler.expression(part) for part in node.args]
    named = [(word, compiler.expression(part.value)) for word, part in zip(
        names, node.keywords, strict=True)]  # fmt: skip
    if not named:
        return lambda frame: ([part(frame) for part in parts], {})

    def evaluate(frame: Frame) -> tuple[Any, Any]:
        return [part(frame) for part in parts], {word: part(frame) for word, part in named}

    return evaluate


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


EXPRESSIONS[ast.Call] = call
