"""Recipes: how a function is made of others, written in the language beside its declaration.

Beside `ops/nn/softmax.py` lies `softmax.recipes`, functions of the language that bear the names of
those declared there, or of their forwards, and ask for their arguments by name. They are told,
never trusted: what one gives is compared with the result before it is shown.
"""

import ast
import inspect
import sys
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from tensorlab.engine.operation import Operation
from tensorlab.engine.settings import Settings
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.again import on_others
from tensorlab.explain.calls.call import Call
from tensorlab.explain.strategies.explaining import CannotExplainError, quietly
from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session

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
