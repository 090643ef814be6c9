"""A function's parameters, read from its forward, and PyTorch's words for wrong arguments."""

import sys
from collections.abc import Callable, Container
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import numpy as np

from tensorlab.engine.dtypes import PYTHON_TYPES, DType
from tensorlab.engine.overloads import NUMPY_NAMES
from tensorlab.engine.refusal import fits_any, refusal
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

# What an operand is to its function. A forward says so in its annotations.
Array = Annotated[Any, "tensor"]  # takes part in promotion
Operand = Annotated[Any, "tensor or number"]  # likewise, and may be a Python number
Mask = Annotated[Any, "mask"]  # a tensor that keeps its own type
Index = Annotated[Any, "index"]  # likewise, of whole numbers
Factor = Annotated[Any, "number"]  # a number that is first rounded to the operands' type
Arrays = Annotated[Any, "tensors"]  # a list of tensors that are promoted together

OPERANDS = (Array, Operand, Mask, Index)
PROMOTED = (Array, Operand)
UNIONS = (UnionType, Union)  # of types, and of the roles above

Number = int | float | complex
Dims = int | tuple[int, ...]


class Missing:
    """Stands for an argument that was not given, so that the engine itself can say so."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()

TYPE_NAMES: dict[Any, str] = {
    int: "int", float: "float", bool: "bool", str: "str", DType: "torch.dtype",
    Number: "Number", Factor: "Number", tuple[int, ...]: "tuple of ints",
    Dims: "tuple of ints", Arrays: "tuple of Tensors",
}  # fmt: skip


class Parameter:
    """One parameter: its name, what it takes, and what it is when not given."""

    __slots__ = ("annotation", "default", "keyword_only", "name", "variadic")

    def __init__(
        self, name: str, annotation: Any, default: Any, *, keyword_only: bool, variadic: bool
    ) -> None:
        self.name = name
        self.annotation = annotation
        self.default = default
        self.keyword_only = keyword_only
        self.variadic = variadic

    @property
    def is_operand(self) -> bool:
        """Whether it takes a tensor."""
        return any(self.annotation is role for role in OPERANDS)


class Signature:
    """The parameters of a forward, in order, and the ones that the engine adds."""

    def __init__(
        self, forward: Callable[..., Any], extra: dict[str, Any], namespace: str = "torch"
    ) -> None:
        self.forward = forward
        self.namespace = namespace
        self.extra = extra

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name: the forward's, then `dtype`, `out` and the like."""
        code = self.forward.__code__
        annotations = self.forward.__annotations__
        positional = code.co_varnames[: code.co_argcount]
        keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        defaults = self.forward.__defaults__ or ()
        values = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
        values |= self.forward.__kwdefaults__ or {}
        found = {
            name: Parameter(
                name,
                annotations.get(name),
                values.get(name, MISSING),
                keyword_only=name in keywords,
                variadic=False,
            )
            for name in positional + keywords
        }
        if code.co_flags & 0x04:  # the forward takes *sizes
            name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
            found[name] = Parameter(
                name, annotations.get(name), (), keyword_only=False, variadic=True
            )
        for name, annotation in self.extra.items():
            found[name] = Parameter(
                name, annotation, None, keyword_only=name != "inplace", variadic=False
            )
        return found

    @cached_property
    def positional(self) -> tuple[str, ...]:
        """The names that arguments without a keyword go to."""
        return tuple(
            name
            for name, parameter in self.parameters.items()
            if not parameter.keyword_only and not parameter.variadic
        )

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What the parameters are when not given."""
        return {
            name: parameter.default
            for name, parameter in self.parameters.items()
            if parameter.default is not MISSING
        }

    def bind(
        self, function: str, args: tuple[Any, ...], settings: dict[str, Any], first: int = 1
    ) -> dict[str, Any]:
        """Return the arguments by name, in the parameters' order.

        `first` is the position that PyTorch counts the first argument as: 0 in a method, whose
        tensor is not counted.

        Raises:
            TypeError: an argument is unknown, missing, given twice, or of the wrong type.
        """
        args = tuple(argument for argument in args if argument is not MISSING)
        bound = dict(zip(self.positional, args, strict=False))
        fits = len(args) <= len(self.positional) and not (first == 0 and "out" in settings)
        for name, value in settings.items():
            known = name if name in self.parameters else NUMPY_NAMES.get(name, name)
            fits = fits and known in self.parameters and known not in bound
            bound[known] = value
        if not fits:
            raise refusal(self, function, args, settings, first)
        bound = self.with_plain_values(bound)
        if not self.takes(bound):
            raise refusal(self, function, args, settings, first)
        for name, value in bound.items():
            if value.__class__ is int and not -(2**63) <= value < 2**63:
                refuse_huge(value, self.parameters[name].annotation)
        return bound

    def with_plain_values(self, bound: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments with Python's own numbers and our data types for what means them.

        numpy's numbers mean them, and so do 0-d tensors that are no operands, and Python's types.
        """
        plain = self.argument_classes
        return {
            name: value
            if value.__class__ in plain[name]
            else plain_value(value, self.parameters[name].annotation)
            for name, value in bound.items()
        }

    def is_as_given(
        self, bound: dict[str, Any], args: tuple[Any, ...], settings: dict[str, Any]
    ) -> bool:
        """Return whether binding neither renamed an argument nor replaced a value."""
        names = settings.keys() | set(self.positional[: len(args)])
        values = {id(value) for value in (*args, *settings.values())}
        return bound.keys() <= names and all(id(value) in values for value in bound.values())

    def refuse(
        self, function: str, args: tuple[Any, ...], settings: dict[str, Any], first: int = 1
    ) -> None:
        """Refuse a call that failed if PyTorch's own signatures have no place for it.

        A forward that raises a TypeError without words leaves them to this.

        Raises:
            TypeError: so it is.
        """
        args = tuple(argument for argument in args if argument is not MISSING)
        failure = sys.exception()
        wordless = isinstance(failure, TypeError) and not failure.args
        if wordless or not fits_any(self, function, args, settings, first):
            raise refusal(self, function, args, settings, first) from None

    @cached_property
    def setting_classes(self) -> dict[str | int, Container[type]]:
        """The classes that plain settings have, by name and by place after the first operand.

        A value of another class, such as 1 for True, needs a closer look.
        """
        places = {
            place: self.argument_classes[name] for place, name in enumerate(self.positional[1:])
        }
        return dict([*self.argument_classes.items(), *places.items()])

    @cached_property
    def argument_classes(self) -> dict[str, Container[type]]:
        """The classes that plain arguments have, by name."""
        return {name: classes_of(part.annotation) for name, part in self.parameters.items()}

    def takes(self, bound: dict[str, Any]) -> bool:
        """Return whether nothing is missing and everything is of the right type."""
        parameters = self.parameters
        return all(name in bound for name in self.required) and all(
            accepts(parameters[name].annotation, value)
            or (value is None and parameters[name].default is None)
            for name, value in bound.items()
        )

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names that have no default."""
        return tuple(name for name in self.parameters if name not in self.defaults)


CLASSES: dict[Any, tuple[type, ...]] = {
    Operand: (Tensor, int, float, complex),
    Factor: (int, float, complex),
    Array: (Tensor,),
    Mask: (Tensor,),
    Index: (Tensor,),
    bool: (bool,),
    str: (str,),
    float: (int, float),
    complex: (int, float, complex),
    DType: (DType,),
    Tensor: (Tensor,),
    tuple: (tuple, list),  # of several results, given as out=
    NoneType: (NoneType,),
}


def accepts(wanted: Any, value: Any) -> bool:
    """Return whether a parameter of this annotation takes the value."""
    if get_origin(wanted) in UNIONS:
        return any(accepts(part, value) for part in get_args(wanted))
    if wanted in CLASSES:
        return isinstance(value, CLASSES[wanted])
    if wanted is Arrays:
        return isinstance(value, list | tuple) and all(isinstance(part, Tensor) for part in value)
    if wanted is int:
        return is_whole(value)
    if wanted == tuple[int, ...]:
        return isinstance(value, list | tuple) and all(is_whole(part, True) for part in value)
    return True


def plain_value(value: Any, wanted: Any) -> Any:
    """Return a Python number or a data type where a value stands for one that is wanted."""
    if isinstance(value, np.number):
        return value.item()
    if isinstance(value, Tensor):
        numeric = not is_role(wanted) and (accepts(wanted, 1) or accepts(wanted, 1.0))
        whole = value.dtype.category == 1 or not accepts(wanted, 1)
        single = not value.shape and not value.tracked and value.array.__class__ is np.ndarray
        return value.array.item() if numeric and single and whole else value
    return PYTHON_TYPES.get(value, value) if callable(value) else value


def refuse_huge(number: int, wanted: Any) -> None:
    """Refuse a whole number that does not fit into 64 bits.

    Raises:
        ValueError: a dimension or a count is wanted.
        OverflowError: any number is wanted, and not even its sign would need the 64th bit.
    """
    if wanted is Any:
        return
    if not (wanted in (Operand, Factor) or accepts(wanted, 1.5)):
        raise ValueError("Overflow when unpacking long long")
    if number >= 2**64:
        raise OverflowError("int too big to convert")
    if number < 0:
        raise OverflowError("can't convert negative int to unsigned")


def is_role(wanted: Any) -> bool:
    """Return whether an annotation says that a parameter is an operand, perhaps a missing one."""
    parts = get_args(wanted) if get_origin(wanted) in UNIONS else (wanted,)
    return any(part is role for part in parts for role in (*OPERANDS, Arrays, Tensor))


PLAIN: dict[Any, tuple[type, ...]] = {
    int: (int,), bool: (bool,), float: (float, int), str: (str,), NoneType: (NoneType,),
    DType: (DType,), tuple[int, ...]: (tuple, list, Size), Array: (Tensor,), Mask: (Tensor,),
    Index: (Tensor,), Operand: (Tensor, int, float, complex, bool), Arrays: (tuple, list),
}  # fmt: skip


class Anything:
    """The classes of a setting whose annotation does not say what is plain."""

    def __contains__(self, kind: object) -> bool:
        return True


def classes_of(wanted: Any) -> Container[type]:
    """Return the classes that a parameter's plain values have, as far as its annotation tells."""
    parts = get_args(wanted) if get_origin(wanted) in UNIONS else (wanted,)
    if not all(part in PLAIN for part in parts):
        return Anything()
    return frozenset(kind for part in parts for kind in PLAIN[part])


def is_whole(value: Any, truth: bool = False) -> bool:
    """Return whether a value is a whole number, also as a 0-d tensor; a bool only if said so."""
    if isinstance(value, Tensor):
        return not value.shape and value.dtype.category <= 1
    return hasattr(value, "__index__") and (truth or not isinstance(value, bool))


def type_name(wanted: Any) -> str:
    """Return PyTorch's name for what a parameter takes."""
    if any(wanted is role for role in OPERANDS):
        return "Tensor"
    if wanted in TYPE_NAMES:
        return TYPE_NAMES[wanted]
    if get_origin(wanted) in UNIONS:
        parts = [type_name(part) for part in get_args(wanted) if part is not NoneType]
        return "tuple of ints" if "tuple of ints" in parts else parts[0]
    return getattr(wanted, "__name__", "object")
