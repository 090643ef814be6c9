"""Layers that do much at once, told by the recipes beside their classes."""

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from inspect import isfunction
from pathlib import Path
from typing import Any, Protocol

from tensorlab.engine.formats import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.again import on_others
from tensorlab.explain.calls.call import Call, tensors_in, text_of
from tensorlab.explain.recipes.recipes import SUFFIX, Recipe, followed_with, recipes_in
from tensorlab.explain.strategies.explaining import CannotExplainError
from tensorlab.frozen import replace
from tensorlab.language.outcome import Step
from tensorlab.nn.utils.stateless import functional_call

MOST_ROWS = 24  # of an argument that have names
MOST_CALLS = 2000  # in one layer


class Walked(Protocol):
    """A recorded run, made of its calls."""

    def leading_to(self, value: Any, most: int) -> list[Call]:
        """Return the latest calls that a value goes back to, in order."""


Runner = Callable[[Iterable[Step], str], Walked]


def recipe_calls(
    run: Runner, layer: Any, called: str, given: dict[str, Any], texts: dict[int, str], result: Any
) -> list[Call]:
    """Return what a layer does, call by call, where it has a recipe that gives its result."""
    kind = type(layer)  # whose module has PyTorch's name
    files = {each.__code__.co_filename for each in vars(kind).values() if isfunction(each)}
    known = (recipes_in(Path(file).with_suffix(SUFFIX)).get(kind.__name__) for file in files)
    recipe = next(filter(None, known), None)
    if recipe is None or (layer.training and any(map(drops, layer.modules()))):
        return []
    values = {**dict.fromkeys(recipe.parameters), **given, "self": layer}
    if recipe.idea:
        whole = call_of(recipe, layer, called, values, texts, result)
        return [] if whole is None else [whole]
    words = {name: texts.get(id(value), "") for name, value in values.items()}
    named = {name: text for name, text in words.items() if text.isidentifier()}
    named |= {"self": called} if called.isidentifier() else {}
    own = {each.id for each in ast.walk(ast.parse(recipe.source)) if isinstance(each, ast.Name)}
    named = {name: text for name, text in named.items() if text not in own - set(values)}
    fresh = renamed(recipe, named)
    arguments = {named.get(name, name): value for name, value in values.items()}
    try:
        outcome = followed_with(arguments, fresh)
    except CannotExplainError:
        return []
    calls = run(outcome.trace, fresh.source).leading_to(outcome.value, MOST_CALLS)
    pairs = dict(alike(outcome.value, result))
    kept = {id(each): f"{called}.{name}" for name, each in layer.named_parameters()} | texts
    rows = dict(rows_of(given.values(), texts))
    told = [named_for(ending(call, pairs), kept, rows, called) for call in calls] if pairs else []
    statements = dict(assignments(fresh.source))
    return [replace(call, source=statements.get(call.source, call.source)) for call in told]


def call_of(
    recipe: Recipe, layer: Any, called: str, values: dict[str, Any], texts: dict[int, str], result: Any
) -> Call | None:
    """Return what a layer does as one call, whose steps have names; None where they do not fit."""
    own = dict(layer.named_parameters())
    try:
        given = followed_with(values, recipe).value
    except CannotExplainError:
        return None

    def replay(**changed: Any) -> Any:
        settings = {name: value for name, value in changed.items() if name not in {*own, "self"}}
        weights = {name: changed[name] for name in own}
        return flat(functional_call(layer, weights, kwargs=settings))

    owner = "" if "(" in called else f"{called}."
    names = {id(each): f"{owner}{name}" for name, each in own.items()} | texts
    text = f"{called}({', '.join(names[id(each)] for each in tensors_in(values.values()))})"
    fits = dict(alike(given, result))
    settings = {**values, **own}
    whole = Call(type(layer).__name__, text, None, (), settings, flat(result), names, replay)
    return replace(whole, recipe=recipe) if fits else None


def flat(result: Any) -> Any:
    """Return a result of several tensors without the tuples within it."""
    return result if isinstance(result, Tensor) else tuple(tensors_in((result,)))


def assignments(source: str) -> Iterator[tuple[str, str]]:
    """Yield the expressions that a program gives names to, each with its statement on one line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Subscript):
            target = ast.unparse(node.targets[0]).strip("()")
            yield text_of(node.value, source), f"{target} = {text_of(node.value, source)}"


def rows_of(given: Iterable[Any], texts: dict[int, str]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield where the rows of arguments lie in memory, each with its name: x[0]."""
    for tensor in given:
        if isinstance(tensor, Tensor) and id(tensor) in texts and tensor.ndim > 1:
            for place in range(min(len(tensor), MOST_ROWS)):
                yield where(tensor[place]), f"{texts[id(tensor)]}[{place}]"


def where(tensor: Tensor) -> tuple[Any, ...]:
    """Return where a tensor lies in memory, and how."""
    if tensor.layout is not STRIDED or tensor.device.type != "cpu":
        return (id(tensor),)
    return tensor.data_ptr(), tuple(tensor.shape), tensor.stride()


def named_for(
    call: Call, known: dict[int, str], rows: dict[tuple[Any, ...], str], called: str
) -> Call:
    """Return a call of a recipe with names that the program knows, or that say whose they are."""
    names = dict(call.names)
    for tensor in call.tensors:
        name = call.name_of(tensor)
        local = f"{name} of {called}" if name.isidentifier() else name
        names[id(tensor)] = known.get(id(tensor)) or rows.get(where(tensor), local)
    return replace(call, names=names)


def drops(layer: Any) -> bool:
    """Return whether a layer drops elements at random."""
    chance = getattr(layer, "p", getattr(layer, "dropout", 0))
    return isinstance(chance, float) and chance > 0


def renamed(recipe: Recipe, names: dict[str, str]) -> Recipe:
    """Return a recipe with the program's names for its parameters, where none is its own."""
    tree = ast.parse(recipe.source)
    own = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)} - set(names)
    for each in ast.walk(tree):
        if isinstance(each, ast.Name) and names.get(each.id, each.id) not in own:
            each.id = names.get(each.id, each.id)
    return Recipe(recipe.parameters, ast.unparse(tree))


def alike(found: Any, result: Any) -> Iterator[tuple[int, Tensor]]:
    """Yield the tensors of a recipe's value by identity, each with that of the layer's result."""
    pairs = list(zip(tensors_in((found,)), tensors_in((result,)), strict=False))
    for own, real in pairs:
        if own.shape != real.shape or not bool((own.detach() - real.detach()).abs().max() < 1e-5):
            return
    yield from ((id(own), real) for own, real in pairs)


def ending(call: Call, real: dict[int, Tensor]) -> Call:
    """Return a call on, and with, the layer's own results, where they are these."""
    fresh = on_others(call, lambda tensor: real.get(id(tensor), tensor))
    return replace(fresh, result=real.get(id(call.result), call.result))


def arguments_of(layer: Any, args: tuple[Any, ...], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a layer by the names of its parameters."""
    try:
        bound = inspect.signature(layer.forward).bind(*args, **settings)
    except TypeError:
        return {}
    bound.apply_defaults()
    return dict(bound.arguments)
