"""Calls of methods: `x.sum(0)`; no bound method is made in between."""

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from tensorlab.engine.tensor import DENSE
from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.expressions.arguments import arguments, is_number, named_by_constants
from tensorlab.language.limits.estimates import CHEAP
from tensorlab.language.limits.tensor_guards import LOOK, guard_values
from tensorlab.language.values.attributes import gate_of, get_attribute, only_gate
from tensorlab.language.values.gates import GateWithMethods
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.values import BoundMethod


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
