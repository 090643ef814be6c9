"""What a recorded call remembers, and how its gradients are worked out on the way back."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.gradmode import Recording
from tensorlab.engine.graph import Edge, Node, Saved, edge_to, node_class, unpacked
from tensorlab.engine.reducing import fit_gradient
from tensorlab.engine.tensor import Tensor, wrap

if TYPE_CHECKING:
    from tensorlab.engine.operation import Operation

def record_call(operation: "Operation", result: Any, bound: dict[str, Any]) -> None:
    """Remember a call, if one of its tensors requires a gradient."""
    edges: list[Edge] = []
    saved: dict[str, Any] = {}
    for name, asked in operation.plan:
        value = bound.get(name)
        if value.__class__ is Tensor:
            if not value.tracked:
                continue
            edges.append(edge_to(name, None, value))
        else:
            found = edges_to(name, value)
            if not found:
                continue
            edges += found
        for wanted in asked:
            if wanted in bound:
                if wanted not in saved:
                    saved[wanted] = kept(bound[wanted])
            elif wanted == "out":
                saved["out"] = kept(alias_of(result))
    if not edges:
        return
    step = operation.own_step or node_class(operation.node_name(bound))
    node = step(operation, edges, saved)
    if isinstance(result, Tensor):
        if result.dtype.category > INTEGER:
            result.grad_fn, result.output_number, result.tracked = node, 0, True
    else:
        tie_results(node, result)


def gradients_of(
    operation: "Operation", node: Node, incoming: list[Tensor | None]
) -> list[Tensor | None]:
    """Return the gradient for each edge of a recorded call."""
    g = whole_gradient(node, incoming)
    computed: dict[str, Any] = {}
    grads: list[Tensor | None] = []
    for edge in node.edges:
        if edge.name not in computed:
            computed[edge.name] = operation.rules[edge.name](
                *[asked_for(operation, name, node, edge, g) for name in operation.needs[edge.name]]
            )
        grad = computed[edge.name]
        if edge.position is not None:
            grad = grad[edge.position]
        grads.append(None if grad is None else fit_gradient(grad, edge.shape, edge.dtype))
    return grads


def whole_gradient(node: Node, incoming: list[Tensor | None]) -> Any:
    """Return the gradient of the result; of several results a list, zeros where none came."""
    if not node.outputs:
        return incoming[0]
    return [
        wrap(np.zeros(shape, dtype.carrier), dtype) if grad is None else grad
        for grad, (shape, dtype) in zip(incoming, node.outputs, strict=True)
    ]


def asked_for(operation: "Operation", name: str, node: Node, edge: Edge, g: Any) -> Any:
    """Return what a rule means by one of its parameters."""
    if name == "g":
        return g
    if name == "sizes":
        return edge.shape
    if name == "out" and Recording.enabled:
        return tied_again(unpacked(node.saved["out"], node), node)
    if name in node.saved:
        return unpacked(node.saved[name], node)
    return operation.signature.defaults[name]


def kept(value: Any) -> Any:
    """Return a value in the form in which it is saved for the way back."""
    if value.__class__ is Tensor or isinstance(value, Tensor):
        return Saved(value)
    if value.__class__ in (list, tuple):
        return value.__class__(map(kept, value))
    return value


def edges_to(name: str, value: Any) -> list[Edge]:
    """Return where the gradient of one input flows on to: nowhere, one place, or many."""
    if isinstance(value, Tensor):
        return [edge_to(name, None, value)] if value.tracked else []
    if value.__class__ in (list, tuple):
        return [
            edge_to(name, place, part)
            for place, part in enumerate(value)
            if isinstance(part, Tensor) and part.tracked
        ]
    return []


def tie_results(node: Node, results: Any) -> None:
    """Make several results know the step that they come from."""
    parts = [part for part in results if isinstance(part, Tensor)]
    node.outputs = [(part.shape, part.dtype) for part in parts]
    tie(node, parts)


def tie(node: Node, parts: list[Tensor]) -> None:
    """Make the results that can have a gradient know their step."""
    for number, part in enumerate(parts):
        if part.dtype.category > INTEGER and number not in node.operation.constants:
            part.grad_fn, part.output_number, part.tracked = node, number, True


def tied_again(result: Any, node: Node) -> Any:
    """Return a saved result as the step's own again, so that its gradient can be recorded too."""
    if isinstance(result, Tensor):
        parts = [result := alias(result)]
    else:
        parts = result = [alias(part) for part in result]
    tie(node, parts)
    return result


def alias_of(result: Any) -> Any:
    """Return what stands for a result in its own record."""
    return alias(result) if isinstance(result, Tensor) else tuple(map(alias, result))


def alias(tensor: Tensor) -> Tensor:
    """Return a tensor over the same elements that will not keep its own record alive."""
    if tensor.version is None:
        tensor.version = [0]
    other = wrap(tensor.array, tensor.dtype)
    other.version = tensor.version
    return other


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a rule's parameters."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
