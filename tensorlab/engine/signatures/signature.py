"""A function's parameters, read from its forward, and PyTorch's words for wrong arguments."""

import sys
from collections.abc import Callable, Container
from functools import cached_property
from typing import Any

from tensorlab.engine.signatures.accepting import (
    accepts,
    classes_of,
    plain_value,
    refuse_huge,
    refuse_huge_sizes,
)
from tensorlab.engine.signatures.overloads import NUMPY_NAMES
from tensorlab.engine.signatures.refusal import fits_any, refusal
from tensorlab.engine.signatures.roles import (
    OPERANDS,
    Array,
    Arrays,
    Dims,
    Factor,
    Index,
    Mask,
    Number,
    Operand,
)

SIZES = tuple[int, ...]


class Missing:
    """Stands for an argument that was not given, so that the engine itself can say so."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()


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
        # Not all functions take keepdim without dim, or None as one of their dimensions.
        doubtful = ("keepdim" in bound) > ("dim" in bound) or (
            bound.get("dim", MISSING) is None and self.parameters["dim"].annotation == int | None
        )
        for name, value in bound.items():
            if value.__class__ in (tuple, list) and self.parameters[name].annotation == SIZES:
                refuse_huge_sizes(function, name, value)
        if not self.takes(bound) or (
            doubtful and not fits_any(self, function, args, settings, first)
        ):
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
            if value.__class__ in plain[name] and value.__class__ not in (tuple, list)
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
    def argument_classes(self) -> dict[str, Container[type]]:
        """The classes that plain arguments have, by name.

        A value of another class, such as 1 for True, needs a closer look.
        """
        classes = {name: classes_of(part.annotation) for name, part in self.parameters.items()}
        if self.parameters.get("dim") and self.parameters["dim"].annotation == int | None:
            classes["dim"] = (int,)
        return classes

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


# The roles are at hand with the signatures that they stand in.
__all__ = [
    "MISSING", "Array", "Arrays", "Dims", "Factor", "Index", "Mask", "Number", "Operand",
    "Parameter", "Signature",
]  # fmt: skip
