"""What an answer called, as it ran: rules about functions look at this, not at names."""

import ast
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from tensorlab.course.answers.bench import Bench
from tensorlab.explain.calls.calls import SYMBOLS, operation_with
from tensorlab.explain.calls.made import Run
from tensorlab.explain.recipes.recipes import followed, recipe_of
from tensorlab.explain.strategies.explaining import CannotExplainError
from tensorlab.language.outcome import Outcome

LOOPS = {
    ast.For: "for", ast.While: "while", ast.ListComp: "for", ast.SetComp: "for",
    ast.DictComp: "for", ast.GeneratorExp: "for",
}  # fmt: skip
OURS = ("tensorlab.engine.calling", "tensorlab.ops")
DEEPEST_RECIPE = 3  # of recipes within recipes
INDEXING = {"getitem": "[]", "setitem": "[]"}


def called(bench: Bench, source: str) -> tuple[set[str], set[str]]:
    """Return the functions and loops that a program uses, run on a bench, and those of recipes.

    Whatever a layer, a method, an operator or another function calls in its turn is among them.
    What a function's recipe calls, it does in disguise: avg_pool1d is a mean.
    """
    tree = ast.parse(source)
    found = {LOOPS[type(node)] for node in ast.walk(tree) if type(node) in LOOPS}
    with watching() as names:
        outcome = bench.run_recorded(source).outcome
    if not names:
        return found | named(tree), set()
    with watching() as inside:
        follow(outcome, source, DEEPEST_RECIPE)
    return found | names, inside


def follow(outcome: Outcome, source: str, depth: int) -> None:
    """Run the recipes of what a recorded run called, and of what these call."""
    if not depth or outcome.failure is not None:
        return
    for call in Run(outcome.trace, source).calls:
        recipe = recipe_of(call.operation)
        if recipe is not None:
            with suppress(CannotExplainError):
                follow(followed(call, recipe), recipe.source, depth - 1)


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


def spelled(source: str) -> set[str]:
    """Return the words of a program's calls: of methods, also other libraries', and of choices."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    given = [each for call in calls for each in (*call.args, *(kw.value for kw in call.keywords))]
    return {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)} | {
        each.value
        for each in given
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


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
        elif isinstance(node, ast.BinOp) and type(node.op) in SYMBOLS:
            operation = operation_with(SYMBOLS[type(node.op)])
            found |= {operation.name} if operation else set()
    return found
