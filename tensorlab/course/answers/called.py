"""What an answer called, as it ran: rules about functions look at this, not at names."""

import ast
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from tensorlab.course.answers.bench import Bench
from tensorlab.explain.calls.calls import BINARY, operation_with

LOOPS = {
    ast.For: "for", ast.While: "while", ast.ListComp: "for", ast.SetComp: "for",
    ast.DictComp: "for", ast.GeneratorExp: "for",
}  # fmt: skip
OURS = ("tensorlab.engine.calling", "tensorlab.ops")
INDEXING = {"getitem": "[]", "setitem": "[]"}


def called(bench: Bench, source: str) -> set[str]:
    """Return the functions and loops that a program uses, run on a bench.

    Whatever a layer, a method, an operator or another function calls in its turn is among them.
    """
    tree = ast.parse(source)
    found = {LOOPS[type(node)] for node in ast.walk(tree) if type(node) in LOOPS}
    with watching() as names:
        bench.run(source)
    return found | (names or named(tree))


@contextmanager
def watching() -> Iterator[set[str]]:
    """Take note of the names of the functions that are called."""
    names: set[str] = set()

    def look_on(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and str(frame.f_globals.get("__name__")).startswith(OURS):
            name = frame.f_code.co_name.rpartition(".")[2].removesuffix("_")
            names.add(INDEXING.get(name, name))

    before: Any = sys.getprofile()
    sys.setprofile(look_on)
    try:
        yield names
    finally:
        sys.setprofile(before)


def is_among(word: str, names: Iterable[str]) -> bool:
    """Return whether the function that a rule means was called, be it as a part of another.

    So log_softmax is a softmax, and nanmean a mean.
    """
    operation = operation_with(word)
    meant = operation.name if operation else word.rpartition(".")[2].removesuffix("()")
    return any({meant, f"nan{meant}"} & {name, *name.split("_")} for name in names)


def named(tree: ast.Module) -> set[str]:
    """Return the names that a program uses, where none of its functions is ours."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            operation = operation_with(BINARY[type(node.op)])
            found |= {operation.name} if operation else set()
    return found
