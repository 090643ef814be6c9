"""Hooks of tensors: what they make of a gradient on its way, and what waits until it is there."""

from collections.abc import Callable
from typing import NamedTuple

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.type_names import tensor_type_name
from tensorlab.engine.warning import in_full


def tap(tensor: Tensor, grad: Tensor | None) -> Tensor | None:
    """Run a result's hooks on its gradient and keep the gradient where asked."""
    if grad is None:
        return None
    grad = run_hooks(tensor, grad)
    if tensor._keeps_grad:
        tensor.grad = grad if tensor.grad is None else tensor.grad + grad
    return grad


class Afterwards(NamedTuple):
    """A hook that is called with a leaf, and not before its gradient has been added to it."""

    hook: Callable[[Tensor], object]


def run_afterwards(leaf: Tensor) -> None:
    """Run a leaf's hooks that wait for its gradient, with nothing recorded.

    Raises:
        TypeError: one returns something that is no tensor, which would be let be.
    """
    hooks = (leaf._backward_hooks or {}).values()
    waiting = [hook for hook in hooks if isinstance(hook, Afterwards)]
    with SetGrad(mode=False):
        for (hook,) in waiting:
            answer = hook(leaf)
            if answer is not None and not isinstance(answer, Tensor):
                kind = type(answer).__name__
                raise TypeError(f"expected Variable, but hook returned '{kind}'")


def run_hooks(tensor: Tensor, grad: Tensor) -> Tensor:
    """Return the gradient as the tensor's hooks leave it."""
    for hook in list((tensor._backward_hooks or {}).values()):
        changed = None if isinstance(hook, Afterwards) else hook(grad)
        if changed is not None:
            require_alike(hook, changed, grad)
            grad = changed
    return grad


def require_alike(hook: Callable[..., object], changed: object, grad: Tensor) -> None:
    """Refuse what a hook made of a gradient, if it cannot stand in the gradient's place.

    Raises:
        TypeError: it is no tensor.
        RuntimeError: its size or its data type is another one.
    """
    if not isinstance(changed, Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(changed).__name__}'")
    name = getattr(hook, "__name__", type(hook).__name__)
    if changed.shape != grad.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    if changed.dtype is not grad.dtype:
        before, after = tensor_type_name(grad), tensor_type_name(changed)
        raise RuntimeError(in_full("hook '{}' has changed", name, before, after))
