"""What is called with gradients on the way back, and results that keep theirs."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.graph import RemovableHandle, entered
from tensorlab.engine.autograd.running_hooks import Afterwards
from tensorlab.engine.declaring import Array, Tensor, composite


@composite(function=False)
def retain_grad(input: Array) -> None:
    """Keep the gradient of a tensor that is not a leaf."""
    if not input._tracked:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if input.grad_fn is None:
        return
    input._keeps_grad = True
    tap_node(input)


def tap_node(tensor: Tensor) -> None:
    """Let the walk back stop by at a result that is no leaf."""
    if (node := tensor.grad_fn) is not None:
        if node.taps is None:
            node.taps = {}
        node.taps[tensor._output_nr] = tensor


@composite(function=False)
def register_hook(input: Array, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Call a function with the gradient when it has been worked out; it may return another."""
    hooks = hooks_of(input)
    tap_node(input)
    return entered(hooks, hook)


@composite(function=False, related=("register_hook",))
def register_post_accumulate_grad_hook(
    input: Array, hook: Callable[[Tensor], object]
) -> RemovableHandle:
    """Call a function with this leaf each time that a gradient has been added to its grad.

    >>> weight = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> handle = weight.register_post_accumulate_grad_hook(lambda leaf: print("arrived"))
    >>> weight.sum().backward()
    arrived

    Raises:
        RuntimeError: the tensor can have no gradient, or an operation made it.
    """
    if input.grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    return entered(hooks_of(input), Afterwards(hook))


def hooks_of(tensor: Tensor) -> dict[int, Any]:
    """Return the table of a tensor's hooks.

    Raises:
        RuntimeError: the tensor can have no gradient.
    """
    if not tensor._tracked:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if tensor._backward_hooks is None:
        tensor._backward_hooks = {}
    return tensor._backward_hooks
