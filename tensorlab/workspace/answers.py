"""Answers to questions about a workspace, as data: why, shapes, memory."""

import ast
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

from tensorlab.explain.looking.memory import Storage, memory_map
from tensorlab.explain.looking.subexpressions import Part, tensor_parts
from tensorlab.explain.story.explanation import (
    NothingToExplainError,
    explanation_of,
    explanation_of_step,
)
from tensorlab.explain.story.frames import Explanation
from tensorlab.frozen import replace
from tensorlab.language.outcome import Failure
from tensorlab.workspace.gradient_answers import leaves, name_of_latest
from tensorlab.workspace.programs import (
    asks_for_gradient,
    line_for,
    name_and_element,
    plainly,
    subscripted,
)
from tensorlab.workspace.questions import (
    PATIENCE,
    SLOWER,
    CannotAnswerError,
    Question,
    elements_of,
    is_the_same,
    question,
    recorded,
    since_it_was_made,
    with_definitions,
)
from tensorlab.workspace.statements import is_result
from tensorlab.workspace.workspace import Workspace

TAKES_LONG = "{} came from a program that would take about {:.0f} s to run again"


class Shapes(NamedTuple):
    """The parts of an expression that are tensors, and why it failed if it did."""

    source: str
    parts: tuple[Part, ...]
    failure: Failure | None


def why(
    workspace: Workspace,
    argument: str,
    meanwhile: Callable[[float], AbstractContextManager[object]] = nullcontext,
) -> Explanation | Failure:
    """Return how the last result, a variable, an element of it, or an expression came about.

    What runs again does so under `meanwhile`, which is given the seconds that it may take.

    Raises:
        CannotAnswerError: nothing was computed, or it has no such element.
    """
    if (moved := by_its_optimizer(workspace, argument)) is not None:
        return moved
    asked = question(workspace, argument)
    expected = asked.seconds * SLOWER
    if expected > PATIENCE:
        return as_it_is_now(workspace, argument, asked)
    with meanwhile(expected):
        told = answered(workspace, asked)
    # in a lesson, where no world is kept, what a line used may have changed
    failed = told is None or (argument and isinstance(told, Failure))
    if failed and (longer := since_it_was_made(workspace, argument)) is not None:
        told = answered(workspace, longer)
    if told is None:
        raise CannotAnswerError(
            f"how {argument or 'the result'} came about is not known: it was written to, or drawn"
        )
    return told


def by_its_optimizer(workspace: Workspace, argument: str) -> Explanation | None:
    """Return how the latest step of an optimizer made a parameter what it is now, if it did."""
    if not workspace.session.moves:
        return None
    shown = argument if argument and not is_result(name_and_element(argument)[0]) else ""
    tree, elements = subscripted(plainly(shown or value_shown(workspace, argument)))
    if not isinstance(tree, ast.Name | ast.Attribute | ast.Subscript):
        return None
    asked = Question(ast.unparse(tree), None, elements or name_and_element(argument)[1])
    with recorded(workspace, asked) as outcome:
        try:
            return explanation_of_step(
                outcome._replace(moves=workspace.session.moves),
                asked.elements,
                workspace.variables(),
            )
        except IndexError as error:
            raise CannotAnswerError(str(error)) from None


def as_it_is_now(workspace: Workspace, argument: str, asked: Question) -> Explanation:
    """Return how a value of a program that takes long came about, by its line on what is there now.

    Raises:
        CannotAnswerError: no line tells it.
    """
    name, elements = name_and_element(argument)
    if not argument or is_result(name):
        argument = variable_shown(workspace, name) or name_of_latest(workspace)
        name, own = name_and_element(argument)
        elements = elements or own
    long = TAKES_LONG.format(argument or "the result", asked.seconds * SLOWER)
    is_expression = not name and not asks_for_gradient(argument)
    line = argument if is_expression else line_for(asked.source, name)
    if not line:
        raise CannotAnswerError(long)
    now = Question(with_definitions(workspace.past, line), None, elements)
    value = elements_of(workspace.session.names.get(name))
    for around in (nullcontext(), before_the_last_steps(workspace)):
        with around:
            if isinstance(same := answered(workspace, replace(now, value=value)), Explanation):
                return same
    if not isinstance(told := answered(workspace, now), Explanation):
        raise CannotAnswerError(long)
    *before, last = told.chapters
    notes = (f"{long}: this is its line on the present values, which differ.", *last.notes)
    return Explanation((*before, replace(last, notes=notes)))


@contextmanager
def before_the_last_steps(workspace: Workspace) -> Iterator[None]:
    """Let parameters be as they were in a loop's last turn, before optimizers moved them."""
    moves = workspace.session.moves or {}
    moved = [
        (each, each._array.copy(), moves[id(each)].parameter._array)
        for each in leaves(workspace).values()
        if id(each) in moves and moves[id(each)].parameter is not None
    ]
    try:
        for parameter, _, before in moved:
            parameter._array[...] = before
        yield
    finally:
        for parameter, now, _ in moved:
            parameter._array[...] = now


def value_shown(workspace: Workspace, result: str) -> str:
    """Return the expression whose value a statement showed, the last one where none is named."""
    name = name_and_element(result)[0]
    numbered = [each for each in workspace.entered if f"_{each.number}" == name and each.gave]
    statements = numbered or [each for each in workspace.entered if each.gave][-1:]
    return statements[-1].source.strip() if statements else ""


def variable_shown(workspace: Workspace, result: str) -> str:
    """Return the variable, or the element of it, whose value a statement only showed."""
    source = value_shown(workspace, result)
    return source if name_and_element(source)[0] else ""


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
        missing = "is not a tensor" if argument.isidentifier() else "is not a variable's name"
        raise CannotAnswerError(f"{argument} {missing}" if argument else "no tensors yet")
    return storages
