"""Modules without parameters: a function of nn.functional with its settings chosen beforehand."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from tensorlab.engine.work import Work, paying
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter
from tensorlab.ops.loading import find

INPLACE = ("inplace",)


def functional(name: str) -> Callable[..., Any]:
    """Return a function of torch.nn.functional, or of torch."""
    return known(name) if Work.guard is None and Work.witness is None else known_paid(name)


@cache
def known(name: str) -> Callable[..., Any]:
    """Return the same, not paid for."""
    found: Callable[..., Any] = find("torch.nn.functional", name) or find("torch", name)
    return found


def begin_parameters(layer: Module, made: dict[str, Any], **sizes: Any) -> None:
    """Give a layer parameters of these sizes, which it draws later; None where there is no size."""
    for name, size in sizes.items():
        value = None if size is None else Parameter(functional("empty")(size, **made))
        layer.register_parameter(name, value)


@cache
def known_paid(name: str) -> Callable[..., Any]:
    """Return the same, paid for."""
    return paying(name, known(name))


class Applied(Module):
    """A module that calls one function with settings of its own, all of them attributes.

    `shown` names the settings that are printed; one that is only printed where it is set,
    `inplace` or `ceil_mode`, is not among them. `bare` are printed without their names.
    """

    function: ClassVar[str]
    shown: ClassVar[tuple[str, ...]] = ()
    bare: ClassVar[tuple[str, ...]] = ()
    switch: ClassVar[str] = "inplace"

    def __init__(self, **settings: Any) -> None:
        super().__init__()
        self.__dict__.update(settings)
        self.__dict__["names"] = tuple(settings)

    def forward(self, input: Any) -> Any:
        """Return what the function makes of the input under the settings."""
        own = self.__dict__
        if own["names"] == INPLACE and own["inplace"] is False:  # as most have no other setting
            return functional(self.function)(input)
        return functional(self.function)(input, **{name: own[name] for name in own["names"]})

    def extra_repr(self) -> str:
        """Return the settings."""
        own = self.__dict__
        parts = [str(own[name]) for name in self.bare]
        parts += [f"{name}={quoted(own[name])}" for name in self.shown]
        if own.get(self.switch):
            parts.append(f"{self.switch}=True")
        return ", ".join(parts)


class WithoutSettings(Applied):
    """A module that calls one function as it is."""

    def __init__(self, *given: Any, **named: Any) -> None:
        Module.__init__(self, *given, **named)
        self.__dict__["names"] = ()


def quoted(value: Any) -> str:
    """Return a setting as it is printed: texts in quotes."""
    return repr(value) if isinstance(value, str) else format(value)
