"""Functions told by running them on stand-ins: on terms, or where they are linear, by factors.

A function composed of others runs on tensors of terms: the engine's closures do not look into the
elements, as long as nobody asks which of two is larger.

Of one linear in an operand an element is a sum of its elements, each times a factor.
The factors are the gradient of the element. That of a product moves with the other operand: where
it stands in the place of each factor is found by labels, in whose place the factor is a label.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.autograd.walking import walk_back
from tensorlab.engine.dtypes import NATIVE, DType, float64
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import unraveled
from tensorlab.explain.arithmetic.terms import Term, as_term, constant, of_element, terms_of
from tensorlab.explain.calls.again import on_others
from tensorlab.explain.calls.call import Call
from tensorlab.explain.recipes.recipes import widened
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    distinct,
    element_count,
    part_of,
    parts_of,
    quietly,
)
from tensorlab.explain.strategies.strategies import MOST_TERMS, checked
from tensorlab.frozen import pattern, replace

# of operands and results together: more take longer than anybody waits
MOST_ELEMENTS = 400_000
MOST_SUMMED = 4096
DIGITS = 9
OBJECTS = np.dtype(object).num


@dataclass
class Trial:
    """A call done on leaves of float64, one operand maybe with other numbers."""

    call: Call
    instead: dict[int, Any]

    @cached_property
    def done(self) -> tuple[Any, dict[int, Tensor]]:
        """The result, and the leaf that stands for each operand."""
        leaves: dict[int, Tensor] = {}

        def leaf(tensor: Tensor) -> Tensor:
            if not tensor.dtype.is_floating_point:
                return tensor
            own = self.instead.get(id(tensor), tensor.dtype.decode(tensor._array))
            elements = np.array(own, np.float64)
            leaves[id(tensor)] = wrap(elements, float64)
            leaves[id(tensor)]._tracked = True
            return leaves[id(tensor)]

        fresh = on_others(self.call, leaf)
        try:
            with SetGrad(mode=True), np.errstate(all="ignore"):
                return fresh.replay(*fresh.args, **fresh.settings), leaves
        except Exception as error:  # noqa: BLE001  it may not take float64
            raise CannotExplainError(str(error)) from None

    def gradient(self, operand: Tensor, part: int | None, index: Index) -> Any:
        """Return how far an element of the result moves with each element of an operand.

        Raises:
            CannotExplainError: nobody knows.
        """
        output, leaves = self.done
        result = part_of(output, part)
        if not result._tracked or result.dtype.is_complex:
            raise CannotExplainError
        chosen = np.zeros(result._array.shape)
        chosen[index] = 1.0
        try:
            walk = walk_back([result], [wrap(chosen, float64)], [], keep=True, record=False)
        except Exception as error:  # noqa: BLE001  likewise
            raise CannotExplainError(str(error)) from None
        known = walk.leaves.get(id(leaves[id(operand)]))
        return np.zeros(operand._array.shape) if known is None else known[1]._array


def by_factors(call: Call) -> Explainer:
    """Tell of an element as a sum of elements of the first operand, each times a factor.

    Raises:
        CannotExplainError: it is no such sum, or there are too many elements.
    """
    given = [each for each in call.tensors if each.dtype.is_floating_point]
    results = [part for _, part in parts_of(call.result)]
    if not given or any(
        each.layout is not STRIDED or each.is_meta for each in (*call.tensors, *results)
    ):
        raise CannotExplainError
    if sum(int(each._array.size) for each in (*given, *results)) > MOST_ELEMENTS:
        raise CannotExplainError
    factors = Factors(call, given[0], given[1:])

    def explain(part: int | None, index: Index) -> Explained:
        terms = factors.terms(part, index)
        if not 0 < len(terms) <= MOST_SUMMED:
            raise CannotExplainError
        alone = factors.added(part, index)
        total = reduce(add, [*factors.written(terms), *map(of_element, alone)])
        if factors.is_mean(terms) and not alone:
            elements: Any = reduce(add, (of_element(element) for element, _ in terms))
            total = elements / constant(len(terms))
        explained = checked(call, part, index, as_term(total))
        return replace(explained, inputs=distinct(explained.inputs), derived=not explained.moved)

    return explain


Factor = tuple[Element, Term]  # an element, and what it is multiplied by


class Factors:
    """The factors of the elements of one operand."""

    def __init__(self, call: Call, main: Tensor, others: list[Tensor]) -> None:
        self.call = call
        self.main = main
        self.others = [each for each in others if each is not main and each._array.size]
        self.real = Trial(call, {})
        self.labels = {id(each): np.arange(1.0, each._array.size + 1) for each in self.others}
        self.labelled = {
            id(each): tuple(
                Trial(call, {id(each): scale * self.labels[id(each)].reshape(each._array.shape)})
                for scale in (1, 2)
            )
            for each in self.others
        }

    @cached_property
    def elsewhere(self) -> Trial:
        """The call with other numbers in the operand."""
        numbers = np.arange(1.0, self.main._array.size + 1) % 7 - np.pi
        return Trial(self.call, {id(self.main): numbers.reshape(self.main._array.shape)})

    def terms(self, part: int | None, index: Index) -> list[Factor]:
        """Return the elements that are summed, each with its factor: an element where it is one.

        Raises:
            CannotExplainError: the result is no such sum.
        """
        for other in self.others:
            first, second = (
                each.gradient(self.main, part, index) for each in self.labelled[id(other)]
            )
            if first.any() and (second == 2 * first).all():
                return [
                    (self.call.element(self.main, at), of_element(self.read(other, first[at])))
                    for at in map(tuple, np.argwhere(first).tolist())
                ]
        slopes = self.real.gradient(self.main, part, index)
        if not np.allclose(slopes, self.elsewhere.gradient(self.main, part, index)):
            # a function that is linear has the same slopes everywhere
            raise CannotExplainError
        return [
            (self.call.element(self.main, at), constant(float(f"{slopes[at]:.{DIGITS}g}")))
            for at in map(tuple, np.argwhere(slopes).tolist())
        ]

    def added(self, part: int | None, index: Index) -> list[Element]:
        """Return the elements of other operands that are added as they are, as a bias is."""
        found = []
        for other in self.others:
            slopes = self.real.gradient(other, part, index)
            if other.ndim == 1 and slopes.sum() == slopes.max() == 1:
                found.append(self.call.element(other, (int(slopes.argmax()),)))
        return found

    def read(self, tensor: Tensor, label: float) -> Element:
        """Return the element that a label stands for.

        Raises:
            CannotExplainError: it stands for none.
        """
        if label not in self.labels[id(tensor)]:
            raise CannotExplainError
        return self.call.element(tensor, unraveled(int(label) - 1, tuple(tensor._array.shape)))

    def written(self, terms: list[Factor]) -> list[Term]:
        """Return the products, those by 1 as the element."""
        found: list[Any] = []
        for element, factor in terms:
            own: Any = of_element(element)
            found.append(own if not factor.elements and factor.value == 1 else own * factor)
        return found

    def is_mean(self, terms: list[Factor]) -> bool:
        """Return whether every element has the same share."""
        share = 1 / len(terms)
        return len(terms) > 1 and all(
            not factor.elements and abs(factor.value - share) < 1e-7 for _, factor in terms
        )


# What a kernel has beyond the edges, which is no element: elements of these types have a point.
ADDED_ZERO = pattern(r"(?<=\()0 \+ (?=\S)| \+ 0(?=[ )])")


def by_composition(call: Call) -> Explainer:
    """Run a function on tensors of terms.

    Raises:
        CannotExplainError: it needs real numbers, or there are too many.
    """
    if element_count(call) > MOST_TERMS or not parts_of(call.result):
        raise CannotExplainError
    wide = widened(call)
    with terms_as(parts_of(call.result)[0][1].dtype):
        output = quietly(
            call.replay,
            *[in_terms(wide, value) for value in wide.args],
            **{name: in_terms(wide, value) for name, value in wide.settings.items()},
        )

    def explain(part: int | None, index: Index) -> Explained:
        tensor = part_of(output, part)
        if tuple(tensor.shape) != tuple(part_of(call.result, part).shape):
            raise CannotExplainError
        explained = checked(call, part, index, as_term(tensor._array[index]))
        return replace(explained, text=ADDED_ZERO.sub("", explained.text))

    return explain


def in_terms(call: Call, value: Any) -> Any:
    """Return a floating tensor, or a list of them, with terms as elements."""
    if isinstance(value, Tensor) and value.dtype.native and value.dtype.category > 0:
        return wrap(terms_of(value, call.name_of(value)), value.dtype)
    if isinstance(value, list | tuple) and any(isinstance(part, Tensor) for part in value):
        return type(value)(in_terms(call, part) for part in value)
    return value


@contextmanager
def terms_as(dtype: DType) -> Iterator[None]:
    """Let the engine take arrays of terms for results of a type."""
    NATIVE[OBJECTS] = dtype
    try:
        yield
    finally:
        del NATIVE[OBJECTS]
