"""numpy's types as programs have them: np.float32 and its like, data types, what they can say."""

from collections.abc import Callable
from operator import attrgetter, index
from typing import Any, Final

import numpy as np

from tensorlab.errors import meant
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.gate import call, call_named
from tensorlab.language.numpy.taking import Taken
from tensorlab.language.numpy.values import NUMBERS, Array, base_of, plain, presented
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS, reading
from tensorlab.language.values.display import text_of
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.invoking import CALLABLE
from tensorlab.language.values.text_methods import TEXT_METHODS
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import TypeValue, no_instances, type_name

ABSTRACT: Final = (
    np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact,
    np.floating, np.complexfloating,
)  # fmt: skip
ALIASES: Final = ("bool_", "int_", "uint", "half", "single", "double", "intp", "intc")
ARRAY_METHODS: Final = (
    "all any argmax argmin argpartition argsort astype clip conj conjugate copy cumprod cumsum "
    "diagonal dot fill flatten item max mean min nonzero prod put ravel repeat reshape round "
    "searchsorted sort squeeze std sum swapaxes take tobytes tolist trace transpose var view"
)
NUMBER_METHODS: Final = (
    "all any argmax argmin astype clip conj conjugate copy cumprod cumsum flatten item max mean "
    "min prod ravel repeat reshape round squeeze std sum tolist transpose var"
)
VIEWED: Final = ("T", "mT", "real")
OF_TYPES: Final = ("name", "kind", "itemsize", "char", "num", "str")
OF_ARRAYS: Final = ("ndim", "size", "nbytes", "itemsize", "shape", "strides", "dtype")
OF_FLOATS: Final = (
    "bits dtype eps epsneg max min resolution smallest_normal smallest_subnormal tiny precision "
    "nmant nexp"
)


class NumberType(TypeValue):
    """One of numpy's types of numbers; wherever numpy wants a data type it stands for that one."""

    __slots__ = ("dtype",)

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(f"numpy.{name}", (kind,), self.made)
        self.dtype = np.dtype(kind)

    def made(self, *given: object) -> Any:
        """Return a number of the type, or an array."""
        return call(DECLARED["number"], self.classes[0], given, {})

    def __eq__(self, other: object) -> bool:
        return other is self or (isinstance(other, np.dtype) and other == self.dtype)

    def __hash__(self) -> int:
        return hash(self.name)


NumberType.__name__ = "type"


def method(name: str) -> Callable[..., Any]:
    """Return a method of arrays and of numbers, through the gate."""
    declared = DECLARED.get(f"ndarray.{name}") or DECLARED[name]
    of_arrays = getattr(np.ndarray, name)
    of_numbers = getattr(np.generic, name, None)

    def run(self: object, *given: object, **named: object) -> Any:
        function: Any = of_arrays if isinstance(self, Array) else of_numbers
        return call(declared, function, (self, *given), named)

    run.__name__ = run.__qualname__ = name
    return run


def view(self: object, dtype: object = None) -> Any:
    """Return the same memory, read as numbers of another type.

    Raises:
        TypeError: it is no array, or numbers would be read as texts or truth values.
    """
    if not isinstance(self, Array):
        raise TypeError(f"an array can be viewed, not '{type_name(self)}'")
    wanted = self.dtype if dtype is None else np.dtype(Taken().argument(dtype, "dtype"))
    if wanted != self.dtype and (wanted.kind in "Ub" or self.dtype.kind == "U"):
        raise TypeError(f"an array of {self.dtype} cannot be viewed as {wanted}: use astype")
    return call(DECLARED["ndarray.view"], np.ndarray.view, (self, wanted), {})


def viewed(name: str) -> Callable[[Any], Any]:
    """Return what reads a part of an array that shares its memory."""
    read = attrgetter(name)
    return lambda value: presented(read(plain(value)))


def set_shape(value: Any, new: object) -> None:
    """Set the shape of an array: it stays in its memory.

    Raises:
        AttributeError: its elements do not lie in a row there.
    """
    taken = Taken().value(new)
    sizes = taken if isinstance(taken, list | tuple) else [taken]
    try:
        value.shape = tuple(map(index, sizes))
    except AttributeError as error:
        raise meant(error) from None


