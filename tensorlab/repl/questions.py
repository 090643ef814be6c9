"""What a question at the prompt is about: the program to run again, apart from the session."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.frames import Index
from tensorlab.language.outcome import Outcome
from tensorlab.language.session import Session
from tensorlab.ops.random.generators import get_rng_state, set_rng_state
from tensorlab.render.outcome import explained
from tensorlab.repl.workspace import Workspace


class CannotAnswerError(Exception):
    """A command was asked for something that is not there; the message says what."""


@dataclass(frozen=True, slots=True)
class Question:
    """A program, the names as they were before it ran, and the cells that are asked about."""

    source: str
    names: Mapping[str, object]
    cells: tuple[Index, ...] = ()
    value: object = None  # what it gave then; None where that does not matter


def question(workspace: Workspace, argument: str) -> Question:
    """Return what `:why` asks about: the last statement, a variable, a cell of it, an expression.

    Raises:
        CannotAnswerError: nothing was computed, or it is no longer known how.
    """
    if argument in {"", "_"}:
        if not workspace.undoable:
            raise CannotAnswerError("nothing has been computed yet")
        argument, names = workspace.undoable[-1]
        if not name_and_cell(argument)[0]:
            return Question(argument, names)
    name, cells = name_and_cell(argument)
    if name in workspace.session.names:
        for source, names in reversed(workspace.undoable):
            program = program_for(source, name)
            if program:
                return Question(program, names, cells, workspace.session.names[name])
        if cells:
            raise CannotAnswerError(f"how {name} came about is no longer known")
    return Question(argument, workspace.session.names)


def name_and_cell(argument: str) -> tuple[str, tuple[Index, ...]]:
    """Return the variable and the cell that `r[0, 1]` names; other expressions name neither."""
    try:
        tree = ast.parse(argument, mode="eval").body
    except (SyntaxError, ValueError):
        return "", ()
    if isinstance(tree, ast.Name):
        return tree.id, ()
    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name):
        try:
            key = ast.literal_eval(tree.slice)
        except (ValueError, TypeError):
            return "", ()
        places = key if isinstance(key, tuple) else (key,)
        if all(type(place) is int for place in places):
            return tree.value.id, (places,)
    return "", ()


def program_for(source: str, name: str) -> str:
    """Return a statement up to where it gives a variable its value, empty where it does not."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return ""
    for place in range(len(body) - 1, -1, -1):
        if binds(body[place], name):
            kept = [*body[:place], spelled_out(body[place])]
            return "\n".join(map(ast.unparse, kept))
    return ""


def binds(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement assigns to a name."""
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in ast.walk(statement)
    )


def spelled_out(statement: ast.stmt) -> ast.stmt:
    """Return `x += y` as the expression x + y, which can be explained."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        target = ast.Name(statement.target.id, ast.Load())
        return ast.Expr(ast.BinOp(target, statement.op, statement.value))
    return statement


def recorded(workspace: Workspace, asked: Question) -> Outcome:
    """Run a program again with every step recorded; nothing of the session changes by it."""
    session = Session(budget=workspace.session.budget, write=lambda text: None, record=True)
    harmless = is_harmless(asked.source)
    session.names.update(
        {name: value if harmless else copied(value) for name, value in asked.names.items()}
    )
    state = get_rng_state()
    try:
        return explained(session.run(asked.source), session)
    finally:
        set_rng_state(state)


def is_the_same(asked: Question, outcome: Outcome) -> bool:
    """Return whether a program gave again what it had given: it may have been written to since."""
    if not isinstance(asked.value, Tensor) or not outcome.trace:
        return True
    again: Any = outcome.trace[-1].value
    if not isinstance(again, Tensor) or again.is_sparse or asked.value.is_sparse:
        return True
    return np.array_equal(again.array, asked.value.array, equal_nan=again.array.dtype.kind in "fc")


def is_harmless(source: str) -> bool:
    """Return whether a program leaves the tensors that it finds as they are."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return True  # it does not run at all
    return not any(
        isinstance(node, ast.AugAssign)
        or (isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store))
        or (
            isinstance(node, ast.Attribute) and (node.attr.endswith("_") or "backward" in node.attr)
        )
        for node in ast.walk(tree)
    )


def copied(value: Any) -> object:
    """Return a tensor of its own with the same numbers."""
    if not isinstance(value, Tensor):
        return value
    return value.detach().clone().requires_grad_(value.tracked)
