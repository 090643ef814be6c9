"""Parameters in lists and tables; tensors among them become parameters."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.type_names import tensor_type_name
from tensorlab.engine.warning import in_full
from tensorlab.nn.containers import Table, pairs_of, place_of, require_iterable
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter


def trained(value: object) -> Any:
    """Return a value as such a list keeps it: a tensor as a parameter."""
    return Parameter(value) if isinstance(value, Tensor) and not value._is_param else value


def described(name: str, value: Any, kind: Any) -> str:
    """Return the line about one value of a list."""
    if isinstance(value, Tensor):
        size = "x".join(map(str, value.shape))
        return f"  ({name}): Parameter containing: [{kind(value)} of size {size}]"
    return f"  ({name}): Object of type: {type(value).__name__}"


class ParameterList(Module):
    """A list of parameters, and of anything else, which belong to the module that has it.

    >>> torch.nn.ParameterList([torch.ones(2)])
    ParameterList(  (0): Parameter containing: [torch.float32 of size 2])
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self.__dict__["_size"] = 0
        self.extend(() if values is None else values)

    _place_of = place_of

    def __len__(self) -> int:
        return int(self._size)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, str(place)) for place in range(self._size))

    def __getitem__(self, index: object) -> Any:
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return getattr(self, str(self._place_of(index)))

    def __setitem__(self, index: object, value: object) -> None:
        setattr(self, str(self._place_of(index)), trained(value))

    def append(self, value: object) -> "ParameterList":
        """Add a value at the end; return the list."""
        self.__dict__["_size"] += 1
        setattr(self, str(self._size - 1), trained(value))
        return self

    def extend(self, values: Iterable[Any]) -> "ParameterList":
        """Add values at the end; return the list.

        Raises:
            TypeError: they cannot be gone through.
        """
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(in_full("{}.extend should be", "ParameterList", type(values).__name__))
        for value in values:
            self.append(value)
        return self

    def __iadd__(self, values: Iterable[Any]) -> "ParameterList":  # noqa: PYI034  as in PyTorch
        return self.extend(values)

    def extra_repr(self) -> str:
        """Return a line for each value."""
        pairs = enumerate(self)
        return "\n".join(described(str(n), value, lambda each: each.dtype) for n, value in pairs)

    def __call__(self, *args: object, **settings: object) -> Any:
        """Refuse to be called: a list computes nothing."""
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Table):
    """A dict of parameters, and of anything else, which belong to the module that has it.

    >>> torch.nn.ParameterDict({"w": torch.ones(2)})
    ParameterDict(  (w): Parameter containing: [torch.FloatTensor of size 2])
    """

    _parts = property(lambda self: self._keys)

    def __init__(self, parameters: object = None) -> None:
        super().__init__()
        self.__dict__["_keys"] = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key: str, value: object) -> None:
        setattr(self, self._key_to_attr(key), trained(value))
        self._keys[key] = key

    def __delitem__(self, key: str) -> None:
        delattr(self, self._keys.pop(key))

    def _key_to_attr(self, key: object) -> str:
        """Return under which name a value is kept: its own, which is a text."""
        if not isinstance(key, str):
            raise TypeError(in_full("Index given to ParameterDict", repr(type(key).__name__)))
        return key

    def values(self) -> Iterable[Any]:
        """Return the values."""
        return [self[key] for key in self._keys]

    def items(self) -> Iterable[tuple[str, Any]]:
        """Return names and values."""
        return [(key, self[key]) for key in self._keys]

    def get(self, key: str, default: object = None) -> Any:
        """Return the value of a name, or the default where there is none."""
        return self[key] if key in self._keys else default

    def pop(self, key: str) -> Any:
        """Take a value out and return it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Take the last value out and return it with its name."""
        name = next(reversed(self._keys))
        return name, self.pop(name)

    def setdefault(self, key: str, default: Tensor | None = None) -> Any:
        """Return the value of a name; where there is none, the default, which is added."""
        if key not in self._keys:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Take all values out."""
        for name in list(self._keys):
            del self[name]

    def copy(self) -> "ParameterDict":
        """Return another table of the same values."""
        return ParameterDict(dict(self.items()))

    def fromkeys(self, keys: Iterable[str], default: object = None) -> "ParameterDict":
        """Return a table with the default under each name."""
        return ParameterDict(dict.fromkeys(keys, default))

    def __reversed__(self) -> Iterator[str]:
        names: list[str] = list(self._keys)
        return reversed(names)

    def __or__(self, other: "ParameterDict") -> "ParameterDict":
        both = self.copy()
        both.update(other)
        return both

    def __ror__(self, other: Any) -> Any:
        copy = other.copy()
        copy.update(self.items())
        return copy

    def __ior__(self, other: "ParameterDict") -> "ParameterDict":  # noqa: PYI034  as in PyTorch
        self.update(other)
        return self

    def update(self, parameters: Any) -> None:
        """Add the values of a table or of pairs; of a plain table in the order of their names.

        Raises:
            TypeError: it is neither.
        """
        require_iterable("ParametersDict", parameters)
        if isinstance(parameters, OrderedDict | ParameterDict):
            named: Any = parameters.items()
        elif isinstance(parameters, Mapping):
            named = sorted(parameters.items())
        else:
            named = pairs_of("ParameterDict", parameters)
        for name, value in named:
            self[name] = value

    def extra_repr(self) -> str:
        """Return a line for each value."""
        return "\n".join(described(name, value, tensor_type_name) for name, value in self.items())

    def __call__(self, *args: object, **settings: object) -> Any:
        """Refuse to be called: a list computes nothing."""
        raise RuntimeError("ParameterDict should not be called.")
