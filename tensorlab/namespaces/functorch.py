"""functorch: what torch.func has, and the calls of modules that it had before."""

import sys
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tensorlab.absent import stand_in
from tensorlab.nn.utils.stateless import functional_call, stack_module_state

Tensors = tuple[Any, ...]


def __getattr__(name: str) -> Any:
    """Return a name of torch.func."""
    found = getattr(sys.modules["tensorlab"].func, name, None)
    if found is None and name.startswith("__"):
        raise AttributeError(f"module 'functorch' has no attribute '{name}'")
    return found or stand_in(f"functorch.{name}", "use the functions of torch.func")


def called_with(model: Any, params: Any, buffers: Any) -> Callable[..., Any]:
    """Return the function of a module's tensors, given in order, and of its arguments."""

    def stateless(params_given: Any, buffers_given: Any, *args: object, **named: object) -> Any:
        tables = zip(params, params_given, strict=True), zip(buffers, buffers_given, strict=True)
        return functional_call(model, [dict(table) for table in tables], args, named)

    return stateless


def make_functional_with_buffers(
    model: Any, disable_autograd_tracking: bool = False
) -> tuple[Callable[..., Any], Tensors, Tensors]:
    """Return the function of a module's parameters, buffers and input; and copies of both."""
    model = deepcopy(model)
    params, buffers = dict(model.named_parameters()), dict(model.named_buffers())
    if disable_autograd_tracking:
        model.requires_grad_(False)
    stateless = called_with(model, params, buffers)
    return stateless, tuple(params.values()), tuple(buffers.values())


def make_functional(
    model: Any, disable_autograd_tracking: bool = False
) -> tuple[Callable[..., Any], Tensors]:
    """Return the function of a module's parameters and input, and a copy of the parameters.

    Raises:
        ValueError: the module has buffers.
    """
    stateless, params, buffers = make_functional_with_buffers(model, disable_autograd_tracking)
    if buffers:
        raise ValueError(
            "make_functional(model): `model` has buffers. Please use "
            "make_functional_with_buffers(model) instead."
        )
    return lambda given, *args, **named: stateless(given, (), *args, **named), params


def combine_state_for_ensemble(models: Any) -> tuple[Callable[..., Any], Tensors, Tensors]:
    """Return the function of the modules' parameters, buffers and input; and both, stacked."""
    params, buffers = stack_module_state(models)
    stateless = called_with(deepcopy(models[0]), params, buffers)
    return stateless, tuple(params.values()), tuple(buffers.values())