def ufunc_method(name: str) -> Callable[..., Any]:
    """Return a method of functions that work element by element."""
    declared = DECLARED[f"ufunc.{name}"]

    def run(self: Any, *given: object, **named: object) -> Any:
        function = getattr(self.function, name)
        return call(declared, apart(function) if name == "at" else function, given, named)

    run.__name__ = run.__qualname__ = name
    return run


def apart(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that reads copies: numpy fails badly in reading what it writes."""
    return lambda first, *rest: function(first, *map(apart_from_it, rest))


def apart_from_it(value: object) -> Any:
    """Return a copy of an array, or of the arrays in a tuple."""
    if isinstance(value, tuple):
        return tuple(map(apart_from_it, value))
    return value.copy() if isinstance(value, np.ndarray) else value


def describe(function_kind: type) -> None:
    """Enter what arrays, numbers, data types and functions offer into the tables of attributes."""
    METHODS[Array] = {name: method(name) for name in ARRAY_METHODS.split()} | {"view": view}
    PROPERTIES[Array] = {
        **reading(OF_ARRAYS),
        **{name: viewed(name) for name in VIEWED},
        # of real numbers new zeros
        "imag": lambda value: call_named("imag", np.imag, value),
        "base": base_of,
    }
    SETTERS[Array] = {"shape": set_shape}
    describe_numbers()
    METHODS[np.dtype] = {}
    PROPERTIES[np.dtype] = {**reading(OF_TYPES), "type": lambda dtype: TYPE_VALUES[dtype.type]}
    methods = ("reduce", "accumulate", "outer", "at")
    METHODS[function_kind] = {name: ufunc_method(name) for name in methods}
    PROPERTIES[function_kind] = {
        "__name__": lambda value: value.name,
        **reading(("nin", "nout", "identity"), of="function"),
    }


def describe_numbers() -> None:
    """Enter what numbers offer, and what is known of their types."""
    METHODS[np.generic] = {name: method(name) for name in NUMBER_METHODS.split()}
    PROPERTIES[np.generic] = reading((*OF_ARRAYS, "real", "imag", "T"))
    METHODS[np.float64] = {**METHODS[np.generic], "is_integer": np.float64.is_integer}
    METHODS[np.complex128] = METHODS[np.generic]
    METHODS[np.str_] = {**TEXT_METHODS, "item": str}
    for kind in (np.float64, np.complex128, np.str_):
        PROPERTIES[kind] = PROPERTIES[np.generic]
    PROPERTIES[np.finfo] = reading(OF_FLOATS.split())
    PROPERTIES[np.iinfo] = reading(("bits", "dtype", "max", "min"))


def dtype_of(dtype: object) -> Any:
    """Return a data type."""
    return call_named("dtype", np.dtype, dtype)


def make_array(shape: object, dtype: object = None) -> Any:
    """Return an array of zeros: what memory held before is not shown."""
    return call_named("ndarray", np.zeros, shape, *(() if dtype is None else (dtype,)))


def names() -> dict[str, Any]:
    """Return the types by their names in numpy."""
    found: dict[str, Any] = {}
    for number in NUMBERS:
        TYPE_VALUES[number] = NumberType(number.__name__, number)
        found.setdefault(np.dtype(number).name, TYPE_VALUES[number])
        of_number = type(np.dtype(number))
        name = f"numpy.dtypes.{of_number.__name__}"
        TYPE_VALUES[of_number] = TypeValue(name, (of_number,), dtype_of)
    found.update({alias: found[np.dtype(getattr(np, alias)).name] for alias in ALIASES})
    for kind in ABSTRACT:
        name = f"numpy.{kind.__name__}"
        TYPE_VALUES[kind] = found[kind.__name__] = TypeValue(name, (kind,), no_instances(name))
    methods = {name: Builtin(name, function) for name, function in METHODS[Array].items()}
    found["ndarray"] = TypeValue("numpy.ndarray", (np.ndarray,), make_array, methods)
    TYPE_VALUES[Array] = found["ndarray"]
    found["str_"] = TYPE_VALUES[np.str_] = TypeValue("numpy.str_", (np.str_,), text_of)
    found["dtype"] = TypeValue("numpy.dtype", (np.dtype,), dtype_of)
    CALLABLE[NumberType] = TypeValue.__call__
    return found
