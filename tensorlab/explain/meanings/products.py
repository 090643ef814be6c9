"""Sums of products: matrix products, and those that einsum's letters say."""

from functools import reduce
from itertools import product
from math import prod
from operator import add, mul
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.terms import of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.regions import place
from tensorlab.explain.strategies.strategies import checked, served
from tensorlab.frozen import replace

LONGEST = 4096


def by_lines(call: Call) -> Explainer:
    """Tell of a product: a row of the left operand times a column of the right one, summed."""
    if len(call.args) != 2 or not all(isinstance(arg, Tensor) for arg in call.args):
        raise CannotExplainError
    left, right = call.args
    length = left.shape[-1]
    if not 0 < length <= LONGEST:
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        front = index[: max(left.ndim, right.ndim, 2) - 2]
        rest = index[len(front) :]
        row = rest[:1] if left.ndim > 1 else ()
        column = rest[-1:] if right.ndim > 1 else ()
        total: Any = None
        for at in range(length):
            first: Any = of_element(call.element(left, (*batch(left, front), *row, at)))
            term = first * of_element(call.element(right, (*batch(right, front), at, *column)))
            total = term if total is None else total + term
        explained = checked(call, part, index, total)
        return replace(explained, sentence=sentence(call, front, row, column))

    return explain


def sentence(call: Call, front: Index, row: Index, column: Index) -> str:
    """Return which row meets which column; a vector is whole."""
    left, right = call.args
    one, other = map(call.name_of, call.args)
    first = f"Row {row[0]} of {matrix(call, left, front)}" if row else f"The vector {one}"
    second = f"the vector {other}"
    if column:
        second = f"column {column[0]} of {matrix(call, right, front)}"
    return f"{first} times {second}, element by element, added up."


def matrix(call: Call, tensor: Tensor, front: Index) -> str:
    """Return the name of an operand, with the matrix of a batch."""
    place = batch(tensor, front)
    return call.name_of(tensor) + (f"[{', '.join(map(str, place))}]" if place else "")


def batch(tensor: Tensor, front: Index) -> Index:
    """Return which matrix of a batch serves an element: batches stretch like other operands."""
    sizes = tuple(tensor.shape[:-2])
    return served(sizes, front) if sizes else ()


def by_letters(call: Call) -> Explainer:
    """Tell of einsum: for each place of the summed letters a product, and their sum."""
    equation, *operands = call.args
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = list(operands[0])
    if not isinstance(equation, str) or not all(isinstance(each, Tensor) for each in operands):
        raise CannotExplainError
    words, result = letters_of(equation)
    sizes = {
        letter: size
        for word, operand in zip(words, operands, strict=True)
        for letter, size in zip(word, operand.shape, strict=True)
    }
    summed = [letter for letter in dict.fromkeys("".join(words)) if letter not in result]
    if not 0 < prod(sizes[letter] for letter in summed) <= LONGEST:
        raise CannotExplainError

    def factor(word: str, operand: Any, at: dict[str, int]) -> Any:
        spot = tuple(at[letter] for letter in word)
        return of_element(call.element(operand, spot))

    def explain(part: int | None, index: Index) -> Explained:
        products = []
        for places in product(*(range(sizes[letter]) for letter in summed)):
            at = {**dict(zip(result, index, strict=True)), **dict(zip(summed, places, strict=True))}
            factors = (factor(*each, at) for each in zip(words, operands, strict=True))
            products.append(reduce(mul, factors))
        explained = checked(call, part, index, reduce(add, products))
        fixed = [f"{letter} = {at}" for letter, at in zip(result, index, strict=True)]
        runs = [f"{letter} runs from 0 to {sizes[letter] - 1} and is summed" for letter in summed]
        sentence = ", ".join([*fixed, *runs]) or "Each operand has 1 element"
        if explained.moved:
            sentence += f": copied from {place(explained.inputs[0])}"
        return replace(explained, sentence=f"{sentence}.")

    return explain


def letters_of(equation: str) -> tuple[list[str], str]:
    """Return the letters of each operand and of the result.

    Raises:
        CannotExplainError: some dimensions have none.
    """
    left, arrow, result = equation.replace(" ", "").partition("->")
    if "." in equation:
        raise CannotExplainError
    if not arrow:
        result = "".join(sorted(letter for letter in set(left) - {","} if left.count(letter) == 1))
    return left.split(","), result
