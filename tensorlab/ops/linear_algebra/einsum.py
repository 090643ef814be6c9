"""einsum: sums of products named by letters."""

from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.engine.memory import claim
from tensorlab.engine.shapes import broadcast_shapes, count_elements
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.work import PRODUCTS_PER_STEP, Work
from tensorlab.ops.linear_algebra.einsum_letters import (
    given,
    output_letters,
    require_operands,
    sizes_of,
    spelled,
)
from tensorlab.ops.linear_algebra.matrix import bmm


def without_repeats(operand: Tensor, term: list[str]) -> tuple[Tensor, list[str]]:
    """Return an operand's diagonal where a letter occurs twice."""
    for letter in dict.fromkeys(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            operand = operand.diagonal(0, first, second)
            term = [name for place, name in enumerate(term) if place not in (first, second)]
            term = [*term, letter]
    return operand, term


def arranged(operand: Tensor, term: list[str], order: list[str]) -> Tensor:
    """Return an operand with a dimension for every letter, in order, of size 1 if it is new."""
    operand = operand.permute([term.index(letter) for letter in order if letter in term])
    for place, letter in enumerate(order):
        if letter not in term:
            operand = operand.unsqueeze(place)
    return operand


def sum_of_products(left: Tensor, right: Tensor, summed: list[int]) -> Tensor:
    """Return the products of two operands of equally many dimensions, summed over some of them.

    What both share and keep becomes a batch, what only one has its rows or columns, so that it is a
    matrix product.
    """
    groups: dict[str, list[int]] = {"batch": [], "rows": [], "columns": [], "depth": []}
    for place in range(left.ndim):
        one, other = left.shape[place] != 1, right.shape[place] != 1
        if place in summed:
            if one and other:
                groups["depth"].append(place)
            elif one:
                left = left.sum(place, True, dtype=left.dtype)
            elif other:
                right = right.sum(place, True, dtype=right.dtype)
        elif one and other:
            groups["batch"].append(place)
        else:
            groups["rows" if one else "columns"].append(place)
    return as_product(left, right, summed, **groups)


def as_product(
    left: Tensor,
    right: Tensor,
    summed: list[int],
    batch: list[int],
    rows: list[int],
    columns: list[int],
    depth: list[int],
) -> Tensor:
    """Return the sum of products as one product of batches of matrices."""
    rest = [place for place in summed if place not in depth]
    sizes = [
        [tensor.shape[place] for place in group]
        for tensor, group in ((left, batch), (left, rows), (right, columns), (left, depth))
    ]
    counts = [count_elements(group) for group in sizes]
    claim(counts[0] * counts[1] * counts[2] * left.itemsize)
    Work.spend(count_elements(counts) // PRODUCTS_PER_STEP)
    one = left.permute(batch + rows + depth + columns + rest).reshape(
        counts[0], counts[1], counts[3]
    )
    two = right.permute(batch + depth + columns + rows + rest).reshape(
        counts[0], counts[3], counts[2]
    )
    order = batch + rows + columns + depth + rest
    shape = sizes[0] + sizes[1] + sizes[2] + [1] * (len(depth) + len(rest))
    product = bmm(one, two).view(shape)
    return product.permute([order.index(place) for place in range(left.ndim)])


def side_by_side(left: Tensor, right: Tensor) -> Tensor:
    """Return the products of two operands, of which nothing is summed."""
    claim(count_elements(broadcast_shapes(left.shape, right.shape)) * left.itemsize)
    return left * right


@composite(method=False, related=("tensordot", "bmm"))
def einsum(equation: Any = None, *operands: Any) -> Tensor:
    """Return the sum of the products of the operands, cell by cell as the letters say.

    A letter names a dimension; equal letters walk together; what is not in the result is summed.

    >>> torch.einsum("ij,jk->ik", torch.tensor([[1, 2]]), torch.tensor([[3], [4]]))
    tensor([[11]])
    >>> torch.einsum("ii->i", torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    terms, output, parts = given((equation, *operands))
    hidden = require_operands(terms, parts)
    terms = [spelled(term, part.ndim, hidden) for term, part in zip(terms, parts, strict=True)]
    result = output_letters(terms, output, hidden)
    sizes_of(terms, parts)
    return contract(parts, terms, result)


def contract(operands: list[Tensor], terms: list[list[str]], result: list[str]) -> Tensor:
    """Return the product of all operands, each letter summed as soon as it can be."""
    pairs = [without_repeats(part, term) for part, term in zip(operands, terms, strict=True)]
    others = sorted({letter for _, term in pairs for letter in term} - set(result))
    order = result + others
    arrays = [arranged(part, term, order) for part, term in pairs]
    last = {
        letter: max(n for n, (_, term) in enumerate(pairs) if letter in term) for letter in others
    }
    total = arrays[0]
    places = [len(result) + n for n, letter in enumerate(others) if last[letter] == 0]
    if places:
        total = total.sum(places, len(arrays) > 1)
        if len(arrays) == 1:
            return total
    for number, array in enumerate(arrays[1:], 1):
        places = [len(result) + n for n, letter in enumerate(others) if last[letter] == number]
        total = sum_of_products(total, array, places) if places else side_by_side(total, array)
    return total.view(total.shape[: len(result)]) if others else total
