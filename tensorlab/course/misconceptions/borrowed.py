"""Slips that can only be told beside an answer: what stands in it is put into the solution.

No list could hold every number, function and setting that somebody may take for the right one.
Whoever asks runs each program, so what is put in explains an answer only where it does the same.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy

from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.dimensions import dimension, with_dimension
from tensorlab.course.misconceptions.edits import Programs, edits, expressions, put
from tensorlab.course.misconceptions.rewriting import (
    MODULES,
    name_of,
    number,
    renamed,
    takes,
    with_setting,
)
from tensorlab.frozen import Frozen
from tensorlab.language.reading.source import tree_of

FEWEST = 2  # parts of a list of which one may be missing
ATTRIBUTES = {"T", "mT"}
MOST = 160  # programs that are tried


class Borrowed(Frozen):
    """What an answer is made of: its numbers, the names it calls, its settings, its steps.

    A step is what it is taken of, the idea of one that takes it too often, and the whole.
    """

    numbers: tuple[ast.Constant, ...]
    calls: tuple[str, ...]
    settings: tuple[ast.keyword, ...]
    steps: tuple[tuple[str, str, ast.expr], ...]


def borrowed(tree: ast.AST) -> Borrowed:
    """Return what an answer is made of, each thing once."""
    nodes = list(ast.walk(tree))
    constants = {ast.dump(node): node for node in nodes if is_number(node)}
    settings = {ast.dump(node): node for node in nodes if isinstance(node, ast.keyword)}
    return Borrowed(
        tuple(node for node in constants.values() if isinstance(node, ast.Constant)),
        tuple(dict.fromkeys(name_of(node) for node in nodes if isinstance(node, ast.Call))),
        tuple(settings.values()),
        tuple(step for node in nodes for step in step_of(node)),
    )


def step_of(node: ast.AST) -> Iterator[tuple[str, str, ast.expr]]:
    """Yield what is done to what, where a node takes a part of it or goes on with it."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in MODULES:
            return
        case ast.Subscript(value=value):
            adds = any(
                isinstance(each, ast.Constant) and each.value is None for each in ast.walk(node)
            )
            yield ast.dump(value), "one-step-too-many" if adds else "part-for-whole", node
        case ast.Call(func=ast.Attribute(value=value)) | ast.Attribute(value=value):
            if isinstance(node, ast.Call) or node.attr in ATTRIBUTES:
                yield ast.dump(value), "one-step-too-many", node


def is_number(node: ast.AST) -> bool:
    """Return whether a node is a number, which a truth value is not."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    )


def edits_towards(solution: str, answer: str) -> Programs:
    """Yield ideas and programs: the solution with one thing of an answer in its place."""
    tree, other = (tree_of(source) for source in (solution, answer))
    if tree is None or other is None:
        return
    words = borrowed(other)
    seen = {ast.unparse(tree)}
    for holder, field, index, node in list(expressions(tree)):
        for idea, new in towards(node, words):
            put(holder, field, index, new)
            program = ast.unparse(ast.fix_missing_locations(tree))
            put(holder, field, index, node)
            if program not in seen and len(seen) <= MOST:
                seen.add(program)
                yield idea, program


def towards(node: ast.expr, words: Borrowed) -> Iterator[tuple[str, ast.expr]]:
    """Yield what an expression becomes with one thing of an answer."""
    if is_number(node) or number(node) is not None:
        yield from (("wrong-number", each) for each in words.numbers)
    if isinstance(node, ast.Call):
        yield from call_towards(node, words)
    if isinstance(node, ast.Tuple | ast.List) and len(node.elts) >= FEWEST:
        for place in range(len(node.elts)):
            yield "argument-missing", type(node)(without(node.elts, place), ast.Load())
    yield from ((idea, part) for base, idea, part in words.steps if base == ast.dump(node))


def call_towards(node: ast.Call, words: Borrowed) -> Iterator[tuple[str, ast.expr]]:
    """Yield what a call becomes with a name or a setting of an answer, or with less."""
    yield from (("operation-mixed-up", renamed(node, name)) for name in words.calls if name)
    name = name_of(node)
    if takes(name, "dim"):
        yield from with_other_dimension(node, words)
    for word in words.settings:
        if word.arg and takes(name, word.arg) and word.arg not in {"dim", "keepdim"}:
            yield "setting-forgotten", with_setting(node, word.arg, word.value)
    for word in node.keywords:
        if word.arg:
            yield "setting-forgotten", with_setting(node, word.arg, None)
    for place in range(len(node.args)):
        new = deepcopy(node)
        new.args = without(node.args, place)
        yield "argument-missing", new
    if len(node.args) > FEWEST:
        new = deepcopy(node)
        new.args.reverse()
        yield "order-swapped", new


def with_other_dimension(node: ast.Call, words: Borrowed) -> Iterator[tuple[str, ast.expr]]:
    """Yield a call along the dimensions that an answer names."""
    reduces = takes(name_of(node), "keepdim")
    idea = "other-dim" if not reduces else "dim-is-kept" if dimension(node) else "dim-given"
    for word in words.settings:
        if word.arg in {"dim", "axis"} and number(word.value) is not None:
            yield idea, with_dimension(node, word.value)


def without(parts: list[ast.expr], place: int) -> list[ast.expr]:
    """Return a list without one of its parts."""
    return [*parts[:place], *parts[place + 1 :]]


def mends(solution: str, answer: str) -> Programs:
    """Yield an answer with one thing mended, and the idea that it was a sign of."""
    tree = tree_of(answer)
    if tree is None:
        return
    seen = {ast.unparse(tree)}
    for way in (edits(answer), edits_towards(answer, solution)):
        for idea, program in way:
            if program not in seen:
                seen.add(program)
                yield IDEAS[idea].mended, program
