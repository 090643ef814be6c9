"""The `copy` module: copies of what programs hold, made by us and counted."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from random import Random
from typing import Any

import numpy as np

from tensorlab.engine.addresses import stand_in
from tensorlab.engine.layout import storage_of
from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.language.classes.gate import is_own
from tensorlab.language.classes.lookup import Instance
from tensorlab.language.classes.members import ProgramMethod, word_of
from tensorlab.language.classes.of_containers import blank, put_contents
from tensorlab.language.library.elsewhere import Absent
from tensorlab.language.limits.contents import DEEPEST, deque
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import guard_values
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.keeping import EMPTY, held_in, slots_of
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.container_methods import make_dict
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.values import Namespace, ProgramIterator, TypeValue, type_name

FLAT = (int, float, complex, str, bytes, type(None), bool, range)
BYTES_OF_OBJECT = 128
# Under what no address is the copies of storages lie, which tensors share.
WHOLE = 0
Memo = dict[int, tuple[Any, Any]]


# What a program's `__deepcopy__` is given for copies made before, and what those are.
UNDER_WAY: list[tuple[dict[Any, Any], Memo]] = []


def shallow(x: object, /) -> Any:
    """Return a new object with the same parts."""
    if (own := word_of(x, "__copy__")) is not None:
        return call_value(own, [x], {})
    if isinstance(x, list | dict | set | deque):
        meter.grow(64 * len(x))
        if isinstance(x, Instance):
            made = alike(x, lambda part: part)
            made.__dict__.update(x.__dict__)
            return made
        return copy(x)
    if isinstance(x, Tensor):
        kept = type(x)(x) if x._is_param else x.detach()
        return kept.requires_grad_(x.requires_grad) if x.is_leaf else x.view_as(x)
    if isinstance(x, ProgramIterator):
        raise TypeError(f"cannot pickle '{type_name(x)}' object")
    if isinstance(x, np.ndarray):
        return deepcopy(x)
    if not has_parts(x):
        return x
    made = object.__new__(type(x))
    return restored(made, state_of(x))


def has_parts(x: object) -> bool:
    """Return whether copying means anything for a value: instances of classes with attributes."""
    if getattr(type(x), "stays_itself", False):
        return False
    return gate_of(type(x)) is not None and not isinstance(x, TypeValue | Namespace | Absent)


def parts_of(x: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object by name."""
    yield from getattr(x, "__dict__", {}).items()
    for slot in slots_of(x.__class__):
        value = held_in(slot, x)
        if value is not EMPTY:
            yield slot.__name__, value


def put(made: Any, name: str, value: object) -> None:
    """Set an attribute of a new object, whatever its class says of setting."""
    own = getattr(made, "__dict__", None)
    if own is None or any(slot.__name__ == name for slot in slots_of(made.__class__)):
        object.__setattr__(made, name, value)
    else:
        own[name] = value


def own_word(x: object, word: str) -> Any:
    """Return what a class says of its state, None where it says nothing.

    Raises:
        TypeError: some of the state is the library's.
    """
    own = word_of(x, word)
    if own is not None and not is_own(type(x)):
        raise TypeError(f"cannot copy '{type_name(x)}': its {word} would meet the library's own")
    return own


def state_of(x: Any) -> Any:
    """Return what says all of an object, as its class has it if it does."""
    own = own_word(x, "__getstate__")
    return dict(parts_of(x)) if own is None else call_value(own, [x], {})


def restored(made: Any, state: Any) -> Any:
    """Return a new object of which all is said, as its class takes it if it does."""
    if (own := own_word(made, "__setstate__")) is not None:
        call_value(own, [made, state], {})
        return made
    for name, value in make_dict(state).items():
        put(made, name, value)
    return made


def deep(x: object, memo: object = None, /) -> Any:
    """Return a copy of an object and of all that lies within."""
    known = next((made for given, made in UNDER_WAY if given is memo), {})
    return deeply(x, known, DEEPEST)


