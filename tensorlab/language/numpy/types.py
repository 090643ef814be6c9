"""numpy's types as programs have them: np.float32 and its like, data types, what they can say."""

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.expressions.invoking import CALLABLE
from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.calling import Ufunc, call, pay, run
from tensorlab.language.numpy.facts import Flags
from tensorlab.language.numpy.values import NUMBERS, Array, base_of, plain, presented
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS, reading
from tensorlab.language.values.display import text_of
from tensorlab.language.values.iteration import lazily
from tensorlab.language.values.text_methods import TEXT_METHODS
from tensorlab.language.values.types import TYPE_VALUES, no_instances
from tensorlab.language.values.values import Builtin, TypeValue

KINDS: Final = (
    np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact,
    np.floating, np.complexfloating,
)  # fmt: skip
ALIASES: Final = {"bool_": "bool", "int_": "int64", "uint": "uint64", "half": "float16",
                  "single": "float32", "double": "float64", "csingle": "complex64",
                  "cdouble": "complex128", "intp": "int64", "byte": "int8", "ubyte": "uint8",
                  "short": "int16", "ushort": "uint16", "intc": "int32",
                  "uintc": "uint32"}  # fmt: skip
LONGEST_NUMBER: Final = 100
ARRAY_METHODS: Final = (
    "all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy "
    "cumprod cumsum diagonal dot fill flatten item max mean min nonzero partition prod put ravel "
    "repeat reshape round searchsorted sort squeeze std sum swapaxes take tobytes tolist trace "
    "transpose "
    "var view"
)
SCALAR_METHODS: Final = (
    "all any argmax argmin astype clip conj conjugate copy cumprod cumsum flatten item max mean "
    "min prod ravel repeat reshape round squeeze std sum tolist transpose var"
)
VIEWED: Final = ("T", "mT", "real", "imag")
OF_TYPES: Final = ("name", "names", "kind", "itemsize", "char", "num", "str")
PLAIN: Final = ("ndim", "size", "nbytes", "itemsize", "shape", "strides")


class ScalarType(TypeValue):
    """One of numpy's types of numbers; wherever numpy wants a data type it stands for that one."""

    __slots__ = ("dtype",)

    def __init__(self, name: str, kind: Any) -> None:
        super().__init__(f"numpy.{name}", (kind,), self.made)
        self.dtype = np.dtype(kind)

    def made(self, *given: Any) -> Any:
        """Return a number of the type, or an array."""
        kind: Any = self.classes[0]
        if len(given) == 1 and isinstance(given[0], str) and len(given[0]) <= LONGEST_NUMBER:
            return presented(kind(given[0]))
        return call(self.name, kind, given, {})

    def __eq__(self, other: object) -> bool:
        return other is self or (isinstance(other, np.dtype) and other == self.dtype)

    def __hash__(self) -> int:
        return hash(self.name)


ScalarType.__name__ = "type"
CALLABLE[ScalarType] = TypeValue.__call__


def method(name: str, owner: Any) -> Callable[..., Any]:
    """Return a method of arrays or of numbers, through the gate."""
    function = getattr(owner, name)

    def run_method(self: Any, *given: Any, **named: Any) -> Any:
        return call(name, function, (self, *given), named)

    run_method.__name__ = run_method.__qualname__ = name
    return run_method


def scalar_method(name: str) -> Callable[..., Any]:
    """Return a method of numbers."""

    def run_method(self: Any, *given: Any, **named: Any) -> Any:
        arguments = Arguments(given, named)
        pay(arguments.cells, arguments.cells)
        return run(getattr(self, name), arguments)

    run_method.__name__ = run_method.__qualname__ = name
    return run_method


def reshape(self: Any, *shape: Any, **named: Any) -> Any:
    """Return an array in another shape: of one that lies in a row nothing is copied."""
    arguments = Arguments((self, *shape), named)
    pay(0 if self.flags.c_contiguous else self.size, len(shape))
    return run(np.ndarray.reshape, arguments)


def view(self: Any, dtype: Any = None) -> Any:
    """Return the same memory, read as numbers of another type."""
    given = (self,) if dtype is None else (self, dtype)
    return call("asarray", np.ndarray.view, given, {})


def tolist(self: Any) -> Any:
    """Return the numbers as Python's, in lists."""
    return call("tolist", np.ndarray.tolist, (self,), {})


def viewed(name: str) -> Callable[[Any], Any]:
    """Return what reads a part of an array that shares its memory."""
    return lambda value: presented(getattr(plain(value), name))


def resize(self: Any, *new_shape: Any, refcheck: Any = True) -> None:
    """Give an array another shape in its memory.

    Raises:
        ValueError: it would need more cells, or fewer.
    """
    given = new_shape[0] if len(new_shape) == 1 else new_shape
    shape = tuple(np.atleast_1d(Arguments((given,), {}).given[0]).tolist())
    if math.prod(shape) != self.size:
        raise ValueError("cannot resize this array: it does not own its data")
    self.shape = shape


