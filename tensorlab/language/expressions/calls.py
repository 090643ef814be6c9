"""Calls: of functions, types and methods, with any mixture of arguments."""

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from tensorlab.engine.tensor import DENSE
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.variables import module_named
from tensorlab.language.expressions.arguments import (
    NO_NAMES,
    arguments,
    each,
    has_star,
    is_number,
    named_by_constants,
    require_distinct,
)
from tensorlab.language.expressions.subscripts import ask_in_call, is_asked
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import CHEAP, LOOK, guard_values
from tensorlab.language.values.attributes import GateWithMethods, gate_of, get_attribute, only_gate
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.values import MARK, BoundMethod, Function


def method_call(compiler: Compiler, node: ast.Call, attribute: ast.Attribute) -> Evaluate:
    """Compile `x.sum(0)`: no bound method is made in between."""
    name = attribute.attr
    owner_of = compiler.expression(attribute.value)
    arguments_of = arguments(compiler, node)
    nodes = (attribute.value, *node.args, *(part.value for part in node.keywords))
    cheap = name in CHEAP
    light = named_by_constants(node) and all(map(is_number, node.args))
    guarded = False  # whether the last owner's type is one whose methods are paid for
    last_kind: type | None = None
    last_method: Any = None

    def evaluate(frame: Frame) -> Any:
        nonlocal guarded, last_kind, last_method
        owner = owner_of(frame)
        kind = type(owner)
        if kind is not last_kind:
            last_kind, last_method = kind, method_of(owner, attribute)
            guarded = kind in DENSE and not cheap
        method = last_method
        function = None
        if method is None or type(method) is Finder:
            method, function = found_of(method, owner, attribute)
        given, named = arguments_of(frame)
        try:
            if method is None:
                return call_value(function, given, named)
            if guarded and not (light and owner.array.size <= LOOK):
                guard_values(name, (owner, *given, *named.values()))
            return method(owner, *given, **named)
        except FAULTS as error:
            raise at(error, node, nodes, (owner, *given, *named.values())) from None

    return evaluate


class Finder(NamedTuple):
    """What finds the methods of instances anew for each call: their class may have changed."""

    find: Callable[[Any, str], Callable[..., Any] | None]
    attribute: Callable[[Any, str], Any] | None  # what they have else, where no table says it


def found_of(finder: Finder | None, owner: object, attribute: ast.Attribute) -> tuple[Any, Any]:
    """Return a method to be given its owner, or else None and what is to be called as it is."""
    if finder is None:
        return None, read(owner, attribute)
    method = finder.find(owner, attribute.attr)
    if method is not None:
        return method, None
    if finder.attribute is None:
        return None, read(owner, attribute)
    try:
        return None, finder.attribute(owner, attribute.attr)
    except FAULTS as error:
        raise at(error, attribute, (attribute.value,), (owner,)) from None


def method_of(owner: object, attribute: ast.Attribute) -> Any:
    """Return the method that a type has for a name; None if what is called belongs to the value."""
    gate = gate_of(type(owner))
    if gate is not None:
        if not isinstance(gate, GateWithMethods):
            return None
        alone = only_gate(type(owner))
        return Finder(gate.method, None if alone is None else alone.find)
    value = read(owner, attribute)
    return value.function if type(value) is BoundMethod and value.receiver is owner else None


def read(owner: object, attribute: ast.Attribute) -> Any:
    """Return an attribute that is about to be called."""
    try:
        return get_attribute(owner, attribute.attr)
    except FAULTS as error:
        raise at(error, attribute, (attribute.value,), (owner,)) from None


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
