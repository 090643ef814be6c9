"""`np.ma`: arrays of which some cells do not count; numpy's own, out of the program's reach."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from tensorlab.engine.random.numpy_state import Numpy
from tensorlab.language.numpy.arguments import WRAPPED, Arguments
from tensorlab.language.numpy.calling import call, pay, run
from tensorlab.language.numpy.operators import (
    BINARY,
    COMPARING,
    UNARY,
    cells_at,
    pay_for_operator,
    taken_index,
)
from tensorlab.language.numpy.printing import USUAL, pay_for_text
from tensorlab.language.numpy.values import MASKED, presented
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS, reading
from tensorlab.language.values.iteration import WALKED
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Builtin, TypeValue

NAMES: Final = (
    "abs add all allclose allequal any append arange arccos arcsin arctan argmax argmin "
    "argsort array around asarray average ceil clip column_stack compressed concatenate copy "
    "corrcoef cos count count_masked cov cumprod cumsum default_fill_value diff divide dot "
    "equal exp expand_dims filled fix_invalid floor floor_divide getdata getmask getmaskarray "
    "greater greater_equal hstack is_mask is_masked isMA isMaskedArray isarray less "
    "less_equal log log10 log2 logical_and logical_not logical_or make_mask mask_or "
    "masked_all masked_all_like masked_array masked_equal masked_greater masked_greater_equal "
    "masked_inside masked_invalid masked_less masked_less_equal masked_not_equal "
    "masked_outside masked_values masked_where max maximum mean median min minimum "
    "minimum_fill_value multiply negative nonzero not_equal ones ones_like outer power prod "
    "ptp ravel remainder repeat reshape round shape sin size sort sqrt squeeze stack std "
    "subtract sum swapaxes take tan tanh transpose true_divide unique var vstack where zeros "
    "zeros_like"
)
OF_ARRAYS: Final = (
    "all any argmax argmin argsort astype clip compressed copy count cumprod cumsum dot "
    "filled flatten item max mean min nonzero prod ptp ravel repeat reshape round sort "
    "squeeze std sum swapaxes take tolist transpose var anom harden_mask soften_mask "
    "shrink_mask"
)
FACTS: Final = ("ndim", "size", "nbytes", "itemsize", "shape", "dtype", "hardmask")
VIEWED: Final = ("T", "real", "imag", "data", "mask", "fill_value")
WORK: Final = 4  # times that the masks are looked at beside the numbers


class Masked:
    """A masked array of a program's."""

    __slots__ = ("inner",)
    __hash__ = None  # type: ignore[assignment]  # as numpy's

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __len__(self) -> int:
        return len(self.inner)

    def __bool__(self) -> bool:
        return bool(self.inner)

    def __float__(self) -> float:
        return float(self.inner)

    def __int__(self) -> int:
        return int(self.inner)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self.inner)))

    def __getitem__(self, index: Any) -> Any:
        """Return some of the cells, or one, or that it does not count."""
        key, cells = key_of(self, index)
        pay(cells, WORK * cells)
        return presented(self.inner[key])

    def __setitem__(self, index: Any, value: Any) -> None:
        """Set some of the cells; those that are set count again."""
        key, cells = key_of(self, index)
        new = Arguments((value,), {}, "append")
        pay(cells, WORK * (cells + new.cells))
        self.inner[key] = new.given[0]

    def __str__(self) -> str:
        return shown(str, self.inner)

    def __repr__(self) -> str:
        return shown(repr, self.inner)


def key_of(value: Masked, index: Any) -> tuple[Any, int]:
    """Return an index as numpy gets it, with the cells that it picks out."""
    arguments = taken_index(index)
    cells = cells_at(value.inner.shape, arguments.given)
    key = tuple(arguments.given) if isinstance(index, tuple) else arguments.given[0]
    return key, cells + arguments.cells


def shown(write: Callable[[Any], str], array: Any) -> str:
    """Return a text of a masked array."""
    with np.printoptions(**USUAL | Numpy.options):
        pay_for_text(array.data)
        pay_for_text(array.data)
        return write(array)


def both(name: str, function: Callable[[Any, Any], Any], *, turned: bool) -> Callable[..., Any]:
    """Return the method of an operator with two operands."""

    def method(self: Masked, other: Any) -> Any:
        arguments = Arguments((other, self) if turned else (self, other), {})
        pay_for_operator(name, arguments)
        return run(function, arguments)

    return method


def one(function: Callable[[Any], Any]) -> Callable[[Masked], Any]:
    """Return the method of an operator with one operand."""

    def method(self: Masked) -> Any:
        pay(self.inner.size, WORK * self.inner.size)
        return presented(function(self.inner))

    return method


def method_of(name: str) -> Callable[..., Any]:
    """Return a method of masked arrays."""

    def method(self: Masked, *given: Any, **named: Any) -> Any:
        return call(name, getattr(np.ma.MaskedArray, name), (self, *given), named)

    method.__name__ = method.__qualname__ = name
    return method


def function_of(name: str) -> Builtin:
    """Return one of the functions of np.ma."""
    function = getattr(np.ma, name)
    return Builtin(name, lambda *given, **named: call(name, function, given, named))


def reader(name: str) -> Callable[[Masked], Any]:
    """Return what reads a part of a masked array, which shares its memory."""
    return lambda value: presented(getattr(value.inner, name))


def put_mask(value: Masked, new: Any) -> None:
    """Say anew which cells do not count."""
    arguments = Arguments((new,), {})
    pay(value.inner.size, value.inner.size)
    value.inner.mask = arguments.given[0]


def put_fill_value(value: Masked, new: Any) -> None:
    """Say what stands for cells that do not count."""
    value.inner.fill_value = Arguments((new,), {}).given[0]


def namespace() -> Namespace:
    """Return the table of `np.ma`."""
    found: dict[str, Any] = {name: function_of(name) for name in NAMES.split()}
    found["masked"] = NOT_COUNTED
    found["nomask"] = np.ma.nomask
    found["MaskedArray"] = TYPE_VALUES[Masked] = TypeValue(
        "numpy.ma.MaskedArray", (Masked,), found["masked_array"].function
    )
    return Namespace("numpy.ma", Table(found))


def as_masked(inner: Any) -> Masked:
    """Return a masked array as programs have it: that no cell is there is said by one value."""
    return NOT_COUNTED if inner is np.ma.masked else Masked(inner)


def put(value: Masked, held: Any) -> None:
    """Let a masked array hold what it held."""
    if value is not NOT_COUNTED:
        value.inner = held


Masked.__name__ = "numpy.ma.MaskedArray"
NOT_COUNTED: Final = Masked(np.ma.masked)
for _name, _function in (*BINARY.items(), *COMPARING.items()):
    setattr(Masked, f"__{_name}__", both(_name, _function, turned=False))
for _name, _function in BINARY.items():
    setattr(Masked, f"__r{_name}__", both(_name, _function, turned=True))
for _name, _single in UNARY.items():
    setattr(Masked, f"__{_name}__", one(_single))
MASKED[:] = [as_masked]
WRAPPED.add(Masked)
WALKED.add(Masked)
METHODS[Masked] = {name: method_of(name) for name in OF_ARRAYS.split()}
PROPERTIES[Masked] = {
    **{name: reader(name) for name in VIEWED},
    **reading(FACTS, of="inner"),
}
SETTERS[Masked] = {"mask": put_mask, "fill_value": put_fill_value}
KINDS[Masked] = Kind(
    lambda value: value.inner.copy(), nothing, lambda value, held: put(value, held)
)
