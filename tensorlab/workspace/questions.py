"""What a question at the prompt is about: the program to run again, apart from the session."""

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tensorlab import nn
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.running import explained
from tensorlab.frozen import Frozen, replace
from tensorlab.language.classes.lookup import Instance
from tensorlab.language.classes.values import MadeClass
from tensorlab.language.outcome import Outcome
from tensorlab.language.reading.source import tree_of
from tensorlab.language.running.world import TooLargeError, World, session_on, trial
from tensorlab.language.values.functions import Function
from tensorlab.workspace.naming import names_in, program_since
from tensorlab.workspace.programs import (
    Places,
    as_expression,
    asks_for_gradient,
    ends_in_loop,
    name_and_element,
    plainly,
    program_for,
    showing,
    whole_and_element,
    written_into,
)
from tensorlab.workspace.statements import LAST, is_result
from tensorlab.workspace.workspace import Past, Workspace

SLOWER = 8  # times that a program takes whose every step is recorded
PATIENCE = 2.0  # seconds


class CannotAnswerError(Exception):
    """A command was asked for something that is not there; the message says what."""


class Question(Frozen):
    """A program, the world before it ran (None: as it is), and the elements asked about."""

    source: str
    world: World | None = None
    elements: Places = ()
    value: Any = None  # the elements that it gave; None where that does not matter
    seconds: float = 0.0  # that it took


def question(workspace: Workspace, argument: str) -> Question:
    """Return what `:why` asks about: the last statement, a variable, its element, an expression.

    Raises:
        CannotAnswerError: nothing was computed, or it is no longer known how.
    """
    past, argument = workspace.past, plainly(argument)
    if not argument and workspace.failed:
        return Question(workspace.failed)
    if argument in {"", "_"}:
        if not past:
            raise CannotAnswerError("nothing has been computed yet")
        return of_last(workspace, past)
    name, elements = name_and_element(argument)
    if name[1:].isdecimal() and is_result(name) and name in workspace.session.names:
        return on_statement(workspace, int(name[1:]), elements)
    if asks_for_gradient(argument):
        whole, elements = whole_and_element(argument)
        if past:
            return reaching_back(past, whole, None, elements)
        if whole.endswith(".grad"):  # as in a notebook, whose own cells are not kept
            raise CannotAnswerError(f"how {whole} came about is no longer known")
    if name in workspace.session.names:
        return on_variable(workspace, past, name, elements) or Question(argument)
    return on_expression(workspace, past, Question(argument))


def of_last(workspace: Workspace, past: Sequence[Past], elements: Places = ()) -> Question:
    """Return the question about what the last of these statements gave."""
    source, world = plainly(past[-1].statement.source), past[-1].world
    if asks_for_gradient(source):
        return reaching_back(past[:-1], source, world, elements)
    if written := written_into(source):
        return reaching_back(past, written, world, elements)
    name, own = name_and_element(source)
    if name and not (elements and own):
        return on_variable(workspace, past, name, elements or own) or Question(source, world)
    asked = Question(as_expression(source), world, elements, seconds=past[-1].seconds)
    return on_expression(workspace, past[:-1], asked)


def on_expression(workspace: Workspace, past: Sequence[Past], asked: Question) -> Question:
    """Return the question about an expression, from where its own functions were defined."""
    try:
        is_opened = past and calls_its_own(workspace, asked.source)
    except (SyntaxError, ValueError):
        return asked  # it fails with words of its own
    return reaching_back(past, asked.source, asked.world, asked.elements) if is_opened else asked


def on_statement(workspace: Workspace, number: int, elements: Places) -> Question:
    """Return the question about what the statement with this number gave.

    Raises:
        CannotAnswerError: that was too long ago.
    """
    past = [each for each in workspace.past if each.statement.number <= number]
    if not past or past[-1].statement.number < number:
        raise CannotAnswerError("that was too long ago: run it again to ask about it")
    value = elements_of(workspace.session.names.get(f"_{number}"))
    return replace(of_last(workspace, past, elements), value=value)


