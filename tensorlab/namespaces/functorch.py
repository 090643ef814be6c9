"""functorch: what torch.func has, and the calls of modules that it had before."""

import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tensorlab.absent import stand_in
from tensorlab.engine.signatures.combination import class_name
from tensorlab.errors import meant
from tensorlab.nn.module import Module
from tensorlab.nn.utils.stateless import functional_call, stack_module_state


def __getattr__(name: str) -> Any:
    """Return a name of torch.func."""
    found = getattr(sys.modules["tensorlab"].func, name, None)
    if found is None and name.startswith("__"):
        raise AttributeError(f"module 'functorch' has no attribute '{name}'")
    return found or stand_in(f"functorch.{name}", "use the functions of torch.func")


def called(model: Any, *tables: dict[str, Any]) -> tuple[Any, ...]:
    """Return the function of a module's tensors and arguments; and the tensors, by kind."""

    def stateless(*given: Any, **named: object) -> Any:
        kinds = [dict(zip(*pair, strict=True)) for pair in zip(tables, given, strict=False)]
        return functional_call(model, kinds, given[len(tables) :], named)

    return stateless, *(tuple(table.values()) for table in tables)


def make_functional_with_buffers(model: Any, disable_autograd_tracking: bool = False) -> Any:
    """Return the function of a module's parameters, buffers and input; and copies of both.

    Raises:
        AttributeError: it is no module.
    """
    if not isinstance(model, Module):
        lacks = f"'{class_name(model)}' object has no attribute 'named_parameters'"
        raise meant(AttributeError(lacks))
    model = deepcopy(model)
    params, buffers = dict(model.named_parameters()), dict(model.named_buffers())
    for part in params.values() if disable_autograd_tracking else ():
        part.requires_grad_(False)
    return called(model, params, buffers)


def make_functional(
    model: Any, disable_autograd_tracking: bool = False
) -> tuple[Callable[..., Any], Any]:
    """Return the function of a module's parameters and input, and copies of the parameters."""
    call, params, _ = make_functional_with_buffers(model, disable_autograd_tracking)
    return lambda given, *args, **named: call(given, (), *args, **named), params


def combine_state_for_ensemble(models: Any) -> Any:
    """Return the function of the modules' parameters, buffers and input; and both, stacked."""
    return called(deepcopy(models[0]), *stack_module_state(models))
