"""The gradients of one recorded call: its rules, given what they ask for by name."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.autograd.reducing import fit_gradient
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.tensor import Tensor, wrap_beside

if TYPE_CHECKING:
    from tensorlab.engine.autograd.graph import Node


def gradients_of(node: "Node", incoming: list[Tensor | None]) -> list[Tensor | None]:
    """Return the gradient for each edge of a recorded call, in order."""
    g: Any = whole_gradient(node, incoming) if node.outputs else incoming[0]
    saved, rules = node.saved, node.operation.ways_back
    grads: list[Tensor | None] = []
    grad: Any = None
    of_lists: dict[str, Any] = {}  # one rule answers for all tensors of a list
    for name, position, _, _, _, shape, dtype in node.edges:
        if position is None or name not in of_lists:
            rule, asked = rules[name]
            given = [g]
            for part in asked:
                value = saved.get(part, shape)  # the one thing that is not saved: the sizes
                given.append(value.unpack(node) if isinstance(value, Saved) else value)
            grad = rule(*given)
        if position is not None:
            grad = of_lists.setdefault(name, grad)[position]
        if grad is not None and (grad.dtype is not dtype or grad.array.shape != shape):
            grad = fit_gradient(grad, shape, dtype)
        grads.append(grad)
    return grads


def whole_gradient(node: "Node", incoming: list[Tensor | None]) -> Any:
    """Return the gradients of several results, zeros where none came."""
    near = next(grad for grad in incoming if grad is not None)
    return [
        wrap_beside(np.zeros(shape, dtype.carrier), dtype, near) if grad is None else grad
        for grad, (shape, dtype) in zip(incoming, node.outputs, strict=True)
    ]