def on_variable(
    workspace: Workspace, past: Sequence[Past], name: str, elements: Places
) -> Question | None:
    """Return the question about a variable, None where it is not known how it was made.

    Raises:
        CannotAnswerError: nor can an element of it be told.
    """
    for statement, world, _, seconds in reversed(past):
        source = statement.source
        value = elements_of(workspace.session.names.get(name))
        program = showing(source) if name == LAST[0] else program_for(source, name)
        is_opened = program and (calls_its_own(workspace, program) or ends_in_loop(program))
        if is_opened and name != LAST[0]:
            return replace(reaching_back(past, name, None, elements), value=value)
        if program:
            return Question(program, world, elements, value, seconds)
    if elements:
        raise CannotAnswerError(f"how {name} came about is no longer known")
    return None


def reaching_back(
    past: Sequence[Past], expression: str, now: World | None, elements: Places = ()
) -> Question:
    """Return the question about a gradient: from where the first value on its way was made."""
    try:
        program, first = program_since(past, expression)
    except (SyntaxError, ValueError):
        return Question(expression, now, elements)  # it fails with words of its own
    seconds = sum(each.seconds for each in past[first:])
    world = past[first].world if first < len(past) else now
    return Question(program, world, elements, seconds=seconds)


def with_definitions(past: Sequence[Past], line: str) -> str:
    """Return a line behind the functions and classes of the session that it goes back to."""
    wanted = names_in(ast.parse(line))
    kept = [line]
    for each in reversed(past):
        tree = tree_of(each.statement.source)
        body = tree.body if tree else []
        names = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        if len(names) == len(body) and not wanted.isdisjoint(names):
            kept.insert(0, each.statement.source)
            wanted |= {name for node in body for name in names_in(node)}
    return "\n".join(kept)


def calls_its_own(workspace: Workspace, program: str) -> bool:
    """Return whether a program uses functions or classes that the session made before."""
    used = (node.id for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Name))
    values = [workspace.session.names.get(name) for name in used]
    made = Function | Instance | MadeClass
    return any(isinstance(value, made) or is_of_the_program(value) for value in values)


def is_of_the_program(value: object) -> bool:
    """Return whether a value is a module of a class that the program made."""
    kind = type(value)
    return isinstance(value, nn.Module) and kind is not getattr(nn, kind.__name__, None)


def since_it_was_made(workspace: Workspace, argument: str) -> Question | None:
    """Return the question about a variable with all that was written into it since."""
    name, elements = name_and_element(argument or workspace.past[-1].statement.source)
    value = elements_of(workspace.session.names.get(name))
    asked = reaching_back(workspace.past, name, None, elements)
    return replace(asked, value=value) if name in workspace.session.names else None


@contextmanager
def recorded(workspace: Workspace, asked: Question) -> Iterator[Outcome]:
    """Run a program again with every step recorded, in the world that it found; then all is as now.

    Raises:
        CannotAnswerError: what it found cannot be brought back.
    """
    session = workspace.session
    session.settings.enter()
    try:
        with trial(session.names):
            if asked.world is not None:
                go_back(asked.world)
            again = session_on(session.names, session.budget, record=True)
            # an error may arise in a function of theirs
            again.defining = session.defining
            yield explained(again.run(asked.source), again)
    except TooLargeError as error:
        raise CannotAnswerError(str(error)) from None


def go_back(world: World) -> None:
    """Bring back an earlier world.

    Raises:
        CannotAnswerError: a part of it was too large to be kept, or an iterator that is gone.
    """
    if world.written() or world.lost:
        why = "has been written to since, and was too large to be kept"
        if world.fleeting:
            why = "holds an iterator that could not be kept"
        raise CannotAnswerError(f"what this was computed from {why}")
    world.begin_anew()


def elements_of(value: object) -> Any:
    """Return a copy of a tensor's elements, None of what has none."""
    if not isinstance(value, Tensor) or value.layout is not STRIDED or value.is_meta:
        return None
    return value._array.copy()


def is_the_same(asked: Question, outcome: Outcome) -> bool:
    """Return whether a program gave again what it had given: it may have been written to since."""
    if asked.value is None or not outcome.trace:
        return True
    again: Any = elements_of(outcome.trace[-1].value)
    return again is None or (
        again.shape == asked.value.shape and again.tobytes() == asked.value.tobytes()
    )
