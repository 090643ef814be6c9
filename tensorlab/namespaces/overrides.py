"""How functions of a program take part in __torch_function__: torch.overrides."""

from collections.abc import Callable, Iterable
from typing import Any

from tensorlab.engine.overriding import handed_over, overriders
from tensorlab.engine.tensor import Tensor


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Return whether a class among the arguments answers functions itself.

    >>> torch.overrides.has_torch_function((torch.ones(1),))
    False
    """
    return bool(overriders(relevant_args))


def has_torch_function_unary(input: object) -> bool:
    """Return whether the class of an argument answers functions itself."""
    return has_torch_function((input,))


def has_torch_function_variadic(*relevant_args: object) -> bool:
    """Return whether a class among the arguments answers functions itself."""
    return has_torch_function(relevant_args)


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: object, **kwargs: object
) -> Any:
    """Return what the classes among the arguments answer to a function.

    Raises:
        TypeError: none of them does.
    """
    name = f"{public_api.__module__}.{public_api.__name__}"
    return handed_over(name, public_api, args, kwargs)


def is_tensor_like(inp: object) -> bool:
    """Return whether a value is a tensor, or of a class that answers functions of tensors.

    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1.)
    (True, False)
    """
    return isinstance(inp, Tensor) or hasattr(type(inp), "__torch_function__")
