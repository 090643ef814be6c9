"""The step that an optimizer took with a parameter, as a call: told by the recipe of its class."""

import ast
from collections.abc import Mapping
from functools import partial
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.recipes.layer_recipes import recipe_of_class
from tensorlab.explain.recipes.recipes import followed_with
from tensorlab.explain.strategies.explaining import CannotExplainError
from tensorlab.frozen import replace
from tensorlab.language.outcome import Outcome
from tensorlab.wording import joined

CLOSE = 1e-5  # by which a recipe may be off, as a part of the largest number


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
        alike = bool((found - result).abs().max() <= CLOSE * result.abs().max())
    except CannotExplainError:
        return None
    if not alike:  # it has been written over since
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
