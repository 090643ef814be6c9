"""A function's parameters, read from its forward."""

from collections.abc import Callable, Container, Iterable
from functools import cached_property
from types import FunctionType
from typing import Any, NamedTuple

from tensorlab.engine.device import Device
from tensorlab.engine.signatures.accepting import (
    OPERANDS,
    SIZES,
    Array,
    Arrays,
    Dims,
    Factor,
    Index,
    Mask,
    Number,
    Operand,
    Truth,
    classes_of,
)
from tensorlab.engine.tensor import Tensor

# what a parameter of that name takes, whatever its forward says
PLACE = Device | None


class Missing:
    """Stands for an argument that was not given, so that the engine itself can say so."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()


class Parameter(NamedTuple):
    """One parameter: its name, what it takes, and what it is when not given."""

    name: str
    annotation: Any
    default: Any
    keyword_only: bool = False
    variadic: bool = False

    @property
    def is_operand(self) -> bool:
        """Whether it takes a tensor."""
        return any(self.annotation is role for role in OPERANDS)


class Signature:
    """The parameters of a forward, in order, and the ones that the engine adds."""

    def __init__(
        self,
        forward: Callable[..., Any],
        extra: dict[str, Any],
        namespace: str = "torch",
        *,
        takes_numbers: bool = False,  # where a tensor is wanted
    ) -> None:
        self.takes_numbers = takes_numbers
        self.forward = forward
        self.namespace = namespace
        self.extra = extra
        # Which of a call's values has which name, by the classes that decide that.
        self.places_of: dict[tuple[Any, ...], tuple[tuple[str, int], ...]] = {}

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name: the forward's, then `dtype`, `out` and the like."""
        forward = getattr(self.forward, "__wrapped__", self.forward)
        code, annotations = forward.__code__, forward.__annotations__
        positional = code.co_varnames[: code.co_argcount]
        keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        defaults = forward.__defaults__ or ()
        values = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
        values |= forward.__kwdefaults__ or {}
        found = {
            name: Parameter(
                name,
                PLACE if name == "device" else annotations.get(name),
                values.get(name, MISSING),
                keyword_only=name in keywords,
            )
            for name in positional + keywords
        }
        if code.co_flags & 0x04:  # the forward takes *sizes
            name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
            found[name] = Parameter(name, annotations.get(name), (), variadic=True)
        for name, annotation in self.extra.items():
            default = False if name == "inplace" else None
            placed = name == "inplace" or (name == "out" and annotation == Tensor | None)
            found[name] = Parameter(name, annotation, default, keyword_only=not placed)
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

    @cached_property
    def argument_classes(self) -> dict[str, Container[type]]:
        """The classes that plain arguments have, by name.

        A value of another class, such as 1 for True, needs a closer look; so does the one setting
        that is refused by its value.
        """
        return {
            name: ()
            if name == "pin_memory"
            else classes_of(part.annotation, part.is_operand and part.default is None)
            for name, part in self.parameters.items()
        }

    @cached_property
    def known_plain(self) -> dict[tuple[Any, ...], bool]:
        """The classes and names of settings that were found plain; whether values are looked at."""
        return {}

    @cached_property
    def takes_sizes(self) -> bool:
        """Whether all of its lists are of whole numbers, and none of tensors."""
        wanted = [part.annotation for part in self.parameters.values()]
        known = all(one is not Arrays and one is not Any for one in wanted)
        return known and any(one in (SIZES, Dims, SIZES | None, Dims | None) for one in wanted)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names that have no default."""
        return tuple(name for name in self.parameters if name not in self.defaults)


def hand_on() -> Any:
    """Hand all arguments on by name: what functions with any parameters are made of."""
    return act(locals())  # type: ignore[name-defined]  # noqa: F821  each of them has its own


def function_with(
    parameters: Iterable[Parameter], act: Callable[[dict[str, Any]], Any], name: str, owner: str
) -> FunctionType:
    """Return a function of these parameters, which hands its arguments by name to another."""
    given = [*parameters]
    placed = [part for part in given if not part.keyword_only]
    named = [part for part in given if part.keyword_only]
    code = hand_on.__code__.replace(
        co_argcount=len(placed),
        co_kwonlyargcount=len(named),
        co_nlocals=len(placed) + len(named),
        co_varnames=tuple(part.name for part in placed + named),
        co_name=name,
        co_qualname=f"{owner}{name}",
    )
    defaults = tuple(part.default for part in placed if part.default is not MISSING)
    made = FunctionType(code, {"act": act, "__name__": __name__}, name, defaults)
    made.__kwdefaults__ = {part.name: part.default for part in named if part.default is not MISSING}
    made.__annotations__ = {part.name: part.annotation for part in placed + named}
    return made


# The roles are at hand with the signatures that they stand in.
__all__ = [
    "MISSING", "Array", "Arrays", "Dims", "Factor", "Index", "Mask", "Number", "Operand",
    "Parameter", "Signature", "Truth", "function_with",
]  # fmt: skip
