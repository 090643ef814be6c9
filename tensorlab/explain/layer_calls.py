"""Calls of layers: the functions of tensors that they call, under the names of their parameters."""

import ast
from collections.abc import Iterator
from typing import Any

from tensorlab import nn
from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.calling.entrances import function_of
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import Work
from tensorlab.explain.call import Call, Values, names_of, text_of
from tensorlab.explain.function_calls import operation_of, positions
from tensorlab.language.attributes import get_attribute


def layer_calls(node: ast.Call, values: Values, source: str) -> list[Call]:
    """Return the calls of a layer, or of the layers in a row: what a program's own does is seen."""
    layer = values.get(node.func)
    if isinstance(node.func, ast.Attribute) and isinstance(values.get(node.func.value), nn.Module):
        layer = get_attribute(values[node.func.value], node.func.attr)
    args = tuple(value for _, value in positions(node.args, values))
    if not isinstance(layer, nn.Module) or node.keywords or len(args) != 1:
        return []
    if not isinstance(args[0], Tensor) or not isinstance(values[node], Tensor):
        return []
    text = names_of(node.args, args, source).get(id(args[0]), "input")
    found = list(through(layer, ast.unparse(node.func), text, args[0]))
    return [*found[:-1], ending(found[-1], values[node], text_of(node, source))] if found else []


def ending(call: Call, result: Any, source: str) -> Call:
    """Return the last of a layer's calls, whose result is the layer's."""
    return Call(
        call.name, source, call.operation, call.args, call.settings, result, call.names, call.replay
    )


def through(layer: Any, function: str, text: str, given: Tensor) -> Iterator[Call]:
    """Yield the calls of a layer, or of those in it one behind the other."""
    if type(layer) is nn.Sequential:
        for place, inner in enumerate(layer):
            name = f"{function}[{place}]"
            yield from (calls := list(through(inner, name, text, given)))
            given = calls[-1].result if calls else unrecorded(inner, given)
            text = f"{name}({text})"
    elif type(layer) is getattr(nn, type(layer).__name__, None):
        names = {id(each): f"{function}.{name}" for name, each in layer.named_parameters()}
        yield from seen(layer, {**names, id(given): text}, f"{function}({text})", given)


def seen(layer: Any, names: dict[int, str], source: str, given: Tensor) -> Iterator[Call]:
    """Yield the functions of tensors that a layer calls."""
    calls: list[tuple[Any, tuple[Any, ...], dict[str, Any], Any]] = []
    before, Work.witness = Work.witness, lambda *call: calls.append(call)
    try:
        unrecorded(layer, given)
    finally:
        Work.witness = before
    for place, (function, args, settings, result) in enumerate(calls):
        operation = operation_of(function)
        if operation is None or not isinstance(result, Tensor):
            continue
        text = source if place == len(calls) - 1 else f"{operation.name} of {source}"
        named = {name: value for name, value in settings.items() if name != "inplace"}
        yield Call(
            operation.name, text, operation, args, named, result, names, function_of(operation)
        )
        names = {**names, id(result): text}


def unrecorded(layer: Any, given: Tensor) -> Any:
    """Return what a layer gives, unrecorded."""
    with SetGrad(mode=False):
        return layer(given)
