"""Answers to questions about gradients, as data: the graph behind a tensor, and its leaves."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.gradients.graph import GraphNode, GraphWalk, graph_of, step_of, walk_through
from tensorlab.explain.gradients.names import parameters_in
from tensorlab.explain.story.frames import Explanation
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.world import TooLargeError
from tensorlab.language.values.display import describe
from tensorlab.workspace.naming import stored
from tensorlab.workspace.questions import (
    PATIENCE,
    SLOWER,
    CannotAnswerError,
    reaching_back,
    recorded,
)
from tensorlab.workspace.workspace import Workspace

NOT_RECORDED = " has no graph: one begins with tensors made with requires_grad=True"


def graph(workspace: Workspace, source: str) -> tuple[GraphNode, ...]:
    """Return the autograd graph behind a tensor.

    Raises:
        CannotAnswerError: there is no such tensor, or nothing was recorded for it.
    """
    nodes = graph_of(tensor_asked_for(workspace, source), workspace.variables())
    if len(nodes) < 2:
        raise CannotAnswerError(f"{source or 'the last result'}{NOT_RECORDED}")
    return nodes


def graph_step(workspace: Workspace, source: str, number: int) -> tuple[GraphNode, Explanation]:
    """Return a step of the graph behind a tensor: how its value was made, what came back to it.

    Raises:
        CannotAnswerError: there is no such tensor, or no such step.
    """
    with graph_asked_for(workspace, source) as (root, outcome, program):
        found = step_of(root, outcome, program, workspace.variables(), number)
    if found is None:
        raise CannotAnswerError(f"the graph has no step {number}")
    return found


def graph_walk(workspace: Workspace, source: str) -> GraphWalk:
    """Return the graph behind a tensor with a chapter on each value, and then on each gradient.

    Raises:
        CannotAnswerError: there is no such tensor, or nothing was recorded for it.
    """
    with graph_asked_for(workspace, source) as (root, outcome, program):
        walk = walk_through(root, outcome, program, workspace.variables())
    if len(walk.nodes) < 2:
        raise CannotAnswerError(f"{source or 'the last result'}{NOT_RECORDED}")
    return walk


@contextmanager
def graph_asked_for(workspace: Workspace, source: str) -> Iterator[tuple[Tensor, Outcome, str]]:
    """Give the tensor behind which to look, from a run that recorded how it was made, if it can be.

    Raises:
        CannotAnswerError: there is no such tensor.
    """
    if source:
        asked = reaching_back(workspace.past, source, None)
        try:
            if asked.seconds * SLOWER > PATIENCE:
                raise CannotAnswerError  # what the tensor carries has to do
            with recorded(workspace, asked) as outcome:
                if isinstance(outcome.value, Tensor) and outcome.value.grad_fn is not None:
                    yield outcome.value, outcome, asked.source
                    return
        except CannotAnswerError:
            pass
    yield tensor_asked_for(workspace, source), Outcome(), source


def tensor_asked_for(workspace: Workspace, source: str) -> Tensor:
    """Return a variable that is a tensor, or what an expression gives.

    Raises:
        CannotAnswerError: it is no tensor, or it fails.
    """
    seen = tensor_seen(workspace, source)
    if isinstance(seen, Failure):
        raise CannotAnswerError(f"{source} fails: {seen.message}")
    return seen


def tensor_named(workspace: Workspace, name: str) -> Tensor:
    """Return a variable that is a tensor, what was given or assigned last where none is named."""
    name = name or name_of_latest(workspace)
    value = workspace.session.names.get(name) if name else workspace.last_value
    if not isinstance(value, Tensor):
        raise CannotAnswerError(f"{name} is not a tensor" if name else "there is no last tensor")
    return value


def name_of_latest(workspace: Workspace) -> str:
    """Return the name of the tensor that was assigned last, nothing where a result came since."""
    for statement in reversed(workspace.entered):
        names = [] if statement.gave else reversed([*stored(ast.parse(statement.source))])
        for name in names:
            if isinstance(workspace.session.names.get(name), Tensor):
                return name
        if statement.gave:
            break
    return ""


def tensor_seen(workspace: Workspace, source: str) -> Tensor | Failure:
    """Return the tensor that an expression gives, the last one where there is none.

    Raises:
        CannotAnswerError: it is no tensor.
    """
    if not source or source in workspace.session.names:
        return tensor_named(workspace, source)
    try:
        outcome = workspace.evaluate(source)
    except TooLargeError as error:
        raise CannotAnswerError(str(error)) from None
    if outcome.failure is not None:
        return outcome.failure
    if not isinstance(outcome.value, Tensor):
        raise CannotAnswerError(f"{source} is not a tensor")
    return outcome.value


def gradients(workspace: Workspace, argument: str) -> list[tuple[str, str]]:
    """Return the variables that require a gradient, each with the text of what it has.

    Raises:
        CannotAnswerError: none does.
    """
    rows = [
        (name, "no gradient yet: call backward()" if value.grad is None else describe(value.grad))
        for name, value in leaves(workspace).items()
        if not argument or name == argument or name.startswith((f"{argument}.", f"{argument}["))
    ]
    if not rows:
        raise CannotAnswerError(without_gradient(workspace, argument))
    return rows


def leaves(workspace: Workspace) -> dict[str, Tensor]:
    """Return the tensors that get gradients by name: variables, and the parameters of networks."""
    found: dict[int, tuple[str, Tensor]] = {}
    own = workspace.variables().items()
    for name, value in sorted(own, key=lambda each: isinstance(each[1], dict | list | tuple)):
        for path, each in parameters_in(name, value):
            found.setdefault(id(each), (path, each))
    return {path: each for path, each in found.values() if each._tracked and each.is_leaf}


def without_gradient(workspace: Workspace, argument: str) -> str:
    """Return why there is no gradient to show."""
    if isinstance(workspace.variables().get(argument), Tensor):
        return f"{argument} keeps no gradient: only tensors made with requires_grad=True do"
    return f"no variable {argument} is a tensor" if argument else "no variable requires a gradient"
