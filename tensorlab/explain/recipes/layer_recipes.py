"""Layers that do much at once, each told as one call by the recipe beside its class."""

import inspect
from inspect import isfunction
from pathlib import Path
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call, tensors_in
from tensorlab.explain.recipes.recipes import SUFFIX, Recipe, followed_with, recipes_in
from tensorlab.explain.strategies.explaining import CannotExplainError
from tensorlab.frozen import replace
from tensorlab.language.running.tracing import State
from tensorlab.nn.utils.stateless import functional_call

# By which a recipe may be off, and one of 16 bits, as a part of the largest number.
CLOSE = (1e-5, 1e-2)


def call_by_recipe(
    layer: Any, called: str, given: dict[str, Any], texts: dict[int, str], result: object
) -> Call | None:
    """Return a call of a layer whose steps have names; None where it has no recipe that fits."""
    recipe = recipe_of_class(type(layer))
    if recipe is None:
        return None
    values = {**dict.fromkeys(recipe.parameters), **given, "self": layer}
    state = State(layer)
    try:
        with state.put_back():
            found = followed_with(values, recipe).value
    except CannotExplainError:
        return None
    return call_of(recipe, called, values, texts, result) if alike(found, result) else None


def recipe_of_class(kind: type, method: str = "") -> Recipe | None:
    """Return the recipe beside the file in which a class stands: its module has PyTorch's name.

    `method` is what stands behind the name of the class where the recipe is of one of its methods.
    """
    named = f"{kind.__name__}{method}"
    files = {each.__code__.co_filename for each in vars(kind).values() if isfunction(each)}
    known = (recipes_in(Path(file).with_suffix(SUFFIX)).get(named) for file in files)
    return next(filter(None, known), None)


def call_of(
    recipe: Recipe, called: str, values: dict[str, Any], texts: dict[int, str], result: object
) -> Call:
    """Return a layer's call; its weights are among the arguments, under their names."""
    layer = values["self"]
    own, state = dict(layer.named_parameters()), State(layer)

    def replay(**changed: object) -> Any:
        settings = {name: value for name, value in changed.items() if name not in {*own, "self"}}
        weights = {name: changed[name] for name in own}
        with state.put_back():
            return flat(functional_call(layer, weights, kwargs=settings))

    owner = "" if "(" in called else f"{called}."
    names = {id(each): f"{owner}{name}" for name, each in own.items()} | texts
    text = f"{called}({', '.join(names[id(each)] for each in tensors_in(values.values()))})"
    kind, settings = type(layer).__name__, {**values, **own}
    whole = Call(kind, text, None, (), settings, flat(result), names, replay)
    return replace(whole, recipe=recipe, state=state)


def flat(result: object) -> Any:
    """Return a result of several tensors without the tuples within it."""
    return result if isinstance(result, Tensor) else tuple(tensors_in((result,)))


def alike(found: object, result: object) -> bool:
    """Return whether a recipe gives the numbers of a layer's result, or of an optimizer's step."""
    own, real = ([each.detach() for each in tensors_in((value,))] for value in (found, result))
    return [each.shape for each in own] == [each.shape for each in real] and all(
        bool((one - other).abs().max() <= CLOSE[one.dtype.itemsize < 4] * other.abs().max())
        for one, other in zip(own, real, strict=True)
    )


def arguments_of(layer: Any, args: tuple[Any, ...], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a layer by the names of its parameters."""
    try:
        bound = inspect.signature(layer.forward).bind(*args, **settings)
    except TypeError:
        return {}
    bound.apply_defaults()
    return dict(bound.arguments)
