"""Modules without parameters: a function of nn.functional with its settings chosen beforehand."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, ClassVar

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import Work, paying
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter
from tensorlab.ops.loading import find

BEFORE_WORD = re.compile("(?<!^)(?=[A-Z][a-z])")
INPLACE = ("inplace",)


def functional(name: str) -> Callable[..., Any]:
    """Return a function of torch.nn.functional, or of torch."""
    return known(name) if Work.guard is None and Work.witness is None else known_paid(name)


def method(input: object, name: str) -> Callable[..., Any]:
    """Return a method of a tensor as a function that is paid for and seen; of others their own."""
    own: Callable[..., Any] = getattr(input, name)
    return partial(functional(name), input) if isinstance(input, Tensor) else own


@cache
def known(name: str) -> Callable[..., Any]:
    """Return the same, not paid for."""
    found: Callable[..., Any] = find("torch.nn.functional", name) or find("torch", name)
    return found


def begin_parameters(layer: Module, made: dict[str, Any], **sizes: object) -> None:
    """Give a layer parameters of these sizes, which it draws later; None where there is no size."""
    for name, size in sizes.items():
        value = None if size is None else Parameter(functional("empty")(size, **made))
        layer.register_parameter(name, value)


@cache
def known_paid(name: str) -> Callable[..., Any]:
    """Return the same, paid for."""
    return paying(name, known(name))


class Named(Module):
    """A layer whose name says which function it calls, as AvgPool2d is avg_pool2d, and its dims.

    `dims` is 1 for signals, 2 for images, 3 for volumes.
    """

    function: ClassVar[str]
    dims: ClassVar[int]

    def __init_subclass__(cls, **settings: object) -> None:
        name = cls.__name__
        if cls.__module__.startswith("tensorlab.nn."):  # heirs in programs have any name
            cls.function = vars(cls).get("function", BEFORE_WORD.sub("_", name).lower())
            if name[-2:] in {"1d", "2d", "3d"}:
                cls.dims = int(name[-2])
        super().__init_subclass__(**settings)


class Applied(Named):
    """A module that calls one function with settings of its own, all of them attributes.

    `shown` names the settings that are printed; one that is only printed where it is set,
    `inplace` or `ceil_mode`, is not among them. `bare` are printed without their names.
    """

    shown: ClassVar[tuple[str, ...]] = ()
    bare: ClassVar[tuple[str, ...]] = ()
    switch: ClassVar[str] = "inplace"
    placed: ClassVar[bool] = False  # whether the function is given them by their places

    def __init__(self, **settings: object) -> None:
        super().__init__()
        self.__dict__.update(settings)
        self.__dict__["names"] = tuple(settings)

    def forward(self, input: Tensor) -> Any:
        """Return what the function makes of the input under the settings."""
        own = self.__dict__
        if own["names"] == INPLACE and own["inplace"] is False:  # as most have no other setting
            return functional(self.function)(input)
        if self.placed:
            return functional(self.function)(input, *[own[name] for name in own["names"]])
        return functional(self.function)(input, **{name: own[name] for name in own["names"]})

    def extra_repr(self) -> str:
        """Return the settings."""
        own = self.__dict__
        parts = [f"{own[name]}" for name in self.bare]
        parts += [f"{name}={own[name]}" for name in self.shown]
        if own.get(self.switch):
            parts.append(f"{self.switch}=True")
        return ", ".join(parts)


class WithoutSettings(Applied):
    """A module that calls one function as it is."""

    def __init__(self, *given: object, **named: object) -> None:
        Module.__init__(self, *given, **named)
        self.__dict__["names"] = ()