def set_shape(value: Any, new: Any) -> None:
    """Set the shape of an array: it stays in its memory."""
    value.shape = tuple(Arguments((new,), {}).given[0]) if isinstance(new, list | tuple) else new


def ufunc_method(name: str) -> Callable[..., Any]:
    """Return a method of functions that work cell by cell."""

    def run_method(self: Any, *given: Any, **named: Any) -> Any:
        cost = "outer" if name == "outer" else f"{self.name}.{name}"
        return call(cost, getattr(self.function, name), given, named)

    run_method.__name__ = run_method.__qualname__ = name
    return run_method


def describe_types() -> None:
    """Enter what arrays, numbers and data types offer into the tables of attributes."""
    describe_arrays()
    describe_numbers()
    METHODS[np.dtype] = {}
    PROPERTIES[np.dtype] = {
        **reading(OF_TYPES),
        "type": lambda dtype: TYPE_VALUES[dtype.type],
        "fields": fields_of_type,
    }
    METHODS[Ufunc] = {
        name: ufunc_method(name) for name in ("reduce", "accumulate", "outer", "at", "reduceat")
    }
    PROPERTIES[Ufunc] = {
        "__name__": lambda value: value.name,
        **reading(("nin", "nout", "identity"), of="function"),
    }


def describe_arrays() -> None:
    """Enter what arrays offer."""
    METHODS[Array] = {
        **{name: method(name, np.ndarray) for name in ARRAY_METHODS.split()},
        "reshape": reshape, "view": view, "tolist": tolist, "resize": resize,
    }  # fmt: skip
    PROPERTIES[Array] = {
        **reading((*PLAIN, "dtype")),
        **{name: viewed(name) for name in VIEWED},
        "flags": Flags,
        "base": base_of,
        "flat": lambda value: lazily("numpy.flatiter", plain(value).flat),
    }
    SETTERS[Array] = {"shape": set_shape}


def describe_numbers() -> None:
    """Enter what numbers offer, and what is known of their types."""
    METHODS[np.generic] = {name: scalar_method(name) for name in SCALAR_METHODS.split()}
    PROPERTIES[np.generic] = reading((*PLAIN, "dtype", "real", "imag", "T"))
    METHODS[np.float64] = {**METHODS[np.generic], "is_integer": np.float64.is_integer}
    PROPERTIES[np.float64] = PROPERTIES[np.complex128] = PROPERTIES[np.generic]
    METHODS[np.complex128] = METHODS[np.generic]
    parts = "bits dtype eps epsneg max min resolution smallest_normal smallest_subnormal tiny"
    PROPERTIES[np.finfo] = reading((*parts.split(), "precision", "nmant", "nexp"))
    PROPERTIES[np.iinfo] = reading(("bits", "dtype", "max", "min"))


def dtype_of(dtype: Any, *rest: Any, **named: Any) -> Any:
    """Return a data type."""
    return call("dtype", np.dtype, (dtype,), {})


def make_array(shape: Any, dtype: Any = float) -> Any:
    """Return an array of zeros: what memory held before is not shown."""
    return call("zeros", np.zeros, (shape, *(() if dtype is float else (dtype,))), {})


def fields_of_type(dtype: Any) -> Any:
    """Return the types of the parts with where they begin, by name."""
    if dtype.names is None:
        return None
    return {name: dtype.fields[name][:2] for name in dtype.names}


def names() -> dict[str, Any]:
    """Return the types by their names in numpy."""
    found: dict[str, Any] = {}
    for number in NUMBERS:
        name = number.__name__ if number in {np.longlong, np.ulonglong} else np.dtype(number).name
        TYPE_VALUES[number] = ScalarType(number.__name__, number)
        found.setdefault(name, TYPE_VALUES[number])
    found.update({alias: found[name] for alias, name in ALIASES.items()})
    for kind in KINDS:
        name = f"numpy.{kind.__name__}"
        TYPE_VALUES[kind] = found[kind.__name__] = TypeValue(name, (kind,), no_instances(name))
    found["ndarray"] = TYPE_VALUES[Array] = TypeValue(
        "numpy.ndarray", (np.ndarray,), make_array,
        {name: Builtin(name, function) for name, function in METHODS[Array].items()},
    )  # fmt: skip
    METHODS[np.str_], PROPERTIES[np.str_] = TEXT_METHODS, PROPERTIES[np.generic]
    TYPE_VALUES[np.str_] = found["str_"] = TypeValue("numpy.str_", (np.str_,), text_of)
    found["dtype"] = TypeValue("numpy.dtype", (np.dtype,), dtype_of)
    for number in NUMBERS:
        of_number = type(np.dtype(number))
        TYPE_VALUES[of_number] = TypeValue(
            f"numpy.dtypes.{of_number.__name__}", (of_number,), dtype_of
        )
    return found
