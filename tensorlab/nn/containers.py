"""Modules and parameters in rows and tables."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any

from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn.module import Module


def place_of(row: Any, index: Any) -> int:
    """Return the place that an index means, from behind where it is negative.

    Raises:
        IndexError: there is none.
    """
    place, count = operator.index(index), len(row)
    if not -count <= place < count:
        raise IndexError(f"index {place} is out of range")
    return place % count


class Row(Module):
    """Modules by their place: what Sequential and ModuleList have in common."""

    _place_of = place_of

    def _renumbered(self, modules: Iterable[Module]) -> None:
        """Hold these modules, numbered from 0."""
        self.__dict__["_modules"] = {str(place): module for place, module in enumerate(modules)}

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._part(index)
        return list(self._modules.values())[self._place_of(index)]

    def _part(self, index: slice) -> Any:
        """Return the modules of a slice, in a row of the same kind."""
        # Subclasses with other arguments fail as in PyTorch.
        return type(self)(list(self._modules.values())[index])

    def __setitem__(self, index: object, module: Module) -> None:
        name = list(self._modules)[self._place_of(index)]
        setattr(self, name, module)

    def __delitem__(self, index: object) -> None:
        modules = list(self._modules.values())
        del modules[index if isinstance(index, slice) else self._place_of(index)]
        self._renumbered(modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def append(self, module: Module) -> Any:
        """Add a module at the end; return the row."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, sequential: Iterable[Module]) -> Any:
        """Add modules at the end; return the row."""
        for module in sequential:
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Any:
        """Put a module before the one at a place, counting by numbers as names."""
        for place in range(len(self), index, -1):
            self._modules[str(place)] = self._modules[str(place - 1)]
        self._modules[str(index)] = module

    def pop(self, key: object) -> Module:
        """Take a module out and return it."""
        module: Module = self[key]
        del self[key]
        return module


class Sequential(Row):
    """Layers one after the other: each one's result is the next one's input.

    >>> torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Flatten(0))(torch.tensor([[-1., 2.]]))
    tensor([0., 2.])
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        named = args[0] if len(args) == 1 and isinstance(args[0], OrderedDict) else None
        pairs = named.items() if named is not None else ((str(n), m) for n, m in enumerate(args))
        for name, module in pairs:
            self.add_module(name, module)

    def _part(self, index: slice) -> "Sequential":
        """Return the layers of a slice under their names."""
        return type(self)(OrderedDict(list(self._modules.items())[index]))

    def insert(self, index: int, module: Module) -> "Sequential":
        """Put a module before the one at a place; return the row.

        Raises:
            AssertionError: it is no module.
            IndexError: there is no such place.
            KeyError: the layers have names other than their places.
        """
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        count = len(self)
        if not -count <= index <= count:
            raise IndexError(f"Index out of range: {index}")
        super().insert(index + count if index < 0 else index, module)
        return self

    def forward(self, input: Tensor) -> Any:
        """Return what the last layer makes of what those before it made."""
        for module in self._modules.values():
            input = module(input)
        return input

    def __add__(self, other: "Sequential") -> "Sequential":
        return Sequential(*self).__iadd__(other)

    def __iadd__(self, other: "Sequential") -> "Sequential":  # noqa: PYI034  as in PyTorch
        if not isinstance(other, Sequential):
            raise ValueError(
                "add operator supports only objects of Sequential class, but "
                f"{class_text(other)} is given."
            )
        self.extend(other)
        return self

    def __mul__(self, other: int) -> "Sequential":
        self._require_count(other)
        return Sequential(*list(self) * other)

    __rmul__ = __mul__

    def __imul__(self, other: int) -> "Sequential":  # noqa: PYI034  as in PyTorch
        self._require_count(other)
        self.extend(list(self) * (other - 1))
        return self

    def _require_count(self, other: object) -> None:
        """Refuse to repeat the layers no times, or by what is no number.

        Raises:
            TypeError: it is none.
            ValueError: it is not positive.
        """
        if not isinstance(other, int):
            raise TypeError(
                f"unsupported operand type(s) for *: {class_text(self)} and {class_text(other)}"
            )
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {class_text(self)}")


class ModuleList(Row):
    """A list of modules, whose parameters belong to the module that has it.

    >>> torch.nn.ModuleList([torch.nn.ReLU(), torch.nn.ReLU()])
    ModuleList(
      (0-1): 2 x ReLU()
    )
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(() if modules is None else modules)

    def extend(self, modules: Iterable[Module]) -> "ModuleList":
        """Add modules at the end; return the list."""
        if not isinstance(modules, Iterable):
            raise TypeError(in_full("{}.extend should be", "ModuleList", type(modules).__name__))
        super().extend(modules)
        return self

    def __iadd__(self, modules: Iterable[Module]) -> "ModuleList":  # noqa: PYI034  as in PyTorch
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> "ModuleList":
        return ModuleList(chain(self, other))

    def __repr__(self) -> str:
        """Return the list with equal neighbours written once."""
        if not len(self):
            return f"{self._get_name()}()"
        lines: list[str] = []
        first = 0
        for text, alike in groupby(map(repr, self)):
            count = len(list(alike))
            last = first + count - 1
            places = f"({first}-{last}): {count} x" if count > 1 else f"({first}):"
            lines.append(f"{places} {text}")
            first += count
        body = "\n".join(lines).replace("\n", "\n  ")
        return f"{self._get_name()}(\n  {body}\n)"


class Table(Module):
    """Parts by their name: what ModuleDict and ParameterDict have in common."""

    _parts: Any

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __contains__(self, key: object) -> bool:
        return key in self._parts

    def keys(self) -> Iterable[str]:
        """Return the names."""
        return self._parts.keys()  # type: ignore[no-any-return]  # of either kind


class ModuleDict(Table):
    """A dict of modules, whose parameters belong to the module that has it.

    >>> torch.nn.ModuleDict({"act": torch.nn.ReLU()})
    ModuleDict(
      (act): ReLU()
    )
    """

    _parts = property(lambda self: self._modules)

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def clear(self) -> None:
        """Take out everything."""
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Take a module out and return it."""
        return self._modules.pop(key)

    def items(self) -> Iterable[tuple[str, Any]]:
        """Return names and modules."""
        return self._modules.items()

    def values(self) -> Iterable[Any]:
        """Return the modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add the modules of a table or of pairs.

        Raises:
            TypeError: it is neither.
        """
        require_iterable("ModuleDict", modules)
        table = isinstance(modules, Mapping | ModuleDict)
        for name, module in modules.items() if table else pairs_of("ModuleDict", modules):
            self[name] = module


def require_iterable(kind: str, given: object) -> None:
    """Refuse what has no pairs of names and values.

    Raises:
        TypeError: it can not be gone through.
    """
    if not isinstance(given, Iterable):
        raise TypeError(
            f"{kind}.update should be called with an iterable of key/value pairs, but got "
            f"{type(given).__name__}"
        )


def pairs_of(kind: str, given: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Yield names and values.

    Raises:
        TypeError: one of them is no pair.
        ValueError: one of them has more parts, or fewer.
    """
    for place, pair in enumerate(given):
        head = f"{kind} update sequence element #{place}"
        if not isinstance(pair, Iterable):
            raise TypeError(f"{head} should be Iterable; is{type(pair).__name__}")
        name, *values = pair
        if len(values) != 1:
            raise ValueError(f"{head} has length {len(values) + 1}; 2 is required")
        yield name, values[0]
