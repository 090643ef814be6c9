"""How each kind of object is kept as it was and put back: what it holds, and what lies within."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import Layout
from tensorlab.engine.operation import Operation
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import HELD, Tensor
from tensorlab.language.compiling.code import Code
from tensorlab.language.expressions.comprehensions import Generator
from tensorlab.language.functions.generators import Producer
from tensorlab.language.limits.contents import deque
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import Namespace, ProgramIterator, TypeValue

# What never changes, or belongs to the library rather than to the program.
FIXED = (
    int, float, complex, str, bytes, type(None), range, type, ModuleType, FunctionType,
    BuiltinFunctionType, MethodType, MethodDescriptorType, Code, Namespace, TypeValue, Operation,
    DType, Device, Layout, Size,
)  # fmt: skip

EMPTY = object()  # in a slot that holds nothing


class Kind(NamedTuple):
    """How objects of one kind are kept."""

    hold: Callable[[Any], Any]  # a copy of what it holds, shallow
    parts: Callable[[Any, Any], Iterable[Any]]  # what lies within, given the object and that copy
    put: Callable[[Any, Any], None]  # put back what it held


def nothing(*given: object) -> Any:
    """Return nothing: for what need not be kept, or has nothing within."""
    return ()


def put_list(value: list[Any], held: list[Any]) -> None:
    """Put back the items of a list."""
    value[:] = held


def put_deque(value: deque, held: list[Any]) -> None:
    """Put back the items of a deque."""
    value.clear()
    value.extend(held)


def put_dict(value: dict[Any, Any], held: dict[Any, Any]) -> None:
    """Put back the entries of a dict, in their order."""
    value.clear()
    value.update(held)


def put_set(value: set[Any], held: list[Any]) -> None:
    """Put back the items of a set; one that is as it was keeps its order."""
    if list(map(id, value)) != list(map(id, held)):
        value.clear()
        value.update(held)


def items_of_dict(value: object, held: dict[Any, Any]) -> Iterator[Any]:
    """Yield the keys and the values of a dict."""
    yield from held
    yield from held.values()


@cache
def slots_of(kind: type) -> tuple[Any, ...]:
    """Return the slots in which objects of a type keep attributes outside of a dict.

    Members that a class does not declare itself are those of C: they cannot be written.
    """
    declaring = (base for base in kind.__mro__ if "__slots__" in vars(base))
    found = (value for base in declaring for value in vars(base).values())
    return tuple(value for value in found if isinstance(value, MemberDescriptorType))


def attributes_held(value: Any) -> tuple[dict[str, Any] | None, list[Any]]:
    """Return the attributes of an object: those in its dict, and those in its slots."""
    slots = [held_in(slot, value) for slot in slots_of(value.__class__)]
    return (dict(table_of(value)) if hasattr(value, "__dict__") else None), slots


def table_of(value: Any) -> Any:
    """Return the table of an object's attributes, with what the engine keeps in a tensor's."""
    return HELD.__get__(value) if isinstance(value, Tensor) else value.__dict__


def held_in(slot: Any, value: Any) -> Any:
    """Return what an object keeps in a slot."""
    try:
        return slot.__get__(value)
    except AttributeError:
        return EMPTY


def attribute_values(value: Any, held: Any) -> Iterator[Any]:
    """Yield the values of an object's attributes."""
    own, slots = held
    yield from slots
    if own:
        yield from own.values()


def put_shape(value: NDArray[Any], held: tuple[int, ...]) -> None:
    """Give an array the shape that it had."""
    if value.shape != held:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # from numpy 2.5 on
            value.shape = held


def parts_of_tensor(value: Tensor, held: object) -> Iterator[Any]:
    """Yield the values of a tensor's attributes but for its elements, whose storage is kept."""
    return (part for part in attribute_values(value, held) if not isinstance(part, np.ndarray))


def put_attributes(value: Any, held: Any) -> None:
    """Put back the attributes of an object."""
    own, slots = held
    if own is not None:
        table_of(value).clear()
        table_of(value).update(own)
    for slot, before in zip(slots_of(value.__class__), slots, strict=True):
        if before is not EMPTY:
            slot.__set__(value, before)
        elif held_in(slot, value) is not EMPTY:
            slot.__delete__(value)


def decorated(value: Builtin, held: object) -> tuple[Any, ...]:
    """Return the function of the program in one that runs it under a switch."""
    inner = getattr(value.function, "__wrapped__", None)
    return () if inner is None else (inner,)


def is_bare_iterator(value: object) -> bool:
    """Return whether something is one of Python's own iterators: it has no way to be put back."""
    return hasattr(value, "__next__") and not isinstance(value, ProgramIterator)


def has_ended(iterator: object) -> bool:
    """Return whether one of Python's own generators, as parameters() gives one, is used up."""
    return isinstance(iterator, GeneratorType) and iterator.gi_frame is None


def forked(iterator: Any) -> Any:
    """Return another iterator that goes on where one of Python's own stands.

    Raises:
        TypeError: it cannot be told where it stands.
    """
    if isinstance(iterator, ProgramIterator) or has_ended(iterator):
        return iterator  # it is kept by itself, or for ever at its end
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # some are to lose this
        make, given, *state = iterator.__reduce__()
        other = make(*map(forked_part, given))
        if state and state[0] is not None:
            stands = state[0]
            told = tuple(map(forked_part, stands)) if isinstance(stands, tuple) else stands
            other.__setstate__(told)
    return other


