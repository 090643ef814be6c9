"""What a program can observe, as plain data: two of them are equal if nothing has changed."""

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any

import numpy as np

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.random.generator import default_generator
from tensorlab.engine.settings import SETTINGS
from tensorlab.engine.tensor import Tensor
from tensorlab.language.running.session import Session
from tensorlab.language.values.functions import Function
from tests.fuzz.findings import Finding

ATOMS = {int, float, complex, bool, str, bytes, NoneType}
CHANGEABLE = (Tensor, list, dict, set, bytearray, np.ndarray)
MOST_PARTS = 2000
RANDOM = "random stream"


def settings() -> dict[str, object]:
    """Return how all settings of the session stand whose settings are in force."""
    looked_at = (each for each in SETTINGS if each.name != RANDOM)  # new in each session
    return {each.name: tuple(parts(each.read(), {})) for each in looked_at}


def shared(session: Session) -> dict[str, object]:
    """Return what stands in the tables that all sessions share."""
    found: dict[str, object] = {}
    for module, namespace in session.library.modules.items():
        for name, value in namespace.table.items():
            is_changeable = isinstance(value, CHANGEABLE)
            found[f"{module}.{name}"] = tuple(parts(value, {})) if is_changeable else id(value)
    return found


def observed(session: Session, printed: list[str]) -> dict[str, object]:
    """Return the variables, the settings, the random stream and the printed text."""
    return {
        **{f"variable {name}": text for name, text in variables(session.variables)},
        **settings(),
        "numbers for addresses": None,  # a text that is asked for may take some
        RANDOM: hash(default_generator.get_state()._array.tobytes()),
        "printed text": "".join(printed),
    }


def variables(names: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield each variable with all its parts."""
    for name, value in list(names.items()):
        yield name, tuple(parts(value, {}))


def parts(value: Any, seen: dict[int, int]) -> Iterator[object]:
    """Yield a value and what it holds; what was met before is a number."""
    if len(seen) > MOST_PARTS:
        return
    if is_plain(value):
        yield repr(value)  # a nan is not equal to itself
        return
    if id(value) in seen:
        yield seen[id(value)]
        return
    if isinstance(value, Tensor | list | tuple | dict | set | frozenset | Function):
        seen[id(value)] = len(seen)
    yield type(value).__name__
    if isinstance(value, Tensor):
        yield from of_tensor(value, seen)
    elif isinstance(value, dict):
        for key, item in list(value.items()):
            yield from (*parts(key, seen), *parts(item, seen))
    elif isinstance(value, list | tuple | set | frozenset):
        yield len(value)
        for item in list(value):
            yield from parts(item, seen)
    elif isinstance(value, np.ndarray):
        yield (value.dtype.str, value.shape, hash(value.tobytes()))
    elif isinstance(value, Function):
        yield from parts(value.defaults, seen)
    elif isinstance(value, DType | Device):
        yield repr(value)


def is_plain(value: Any) -> bool:
    """Return whether a value is a number or a text, or a sequence of some that has its own."""
    kind = type(value)
    if kind not in {list, tuple}:
        return kind in ATOMS
    return len(value) < MOST_PARTS and ATOMS.issuperset(map(type, value))


def writes_to(tensor: Any) -> int | None:
    """Return how often a tensor was written to; nobody counts it in inference mode."""
    return None if tensor.is_inference() else tensor._version


def of_tensor(value: Any, seen: dict[int, int]) -> Iterator[object]:
    """Yield the facts of a tensor, its elements and its gradient."""
    yield from (str(value.dtype), tuple(value.shape), value._tracked, writes_to(value))
    yield from (type(value.grad_fn).__name__, len(value._backward_hooks or ()), value._keeps_grad)
    if value.layout is not STRIDED:
        yield from (*parts(value.coordinates, seen), *parts(value.entries, seen))
    else:
        array = value._array
        yield tuple(array.strides)
        yield hash(array.tobytes()) if array.nbytes < 1 << 20 and not value.is_meta else "large"
    yield from parts(value._grad, seen)


def changes(
    kind: str, before: Mapping[str, object], after: Mapping[str, object]
) -> Iterator[Finding]:
    """Yield what is not as it was."""
    if before == after:
        return
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            group = "variable" if name.startswith("variable") else name
            told = f"{before.get(name)!s:.100} became {after.get(name)!s:.100}"
            yield Finding(kind, group, "changed", f"{name}: {told}")
