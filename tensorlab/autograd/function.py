"""torch.autograd.function: what a function of one's own can say of its way back."""

import functools
from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.autograd.graph import new_node, node_class, way_to
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.autograd.custom import Function, FunctionCtx

__all__ = ["Function", "FunctionCtx", "InplaceFunction", "once_differentiable"]
InplaceFunction = Function
ONCE = "trying to differentiate twice a function that was marked with @once_differentiable"


def refused(g: Tensor) -> Tensor:
    """Refuse to go on back.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError(ONCE)


class Refusing:
    """What a step that refuses stands for: no operation of ours."""

    ways_back = {"": (refused, ())}  # noqa: RUF012
    rules = ways_back
    constants: tuple[int, ...] = ()


def once_differentiable(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a backward whose own gradient is refused: nothing of it is recorded."""

    @functools.wraps(fn)
    def wrapper(ctx: object, *grads: object) -> Any:
        with SetGrad(mode=False):
            outputs = fn(ctx, *grads)
        tracked = [g for g in grads if isinstance(g, Tensor) and g.requires_grad]
        if not (Recording.enabled and tracked):
            return outputs
        kind = node_class("torch::autograd::Error")
        for part in outputs if isinstance(outputs, tuple) else (outputs,):
            if isinstance(part, Tensor):
                ways = [way_to("", None, grad) for grad in tracked[:1]]
                part._grad_fn = new_node(kind, Refusing, ways, {})  # type: ignore[arg-type]  # a stand-in
                part._tracked = True
        return outputs

    return wrapper
