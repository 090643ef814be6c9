"""Calls: of functions, types and methods, with any mixture of arguments."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.variables import module_named
from tensorlab.language.expressions.arguments import (
    NO_NAMES,
    arguments,
    each,
    has_star,
    require_distinct,
)
from tensorlab.language.expressions.method_calls import method_call
from tensorlab.language.expressions.subscripts import ask_in_call, is_asked
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.values import MARK, Function


def call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile a call, in the form that its arguments allow."""
    if len(node.keywords) > 1:
        require_distinct(node)
    ask_in_call(node)
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        from tensorlab.language.classes.supers import super_call  # noqa: PLC0415  seldom needed

        return super_call(compiler, node)
    if is_of_names(compiler, node):
        return names_call(compiler, node)
    named = node.func if isinstance(node.func, ast.Attribute) else None
    if named is not None and not (is_asked(named) or module_named(compiler, named.value)):
        return method_call(compiler, node, named)
    function = compiler.expression(node.func)
    if node.keywords or has_star(node.args):
        return general_call(node, function, arguments(compiler, node))
    return call_plain(node, function, [compiler.expression(part) for part in node.args])


def call_plain(node: ast.Call, function: Evaluate, parts: list[Evaluate]) -> Evaluate:
    """Compile a call whose arguments have no names: functions of the program are entered here."""
    nodes, count = tuple(node.args), len(parts)
    given_of = each(parts)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        given = given_of(frame)
        try:
            if type(value) is Function and value.code.arity == count:
                code = value.code
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([value.parent, *given, *code.blank])
            return call_value(value, given, NO_NAMES)
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


def is_of_names(compiler: Compiler, node: ast.Call) -> bool:
    """Return whether a call is `globals()`, `locals()` or `vars()`."""
    name = getattr(node.func, "id", "")
    free = name in {"globals", "locals", "vars"} and not (node.args or node.keywords)
    return free and compiler.scope.find(name) is None and name not in compiler.names


def names_call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile `globals()`, `locals()` and `vars()`: copies of the variables."""
    inner = compiler.scope
    if getattr(node.func, "id", "") == "globals" or inner.kind == "program":
        return outermost_of
    return lambda frame: variables_in(inner.slots, frame)


def variables_in(slots: dict[str, int], frame: Frame) -> dict[str, Any]:
    """Return the variables of a function that have a value, by name."""
    meter.spend(len(slots))
    found = {name: frame[slot] for name, slot in slots.items() if name != MARK}
    return {name: value for name, value in found.items() if value is not UNBOUND}


def outermost_of(frame: Frame) -> dict[str, Any]:
    """Return a copy of the program's own variables."""
    found: Any = frame
    while isinstance(found, list):
        found = found[0]
    meter.spend(len(found))
    return dict(found)


EXPRESSIONS[ast.Call] = call
