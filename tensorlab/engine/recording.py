"""What a recorded call remembers, and how its gradients are worked out on the way back."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.graph import Edge, Node, Saved, edge_to, node_class
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
