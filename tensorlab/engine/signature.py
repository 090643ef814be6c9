"""A function's parameters, read from its forward, and PyTorch's words for wrong arguments."""

from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any

from tensorlab.engine.dtypes import DType
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

Number = int | float | complex
Dims = int | tuple[int, ...]


class Missing:
    """Stands for an argument that was not given, so that the engine itself can say so."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()

# numpy's words for PyTorch's parameters, which PyTorch accepts too.
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input",
               "x2": "other"}  # fmt: skip

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

    def __init__(self, forward: Callable[..., Any], extra: dict[str, Any]) -> None:
        self.forward = forward
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
            found[name] = Parameter(name, annotation, None, keyword_only=True, variadic=False)
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
        names = self.positional
        if len(args) > len(names):
            raise TypeError(self.too_many(function, len(args) + first - 1))
        bound = dict(zip(names, args, strict=False))
        for name, value in settings.items():
            known = name if name in self.parameters else NUMPY_NAMES.get(name, name)
            if known not in self.parameters:
                raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
            if known in bound:
                raise TypeError(f"{function}() got multiple values for argument '{known}'")
            bound[known] = value
        self.check(function, bound, len(args), first)
        return bound

    def too_many(self, function: str, given: int) -> str:
        """Return the complaint about more arguments than parameters."""
        most = len(self.positional)
        return (
            f"{function}() takes {most} positional argument{'s' * (most != 1)} but {given} "
            f"{'was' if given == 1 else 'were'} given"
        )

    def check(self, function: str, bound: dict[str, Any], given: int, first: int) -> None:
        """Refuse missing arguments and arguments of the wrong type."""
        missing = [
            f'"{name}"'
            for name, parameter in self.parameters.items()
            if parameter.default is MISSING and name not in bound
        ]
        if missing:
            raise TypeError(
                f"{function}() missing {len(missing)} required positional arguments: "
                f"{', '.join(missing)}"
            )
        for place, (name, value) in enumerate(bound.items()):
            wanted = self.parameters[name].annotation
            if not accepts(wanted, value):
                where = f"argument '{name}'" + (
                    f" (position {place + first})" if place < given else ""
                )
                raise TypeError(
                    f"{function}(): {where} must be {type_name(wanted)}, not {kind_of(value)}"
                )


def accepts(wanted: Any, value: Any) -> bool:
    """Return whether a parameter of this annotation takes the value."""
    if wanted is Operand:
        return isinstance(value, Tensor | int | float | complex)
    if wanted is Factor or wanted is Number:
        return isinstance(value, int | float | complex)
    if wanted is Array or wanted is Mask or wanted is Index:
        return isinstance(value, Tensor)
    if wanted is Arrays:
        return isinstance(value, list | tuple) and all(isinstance(part, Tensor) for part in value)
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if wanted is bool:
        return isinstance(value, bool)
    if wanted is float:
        return isinstance(value, int | float)
    if wanted is DType:
        return isinstance(value, DType)
    if wanted == tuple[int, ...]:
        return isinstance(value, list | tuple)
    return True


def type_name(wanted: Any) -> str:
    """Return PyTorch's name for what a parameter takes."""
    if any(wanted is role for role in OPERANDS):
        return "Tensor"
    return TYPE_NAMES.get(wanted, getattr(wanted, "__name__", str(wanted)))


def kind_of(value: Any) -> str:
    """Return PyTorch's name for what was given."""
    if isinstance(value, DType):
        return "torch.dtype"
    if isinstance(value, list | tuple) and value and not isinstance(value, Tensor):
        return f"{type(value).__name__} of {kind_of(value[0])}s"
    return type(value).__name__
