"""Modules without parameters: a function of nn.functional with its settings chosen beforehand."""

import re
from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any, ClassVar

from tensorlab.engine.signatures.signature import MISSING, Parameter, function_with
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import Work, paid, paying
from tensorlab.nn import FILE_OF
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter as Learnt
from tensorlab.nn.places import owner_of
from tensorlab.ops.loading import find

BEFORE_WORD = re.compile("(?<!^)(?=[A-Z][a-z])")
INPLACE = ("inplace",)
OF_TORCH = ("sigmoid", "tanh")  # which layers do not take from torch.nn.functional
PATCHED: dict[str, Callable[..., Any]] = {}


def functional(name: str) -> Callable[..., Any]:
    """Return a function of torch.nn.functional, or of torch."""
    return known(name) if Work.guard is None and Work.witness is None else known_paid(name)


def method(input: object, name: str) -> Callable[..., Any]:
    """Return a method of a tensor as a function that is paid for and seen; of others their own."""
    if isinstance(input, Tensor):
        return partial(paid, name, getattr(Tensor, name), input)
    own: Callable[..., Any] = getattr(input, name)
    return own


@cache
def known(name: str) -> Callable[..., Any]:
    """Return the same, not paid for; of torch.nn.functional what a program put in its place."""
    return declared(name) if name in OF_TORCH else PATCHED.get(name, declared(name))


@cache
def declared(name: str) -> Callable[..., Any]:
    """Return the same as it is declared."""
    spaces = ("torch.nn.functional", "torch")[:: -1 if name in OF_TORCH else 1]
    found: Callable[..., Any] = find(spaces[0], name) or find(spaces[1], name)
    return found


def begin_parameters(layer: Module, made: dict[str, Any], **sizes: object) -> None:
    """Give a layer parameters of these sizes, which it draws later; None where there is no size."""
    for name, size in sizes.items():
        value = None if size is None else Learnt(functional("empty")(size, **made))
        layer.register_parameter(name, value)


@cache
def known_paid(name: str) -> Callable[..., Any]:
    """Return the same, paid for."""
    return paying(name, known(name))


class OfFunction:
    """The `__init__` of a layer that has none of its own: it takes the settings of its function.

    Those are what stands behind the tensors that `forward` takes. The function is loaded by the
    first layer.
    """

    def __init__(self, kind: type["Named"]) -> None:
        self.kind = kind

    def __get__(self, layer: object, owner: type) -> Any:
        made: Any = taking_settings(self.kind)  # type: ignore[arg-type]  # classes are hashable
        return made.__get__(layer, owner)


@cache
def taking_settings(kind: Any) -> FunctionType:
    """Return what begins a layer with the settings of its function."""

    def begin(given: dict[str, Any]) -> None:
        given.pop("self")._take(given)

    tensors = kind.forward.__code__.co_argcount - 1
    function: Any = declared(kind._function)
    parts = [*function.operation.signature.parameters.values()][tensors:]
    taken = [setting(each) for each in parts if each.name not in ("out", *kind._untaken)]
    own = [Parameter("self", None, MISSING), *taken]
    return function_with(own, begin, "__init__", f"{owner_of(kind, '__init__')}.")


def setting(part: Parameter) -> Parameter:
    """Return a function's parameter as a layer has it: its numbers are floats, as declared."""
    whole = part.annotation is float and isinstance(part.default, int)
    return part._replace(default=float(part.default), keyword_only=False) if whole else part


class Named(Module):
    """A layer whose name says which function it calls, as AvgPool2d is avg_pool2d, and its dims.

    `_dims` is 1 for signals, 2 for images, 3 for volumes; `_untaken` are settings of the function
    that are none of the layer's.
    """

    _function: ClassVar[str]
    _dims: ClassVar[int]
    _untaken: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **settings: object) -> None:
        name = cls.__name__
        # heirs in programs have any name
        if cls.__module__.startswith("tensorlab.nn."):
            if name[-2:] in {"1d", "2d", "3d"}:
                cls._dims = int(name[-2])
            if (name in FILE_OF or "_function" in vars(cls)) and takes_settings(cls):
                cls.__init__ = OfFunction(cls)  # type: ignore[method-assign, assignment]  # gives one
            cls._function = vars(cls).get("_function", BEFORE_WORD.sub("_", name).lower())
        super().__init_subclass__(**settings)

    def _take(self, settings: dict[str, Any]) -> None:
        """Begin with settings, all of them attributes."""
        Module.__init__(self)
        self.__dict__.update(settings)
        self.__dict__["_names"] = tuple(settings)


def takes_settings(kind: type[Named]) -> bool:
    """Return whether neither a layer nor a class of ours that it extends has an `__init__`."""
    begins = next(vars(each)["__init__"] for each in kind.__mro__ if "__init__" in vars(each))
    return begins is Module.__init__ or isinstance(begins, OfFunction)


class Applied(Named):
    """A module that calls one function with settings of its own.

    `_shown` names the settings that are printed, which are all but `inplace` where nothing is said;
    one that is only printed where it is set, the `_switch`, is not among them. `_bare` are printed
    without their names.
    """

    _shown: ClassVar[tuple[str, ...] | None] = None
    _bare: ClassVar[tuple[str, ...]] = ()
    _switch: ClassVar[str] = "inplace"
    # whether the function is given them by their places
    _placed: ClassVar[bool] = False

    def forward(self, input: Tensor) -> Any:
        """Return what the function makes of the input under the settings."""
        own = self.__dict__
        # as most have no other setting
        if own["_names"] == INPLACE and own["inplace"] is False:
            return functional(self._function)(input)
        if self._placed:
            return functional(self._function)(input, *[own[name] for name in own["_names"]])
        return functional(self._function)(input, **{name: own[name] for name in own["_names"]})

    def extra_repr(self) -> str:
        """Return the settings."""
        if self._extra_text:
            return super().extra_repr()
        shown = self._names if self._shown is None else self._shown
        parts = [f"{getattr(self, name)}" for name in self._bare]
        named = [name for name in shown if name not in (*self._bare, "inplace")]
        parts += [f"{name}={getattr(self, name)}" for name in named]
        if self.__dict__.get(self._switch):
            parts.append(f"{self._switch}=True")
        return ", ".join(parts)
