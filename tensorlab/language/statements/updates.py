"""`a += b` and its like: in place where the value can change."""

import ast
import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.tensor import DENSE, Tensor
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import STATEMENTS, Compiler, Execute, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.scope import ask_for_owner
from tensorlab.language.compiling.targets import attribute_stored, put
from tensorlab.language.compiling.variables import Place, Sides, sides_of, store_name, variable
from tensorlab.language.expressions.operators import FREE
from tensorlab.language.expressions.subscripts import general_attribute
from tensorlab.language.limits.contents import deque, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.values import guards
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.container_methods import extend
from tensorlab.language.values.container_methods import update as update_dict
from tensorlab.language.values.items import get_item

Operation = Callable[[Any, Any], Any]
Result = Callable[[Any, Frame], Any]  # of the value that was there, in a frame
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
    """Compile `a += value`, `a[index] += value` and `a.name += value`."""
    place, symbol = node.target, type(node.op).__name__
    apply = update(symbol)
    free = FREE_UPDATES.get(symbol, apply)
    if (kept := variable(compiler, place)) is not None:
        return counted(kept, node, sides_of(compiler, place, node.value), free, apply)
    value_of, fixed = compiler.expression(node.value), compiler.fixed(node.value)

    def result(a: object, frame: Frame) -> Any:
        b = value_of(frame) if fixed is UNBOUND else fixed
        try:
            return free(a, b) if type(a) in FREE and type(b) in FREE else apply(a, b)
        except FAULTS as error:
            raise at(error, node, (place, node.value), (a, b)) from None

    return AUGMENTED[type(place)](compiler, place, result)


def counted(
    kept: Place, node: ast.AugAssign, sides: Sides, free: Operation, apply: Operation
) -> Execute:
    """Compile `n += value` of a variable, changed where it is kept."""
    names, slot = kept
    read, one, value_of, two, fixed = sides
    adds = free is operator.add

    def execute(frame: Frame) -> None:
        variables: Any = frame if names is None else names
        a = read(frame) if one is None else frame[one]
        b: Any = (value_of(frame) if two is None else frame[two]) if fixed is UNBOUND else fixed
        try:
            if type(a) in FREE and type(b) in FREE:
                variables[slot] = a + b if adds else free(a, b)
            else:
                variables[slot] = apply(a, b)
        except FAULTS as error:
            raise at(error, node, (node.target, node.value), (a, b)) from None

    return execute


def augmented_name(compiler: Compiler, place: ast.Name, result: Result) -> Execute:
    """Compile `name += value`."""
    read = compiler.expression(ast.copy_location(ast.Name(place.id, ast.Load()), place))
    store = store_name(compiler, place)

    def execute(frame: Frame) -> None:
        store(frame, result(read(frame), frame))

    return execute


def augmented_item(compiler: Compiler, place: ast.Subscript, result: Result) -> Execute:
    """Compile `container[index] += value`."""
    container_of = compiler.expression(place.value)
    index_of = compiler.expression(place.slice)

    def execute(frame: Frame) -> None:
        container = container_of(frame)
        index = index_of(frame)
        try:
            a = get_item(container, index)
        except FAULTS as error:
            raise at(error, place, (place.value, place.slice), (container, index)) from None
        put(container, index, result(a, frame), place)

    return execute


def augmented_attribute(compiler: Compiler, place: ast.Attribute, result: Result) -> Execute:
    """Compile `owner.name += value`: what reads and stores is given the owner for its frame."""
    ask_for_owner(place)
    owner_of = compiler.expression(place.value)
    read, store = general_attribute(itself, place), attribute_stored(itself, place)

    def execute(frame: Frame) -> None:
        owner = owner_of(frame)
        store(owner, result(read(owner), frame))

    return execute


def itself(value: Any) -> Any:
    """Return a value as it is."""
    return value


AUGMENTED: dict[type[ast.expr], Callable[[Compiler, Any, Result], Execute]] = {
    ast.Name: augmented_name,
    ast.Subscript: augmented_item,
    ast.Attribute: augmented_attribute,
}
STATEMENTS[ast.AugAssign] = augmented
