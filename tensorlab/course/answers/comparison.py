"""Compares two values the way a teacher does: kind, shape, dtype and value, each by itself."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from tensorlab.course.answers.verdicts import Aspect, Difference, Reason
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense
from tensorlab.frozen import Frozen, replace
from tensorlab.wording import counted

Elements = tuple[Any, ...]
# No lesson compares more; a learner's answer may be anything.
MOST_ELEMENTS = 100_000
DEEPEST = 20


class Seen(Frozen):
    """A value described without its object: `elements` in reading order, `parts` of a sequence.

    `elements` is None where they cannot be read: there are none (meta), or far too many.
    """

    kind: str
    shape: tuple[int, ...] = ()
    dtype: str = ""
    layout: str = ""
    elements: Elements | None = ()
    parts: "tuple[Seen, ...]" = ()


def see(value: object, depth: int = 0) -> Seen:
    """Return what can be seen of a value; below a great depth, nothing."""
    if isinstance(value, Tensor):
        return _see_tensor(value)
    if isinstance(value, bool | int | float | complex | str) or value is None:
        return Seen(type(value).__name__, elements=(value,))
    # An equivalent answer may be a list where PyTorch gives a tuple or a Size.
    if isinstance(value, Sequence):
        if depth > DEEPEST or not has_at_most(value, MOST_ELEMENTS):
            return Seen("sequence that is too long or too deep")
        return Seen("sequence", parts=tuple(see(part, depth + 1) for part in value))
    return Seen(type(value).__name__, elements=(repr(value),))


def has_at_most(sequence: Sequence[object], count: int) -> bool:
    """Return whether a sequence is no longer; some are longer than any number that `len` gives."""
    try:
        return len(sequence) <= count
    except OverflowError:
        return False


def is_empty(seen: Seen) -> bool:
    """Return whether a tensor has no elements."""
    return seen.kind == "tensor" and 0 in seen.shape


def _see_tensor(tensor: Tensor) -> Seen:
    shape = tuple(tensor.shape)
    readable = not tensor.is_meta and math.prod(shape) <= MOST_ELEMENTS
    return Seen(
        kind="tensor",
        shape=shape,
        dtype=repr(tensor.dtype),
        layout=repr(tensor.layout),
        elements=tuple(flatten(dense(tensor).tolist())) if readable else None,
    )


def flatten(nested: object) -> list[Any]:
    """Return the elements of nested lists in reading order."""
    if not isinstance(nested, list | tuple):
        return [nested]
    return [element for part in nested for element in flatten(part)]


def describe(seen: Seen) -> str:
    """Return a value's kind in words, such as "a tensor of shape (2, 3)"."""
    words = {"int": "a Python int", "float": "a Python float", "bool": "a Python bool"}
    words |= {"str": "a string", "NoneType": "nothing (None)", "complex": "a Python complex"}
    if seen.kind == "tensor":
        return f"a tensor of shape {seen.shape}"
    if seen.kind == "sequence":
        count = len(seen.parts)
        return f"a sequence of {counted(count, 'value')}"
    return words.get(seen.kind, f"a {seen.kind}")


# The relative error within which two numbers count as equal; 16-bit floats hold 3 digits or 2.
TOLERANCE = {"torch.float16": 2e-3, "torch.complex32": 2e-3, "torch.bfloat16": 2e-2}
NUMBERS = (bool, int, float, complex)
FLOAT_TOLERANCE = 1e-5
NEAR_ZERO = 1e-8
NOISE = 0.1  # of the tolerance: what rounding leaves where 0 belongs
# Python refuses to write out thousands of digits, and nobody reads them
LONG_NUMBER = 10**100


class Comparison(Frozen):
    """What was compared, where the two differ, and the first element that does."""

    checked: tuple[Aspect, ...]
    reasons: tuple[Reason, ...] = ()
    difference: Difference | None = None

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.reasons


def compare(expected: Seen, given: Seen) -> Comparison:
    """Return how a given value differs from the expected one."""
    if expected.kind != given.kind:
        return Comparison(("kind",), (_kind_reason(expected, given),))
    if expected.kind == "sequence":
        return _compare_parts(expected, given)
    if expected.kind == "tensor":
        return _compare_tensors(expected, given)
    one, other = (seen.elements[0] if seen.elements else None for seen in (expected, given))
    if elements_equal(one, other):
        return Comparison(("kind", "value"))
    words = number_text(one), number_text(other)
    sentence = f"You said {words[1]}; it is {words[0]}."
    return Comparison(("kind", "value"), (Reason("value", *words, sentence),))


def _kind_reason(expected: Seen, given: Seen) -> Reason:
    words = describe(expected), describe(given)
    return Reason("kind", *words, f"This is {words[1]}; {words[0]} was asked for.")


