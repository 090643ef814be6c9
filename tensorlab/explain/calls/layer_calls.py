"""Calls that layers make and steps that optimizers take, under the names of their parameters."""

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from tensorlab import nn
from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import Work
from tensorlab.explain.calls.again import on_others
from tensorlab.explain.calls.call import Call, Values, tensors_in, text_of
from tensorlab.explain.calls.function_calls import (
    arguments_at,
    function_under_its_name,
    operation_of,
)
from tensorlab.explain.recipes.recipes import (
    SUFFIX,
    Recipe,
    alike,
    arguments_of,
    call_by_recipe,
    followed_with,
    recipe_of_class,
    recipes_in,
)
from tensorlab.explain.strategies.explaining import CannotExplainError, parts_of
from tensorlab.frozen import replace
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.tracing import State, drops
from tensorlab.language.values.attributes import get_attribute
from tensorlab.wording import joined

# characters of a layer and of what it was given; of more the layer is written
MOST_NESTED = 36


def layer_calls(node: ast.Call, values: Values, source: str) -> list[Call]:
    """Return the calls of a layer, or of the layers in a row: what a program's own does is seen.

    The layer is run again as it was then: with its buffers, and the same random numbers.
    """
    layer, given = values.get(node.func), node.func
    if isinstance(node.func, ast.Attribute) and isinstance(values.get(node.func.value), nn.Module):
        given = node.func.value
        layer = get_attribute(values[given], node.func.attr)
    if not isinstance(layer, nn.Module) or not list(tensors_in((values[node],))):
        return []
    state = values.states.get(given)
    if state is None:
        return calls_within(layer, node, values, source)
    with state.put_back():
        calls = calls_within(layer, node, values, source)
    then = {id(own): kept for own, kept in state.buffers}
    calls = [on_others(call, lambda tensor: then.get(id(tensor), tensor)) for call in calls]
    own = {id(kept): tensor for tensor, kept in state.buffers}
    return [each for call in calls for each in (*kept_by(call, own), call)]


def calls_within(layer: nn.Module, node: ast.Call, values: Values, source: str) -> list[Call]:
    """Return the calls of a layer that was called at a node."""
    args, settings, texts = arguments_at(node, values, source)
    result = values[node]
    text, called = text_of(node, source), ast.unparse(node.func)
    arguments = arguments_of(layer, args, settings)
    found: list[Call] = []
    for each in as_it_was(layer, values.moves):
        whole = call_by_recipe(each, called, arguments, texts, result) if is_library(each) else None
        if whole is not None:
            return [whole]
        if len(args) == 1 and not settings and isinstance(args[0], Tensor):
            found = list(through(each, called, texts.get(id(args[0]), "input"), args[0]))
        elif is_library(each):
            found = list(seen(each, {**parameters_of(each, called), **texts}, text, args, settings))
        if not found or alike(found[-1].result, result):
            break
    as_one = Call(type(layer).__name__, text, None, args, settings, result, texts, layer)
    if not found:
        return [as_one] if any(each is result for each in args) else []
    *before, last = found
    if shapes_of(last.result) != shapes_of(result):
        return []
    is_seen = alike(last.result, result) or not any(map(drops, layer.modules()))
    return [*before, replace(last, source=text, result=result)] if is_seen else [as_one]


def kept_by(call: Call, own: Mapping[int, Tensor]) -> Iterator[Call]:
    """Yield how a batch moved the running mean and the running variance of a layer."""
    if call.name != "batch_norm" or not (bound := call.bound()).get("training"):
        return
    from tensorlab.nn.channel_normalization import __file__ as file  # noqa: PLC0415  few have one

    recipes = recipes_in(Path(file).with_suffix(SUFFIX))
    for name, recipe in recipes.items():
        before = bound.get(name)
        if before is not None and id(before) in own:
            settings = {"before": before, "input": bound["input"], "momentum": bound["momentum"]}
            names = {**call.names, id(before): "before"}

            def again(recipe: Recipe = recipe, **given: Any) -> Any:
                return followed_with(given, recipe).value

            result = own[id(before)]
            whole = Call(name, call.source, None, (), settings, result, names, again)
            yield replace(whole, recipe=recipe)


def as_it_was(layer: Any, moves: Mapping[int, Any]) -> Iterator[Any]:
    """Yield a layer, and as it was before the latest steps of optimizers moved its weights."""
    yield layer
    if any(id(each) in moves for each in layer.parameters()):
        then = deepcopy(layer)
        for own, weight in zip(layer.parameters(), then.parameters(), strict=True):
            move = moves.get(id(own))
            if move is not None and move.parameter is not None:
                weight.data = move.parameter
        yield then


def shapes_of(result: object) -> list[tuple[int | None, tuple[int, ...]]]:
    """Return the shapes of what a call gave: the last one in a layer gives what the layer does."""
    return [(part, tuple(tensor.shape)) for part, tensor in parts_of(result)]


def is_library(layer: object) -> bool:
    """Return whether a layer is one of ours, and not of a class of the program's."""
    return type(layer) is getattr(nn, type(layer).__name__, None)


def parameters_of(layer: Any, called: str) -> dict[int, str]:
    """Return what the parameters and the buffers of a layer are called."""
    kept = (*layer.named_parameters(), *layer.named_buffers())
    return {id(each): f"{called}.{name}" for name, each in kept}


