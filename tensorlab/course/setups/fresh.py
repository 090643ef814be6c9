"""The same question with fresh numbers, where that asks the same thing."""

import ast
import itertools
import random
import re
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from math import prod
from typing import Any

from tensorlab.course.answers.bench import Bench, SessionFactory
from tensorlab.course.answers.spellings import assigned
from tensorlab.course.lessons.lesson import Choose, Exercise, Predict, Question
from tensorlab.course.predictions.prediction import UnpredictableError, nested_shape
from tensorlab.course.predictions.reader import ERROR
from tensorlab.course.setups.drawing import draw
from tensorlab.course.taking.open_prediction import reality
from tensorlab.frozen import replace
from tensorlab.language.reading.source import tree_of

Number = Callable[[ast.Constant], object]

Asked = tuple["Question", tuple[str, ...]]
TRIES = 6
NUMBER_WORDS = "three|four|five|six|seven|eight|nine|ten|twelve"
MOST_TYPED = 6  # numbers of a fresh answer
WIDTH = 72  # characters of a line, behind the mark of the prompt
# lengths; longer ones are counts of elements
SMALL, LARGE = range(2, 6), range(6, 13)


def fresh(
    question: Question, programs: tuple[str, ...], factory: SessionFactory, seed: str
) -> Asked:
    """Return a question and the programs before it with other numbers; as they are if need be.

    Answers to choose from are mixed anew. What is to be told in one's own words has no numbers.
    """
    if isinstance(question, Exercise) and question.vary:
        return fresh_exercise(question, seed), programs
    if isinstance(question, Choose):
        return replace(question, mixed=seed), programs
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
    for way, number in itertools.product(ways(predict), range(TRIES)):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311  the same again for one seed
        change = other_elements(chance) if way != "shape" else other_lengths(chance)
        source = rewritten(predict.source, way, change)
        changed = replace(predict, source=source, question=spoken(predict.question, change))
        used = set(re.findall(r"[A-Za-z_]\w*", predict.source))
        before = tuple(
            rewritten(program, way, change) if assigned(program) & used else program
            for program in programs
        )
        if asks_the_same((predict, programs), (changed, before), factory):
            return unexplained(changed), before
    return predict, programs


def ways(predict: Predict) -> tuple[str, ...]:
    """Return what may be changed, in this order: elements, lengths, the numbers beside a sign.

    Where the question speaks of numbers, these can only be lengths that it has from the program.
    """
    told = {number for number in map(int, re.findall(r"\d+", predict.question)) if number > 1}
    if re.search(rf"\b({NUMBER_WORDS})\b|[.\d]\d*[.²³]\d|\d\.\d|[²³¹⁰-⁹]", predict.question):
        return ()
    if re.search(r"\d", predict.question):
        known = told and told <= lengths_in(predict.source)
        return ("shape",) if known else ()
    return ("shape", "value") if predict.what == "shape" else ("value", "shape", "sign")


def lengths_in(source: str) -> set[int]:
    """Return the numbers that are lengths in a program, and nothing else there."""
    tree = tree_of(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] if tree else []
    lengths = [part for call in calls if not call.keywords for part in call.args]
    found = [number for part in lengths for number in whole_numbers(part)]
    everywhere = whole_numbers(tree) if tree else []
    return {number for number in found if found.count(number) >= everywhere.count(number)}


def whole_numbers(tree: ast.AST) -> list[int]:
    """Return the whole numbers that are written somewhere."""
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [value for value in values if isinstance(value, int) and not isinstance(value, bool)]


def spoken(question: str, change: Number) -> str:
    """Return a question with the numbers that it speaks of changed as in the program."""
    return re.sub(r"\d+", lambda found: str(change(ast.Constant(int(found[0])))), question)


def unexplained(predict: Predict) -> Predict:
    """Return a prediction without the words that speak of its old numbers."""
    why = "" if re.search(r"\d", predict.why) else predict.why
    return replace(predict, why=why, wrong=(), hints=())


def asks_the_same(old: Any, new: Any, factory: Any) -> bool:
    """Return whether two questions ask the same of other numbers."""
    if (old[0].source, old[1]) == (new[0].source, new[1]):
        return False
    try:
        one, other = truth_of(*old, factory), truth_of(*new, factory)
    except UnpredictableError:
        return False
    if ERROR in (one, other) or old[0].what in {"dtype", "view-or-copy"} or isinstance(one, bool):
        return bool(one == other)
    if old[0].what == "shape":
        return len(one) == len(other) and one != other and (0 in one) >= (0 in other)
    before, now = nested_shape(one) or (), nested_shape(other) or ()
    return len(before) == len(now) and prod(now) <= max(prod(before), MOST_TYPED) and one != other


@lru_cache(maxsize=256)
def truth_of(predict: Predict, programs: tuple[str, ...], factory: Any) -> Any:
    """Return the right prediction behind some programs.

    Raises:
        UnpredictableError: there is none.
    """
    return reality(predict, Bench(factory, programs), Bench.run)[0]


def rewritten(source: str, what: str, change: Number) -> str:
    """Return a program with the numbers of its tensors, or their lengths, changed."""
    tree = tree_of(source)
    if tree is None:
        return source
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.Call) and what != "sign":
            rewrite_call(node, what, change)
        elif isinstance(node, ast.BinOp) and what == "sign":
            node.right = ast.copy_location(signed(node, change), node.right)
    return "\n".join(map(laid_out, ast.unparse(tree).split("\n")))


def laid_out(line: str) -> str:
    """Return a line with each row of a table on a line of its own, where one would be too long."""
    begin = line.find("[[") + 1
    if not begin or len(line) <= WIDTH:
        return line
    return line.replace("], [", f"],\n{' ' * begin}[")


def rewrite_call(call: ast.Call, what: str, change: Number) -> None:
    """Change the numbers that a call makes its tensor of, or the lengths."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name == "tensor" and what == "shape":
        call.args = [resized(part, change) for part in call.args]
    elif (name == "tensor") == (what == "value") and (what == "value" or not call.keywords):
        for part in call.args:
            put_numbers(part, change)


def signed(node: ast.BinOp, change: Number) -> ast.expr:
    """Return what stands right of a sign, where that is a number another one."""
    if isinstance(node.right, ast.Constant):
        put_numbers(node.right, change)
    return node.right


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


def other_elements(chance: random.Random) -> Number:
    """Return what makes another element of one: of its type and size, the same for equal ones."""
    digits = (0, *chance.sample(range(1, 10), 9))
    halves = chance.sample(range(1, 21), 20)

    def change(node: ast.Constant) -> object:
        value = node.value
        if isinstance(value, bool):
            return chance.random() < 1 / 2
        if isinstance(value, int) and 0 < value < 100:
            return 10 * digits[value // 10] + digits[value % 10]
        if isinstance(value, float) and 0 < value < 10:
            return halves[int(2 * value)] / 2
        return value

    return change


def other_lengths(chance: random.Random) -> Number:
    """Return what makes another length of one, the same for equal ones."""
    mixed = chance.sample(SMALL, len(SMALL)) + chance.sample(LARGE, len(LARGE))
    other = dict(zip((*SMALL, *LARGE), mixed, strict=True))

    def change(node: ast.Constant) -> object:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            return value
        return other.get(value, value)

    return change
