"""Indexing, slices, attributes read: what follows a value."""

import ast
from typing import Any

from tensorlab.language.attributes import PROPERTIES, get_attribute
from tensorlab.language.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.contents import weigh_key
from tensorlab.language.guards import size_of
from tensorlab.language.meter import meter
from tensorlab.language.place import FAULTS, at
from tensorlab.language.values import Namespace, TypeValue
from tensorlab.language.variables import NOWHERE, value_at_hand


def get_item(container: Any, index: Any) -> Any:
    """Return `container[index]`."""
    if isinstance(index, slice):
        meter.grow(size_of(container))
    else:
        weigh_key(index)
    if isinstance(container, TypeValue):
        raise TypeError(f"type '{container.name}' is not subscriptable")
    return container[index]


def subscript(compiler: Compiler, node: ast.Subscript) -> Evaluate:
    """Compile `container[index]`."""
    container_of = compiler.expression(node.value)
    index_of = compiler.expression(node.slice)
    nodes = (node.value, node.slice)

    def evaluate(frame: Frame) -> Any:
        container = container_of(frame)
        index = index_of(frame)
        try:
            if type(index) is int:
                return container[index]
            return get_item(container, index)
        except FAULTS as error:
            raise at(error, node, nodes, (container, index)) from None

    return evaluate


def slice_(compiler: Compiler, node: ast.Slice) -> Evaluate:
    """Compile `start:stop:step`."""
    parts = [
        None if part is None else compiler.expression(part)
        for part in (node.lower, node.upper, node.step)
    ]

    def evaluate(frame: Frame) -> slice:
        return slice(*(None if part is None else part(frame) for part in parts))

    return evaluate


def attribute(compiler: Compiler, node: ast.Attribute) -> Evaluate:
    """Compile `owner.name`."""
    if isinstance(node.value, ast.Name) and compiler.trace is None:
        at_hand = value_at_hand(compiler, node.value)
        if isinstance(at_hand, Namespace):
            return member(compiler.names, node.value.id, at_hand, node)
    return general_attribute(compiler, node)


def member(names: dict[str, Any], key: str, at_hand: Namespace, node: ast.Attribute) -> Evaluate:
    """Compile `torch.name`, where torch is what stands at hand unless the program binds it."""
    name = node.attr

    known: Any = NOWHERE

    def evaluate(frame: Frame) -> Any:
        nonlocal known
        owner = names.get(key, at_hand)
        if owner is at_hand and known is not NOWHERE:
            return known
        try:
            value = get_attribute(owner, name)
        except FAULTS as error:
            raise at(error, node, (node.value,), (owner,)) from None
        if owner is at_hand:
            known = value
        return value

    return evaluate


def general_attribute(compiler: Compiler, node: ast.Attribute) -> Evaluate:
    """Compile the attribute of any value."""
    owner_of = compiler.expression(node.value)
    name = node.attr
    nodes = (node.value,)

    def evaluate(frame: Frame) -> Any:
        owner = owner_of(frame)
        try:
            properties = PROPERTIES.get(type(owner))
            if properties is not None and name in properties:
                return properties[name](owner)
            return get_attribute(owner, name)
        except FAULTS as error:
            raise at(error, node, nodes, (owner,)) from None

    return evaluate


EXPRESSIONS[ast.Subscript] = subscript
EXPRESSIONS[ast.Slice] = slice_
EXPRESSIONS[ast.Attribute] = attribute
