"""Recipes: how a function, or a layer, is made of others, written in the language beside it.

Beside `ops/nn/softmax.py` lies `softmax.recipes`, functions of the language that bear the names of
those declared there, or of their forwards, and ask for their arguments by name; so beside a layer
that does much at once, by the name of its class. They are told, never trusted: what one gives is
compared with the result before it is shown.
"""

import ast
import inspect
import sys
from contextlib import nullcontext
from functools import cache
from inspect import isfunction
from pathlib import Path
from textwrap import dedent
from typing import Any

from tensorlab.engine.operation import Operation
from tensorlab.engine.settings import Settings
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.again import on_others
from tensorlab.explain.calls.call import Call, tensors_in
from tensorlab.explain.strategies.explaining import CannotExplainError, quietly
from tensorlab.frozen import Frozen, replace
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session
from tensorlab.language.running.tracing import State
from tensorlab.nn.utils.stateless import functional_call

SUFFIX = ".recipes"
NARROW = ("float16", "bfloat16")


class Recipe(Frozen):
    """The steps of a function as a program, and the arguments that it asks for."""

    parameters: tuple[str, ...]
    source: str
    idea: str = ""  # what a layer does, in a line


def recipe_of(operation: Operation | None) -> Recipe | None:
    """Return the recipe of a function, None where it has none; in place it is that of the copy."""
    if operation is None:
        return None
    forward = inspect.unwrap(operation.forward)
    known = recipes_in(Path(sys.modules[forward.__module__].__file__ or "").with_suffix(SUFFIX))
    names = (forward.__name__, operation.name, operation.name.removesuffix("_"))
    return next((known[name] for name in names if name in known), None)


@cache
def recipes_in(path: Path) -> dict[str, Recipe]:
    """Return the recipes of a file by the names of their functions."""
    if not path.is_file():
        return {}
    text = path.read_text(encoding="utf-8")
    return {
        node.name: Recipe(
            tuple(each.arg for each in node.args.args),
            program_of(node, text),
            ast.get_docstring(node) or "",
        )
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }


def program_of(function: ast.FunctionDef, text: str) -> str:
    """Return what a function does as a program whose last expression is the function's value."""
    lines = text.splitlines()[: function.end_lineno]
    last = function.body[-1].lineno - 1
    lines[last] = lines[last].replace("return ", "", 1)
    first = function.body[1 if ast.get_docstring(function) else 0]
    return dedent("\n".join(lines[first.lineno - 1 :]))


def widened(call: Call) -> Call:
    """Return a call with numbers of 16 bits as float32: in between nothing is rounded to them."""
    if not any(tensor.dtype.name in NARROW for tensor in call.tensors):
        return call
    return on_others(call, wide)


def wide(tensor: Tensor) -> Tensor:
    """Return a tensor with room for what is worked out in between."""
    return tensor.detach().float() if tensor.dtype.name in NARROW else tensor


def followed(call: Call, recipe: Recipe) -> Outcome:
    """Return the recorded run of a recipe on the arguments of a call.

    Raises:
        CannotExplainError: it fails on these arguments.
    """
    with call.state.put_back() if call.state is not None else nullcontext():
        return followed_with(arguments_for(call, recipe), recipe)


def followed_with(arguments: dict[str, Any], recipe: Recipe) -> Outcome:
    """Return the recorded run of a recipe on arguments by their names.

    Raises:
        CannotExplainError: it fails on these arguments.
    """
    session = Session(record=True, write=lambda text: None, settings=Settings.in_force)
    session.names.update(arguments)
    outcome: Outcome = quietly(session.run, recipe.source)
    if outcome.failure is not None:
        raise CannotExplainError(outcome.failure.message)
    return outcome


def arguments_for(call: Call, recipe: Recipe) -> dict[str, Any]:
    """Return the arguments that a recipe asks for, also those that the call left out."""
    operation = call.operation
    if operation is None:
        return dict(call.settings)
    given = {**operation.signature.defaults, **call.bound()}
    missing = [name for name in recipe.parameters if name not in given]
    if missing and missing != ["dtype"]:
        raise CannotExplainError(f"{call.name} has no {missing}")
    return {name: given.get(name) for name in recipe.parameters}


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
