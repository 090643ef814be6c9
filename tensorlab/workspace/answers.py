"""Answers to questions about a workspace, as data: why, shapes, memory, graph, gradients."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.gradients.graph import GraphNode, graph_of
from tensorlab.explain.gradients.graph_steps import GraphWalk, step_of, walk_through
from tensorlab.explain.looking.memory import Storage, memory_map
from tensorlab.explain.looking.subexpressions import Part, tensor_parts
from tensorlab.explain.story.frames import Explanation
from tensorlab.explain.story.story import NothingToExplainError, explanation_of
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.world import TooLargeError
from tensorlab.language.values.display import describe
from tensorlab.workspace.questions import (
    CannotAnswerError,
    Question,
    is_the_same,
    question,
    reaching_back,
    recorded,
    since_it_was_made,
)
from tensorlab.workspace.workspace import Workspace


class Shapes(NamedTuple):
    """The parts of an expression that are tensors, and why it failed if it did."""

    source: str
    parts: tuple[Part, ...]
    failure: Failure | None


def why(workspace: Workspace, argument: str) -> Explanation | Failure:
    """Return how the last result, a variable, an element of it, or an expression came about.

    Raises:
        CannotAnswerError: nothing was computed, or it has no such element.
    """
    asked = question(workspace, argument)
    told = answered(workspace, asked)
    if told is None and (longer := since_it_was_made(workspace, argument)) is not None:
        told = answered(workspace, longer)
    if told is None:
        raise CannotAnswerError(
            f"{argument or 'the result'} has been written to since: how it came about is not known"
        )
    return told


def answered(workspace: Workspace, asked: Question) -> Explanation | Failure | None:
    """Return the explanation of a program that is run again, None where it gives something else.

    Raises:
        CannotAnswerError: there is nothing to explain in it.
    """
    with recorded(workspace, asked) as outcome:
        if outcome.failure is not None:
            return outcome.failure
        if not is_the_same(asked, outcome):
            return None
        try:
            return explanation_of(outcome, asked.source, asked.elements, workspace.variables())
        except (NothingToExplainError, IndexError) as error:
            raise CannotAnswerError(str(error)) from None


def shapes(workspace: Workspace, argument: str) -> Shapes:
    """Return the shape and type of each part of an expression, and its failure if it fails.

    Raises:
        CannotAnswerError: there is no expression.
    """
    if not argument:
        raise CannotAnswerError("an expression is missing; write for instance :shapes (a + b) @ c")
    with recorded(workspace, Question(argument)) as outcome:
        return Shapes(argument, tensor_parts(outcome), outcome.failure)


def memory(workspace: Workspace, argument: str) -> tuple[Storage, ...]:
    """Return which names share memory and how it is walked.

    Raises:
        CannotAnswerError: no such tensor has a name.
    """
    storages = memory_map(workspace.variables(), argument)
    if not storages:
        missing = "is no tensor" if argument.isidentifier() else "is no variable's name"
        raise CannotAnswerError(f"{argument} {missing}" if argument else "no tensors yet")
    return storages


def graph(workspace: Workspace, source: str) -> tuple[GraphNode, ...]:
    """Return the autograd graph behind a tensor.

    Raises:
        CannotAnswerError: there is no such tensor, or nothing was recorded for it.
    """
    with graph_asked_for(workspace, source) as (root, outcome, _):
        nodes = graph_of(root, workspace.variables(), outcome.trace)
    if len(nodes) < 2:
        raise CannotAnswerError(f"{source or 'the last result'} was not recorded by autograd")
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
    if not walk.explanation.chapters:
        raise CannotAnswerError(f"{source or 'the last result'} was not recorded by autograd")
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
    if not source or source in workspace.session.names:
        return tensor_named(workspace, source)
    seen = tensor_seen(workspace, source)
    if isinstance(seen, Failure):
        raise CannotAnswerError(f"{source} fails: {seen.message}")
    return seen


def tensor_named(workspace: Workspace, name: str) -> Tensor:
    """Return a variable that is a tensor, the last result where none is named."""
    value = workspace.session.names.get(name) if name else workspace.last_value
    if not isinstance(value, Tensor):
        raise CannotAnswerError(f"{name} is no tensor" if name else "there is no last tensor")
    return value


def tensor_seen(workspace: Workspace, source: str) -> Tensor | Failure:
    """Return the tensor that an expression gives, the last one where there is none.

    Raises:
        CannotAnswerError: it is no tensor.
    """
    if not source:
        return tensor_named(workspace, "")
    try:
        outcome = workspace.evaluate(source)
    except TooLargeError as error:
        raise CannotAnswerError(str(error)) from None
    if outcome.failure is not None:
        return outcome.failure
    if not isinstance(outcome.value, Tensor):
        raise CannotAnswerError(f"{source} is no tensor")
    return outcome.value


def gradients(workspace: Workspace, argument: str) -> list[tuple[str, str]]:
    """Return the variables that require a gradient, each with the text of what it has.

    Raises:
        CannotAnswerError: none does.
    """
    rows = [
        (name, "no gradient yet: call backward()" if value.grad is None else describe(value.grad))
        for name, value in workspace.variables().items()
        if isinstance(value, Tensor) and value.tracked and value.is_leaf and argument in {"", name}
    ]
    if not rows:
        raise CannotAnswerError(without_gradient(workspace, argument))
    return rows


def without_gradient(workspace: Workspace, argument: str) -> str:
    """Return why there is no gradient to show."""
    if isinstance(workspace.variables().get(argument), Tensor):
        return f"{argument} is no leaf that requires a gradient"
    return f"no variable {argument} is a tensor" if argument else "no variable requires a gradient"
