"""`a += b` and its like: in place where the value can change."""

import ast
import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.tensor import DENSE, Tensor
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import STATEMENTS, Compiler, Evaluate, Execute, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.targets import put
from tensorlab.language.compiling.variables import Variable, store_name, variable
from tensorlab.language.expressions.operators import FREE
from tensorlab.language.limits.contents import deque, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.values import guards
from tensorlab.language.values.attributes import gate_of, get_attribute, only_gate, set_attribute
from tensorlab.language.values.container_methods import extend
from tensorlab.language.values.container_methods import update as update_dict
from tensorlab.language.values.items import get_item

Operation = Callable[[Any, Any], Any]
# What numbers need no guard for, and never do in place.
FREE_UPDATES: dict[str, Operation] = {"Add": operator.add, "Sub": operator.sub}
ARRAYS = (Tensor, np.ndarray)
IN_PLACE: dict[str, Operation] = {
    symbol: getattr(operator, f"i{word.rstrip('_')}") for symbol, word in guards.WORDS.items()
}


def update(symbol: str) -> Callable[[Any, Any], Any]:
    """Return the operation behind `a += b`: in place where the value can change."""
    plain = guards.BINARY[symbol]
    in_place = IN_PLACE[symbol]

    def apply(a: object, b: object) -> Any:
        if type(a) in FREE:
            return changed(a, b)
        if type(a) in DENSE or isinstance(a, ARRAYS) or gate_of(type(a)) is not None:
            return in_place(a, b)
        if isinstance(a, list | set | dict | deque):
            return update_container(symbol, a, b)
        return changed(a, b)

    def changed(a: object, b: object) -> Any:
        try:
            return plain(a, b)
        except TypeError:
            return in_place(a, b)  # whose error says += where the other says +

    return apply


def update_container(symbol: str, a: object, b: object) -> Any:
    """Return a container with something added to it, or taken away, as `a += b` does."""
    if symbol == "Add" and isinstance(a, list | deque):
        extend(a, b)
        return a
    b = guards.as_int(b) if symbol == "Mult" else b
    if symbol == "Mult" and isinstance(b, int):
        meter.grow(guards.size_of(a) * max(b, 0))
    if symbol == "BitOr" and isinstance(a, dict) and not isinstance(a, Counter):
        update_dict(a, b)
        return a
    weigh(a)
    weigh(b)
    return IN_PLACE[symbol](a, b)


def augmented(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `a += value`."""
    return AUGMENTED[type(node.target)](compiler, node)


def augmented_name(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `name += value`."""
    place = node.target
    assert isinstance(place, ast.Name)  # noqa: S101  the table says so
    read = compiler.expression(ast.copy_location(ast.Name(place.id, ast.Load()), place))
    value_of = compiler.expression(node.value)
    symbol = type(node.op).__name__
    apply = update(symbol)
    kept = variable(compiler, place, read)
    if kept is not None and symbol in FREE_UPDATES:
        return counted(kept, node, value_of, FREE_UPDATES[symbol], apply)
    store = store_name(compiler, place)

    def execute(frame: Frame) -> None:
        a = read(frame)
        b = value_of(frame)
        try:
            result = apply(a, b)
        except FAULTS as error:
            raise at(error, node, (place, node.value), (a, b)) from None
        store(frame, result)

    return execute


def counted(
    kept: Variable, node: ast.AugAssign, value_of: Evaluate, free: Operation, apply: Operation
) -> Execute:
    """Compile `n += value`, which of numbers needs no guard."""
    number = node.value.value if isinstance(node.value, ast.Constant) else None
    if type(number) is int:
        return counted_by(kept, node, number, free, apply)
    names, slot, read = kept
    sides = (node.target, node.value)

    def execute(frame: Frame) -> None:
        variables: Any = frame if names is None else names
        try:
            a = variables[slot]
        except KeyError:
            a = read(frame)
        if a is UNBOUND:
            read(frame)
        b = value_of(frame)
        try:
            if type(a) in FREE and type(b) in FREE:
                variables[slot] = free(a, b)
            else:
                variables[slot] = apply(a, b)
        except FAULTS as error:
            raise at(error, node, sides, (a, b)) from None

    return execute


def counted_by(
    kept: Variable, node: ast.AugAssign, number: int, free: Operation, apply: Operation
) -> Execute:
    """Compile `n += 1`."""
    names, slot, read = kept
    sides = (node.target, node.value)

    def execute(frame: Frame) -> None:
        variables: Any = frame if names is None else names
        try:
            a = variables[slot]
        except KeyError:
            a = read(frame)
        if a is UNBOUND:
            read(frame)
        try:
            if type(a) is int:
                variables[slot] = free(a, number)
            else:
                variables[slot] = apply(a, number)
        except FAULTS as error:
            raise at(error, node, sides, (a, number)) from None

    return execute


def augmented_item(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `container[index] += value`."""
    place = node.target
    assert isinstance(place, ast.Subscript)  # noqa: S101  the table says so
    container_of = compiler.expression(place.value)
    index_of = compiler.expression(place.slice)
    value_of = compiler.expression(node.value)
    apply = update(type(node.op).__name__)

    def execute(frame: Frame) -> None:
        container = container_of(frame)
        index = index_of(frame)
        try:
            a = get_item(container, index)
        except FAULTS as error:
            raise at(error, place, (place.value, place.slice), (container, index)) from None
        b = value_of(frame)
        try:
            result = apply(a, b)
        except FAULTS as error:
            raise at(error, node, (place, node.value), (a, b)) from None
        put(container, index, result, place)

    return execute


def augmented_attribute(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `owner.name += value`."""
    place = node.target
    assert isinstance(place, ast.Attribute)  # noqa: S101  the table says so
    owner_of = compiler.expression(place.value)
    value_of = compiler.expression(node.value)
    symbol, name = type(node.op).__name__, place.attr
    apply = update(symbol)
    free = FREE_UPDATES.get(symbol, apply)
    last_kind: type | None = None
    gate: Any = None

    def execute(frame: Frame) -> None:
        nonlocal last_kind, gate
        owner = owner_of(frame)
        if type(owner) is not last_kind:
            last_kind, gate = type(owner), only_gate(type(owner))
        try:
            a = get_attribute(owner, name) if gate is None else gate.find(owner, name)
            b = value_of(frame)
            operation = free if type(a) in FREE and type(b) in FREE else apply
            result = operation(a, b)
            if gate is None:
                set_attribute(owner, name, result)
            else:
                gate.put(owner, name, result)
        except FAULTS as error:
            raise at(error, node, (place.value,), (owner,)) from None

    return execute


AUGMENTED: dict[type[ast.expr], Callable[[Compiler, ast.AugAssign], Execute]] = {
    ast.Name: augmented_name,
    ast.Subscript: augmented_item,
    ast.Attribute: augmented_attribute,
}
STATEMENTS[ast.AugAssign] = augmented
