"""The gradients of one recorded call: its rules, given what they ask for by name."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.gradmode import Recording
from tensorlab.engine.graph import Edge, Node, unpacked
from tensorlab.engine.recording import alias, tie
from tensorlab.engine.reducing import fit_gradient
from tensorlab.engine.tensor import Tensor, wrap

if TYPE_CHECKING:
    from tensorlab.engine.operation import Operation


def gradients_of(
    operation: "Operation", node: Node, incoming: list[Tensor | None]
) -> list[Tensor | None]:
    """Return the gradient for each edge of a recorded call."""
    g = whole_gradient(node, incoming) if node.outputs else incoming[0]
    grads: list[Tensor | None] = []
    computed: dict[str, Any] = {}  # for lists of tensors, whose rule answers for all of them
    for edge in node.edges:
        name, position, shape, dtype = edge.name, edge.position, edge.shape, edge.dtype
        if position is None or name not in computed:
            asked = operation.needs[name]
            grad = operation.rules[name](
                *[g if part == "g" else asked_for(operation, part, node, edge, g) for part in asked]
            )
            computed[name] = grad
        if position is not None:
            grad = computed[name][position]
        if grad is not None and (grad.dtype is not dtype or grad.shape != shape):
            grad = fit_gradient(grad, shape, dtype)
        grads.append(grad)
    return grads


def whole_gradient(node: Node, incoming: list[Tensor | None]) -> Any:
    """Return the gradients of several results, zeros where none came."""
    return [
        wrap(np.zeros(shape, dtype.carrier), dtype) if grad is None else grad
        for grad, (shape, dtype) in zip(incoming, node.outputs, strict=True)
    ]


def asked_for(operation: "Operation", name: str, node: Node, edge: Edge, g: Any) -> Any:
    """Return what a rule means by one of its parameters."""
    if name == "sizes":
        return edge.shape
    if name == "out" and Recording.enabled:
        return tied_again(unpacked(node.saved["out"], node), node)
    if name in node.saved:
        return unpacked(node.saved[name], node)
    return operation.signature.defaults[name]


def tied_again(result: Any, node: Node) -> Any:
    """Return a saved result as the step's own again, so that its gradient can be recorded too."""
    if isinstance(result, Tensor):
        parts = [result := alias(result)]
    else:
        parts = result = [alias(part) for part in result]
    tie(node, parts)
    return result
