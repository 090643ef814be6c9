"""The same question with fresh numbers, where that asks the same thing."""

from __future__ import annotations

import ast
import random
import re
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tensorlab.course.bench import Bench
from tensorlab.course.lesson import Exercise, Predict
from tensorlab.course.open_prediction import reality
from tensorlab.course.prediction import UnpredictableError, nested_shape
from tensorlab.course.reader import ERROR
from tensorlab.course.setups.drawing import draw
from tensorlab.course.spellings import assigned, tree_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorlab.course.bench import SessionFactory
    from tensorlab.course.lesson import Question

    Number = Callable[[ast.Constant], object]

Asked = tuple["Question", tuple[str, ...]]
TRIES = 6
LONGEST_LENGTH = 12  # longer ones are counts of cells, which depend on other lengths


def fresh(
    question: Question, programs: tuple[str, ...], factory: SessionFactory, seed: str
) -> Asked:
    """Return a question and the programs before it with other numbers; as they are if need be."""
    if isinstance(question, Exercise) and question.vary:
        return fresh_exercise(question, seed), programs
    if not isinstance(question, Predict):
        return question, programs
    if question.vary:
        source = f"{draw(question.vary, seed).program}\n{question.body}"
        return unexplained(replace(question, source=source)), programs
    return fresh_prediction(question, programs, factory, seed)


def fresh_exercise(exercise: Exercise, seed: str) -> Exercise:
    """Return an exercise with another set-up, where the drawn one has all its names."""
    program = draw(exercise.vary, seed).program
    if assigned(exercise.setup) <= assigned(program):
        return replace(exercise, setup=program)
    return exercise


def fresh_prediction(
    predict: Predict, programs: tuple[str, ...], factory: SessionFactory, seed: str
) -> Asked:
    """Return a prediction about other numbers or lengths that asks the same."""
    if re.search(r"\d", predict.question) or predict.what not in {"value", "shape"}:
        return predict, programs
    for number in range(TRIES):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311  the same again for one seed
        change = other_cells(chance) if predict.what == "value" else other_lengths(chance)
        changed = replace(predict, source=rewritten(predict.source, predict.what, change))
        used = set(re.findall(r"[A-Za-z_]\w*", predict.source))
        before = tuple(
            rewritten(program, predict.what, change) if assigned(program) & used else program
            for program in programs
        )
        if asks_the_same((predict, programs), (changed, before), factory):
            return unexplained(changed), before
    return predict, programs


def unexplained(predict: Predict) -> Predict:
    """Return a prediction without the words that speak of its old numbers."""
    return replace(predict, why="", wrong=(), hints=())


def asks_the_same(old: Any, new: Any, factory: SessionFactory) -> bool:
    """Return whether two questions ask the same of other numbers."""
    try:
        truths: list[Any] = [
            reality(each, Bench(factory, before))[0] for each, before in (old, new)
        ]
    except UnpredictableError:
        return False
    one, other = truths
    if ERROR in (one, other):
        return bool(one == other) and old[0].source != new[0].source
    if old[0].what == "shape":
        return len(one) == len(other) and one != other and (0 in one) >= (0 in other)
    return nested_shape(one) == nested_shape(other) and one != other


def rewritten(source: str, what: str, change: Number) -> str:
    """Return a program with the numbers of its tensors, or their lengths, changed."""
    tree = tree_of(source)
    if tree is None:
        return source
    for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name == "tensor" and what == "shape":
            call.args = [resized(part, change) for part in call.args]
        elif (name == "tensor") == (what == "value") and (what == "value" or not call.keywords):
            for part in call.args:
                put_numbers(part, change)
    return ast.unparse(tree)


def resized(node: ast.expr, change: Number) -> ast.expr:
    """Return nested lists of other lengths: their parts again and again, or fewer of them."""
    if not isinstance(node, ast.List) or not node.elts:
        return node
    parts = [resized(each, change) for each in node.elts]
    length = change(ast.Constant(len(parts)))
    count = length if isinstance(length, int) else len(parts)
    return ast.List([deepcopy(parts[n % len(parts)]) for n in range(count)], ast.Load())


def put_numbers(tree: ast.expr, change: Number) -> None:
    """Change the numbers in an expression, where they stand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.value = change(node)  # type: ignore[assignment]  # a number for a number


def other_cells(chance: random.Random) -> Number:
    """Return what makes another cell of one: of the same type and about the same size."""

    def change(node: ast.Constant) -> object:
        value = node.value
        if isinstance(value, bool):
            return chance.random() < 1 / 2
        if isinstance(value, int) and 0 < value < 100:
            return chance.randint(1, 9) if value < 10 else 10 * chance.randint(1, 9)
        if isinstance(value, float) and 0 < value < 10:
            return chance.randint(1, 18) / 2
        return value

    return change


def other_lengths(chance: random.Random) -> Number:
    """Return what makes another length of one, the same for equal ones."""
    known = list(range(2, LONGEST_LENGTH + 1))
    other = dict(zip(known, chance.sample(range(2, 8), 6) + known, strict=False))

    def change(node: ast.Constant) -> object:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        return other.get(value, value)

    return change