def forked_part(part: object) -> Any:
    """Return what an iterator goes through, an iterator of Python's own as another one."""
    return forked(part) if is_bare_iterator(part) else part


def gone_through(iterator: Any) -> Iterator[Any]:
    """Yield what one of Python's own iterators takes its items from."""
    if has_ended(iterator):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        _, given, *state = iterator.__reduce__()
    stands = state[0] if state and isinstance(state[0], tuple) else ()
    for part in (*given, *stands):
        if is_bare_iterator(part):
            yield from gone_through(part)
        else:
            yield part


def parts_of_generator(value: Generator, held: list[Any]) -> Iterator[Any]:
    """Yield the variables of a generator expression, and what its loops go through."""
    yield value.frame
    for iterator in held:
        yield from (iterator,) if isinstance(iterator, ProgramIterator) else gone_through(iterator)


def put_iterator(value: ProgramIterator, held: object) -> None:
    """Let an iterator go on where it stood; what is held stays as it is, for another time."""
    value.source = forked(held)


def stack_of(value: Producer) -> Any:
    """Return where a generator function stands: nowhere if it has ended."""
    if value.ended:
        return None
    return [forked(each) if is_bare_iterator(each) else each for each in value.stack]


def parts_of_producer(value: Producer, held: Any) -> Iterator[Any]:
    """Yield the variables of a generator function, and what its statements have at hand."""
    yield value.frame
    for each in held or ():
        yield from gone_through(each) if is_bare_iterator(each) else (each,)


def put_producer(value: Producer, held: Any) -> None:
    """Let a generator function go on where it stood."""
    value.go_on(held and [forked(each) if is_bare_iterator(each) else each for each in held])


def is_as_before(now: Any, held: Any, depth: int = 3) -> bool:
    """Return whether what an object holds now is what it held: the same objects, equal numbers.

    The copies that are kept are so many containers deep at most.
    """
    if now is held:
        return True
    if type(now) is not type(held) or not depth:
        return False
    if is_bare_iterator(now):
        now, held = now.__reduce__(), held.__reduce__()
    if isinstance(now, dict):
        now, held = [*now, *now.values()], [*held, *held.values()]
    if isinstance(now, (list, tuple)):
        pairs = zip(now, held, strict=False)
        return len(now) == len(held) and all(is_as_before(*pair, depth - 1) for pair in pairs)
    return isinstance(now, (int, float, complex, str)) and bool(now == held)


PLAIN = Kind(attributes_held, attribute_values, put_attributes)
LEAF = Kind(nothing, nothing, nothing)
ARRAY = Kind(lambda value: value.shape, nothing, put_shape)  # their storages are kept themselves
KINDS: dict[type, Kind] = {
    **dict.fromkeys(FIXED, LEAF),
    list: Kind(list, lambda value, held: held, put_list),
    deque: Kind(list, lambda value, held: held, put_deque),
    dict: Kind(dict, items_of_dict, put_dict),
    set: Kind(list, lambda value, held: held, put_set),
    tuple: Kind(nothing, lambda value, held: value, nothing),
    frozenset: Kind(nothing, lambda value, held: value, nothing),
    slice: Kind(nothing, lambda value, held: (value.start, value.stop, value.step), nothing),
    np.ndarray: ARRAY,
    NDArrayOperatorsMixin: LEAF,  # only tensors hold those
    Tensor: Kind(attributes_held, parts_of_tensor, put_attributes),
    Builtin: Kind(nothing, decorated, nothing),
    ProgramIterator: Kind(
        lambda value: forked(value.source), lambda value, held: gone_through(held), put_iterator
    ),
    Generator: Kind(
        lambda value: [forked(each) for each in value.stack],
        parts_of_generator,
        lambda value, held: value.go_on([forked(each) for each in held]),
    ),
    Producer: Kind(stack_of, parts_of_producer, put_producer),
    Random: Kind(Random.getstate, nothing, Random.setstate),
}
FOUND: dict[type, Kind] = {}  # by the very type
WITH_ITEMS = (list, dict, tuple, set, frozenset, deque)


def items_within(value: object) -> int:
    """Return how many items a container holds by itself; other objects hold few."""
    return len(value) if isinstance(value, WITH_ITEMS) else 0


def to_walk(parts: Iterable[Any]) -> Iterable[Any]:
    """Return the parts that are more than leaves; long lists of numbers are told at once."""
    if isinstance(parts, list):
        kinds = {*map(type, parts)}
        if all((FOUND.get(each) or kind_of_type(each)) is LEAF for each in kinds):
            return ()
    return [part for part in parts if kind_of(part) is not LEAF]


def kind_of(value: object) -> Kind:
    """Return how an object is kept."""
    known = FOUND.get(type(value))
    if known is None:
        known = FOUND[type(value)] = kind_of_type(type(value))
    return known


def kind_of_type(type_: type) -> Kind:
    """Return how objects of a type are kept: as those that it refines, else by attributes."""
    known = next((KINDS[base] for base in type_.__mro__ if base in KINDS), None)
    if known is not None:
        return known
    has_attributes = bool(slots_of(type_)) or type_.__dictoffset__ != 0
    return PLAIN if has_attributes else LEAF
