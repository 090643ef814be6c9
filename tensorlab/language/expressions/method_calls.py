"""Calls of methods: `x.sum(0)`; no bound method is made in between."""

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from tensorlab.engine.tensor import DENSE, Tensor
from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.expressions.arguments import (
    NO_NAMES,
    arguments,
    constants,
    each,
    has_star,
    is_number,
    named_by_constants,
)
from tensorlab.language.limits.estimates import CHEAP
from tensorlab.language.limits.tensor_guards import LOOK, NUMBERS, guard_values
from tensorlab.language.values.attributes import gate_of, get_attribute, only_gate
from tensorlab.language.values.gates import GateWithMethods
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.values import BoundMethod


def method_call(compiler: Compiler, node: ast.Call, attribute: ast.Attribute) -> Evaluate:
    """Compile `x.sum(0)`: no bound method is made in between."""
    name = attribute.attr
    owner_of = compiler.expression(attribute.value)
    if not node.args and not node.keywords:
        return bare_method_call(node, attribute, owner_of)
    if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
        return method_call_one(node, attribute, owner_of, compiler.expression(node.args[0]))
    table = constants(compiler, node) if node.keywords else NO_NAMES
    if table is None or has_star(node.args):
        table = None
        arguments_of = arguments(compiler, node)
    else:
        given_of = each([compiler.expression(part) for part in node.args])
    nodes = (attribute.value, *node.args, *(part.value for part in node.keywords))
    cheap, fixed = name in CHEAP, named_by_constants(node)
    light = table is not None and all(map(is_number, node.args))
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
        if table is not None:
            given, named = given_of(frame), table
        else:
            given, named = arguments_of(frame)
        try:
            if method is None:
                return call_value(function, given, named)
            if guarded and not (light and owner.array.size <= LOOK):
                guard_values(name, (owner, *given) if fixed else (owner, *given, *named.values()))
            return method(owner, *given, **named)
        except FAULTS as error:
            raise at(error, node, nodes, (owner, *given, *named.values())) from None

    return evaluate


def method_call_one(
    node: ast.Call, attribute: ast.Attribute, owner_of: Evaluate, part: Evaluate
) -> Evaluate:
    """Compile `x.mm(y)`; the method of the last owner's type is kept at hand."""
    name = attribute.attr
    nodes = (attribute.value, node.args[0])
    cheap = name in CHEAP
    guarded = False  # likewise
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
        a = part(frame)
        try:
            if method is None:
                return call_value(function, [a], NO_NAMES)
            if guarded:
                if type(a) is Tensor:
                    small = a.array.size <= LOOK
                else:
                    small = type(a) in NUMBERS or type(a) not in DENSE or a.array.size <= LOOK
                if not small or owner.array.size > LOOK:
                    guard_values(name, (owner, a))
            return method(owner, a)
        except FAULTS as error:
            raise at(error, node, nodes, (owner, a)) from None

    return evaluate


def bare_method_call(node: ast.Call, attribute: ast.Attribute, owner_of: Evaluate) -> Evaluate:
    """Compile `x.sum()`; the method of the last owner's type is kept at hand."""
    name = attribute.attr
    nodes = (attribute.value,)
    cheap = name in CHEAP
    guarded = False  # likewise
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
        try:
            if method is None:
                return call_value(function, [], NO_NAMES)
            if guarded and owner.array.size > LOOK:
                guard_values(name, (owner,))
            return method(owner)
        except FAULTS as error:
            raise at(error, node, nodes, (owner,)) from None

    return evaluate


class Finder(NamedTuple):
    """What finds the methods of instances anew for each call: their class may have changed."""

    find: Callable[[Any, str], Callable[..., Any] | None]
    attribute: Callable[[Any, str], Any] | None  # what they have else, where no table says it


def found_of(finder: Finder | None, owner: Any, attribute: ast.Attribute) -> tuple[Any, Any]:
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


def method_of(owner: Any, attribute: ast.Attribute) -> Any:
    """Return the method that a type has for a name; None if what is called belongs to the value."""
    gate = gate_of(type(owner))
    if gate is not None:
        if not isinstance(gate, GateWithMethods):
            return None
        alone = only_gate(type(owner))
        return Finder(gate.method, None if alone is None else alone.find)
    value = read(owner, attribute)
    return value.function if type(value) is BoundMethod and value.receiver is owner else None


def read(owner: Any, attribute: ast.Attribute) -> Any:
    """Return an attribute that is about to be called."""
    try:
        return get_attribute(owner, attribute.attr)
    except FAULTS as error:
        raise at(error, attribute, (attribute.value,), (owner,)) from None
