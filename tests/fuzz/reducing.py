"""The smallest program that still has a finding: inputs, then parts of inputs are left out."""

import ast
from collections.abc import Callable, Iterator

from tests.fuzz.vocabulary import parses, text_of

Fails = Callable[[list[str]], bool]
MOST_TRIES = 60


def reduced(inputs: list[str], fails: Fails, tries: int = MOST_TRIES) -> list[str]:
    """Return fewer and shorter inputs that fail likewise."""
    left = tries
    again = True
    while again:
        again = False
        for smaller in candidates(inputs):
            if left <= 0:
                return inputs
            left -= 1
            if fails(smaller):
                inputs, again = smaller, True
                break
    return inputs


def candidates(inputs: list[str]) -> Iterator[list[str]]:
    """Yield programs that lack something, the boldest first."""
    if len(inputs) > 3:
        yield inputs[-1:]
        yield inputs[-2:]
        yield [inputs[0], *inputs[-2:]]
    for place in range(len(inputs)):
        yield inputs[:place] + inputs[place + 1 :]
    for place in reversed(range(len(inputs))):
        for shorter in shortened(inputs[place]):
            yield [*inputs[:place], shorter, *inputs[place + 1 :]]


def shortened(text: str) -> Iterator[str]:
    """Yield statements in which a part stands for the whole, or an argument is left out."""
    if not parses(text):
        return
    tree = ast.parse(text)
    for place in range(len(tree.body)):
        if len(tree.body) > 1:
            yield text_of(ast.Module(tree.body[:place] + tree.body[place + 1 :], []))
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Assign | ast.Expr):
        yield from without_a_part(text)


def without_a_part(text: str) -> Iterator[str]:
    """Yield a statement with one expression replaced by a part of it, or without one argument."""
    count = sum(1 for node in ast.walk(ast.parse(text)))
    for place in range(count):
        for part in range(6):
            tree = ast.parse(text)
            node = list(ast.walk(tree))[place]
            if not simplify(node, part):
                break
            if shorter := text_of(tree):
                yield shorter


def simplify(node: ast.AST, part: int) -> bool:
    """Leave out one part of a node; return whether there was one."""
    for name in ("keywords", "args", "elts"):
        parts = getattr(node, name, None)
        if not isinstance(parts, list):
            continue
        if part < len(parts):
            del parts[part]
            return True
        part -= len(parts)
    value = getattr(node, "value", None)
    inner = getattr(value, "value", None) or getattr(getattr(value, "func", None), "value", None)
    if part == 0 and isinstance(inner, ast.expr) and isinstance(node, ast.Attribute | ast.Expr):
        node.value = inner
        return True
    return False
