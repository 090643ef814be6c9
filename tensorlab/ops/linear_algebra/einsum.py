"""einsum: sums of products named by letters."""

from typing import Any, NamedTuple

from tensorlab.engine.declaring import Tensor, composite
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.shapes import broadcast_shapes, count_elements
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
    """Return an operand with its dimensions in the order of letters, all of which it has."""
    places = [term.index(letter) for letter in order]
    return operand if places == list(range(len(places))) else operand.permute(places)


def stretched(operand: Tensor, term: list[str], order: list[str]) -> Tensor:
    """Return an operand with a dimension for every letter, in order, of size 1 if it is new."""
    operand = arranged(operand, term, [letter for letter in order if letter in term])
    for place, letter in enumerate(order):
        if letter not in term:
            operand = operand.unsqueeze(place)
    return operand


class Groups(NamedTuple):
    """The letters of two operands: of both and kept, of one and kept, of both and summed."""

    batch: list[str]
    rows: list[str]
    columns: list[str]
    depth: list[str]


def sum_of_products(
    left: Tensor, one: list[str], right: Tensor, other: list[str], order: list[str], kept: set[str]
) -> tuple[Tensor, list[str]]:
    """Return the products of two operands, summed over the letters that are not kept.

    What both share and keep becomes a batch, what only one has its rows or columns, so that it is a
    matrix product. The letters of the result come with it.
    """
    groups = Groups([], [], [], [])
    sizes, others = (
        dict(zip(*pair, strict=True)) for pair in ((one, left.shape), (other, right.shape))
    )
    for letter in order:
        long, wide = sizes.get(letter, 1) != 1, others.get(letter, 1) != 1
        if letter in kept:
            alone = groups.columns if wide or letter not in one else groups.rows
            (groups.batch if long and wide else alone).append(letter)
        elif long and wide:
            groups.depth.append(letter)
        elif long:
            left = left.sum(one.index(letter), True, dtype=left.dtype)
        elif wide:
            right = right.sum(other.index(letter), True, dtype=right.dtype)
    first = next((letter for letter in order if letter in groups.rows + groups.columns), "")
    if first in groups.columns:  # so that the result's letters come in their order
        left, one, right, other = right, other, left, one
        groups = groups._replace(rows=groups.columns, columns=groups.rows)
    sizes = {**sizes, **{name: size for name, size in others.items() if sizes.get(name, 1) == 1}}
    return as_product(left, one, right, other, sizes, groups)


def as_product(
    left: Tensor, one: list[str], right: Tensor, other: list[str], sizes: dict[str, int],
    groups: Groups,
) -> tuple[Tensor, list[str]]:  # fmt: skip
    """Return the sum of products as one product of batches of matrices, and its letters."""
    batch, rows, columns, depth = groups
    counts = [count_elements([sizes[letter] for letter in group]) for group in groups]
    reserve_memory(counts[0] * counts[1] * counts[2] * left.itemsize)
    Work.spend(count_elements(counts) // PRODUCTS_PER_STEP)
    order = batch + rows + depth
    beside = batch + depth + columns
    order += [letter for letter in one if letter not in order]  # of size 1
    beside += [letter for letter in other if letter not in beside]
    product = bmm(
        arranged(left, one, order).reshape(counts[0], counts[1], counts[3]),
        arranged(right, other, beside).reshape(counts[0], counts[3], counts[2]),
    )
    letters = batch + rows + columns
    return product.view([sizes[letter] for letter in letters]), letters


def side_by_side(left: Tensor, right: Tensor) -> Tensor:
    """Return the products of two operands, of which nothing is summed."""
    reserve_memory(count_elements(broadcast_shapes(left.shape, right.shape)) * left.itemsize)
    return left * right


@composite(method=False, related=("tensordot", "bmm"))
def einsum(*args: Any) -> Tensor:
    """Return the sum of the products of the operands, element by element as the letters say.

    A letter names a dimension; equal letters walk together; what is not in the result is summed.

    >>> torch.einsum("ij,jk->ik", torch.tensor([[1, 2]]), torch.tensor([[3], [4]]))
    tensor([[11]])
    >>> torch.einsum("ii->i", torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    terms, output, parts = given(args)
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
    needed = [set(result).union(*(term for _, term in pairs[n:])) for n in range(1, len(pairs) + 1)]
    total, term = pairs[0]
    letters = [letter for letter in order if letter in term]
    total = total.permute([term.index(letter) for letter in letters])
    alone = [place for place, letter in enumerate(letters) if letter not in needed[0]]
    if alone:
        total = total.sum(alone)
        letters = [letter for letter in letters if letter in needed[0]]
    for (right, term), kept in zip(pairs[1:], needed[1:], strict=True):
        present = [letter for letter in order if letter in letters or letter in term]
        if kept.issuperset(present):
            sides = stretched(total, letters, present), stretched(right, term, present)
            total = side_by_side(*sides)
            letters = present
        else:
            total, letters = sum_of_products(total, letters, right, term, present, kept)
    total = arranged(total, letters, result)
    return total.view(total.shape) if others and len(pairs) > 1 else total
