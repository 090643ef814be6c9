"""einsum: each letter runs along a dimension, and those that the result lacks are summed."""

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
from tensorlab.explain.strategies.strategies import checked
from tensorlab.frozen import replace

LONGEST = 4096


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
