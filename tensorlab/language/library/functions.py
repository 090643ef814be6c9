"""Functions and classes of the engine's as programs get them: wrapped when first asked for."""

from collections.abc import Callable
from contextlib import ContextDecorator
from functools import partial, wraps
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad, no_grad, set_grad_enabled
from tensorlab.engine.device import Device
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Parameter, Tensor
from tensorlab.engine.warning import in_full
from tensorlab.language.functions.generators import Producer
from tensorlab.language.limits.tensor_guards import CHEAP
from tensorlab.language.values.attributes import LOADERS, METHODS, PROPERTIES, gate_of, reading
from tensorlab.language.values.functions import (
    BoundMethod,
    Builtin,
    Function,
    FunctionMaker,
    SwitchedFunction,
    TensorFunction,
)
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.types import BUILTIN_TYPES, OF_LIBRARY, TYPE_VALUES
from tensorlab.language.values.values import (
    CONTEXTS,
    ErrorType,
    Table,
    TypeValue,
    no_instances,
    type_name,
)

NOT_MADE_BY_CALLING = {"dtype", "layout", "memory_format", "qscheme"}
NUMBERS_OF_A_TYPE = "bits dtype eps max min resolution smallest_normal tiny"


def presented(name: str, value: object) -> Any:
    """Return a value of the engine's as programs get it: functions and classes wrapped."""
    if isinstance(value, type) and issubclass(value, Exception):
        return ErrorType(name, value)
    if isinstance(value, type):
        return TYPE_VALUES.get(value) or type_value(name, value)
    return tensor_function(name, value) if callable(value) else value


def type_of_library(value: object) -> TypeValue | None:
    """Return the type that a class of the library is to programs; None for other values."""
    kind = type(value)
    if kind is not Parameter and isinstance(value, Tensor):
        return TYPE_VALUES.get(Tensor) or type_value("Tensor", Tensor)
    if kind is not Parameter and not (
        gate_of(kind) is not None and kind.__module__.startswith("torch.")
    ):
        return None
    from tensorlab.language.library import classes  # noqa: PLC0415  few programs need it

    if kind is Parameter:
        found: TypeValue = classes.find_public("torch.nn", "Parameter")
        return found
    made: TypeValue = classes.library_class(kind.__name__, kind)
    return made


OF_LIBRARY.append(type_of_library)


def tensor_function(name: str, function: Callable[..., Any]) -> Builtin:
    """Return a function of the engine's, with its memory guarded in the way it needs."""
    operation = getattr(function, "operation", None)
    if operation is not None and operation.facts.get("gives_functions"):
        return FunctionMaker(name, function)
    return (Builtin if name in CHEAP else TensorFunction)(name, function)


def type_value(name: str, kind: type) -> TypeValue:
    """Return a class of the engine's as a type of the program."""
    made = no_instances(f"torch.{name}") if name in NOT_MADE_BY_CALLING else kind
    made = size_of if kind is Size else made
    if issubclass(kind, SetGrad) and kind is not set_grad_enabled:
        made = partial(switch_or_function, kind)
    TYPE_VALUES[kind] = TypeValue(f"torch.{name}", (kind,), made, methods_of_type(kind))
    if issubclass(kind, SetGrad):
        CALLABLE[kind] = switched
    if issubclass(kind, SetGrad | Device):
        CONTEXTS.add(kind)
    if name in {"finfo", "iinfo"}:
        PROPERTIES[kind] = reading(NUMBERS_OF_A_TYPE.split())
    return TYPE_VALUES[kind]


def size_of(*given: object) -> Size:
    """Return a shape made of whole numbers."""
    return Size(BUILTIN_TYPES["tuple"].convert(*given))


def methods_of_type(kind: type) -> Table:
    """Return the methods of a type, as functions that are given the value first."""

    def find(name: str) -> Any:
        if kind in LOADERS:
            LOADERS[kind].enter(name)
        method = METHODS.get(kind, {})[name]

        @wraps(method)
        def call(*given: object, **named: object) -> Any:
            if given and not isinstance(given[0], kind):
                of = "torch._C.TensorBase" if kind is Tensor else f"torch.{kind.__name__}"
                raise TypeError(in_full("descriptor '{}' for '{}'", name, of, type_name(given[0])))
            return method(*given, **named)

        return tensor_function(name, call)

    def names() -> list[str]:
        loader = LOADERS.get(kind)
        return [*METHODS.get(kind, {}), *(() if loader is None else loader.names())]

    return Table({}, find, names)


def switch_or_function(made: Any, *given: Any, **named: Any) -> Any:
    """Return a switch, or a function that runs under it: what `@torch.no_grad` makes."""
    bare = len(given) == 1 and (issubclass(made, no_grad) or not isinstance(given[0], bool))
    return switched(made(), *given, **named) if bare else made(*given, **named)


def switched(switch: Any, *given: Any, **named: Any) -> SwitchedFunction:
    """Return a function that runs under a switch: what `@torch.no_grad()` makes."""
    function = given[0] if len(given) == 1 and not named else None
    if not isinstance(function, Function | Builtin | BoundMethod):
        value = function  # whatever it is, it is found out when it is called
        function = Builtin(
            "decorate_context", lambda *given, **named: call_value(value, [*given], named)
        )
    name = function.code.name if isinstance(function, Function) else function.name
    made = switch(function)
    if isinstance(function, Function):
        made.__doc__ = function.code.doc
        made = stepped(switch, made) if isinstance(switch, SetGrad) else made
    return SwitchedFunction(name, made)


def stepped(switch: SetGrad, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose generator, if it gives one, runs under a switch step by step."""

    @wraps(function)
    def call(*given: object, **named: object) -> Any:
        made = function(*given, **named)
        return made.under(switch.stepwise) if isinstance(made, Producer) else made

    return call


CALLABLE[ContextDecorator] = switched
