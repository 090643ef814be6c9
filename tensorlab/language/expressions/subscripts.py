"""Indexing, slices, attributes read: what follows a value; where `x.__class__` can be read, too."""

import ast
from types import FunctionType
from typing import Any, cast

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.scope import ask_for_owner, is_asked
from tensorlab.language.compiling.targets import FLAT_KEYS
from tensorlab.language.compiling.variables import NOWHERE, sides_of, value_at_hand
from tensorlab.language.values.attributes import GATES, METHODS, PROPERTIES, get_attribute
from tensorlab.language.values.items import get_item
from tensorlab.language.values.types import type_of
from tensorlab.language.values.values import MARK, Namespace

READ_PLAINLY = frozenset({list, dict, tuple, str})
LOOKED_AT = frozenset({FunctionType, type(None)})  # what of an instance is looked at more closely
NO_INDEX = "slice indices must be integers or None or have an __index__ method"


def subscript(compiler: Compiler, node: ast.Subscript) -> Evaluate:
    """Compile `container[index]`."""
    container_of, one, index_of, two, fixed = sides_of(compiler, node.value, node.slice)

    def evaluate(frame: Frame) -> Any:
        container = container_of(frame) if one is None else frame[one]
        index = (index_of(frame) if two is None else frame[two]) if fixed is UNBOUND else fixed
        try:
            if type(index) in FLAT_KEYS and type(container) in READ_PLAINLY:
                return container[index]
            return get_item(container, index)
        except FAULTS as error:
            raise at(error, node, (node.value, node.slice), (container, index)) from None

    return evaluate


def slice_(compiler: Compiler, node: ast.Slice) -> Evaluate:
    """Compile `start:stop:step`."""
    parts = [
        None if part is None else compiler.expression(part)
        for part in (node.lower, node.upper, node.step)
    ]

    def evaluate(frame: Frame) -> slice:
        found = [None if part is None else part(frame) for part in parts]
        for part in found:
            # Python frees slices in slices one call inside the other
            if type(part) is slice:
                raise at(TypeError(NO_INDEX), node)
        return slice(*found)

    return evaluate


def attribute(compiler: Compiler, node: ast.Attribute) -> Evaluate:
    """Compile `owner.name`."""
    ask_for_owner(node)
    if is_asked(node):
        of = compiler.expression(node.value)
        return lambda frame: type_of(of(frame))
    owner_of = compiler.expression(node.value)
    if isinstance(node.value, ast.Name) and compiler.trace is None:
        at_hand = value_at_hand(compiler, node.value)
        if isinstance(at_hand, Namespace):
            return member(compiler.names, owner_of, at_hand, node)
    return general_attribute(owner_of, node)


def member(
    names: dict[str, Any], owner_of: Evaluate, at_hand: Namespace, node: ast.Attribute
) -> Evaluate:
    """Compile `torch.name`, where torch is what stands at hand unless the program binds it."""
    key = cast("ast.Name", node.value).id
    otherwise = general_attribute(owner_of, node)
    known: Any = NOWHERE

    def evaluate(frame: Frame) -> Any:
        nonlocal known
        if key in names:
            return otherwise(frame)
        if known is NOWHERE or not at_hand.is_as_made:
            known = attribute_of(at_hand, node)
        return known

    return evaluate


def general_attribute(owner_of: Evaluate, node: ast.Attribute) -> Evaluate:
    """Compile the attribute of any value; of namespaces that no program wrote to they are kept."""
    name = node.attr
    space: Any = NOWHERE
    known: Any = None
    gated: type | None = None
    find: Any = None
    kept: Any = None  # the names that instances hold, of which most are plain values

    def evaluate(frame: Frame) -> Any:
        nonlocal space, known, gated, find, kept
        owner = owner_of(frame)
        if owner is space and space.is_as_made:
            return known
        if type(owner) is gated:
            if kept is not None and name in kept:  # as the gate itself begins
                found = owner.__dict__.get(name)
                if found.__class__ not in LOOKED_AT:
                    return found
            try:
                return find(owner, name)
            except FAULTS as error:
                raise at(error, node, (node.value,), (owner,)) from None
        properties = PROPERTIES.get(type(owner))
        if properties is not None and name in properties:
            try:
                return properties[name](owner)
            except FAULTS as error:
                raise at(error, node, (node.value,), (owner,)) from None
        value = attribute_of(owner, node)
        if type(owner) is Namespace and owner.is_as_made:
            space, known = owner, value
        elif type(owner) in GATES and not (METHODS.get(type(owner)) or PROPERTIES.get(type(owner))):
            gated, find = type(owner), GATES[type(owner)].find
            kept = getattr(gated.__dict__.get(MARK), "kept", None)
        return value

    return evaluate


def attribute_of(owner: object, node: ast.Attribute) -> Any:
    """Return an attribute of a value."""
    try:
        return get_attribute(owner, node.attr)
    except FAULTS as error:
        raise at(error, node, (node.value,), (owner,)) from None


EXPRESSIONS[ast.Subscript] = subscript
EXPRESSIONS[ast.Slice] = slice_
EXPRESSIONS[ast.Attribute] = attribute