def by_its_class(x: object, own: Any, memo: Memo) -> Any:
    """Return the copy that a program's `__deepcopy__` makes; it enters itself by its `id`."""
    shown = next((given for given, made in UNDER_WAY if made is memo), {})
    if (there := shown.get(stand_in(x))) is not None:
        return there
    UNDER_WAY.append((shown, memo))
    try:
        return call_value(own, [x, shown], {})
    finally:
        UNDER_WAY.pop()


def deeply(x: object, memo: Memo, room: int) -> Any:
    """Return the copy of an object: one for all places where it stands."""
    if isinstance(x, FLAT):
        return x
    if id(x) in memo:
        return memo[id(x)][1]
    if not room:
        raise LimitReached("depth", f"objects are nested more than {DEEPEST} deep")
    meter.spend(8)
    meter.grow(BYTES_OF_OBJECT)
    made = copied(x, memo, room - 1)
    memo[id(x)] = x, made
    return made


def copied(x: object, memo: Memo, room: int) -> Any:
    """Return the copy of an object that was not met before."""
    if (own := word_of(x, "__deepcopy__")) is not None:
        return by_its_class(x, own, memo)
    if isinstance(x, Tensor):
        guard_values("clone", (x,))
        whole, shared = storage_of(x._array), memo.setdefault(WHOLE, ({}, {}))[1]
        meter.grow(0 if id(whole) in shared else whole.nbytes)
        return deepcopy(x, shared)
    if isinstance(x, Random | np.ndarray) or hasattr(x, "copied_whole"):
        return deepcopy(x)  # an array of a program's pays for it
    if isinstance(x, tuple | frozenset):
        return copied_parts(x, memo, room)
    if isinstance(x, list | deque | set | dict):
        return copied_container(x, memo, room)
    if isinstance(x, ProgramIterator):
        raise TypeError(f"cannot pickle '{type_name(x)}' object")
    if isinstance(x, ProgramMethod):
        return ProgramMethod(deeply(x.receiver, memo, room), x.name, x.function)
    return copied_object(x, memo, room) if has_parts(x) else x


def copied_parts(x: Any, memo: Memo, room: int) -> Any:
    """Return a tuple or a frozen set of copies: itself where all of them are the same."""
    parts = [deeply(part, memo, room) for part in x]
    if id(x) in memo:  # it was met again within itself
        return memo[id(x)][1]
    if all(a is b for a, b in zip(parts, x, strict=True)):
        return x
    return tuple.__new__(type(x), parts) if isinstance(x, tuple) else frozenset(parts)


def alike(x: Any, copy: Callable[[Any], Any]) -> Any:
    """Return a container of a class of the program with copies of its items and attributes."""
    made = blank(type(x))
    if isinstance(x, dict):
        put_contents(made, {copy(key): copy(value) for key, value in x.items()})
        if isinstance(x, defaultdict):
            made.default_factory = x.default_factory
    else:
        put_contents(made, [copy(part) for part in x])
    if x.__dict__ is not x:  # else its attributes are not copied: so it is in Python
        made.__dict__.update({name: copy(value) for name, value in x.__dict__.items()})
    return made


def copied_container(x: Any, memo: Memo, room: int) -> Any:
    """Return a list, a set, a dict or a deque of copies."""
    if isinstance(x, Instance):
        memo[id(x)] = x, x  # within itself it stays what it was
        return alike(x, lambda part: deeply(part, memo, room))
    made = copy(x)
    made.clear()
    memo[id(x)] = x, made
    meter.grow(64 * len(x))
    if isinstance(x, dict):
        for key, value in x.items():
            made[deeply(key, memo, room)] = deeply(value, memo, room)
    else:
        add = made.update if isinstance(x, set) else made.extend
        add(deeply(part, memo, room) for part in x)
    return made


def copied_object(x: object, memo: Memo, room: int) -> Any:
    """Return an object with copies of all its attributes."""
    made = object.__new__(type(x))
    memo[id(x)] = x, made
    return restored(made, deeply(state_of(x), memo, room))


MODULES = {"copy": lambda: namespace_of("copy", {"copy": shallow, "deepcopy": deep})}
