"""torch.utils.checkpoint: nothing is saved; what a function does besides is done twice."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.autograd.nests import leaves
from tensorlab.ops.random.generators import get_rng_state, set_rng_state

__all__ = ["checkpoint", "checkpoint_sequential"]


def checkpoint(
    function: Callable[..., Any], *args: object, use_reentrant: bool | None = None,
    context_fn: object = None, determinism_check: str = "default", debug: bool = False,
    early_stop: bool = True, preserve_rng_state: bool = True, **kwargs: object,
) -> Any:  # fmt: skip
    """Return what the function gives; it is called again on the way back, as where memory is saved.

    Only that shows, in what it prints or counts: the intermediate results are kept.

    >>> x = torch.ones(1, requires_grad=True)
    >>> torch.utils.checkpoint.checkpoint(torch.exp, x, use_reentrant=False)
    tensor([2.7183], grad_fn=<ExpBackward0>)
    """
    if use_reentrant is None:
        warn(in_full("torch.utils.checkpoint{}:", ""))
    state = get_rng_state()
    result = function(*args, **kwargs)
    node = next((part.grad_fn for part in leaves(result) if getattr(part, "grad_fn", None)), None)

    def again(_: object) -> None:
        handle.remove()
        now = get_rng_state()
        set_rng_state(state if preserve_rng_state else now)
        with no_grad():
            function(*args, **kwargs)
        set_rng_state(now)

    if node is not None:
        handle = node.register_prehook(again)
    return result


def checkpoint_sequential(
    functions: Any,
    segments: int,
    input: Tensor,
    use_reentrant: bool | None = None,
    **settings: object,
) -> Any:
    """Return what modules one after the other make of the input.

    >>> layers = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh())
    >>> torch.utils.checkpoint.checkpoint_sequential(layers, 2, torch.ones(1), use_reentrant=False)
    tensor([0.7616])
    """
    if use_reentrant is None:
        warn(in_full("torch.utils.checkpoint{}:", ".checkpoint_sequential"))
    for function in getattr(functions, "children", lambda: functions)():
        input = function(input)
    return input


def get_device_states(*args: object) -> Any:
    """Return the GPUs of tensors, and what their generators are at: numbers come of the CPU's."""
    return [], []
