"""The commands that ask why: :why, :shapes, :mem, :graph, :grad, :notices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.notices import Watcher
from tensorlab.explain.story import NothingToExplainError, explanation_of
from tensorlab.language.world import TooLargeError
from tensorlab.render.failure import FailureView
from tensorlab.render.outcome import is_for_the_ear
from tensorlab.repl.questions import (
    CannotAnswerError,
    Question,
    is_the_same,
    question,
    recorded,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tensorlab.repl.workspace import Workspace


def why(workspace: Workspace, argument: str) -> RenderableType:
    """Return how the last result, a variable, a cell of it, or an expression came about.

    Raises:
        CannotAnswerError: nothing was computed, or it has no such cell.
    """
    asked = question(workspace, argument)
    with recorded(workspace, asked) as outcome:
        if outcome.failure is not None:
            return FailureView(outcome.failure)
        try:
            told = explanation_of(outcome, asked.source, asked.cells)
        except (NothingToExplainError, IndexError) as error:
            raise CannotAnswerError(str(error)) from None
        if not is_the_same(asked, outcome):
            raise CannotAnswerError(
                f"{argument or 'the result'} has been written to since: how it came about is not "
                "known"
            )
    if is_for_the_ear():
        from tensorlab.render.explanation_narrated import narrated_explanation

        return Text(narrated_explanation(told))
    from tensorlab.render.explanation_view import ExplanationView

    return ExplanationView(told)


def shapes(workspace: Workspace, argument: str) -> RenderableType:
    """Return an expression with the shape and type of each part, and its failure if it fails.

    Raises:
        CannotAnswerError: there is no expression.
    """
    if not argument:
        raise CannotAnswerError("an expression is missing; write for instance :shapes (a + b) @ c")
    from tensorlab.explain.subexpressions import tensor_parts
    from tensorlab.render.shape_lines import ShapeLines

    with recorded(workspace, Question(argument)) as outcome:
        lines = ShapeLines(argument, tensor_parts(outcome))
    if outcome.failure is not None:
        return Group(lines, FailureView(outcome.failure))
    return lines


def memory(workspace: Workspace, argument: str) -> RenderableType:
    """Return which names share memory and how it is walked.

    Raises:
        CannotAnswerError: no such tensor has a name.
    """
    from tensorlab.explain.memory import memory_map
    from tensorlab.render.memory_map import MemoryMap

    storages = memory_map(workspace.variables(), argument)
    if not storages:
        missing = "is no tensor" if argument.isidentifier() else "is no variable's name"
        raise CannotAnswerError(f"{argument} {missing}" if argument else "no tensors yet")
    return MemoryMap(storages)


def graph(workspace: Workspace, argument: str) -> RenderableType:
    """Return the autograd graph behind a tensor; with a file name, write it as SVG.

    Raises:
        CannotAnswerError: there is no such tensor, or nothing was recorded for it.
    """
    name, file = argument, ""
    if argument.endswith(".svg"):
        name, _, file = argument.rpartition(" ")
    value = tensor_asked_for(workspace, name.strip())
    from tensorlab.explain.graph import graph_of

    nodes = graph_of(value, workspace.variables())
    if len(nodes) < 2:
        raise CannotAnswerError(f"{name or 'the last result'} was not recorded by autograd")
    if file:
        from tensorlab.render.graph_svg import graph_svg

        try:
            Path(file).expanduser().write_text(graph_svg(nodes), encoding="utf-8")
        except OSError as error:
            raise CannotAnswerError(f"{file} cannot be written: {error.strerror}") from None
        return Text(f"drawn in {file}", "quiet")
    from tensorlab.render.graph_tree import GraphTree

    return GraphTree(nodes)


def tensor_asked_for(workspace: Workspace, source: str) -> Tensor:
    """Return a variable that is a tensor, or what an expression gives.

    Raises:
        CannotAnswerError: it is no tensor, or it fails.
    """
    if not source or source in workspace.session.names:
        return tensor_named(workspace, source)
    outcome = workspace.evaluate(source)
    if outcome.failure is not None:
        raise CannotAnswerError(f"{source} fails: {outcome.failure.message}")
    if not isinstance(outcome.value, Tensor):
        raise CannotAnswerError(f"{source} is no tensor")
    return outcome.value


def tensor_named(workspace: Workspace, name: str) -> Tensor:
    """Return a variable that is a tensor, the last result where none is named."""
    value = workspace.session.names.get(name) if name else workspace.last_value
    if not isinstance(value, Tensor):
        raise CannotAnswerError(f"{name} is no tensor" if name else "there is no last tensor")
    return value


def notices(workspace: Workspace, argument: str) -> RenderableType:
    """Switch the notices on surprises on or off, and say which it is.

    Raises:
        CannotAnswerError: it is neither on nor off that was asked for.
    """
    if argument not in {"", "on", "off"}:
        raise CannotAnswerError("write :notices on or :notices off")
    if argument:
        workspace.session.watch = Watcher() if argument == "on" else None
    state = "off" if workspace.session.watch is None else "on"
    return Text(f"notices are {state}", "quiet")


def view(workspace: Workspace, argument: str) -> RenderableType:
    """Return a tensor as grids with labels; `heat` behind it colours its cells.

    Raises:
        CannotAnswerError: it is no tensor.
    """
    from tensorlab.render.tensor_view import TensorView

    source, heat = argument.removesuffix(" heat"), argument.endswith(" heat")
    if not source or source == "heat":
        return TensorView(tensor_named(workspace, ""), heat=source == "heat")
    try:
        outcome = workspace.evaluate(source)
    except TooLargeError as error:
        raise CannotAnswerError(str(error)) from None
    if outcome.failure is not None:
        return FailureView(outcome.failure)
    if not isinstance(outcome.value, Tensor):
        raise CannotAnswerError(f"{source} is no tensor")
    return TensorView(outcome.value, heat=heat)


def gradients(workspace: Workspace, argument: str) -> RenderableType:
    """Return the gradients of the variables that require one.

    Raises:
        CannotAnswerError: none does.
    """
    from tensorlab.language.display import describe
    from tensorlab.render.tables import Pairs

    rows = [
        (name, "no gradient yet: call backward()" if value.grad is None else describe(value.grad))
        for name, value in workspace.variables().items()
        if isinstance(value, Tensor) and value.tracked and value.is_leaf and argument in {"", name}
    ]
    if not rows:
        raise CannotAnswerError(without_gradient(workspace, argument))
    return Pairs(rows)


def without_gradient(workspace: Workspace, argument: str) -> str:
    """Return why there is no gradient to show."""
    if not argument:
        return "no variable requires a gradient"
    if isinstance(workspace.variables().get(argument), Tensor):
        return f"{argument} is no leaf that requires a gradient"
    return f"no variable {argument} is a tensor"
