"""Which names share memory, and how an index becomes a place in it."""

from collections.abc import Mapping
from typing import Any

from tensorlab.engine.formats import STRIDED
from tensorlab.engine.layout import address as place_of
from tensorlab.engine.tensor import Tensor
from tensorlab.frozen import Frozen
from tensorlab.ops.tensor.attributes import strides_of

LETTERS = "ijklmnop"


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
            owner = owner_of(value.array)
            owners[id(owner)] = owner
            groups.setdefault(id(owner), []).append((name, value))
    storages = [storage(owners[key], members) for key, members in groups.items()]
    if only:
        storages = [each for each in storages if only in [one.name for one in each.occupants]]
    return tuple(sorted(storages, key=lambda each: -len(each.occupants)))


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
        int(owner.nbytes // members[0][1].array.itemsize),
        int(members[0][1].array.itemsize),
        members[0][1].dtype.name,
        tuple(
            Occupant(
                name,
                tuple(tensor.shape),
                strides_of(tensor),
                (address(tensor) - start) // tensor.array.itemsize,
                bool(tensor.is_contiguous()),
            )
            for name, tensor in members
        ),
    )


def address(tensor: Tensor) -> int:
    """Return where in the machine's memory a tensor begins."""
    return place_of(tensor.array)