def through(layer: Any, function: str, text: str, given: Tensor) -> Iterator[Call]:
    """Yield the calls of a layer, or of those in it one behind the other."""
    if type(layer) in {nn.Sequential, nn.TransformerEncoder}:
        # of classes of the program's alone the run itself has the calls
        is_mixed = any(map(is_library, layer.children()))
        for name, inner in row_of(layer, function) if is_mixed else ():
            calls = list(through(inner, name, text, given))
            args, names, text = (given,), {id(given): text}, applied(name, text)
            given = calls[-1].result if calls else unrecorded(inner, args, {})
            if not calls and given is not args[0]:
                calls = [Call(type(inner).__name__, text, None, args, {}, given, names, inner)]
            yield from calls
    elif is_library(layer):
        if recipe_of_class(type(layer)) is not None:
            state, result = State(layer), unrecorded(layer, (given,), {})
            arguments = arguments_of(layer, (given,), {})
            with state.put_back():
                whole = call_by_recipe(layer, function, arguments, {id(given): text}, result)
            if whole is not None:
                yield whole
                return
        names = {**parameters_of(layer, function), id(given): text}
        yield from seen(layer, names, applied(function, text), (given,), {})


def applied(layer: str, given: str) -> str:
    """Return how a layer on what the one before it gave is written, where that is long in short."""
    return f"{layer}({given if len(layer) + len(given) < MOST_NESTED else '...'})"


def row_of(layer: Any, function: str) -> Iterator[tuple[str, nn.Module]]:
    """Yield the layers in a row with their names: where they were written in it, as they are."""
    if type(layer) is nn.TransformerEncoder:
        yield from ((f"{function}.layers[{at}]", inner) for at, inner in enumerate(layer.layers))
        yield from [] if layer.norm is None else [(f"{function}.norm", layer.norm)]
        return
    written = getattr(ast.parse(function, mode="eval").body, "args", ())
    for at, inner in enumerate(layer):
        whole = len(written) == len(layer)
        yield ast.unparse(written[at]) if whole else f"{function}[{at}]", inner


def seen(
    layer: object, names: dict[int, str], source: str, given: tuple[Any, ...], named: dict[str, Any]
) -> Iterator[Call]:
    """Yield the functions of tensors that a layer calls."""
    calls: list[tuple[Any, tuple[Any, ...], dict[str, Any], Any]] = []
    before, Work.witness = Work.witness, lambda *call: calls.append(call)
    try:
        unrecorded(layer, given, named)
    finally:
        Work.witness = before
    for place, (function, args, settings, result) in enumerate(calls):
        operation = operation_of(function)
        if operation is None or not list(tensors_in((result,))):
            continue
        text = source if place == len(calls) - 1 else f"{operation.name} of {source}"
        own = {name: value for name, value in settings.items() if name != "inplace"}
        unnamed = [each for each in tensors_in((*args, *own.values())) if id(each) not in names]
        kinds = ("a value", "another value")
        names = names | {
            id(each): f"{kind} within {source}" for kind, each in zip(kinds, unnamed, strict=False)
        }
        replay = function_under_its_name(operation, function)
        yield Call(operation.name, text, operation, args, own, result, names, replay)
        parts = {id(part): f"{text}[{at}]" for at, part in parts_of(result) if at is not None}
        names = {**names, id(result): text, **parts}


def unrecorded(layer: Any, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Return what a layer gives, unrecorded."""
    with SetGrad(mode=False):
        return layer(*given, **named)


def step_of(outcome: Outcome, parameter: Tensor, names: Mapping[str, object]) -> Call | None:
    """Return the step that made a parameter what it is, None where no optimizer's recipe does."""
    move = outcome.moves.get(id(parameter))
    kinds = () if move is None else type(move.optimizer).__mro__
    recipe = next(filter(None, map(recipe_of_class, kinds)), None)
    if move is None or recipe is None or move.parameter is None:
        return None
    settings = {**dict.fromkeys(recipe.parameters), **move.group, **move.state}
    settings = {name: value for name, value in settings.items() if name in recipe.parameters}
    if "step" in settings:
        settings["step"] = 1 + int(0 if settings["step"] is None else settings["step"].item())
    settings |= {"before": move.parameter, "grad": move.grad}

    known = {each.node.id: each.value for each in outcome.trace if isinstance(each.node, ast.Name)}
    known |= names
    called = next((name for name, value in known.items() if value is move.optimizer), "optimizer")
    texts = {id(value): name for name, value in settings.items() if isinstance(value, Tensor)}
    result = parameter.detach()
    try:
        found = followed_with(settings, recipe).value
    except CannotExplainError:
        return None
    if not alike(found, result):  # it has been written over since
        return None
    kind = type(move.optimizer).__name__
    again = partial(moved, move)
    call = Call(kind, f"{called}.step()", None, (), settings, result, texts, again)
    return replace(call, recipe=recipe)


def moved(move: Any, before: Tensor, grad: Tensor, **changed: Any) -> Tensor:
    """Return what an optimizer makes of a parameter with other numbers."""
    parameter = before.clone()
    state = {
        name: (changed[name] if isinstance(changed.get(name), Tensor) else value).clone()
        for name, value in move.state.items()
        if isinstance(value, Tensor)
    }
    with SetGrad(mode=False):
        slope = -grad if move.group.get("maximize") else grad
        move.optimizer.update(parameter, slope, state, move.group)
    return parameter


def words_on_operands(call: Call, parameter: str) -> tuple[str, ...]:
    """Return what the names in an optimizer's step stand for."""
    kept = [name for name in map(call.name_of, call.tensors) if name not in {"before", "grad"}]
    optimizer = call.source.partition(".")[0]
    held = f"; {joined(kept)}: what {optimizer}.state[{parameter}] held" if kept else ""
    return (f"before: {parameter} before the step; grad: {parameter}.grad{held}.",)