def _compare_parts(expected: Seen, given: Seen) -> Comparison:
    counts = len(expected.parts), len(given.parts)
    if counts[0] != counts[1]:
        wanted = counted(counts[0], "was", "were")
        sentence = f"This has {counted(counts[1], 'part')}; {wanted} asked for."
        reason = Reason("kind", str(counts[0]), str(counts[1]), sentence)
        return Comparison(("kind",), (reason,))
    checked: tuple[Aspect, ...] = ("kind",)
    for number, pair in enumerate(zip(expected.parts, given.parts, strict=True)):
        part = compare(*pair)
        if not part.equal:
            reasons = tuple(
                replace(each, sentence=f"Part [{number}]: {each.sentence}") for each in part.reasons
            )
            return Comparison(part.checked, reasons, part.difference)
        checked = part.checked
    return Comparison(checked)


USUAL_LAYOUT = "torch.strided"  # which needs no word


def _compare_tensors(expected: Seen, given: Seen) -> Comparison:
    reasons: list[Reason] = []
    both = {expected.layout, given.layout}
    facts: tuple[Aspect, ...] = ("shape", "dtype")
    if both != {USUAL_LAYOUT}:
        facts = ("layout", *facts)
    if expected.layout != given.layout:
        sentence = f"The layout is {given.layout}; {expected.layout} was asked for."
        reasons.append(Reason("layout", expected.layout, given.layout, sentence))
    if expected.shape != given.shape:
        words = str(expected.shape), str(given.shape)
        sentence = f"The shape is {words[1]}; it should be {words[0]}."
        reasons.append(Reason("shape", *words, sentence))
    if expected.dtype != given.dtype:
        sentence = f"The data type is {given.dtype}; it should be {expected.dtype}."
        reasons.append(Reason("dtype", expected.dtype, given.dtype, sentence))
    # Values of unequal shapes have no elements in common to compare.
    if expected.shape != given.shape:
        return Comparison(facts, tuple(reasons))
    if expected.elements is None or given.elements is None:
        reasons.append(Reason("value", "values", "none", "There are no values here to compare."))
        return Comparison((*facts, "value"), tuple(reasons))
    tolerance = TOLERANCE.get(expected.dtype, FLOAT_TOLERANCE)
    difference = first_difference(expected, given, tolerance)
    if difference:
        reasons.append(value_reason(difference))
    place = difference if difference and difference.index else None
    return Comparison((*facts, "value"), tuple(reasons), place)


def value_reason(difference: Difference) -> Reason:
    """Return the reason for a difference; where there are many elements the index says the rest."""
    words = difference.expected, difference.given
    sentence = f"You said {words[1]}; it is {words[0]}."
    return Reason("value", *words, "The values differ." if difference.index else sentence)


def first_difference(expected: Seen, given: Seen, tolerance: float) -> Difference | None:
    """Return the first element in reading order that differs between two equal shapes."""
    pairs = zip(expected.elements or (), given.elements or (), strict=True)
    zero = NOISE * tolerance
    for index, (one, other) in zip(indices(expected.shape), pairs, strict=True):
        if not elements_equal(one, other, tolerance, zero):
            return Difference(index, number_text(one), number_text(other))
    return None


def indices(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Return every index of a shape in reading order."""
    return itertools.product(*(range(size) for size in shape))


def elements_equal(
    expected: object, given: object, tolerance: float = FLOAT_TOLERANCE, zero: float = NEAR_ZERO
) -> bool:
    """Return whether two elements hold the same: exactly for integers, nearly for floats."""
    try:
        return nearly_equal(expected, given, tolerance, zero)
    except OverflowError:  # an integer beyond every float
        return False


def nearly_equal(expected: Any, given: Any, tolerance: float, zero: float = NEAR_ZERO) -> bool:
    """Return whether two elements are equal within a relative tolerance, and one for small ones.

    Raises:
        OverflowError: one is an integer that no float can hold.
    """
    if isinstance(expected, complex) or isinstance(given, complex):
        if not (isinstance(expected, NUMBERS) and isinstance(given, NUMBERS)):
            return False  # a function, or a text that complex() would read
        one, other = complex(expected), complex(given)
        return nearly_equal(one.real, other.real, tolerance, zero) and nearly_equal(
            one.imag, other.imag, tolerance, zero
        )
    if isinstance(expected, float) and isinstance(given, int | float):
        if math.isnan(expected):
            return math.isnan(given)
        return math.isclose(expected, given, rel_tol=tolerance, abs_tol=zero)
    return bool(expected == given)


def number_text(element: object) -> str:
    """Return an element as PyTorch would show it: four decimals are enough."""
    if isinstance(element, float) and math.isfinite(element) and not element.is_integer():
        return f"{element:.4f}" if 1e-4 <= abs(element) < 1e6 else f"{element:.4e}"
    if isinstance(element, int) and abs(element) > LONG_NUMBER:
        return "a very long number"
    return repr(element)
