"""Which names share memory, what a write changes of others, how an index becomes a place."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.layout import address as place_of
from tensorlab.engine.layout import share_storage
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.story.frames import Index
from tensorlab.frozen import Frozen
from tensorlab.ops.tensor.attributes import strides_of

LETTERS = "ijklmnop"
MOST_SEARCHED = 4096  # elements of a tensor that another one is a view of


class Occupant(Frozen):
    """A name for a part of a storage: where it begins and how it is walked, in elements."""

    name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    contiguous: bool

    @property
    def formula(self) -> str:
        """Where the element with an index lies: "x[i, j] is element 3*i + j"."""
        letters = [LETTERS[dim % len(LETTERS)] for dim in range(len(self.shape))]
        parts = [str(self.offset)] if self.offset or not letters else []
        for stride, letter in zip(self.strides, letters, strict=True):
            parts.append(letter if stride == 1 else f"{stride}*{letter}")
        index = f"[{', '.join(letters)}]" if letters else ""
        return f"{self.name}{index} is element {' + '.join(parts)}"


class Storage(Frozen):
    """One piece of memory with all names that look at it."""

    elements: int
    itemsize: int
    dtype: str
    occupants: tuple[Occupant, ...]


def memory_map(names: Mapping[str, object], only: str = "") -> tuple[Storage, ...]:
    """Return the storages behind the named tensors, those with several names first."""
    groups: dict[int, list[tuple[str, Tensor]]] = {}
    owners: dict[int, Any] = {}
    for name, value in names.items():
        if isinstance(value, Tensor) and value.layout is STRIDED and not value.is_meta:
            owner = owner_of(value._array)
            owners[id(owner)] = owner
            groups.setdefault(id(owner), []).append((name, value))
    storages = [storage(owners[key], members) for key, members in groups.items()]
    if only:
        storages = [each for each in storages if only in [one.name for one in each.occupants]]
    return tuple(sorted(storages, key=lambda each: -len(each.occupants)))


def place_in(owner: Tensor, tensor: Tensor, place: Index) -> Index | None:
    """Return where an element of a view lies in the tensor that it looks at, None if nowhere.

    In a large tensor it is not looked for: there it has the same place.
    """
    if owner is tensor or owner._array.size > MOST_SEARCHED:
        return place
    steps = sum(at * stride for at, stride in zip(place, strides_of(tensor), strict=True))
    goal = (address(tensor) - address(owner)) / owner._array.itemsize + steps
    reached = np.tensordot(np.array(strides_of(owner), int), np.indices(tuple(owner.shape)), 1)
    found = np.argwhere(reached == goal).tolist()
    return tuple(found[0]) if found else None


def owner_of(array: Any) -> Any:
    """Return the array that owns the memory which an array looks at."""
    while getattr(array, "base", None) is not None and hasattr(array.base, "strides"):
        array = array.base
    return array


def storage(owner: Any, members: list[tuple[str, Tensor]]) -> Storage:
    """Return one storage with its names."""
    start = min(address(tensor) for _, tensor in members)
    start = min(start, place_of(owner))
    return Storage(
        int(owner.nbytes // members[0][1]._array.itemsize),
        int(members[0][1]._array.itemsize),
        members[0][1].dtype.name,
        tuple(
            Occupant(
                name,
                tuple(tensor.shape),
                strides_of(tensor),
                (address(tensor) - start) // tensor._array.itemsize,
                bool(tensor.is_contiguous()),
            )
            for name, tensor in members
        ),
    )


def address(tensor: Tensor) -> int:
    """Return where in the machine's memory a tensor begins."""
    return place_of(tensor._array)


CHECKED = (
    # keeping the elements of a tensor and comparing them costs about as much as a write
    100_000
)
# places that are tried to find an element that lies in two tensors
MOST_WORK = 10_000
MOST_NAMED = 3


class Before(NamedTuple):
    """A tensor that a statement is about to write into, and the elements of those beside it."""

    name: str
    tensor: Any
    # name, tensor, a copy of its elements
    others: tuple[tuple[str, Tensor, Any], ...]


def before(statement: ast.stmt, names: dict[str, Any]) -> Before | None:
    """Return what a statement may change, None where it writes into nothing that is shared."""
    name = written_name(statement)
    tensor: Any = names.get(name)
    if not is_watched(tensor) or tensor._writes is None:
        return None
    others = tuple(
        (other, value, value._array.copy())
        for other, value in names.items()
        if other.strip("_0123456789")
        and value is not tensor
        and is_watched(value)
        and value._array.size <= CHECKED
        and share_storage(value._array, tensor._array)
    )
    return Before(name, tensor, others) if others else None


def shared_writes(seen: Before, names: dict[str, Any]) -> Iterator[str]:
    """Tell which other names changed while a statement wrote into a tensor."""
    if seen.tensor is not names.get(seen.name, seen):
        return
    changed = sorted(
        other
        for other, tensor, elements in seen.others
        if differ(tensor._array, elements)
        and overlap(tensor._array, seen.tensor._array)
        and names.get(other) is tensor
    )
    if changed:
        rest = len(changed) - MOST_NAMED
        listed = ", ".join(changed[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")
        yield f"{seen.name} shares its memory: {listed} changed too."


def is_watched(value: object) -> bool:
    """Return whether a value is a tensor with elements in the main memory."""
    return (
        isinstance(value, Tensor)
        and value.layout is STRIDED
        and not value.is_meta
        and isinstance(value._array, np.ndarray)
    )


def differ(now: Any, then: Any) -> bool:
    """Return whether some element has another number than before; nan is nan."""
    if now.shape != then.shape or now.dtype != then.dtype:
        return False
    same = (now == then) | ((now != now) & (then != then))  # noqa: PLR0124  only nan differs so
    return not same.all()


def overlap(first: Any, second: Any) -> bool:
    """Return whether some byte belongs to elements of both; no, where finding out takes long."""
    try:
        # Numpy's stubs want its own numbers.
        return bool(np.shares_memory(first, second, MOST_WORK))  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return False


def written_name(statement: ast.stmt) -> str:
    """Return the variable into whose tensor a statement writes, empty where it writes none."""
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        target = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        if isinstance(function, ast.Attribute) and function.attr.endswith("_"):
            target = function.value
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""
