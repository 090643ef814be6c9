"""What can stand left of `=`: names, places in containers, attributes, and several at once."""

import ast
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, NOT_THE_PROGRAMS, at, fail, refuse
from tensorlab.language.compiling.scope import ask_for_owner
from tensorlab.language.compiling.variables import (
    Store,
    applied,
    delete_name,
    kept_together,
    sides_of,
    store_name,
)
from tensorlab.language.limits.contents import weigh_key
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import delete_attribute, gate_of, set_attribute, setter_of
from tensorlab.language.values.iteration import collected, has_no_items, iterate
from tensorlab.language.values.values import type_name


def target(compiler: Compiler, node: ast.expr) -> Store:
    """Compile a target of assignment."""
    build = TARGETS.get(type(node))
    if build is None:
        refuse(node)
    return build(compiler, node)


FLAT_KEYS = frozenset({int, str})  # nothing in them is to be weighed
PLAIN_CONTAINERS = frozenset({list, dict})


def subscript_target(compiler: Compiler, node: ast.Subscript) -> Store:
    """Compile `x[i] = ...`."""
    container_of, one, index_of, two, _ = sides_of(compiler, node.value, node.slice)

    def store(frame: Frame, value: object) -> None:
        container: Any = container_of(frame) if one is None else frame[one]
        index = index_of(frame) if two is None else frame[two]
        if type(index) in FLAT_KEYS and type(container) in PLAIN_CONTAINERS:
            try:
                container[index] = value
            except FAULTS as error:
                raise at(error, node, (node.value, node.slice), (container, index)) from None
        else:
            put(container, index, value, node)

    return store


def put(container: Any, index: Any, value: Any, node: ast.Subscript) -> None:
    """Set an item."""
    try:
        weigh_key(index)
        if isinstance(index, slice) and isinstance(container, list):
            value = collected(value)
        container[index] = value
    except FAULTS as error:
        raise at(error, node, (node.value, node.slice), (container, index)) from None


def attribute_target(compiler: Compiler, node: ast.Attribute) -> Store:
    """Compile `x.requires_grad = ...`: only what a table names can be set."""
    ask_for_owner(node)
    if hasattr(node, NOT_THE_PROGRAMS) and node.attr in {"__name__", "__doc__"}:
        return lambda frame, value: None  # Python's own text, of whose functions that stays
    return attribute_stored(compiler.expression(node.value), node)


def attribute_stored(owner_of: Evaluate, node: ast.Attribute) -> Store:
    """Return what sets an attribute of the owner that is found in a frame."""
    last_kind: type | None = None
    setter: Any = None
    gate: Any = None
    name = node.attr

    def store(frame: Frame, value: object) -> None:
        nonlocal last_kind, setter, gate
        owner = owner_of(frame)
        if type(owner) is not last_kind:
            last_kind = type(owner)
            setter, gate = setter_of(last_kind, name), gate_of(last_kind)
        try:
            if setter is not None:
                setter(owner, value)
            elif gate is not None:
                gate.put(owner, name, value)
            else:
                set_attribute(owner, name, value)
        except FAULTS as error:
            raise at(error, node, (node.value,), (owner,)) from None

    return store


def several(compiler: Compiler, node: ast.Tuple | ast.List) -> Store:
    """Compile `a, b = ...` and `a, *b = ...`."""
    stars = [i for i, part in enumerate(node.elts) if isinstance(part, ast.Starred)]
    if len(stars) > 1:
        fail(SyntaxError("multiple starred expressions in assignment"), node)
    stores = [
        target(compiler, part.value if isinstance(part, ast.Starred) else part)
        for part in node.elts
    ]
    star = stars[0] if stars else None
    if star is None and node.elts and (kept := kept_together(compiler, node.elts)) is not None:
        return several_variables(*kept, node)
    # of a tuple that is taken apart as it is
    count = len(stores) if star is None else -1

    def store(frame: Frame, value: object) -> None:
        try:
            if type(value) is tuple and len(value) == count:
                items: Any = value
                meter.spend(count)
            else:
                items = unpack(value, len(stores), star)
        except FAULTS as error:
            raise at(error, node) from None
        for put_one, item in zip(stores, items):  # noqa: B905  strict= costs 0.2 us
            put_one(frame, item)

    return store


def several_variables(names: Any, slots: list[Any], node: ast.expr) -> Store:
    """Compile `a, b = ...` of variables that are kept together."""
    count = len(slots)
    first, last = slots[0], slots[-1]

    def store(frame: Frame, value: Any) -> None:
        variables: Any = frame if names is None else names
        try:
            if type(value) is tuple and len(value) == count:
                meter.left -= count
                if meter.left < 0:
                    meter.settle()
            else:
                value = unpack(value, count, None)
        except FAULTS as error:
            raise at(error, node) from None
        if count == 2:  # most often
            variables[first], variables[last] = value
            return
        for slot, item in zip(slots, value):  # noqa: B905  strict= costs 0.2 us
            variables[slot] = item

    return store


def unpack(value: Any, count: int, star: int | None) -> list[Any]:
    """Return exactly `count` items, the one at `star` a list of all that is left over."""
    try:
        iterator = iter(iterate(value))
    except TypeError as error:
        if not has_no_items(error):
            raise
        raise TypeError(f"cannot unpack non-iterable {type_name(value)} object") from None
    needed = count if star is None else count - 1
    items = []
    for item in iterator:
        meter.left -= 1
        if meter.left < 0:
            meter.settle()
        items.append(item)
        if star is None and len(items) > count:
            counts = sys.version_info >= (3, 14) and type(value) in {list, tuple, dict}
            got = f", got {len(value)}" if counts else ""
            raise ValueError(f"too many values to unpack (expected {count}{got})")
    if len(items) < needed:
        least = "" if star is None else "at least "
        raise ValueError(
            f"not enough values to unpack (expected {least}{needed}, got {len(items)})"
        )
    if star is None:
        return items
    end = len(items) - (needed - star)
    return [*items[:star], items[star:end], *items[end:]]


def delete(compiler: Compiler, node: ast.expr) -> Callable[[Frame], None]:
    """Compile `del target`."""
    if isinstance(node, ast.Name):
        return delete_name(compiler, node)
    if isinstance(node, ast.Tuple | ast.List):
        parts = [delete(compiler, part) for part in node.elts]

        def delete_all(frame: Frame) -> None:
            for part in parts:
                part(frame)

        return delete_all
    if isinstance(node, ast.Attribute):
        return applied(compiler, partial(delete_attribute, name=node.attr), node, node.value)
    if not isinstance(node, ast.Subscript):
        refuse(node)
    return applied(compiler, remove, node, node.value, node.slice)


def remove(container: Any, index: Any) -> None:
    """Delete an item."""
    weigh_key(index)
    del container[index]


TARGETS: dict[type[ast.expr], Callable[[Compiler, Any], Store]] = {
    ast.Name: store_name,
    ast.Subscript: subscript_target,
    ast.Attribute: attribute_target,
    ast.Tuple: several,
    ast.List: several,
}
