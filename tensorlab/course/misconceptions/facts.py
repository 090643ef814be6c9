"""What the values of a wrong answer tell, where no program was found that gives them.

Each is told only where it holds under every set-up that was tried.
"""

import math
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tensorlab.course.answers.comparison import TOLERANCE, Seen, compare, elements_equal
from tensorlab.course.answers.observing import Observed
from tensorlab.course.answers.spellings import read
from tensorlab.course.answers.verdicts import Misconception
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.frozen import replace
from tensorlab.language.outcome import Failure

NEAR = 1e-4
Facts = tuple[tuple[str, Callable[[Seen, Seen], bool]], ...]
DIGITS = 1e-3  # within which numbers are the same but for digits that were lost
OF_TUPLE = re.compile("'tuple'|multiply sequence")
OF_DIMENSIONS = re.compile(
    r"\d-?D (tensors? expected|argument)|must be a (\dD tensor|matrix)|expected a matrix"
    r"|sparse_dim x|same number of dimensions as|at least \w+ dimensions|with at least"
    r"|not supported for \dD input|over a 0-d tensor"
)
BY_TYPE = {"TypeError": "arguments-refused", "AttributeError": "no-such-method"}
BY_CODE = {code: each.name for each in IDEAS.values() for code in each.codes}


def idea_of_failure(failure: Failure) -> str | None:
    """Return the idea that an error contradicts, None where there is none such."""
    if failure.type in BY_TYPE and OF_TUPLE.search(failure.message):
        return "tuple-not-piece"
    if OF_DIMENSIONS.search(failure.message):
        return "dimensions-refused"
    return BY_CODE.get(failure.code or "") or BY_TYPE.get(failure.type)


def repeats(idea: Misconception, failure: Failure) -> bool:
    """Return whether what is said of an idea is what the error says, which contradicts it."""
    return idea.name == idea_of_failure(failure) and idea.sentence == IDEAS[idea.name].sentence


def idea_of_values(pairs: Sequence[tuple[Observed, Observed]], facts: Facts) -> str | None:
    """Return the idea that expected and given values tell, None where they tell nothing."""
    if any(one.failed or other.failed for one, other in pairs):
        return None
    seen = [(one.seen, other.seen) for one, other in pairs]
    differing = [pair for pair in seen if not compare(*pair).equal]
    if not differing:
        return None
    return next((idea for idea, holds in facts if all(holds(*pair) for pair in differing)), None)


def same_elements(one: Seen, other: Seen) -> bool:
    """Return whether two tensors have the same elements in reading order."""
    if one.elements is None or other.elements is None or len(one.elements) != len(other.elements):
        return False
    pairs = zip(one.elements, other.elements, strict=True)
    within = max(TOLERANCE.get(seen.dtype, NEAR) for seen in (one, other))
    return all(elements_equal(*pair) or near(*pair, within) for pair in pairs)


def near(one: object, other: object, within: float = NEAR) -> bool:
    """Return whether two numbers are about the same, whatever their types."""
    try:
        return elements_equal(float(one), float(other), within, within)  # type: ignore[arg-type]  # if not, it says so
    except (TypeError, ValueError, OverflowError):
        return False


def another_type(one: Seen, other: Seen) -> bool:
    """Return whether two tensors differ in their type alone."""
    alike = (one.kind, one.shape) == (other.kind, other.shape)
    return alike and one.dtype != other.dtype and same_elements(one, other)


def lengths_of_one(one: Seen, other: Seen) -> bool:
    """Return whether two tensors differ in dimensions of length 1 alone."""
    both = [[length for length in seen.shape if length != 1] for seen in (one, other)]
    tensors = one.kind == other.kind == "tensor" and one.shape != other.shape
    return tensors and both[0] == both[1] and same_elements(one, other)


def other_layout(one: Seen, other: Seen) -> bool:
    """Return whether two tensors differ in their layout alone."""
    return one.layout != other.layout and compare(replace(one, layout=other.layout), other).equal


def other_shape(one: Seen, other: Seen) -> bool:
    """Return whether two tensors have the same numbers in the same order, in another shape."""
    alike = one.kind == other.kind == "tensor" and one.shape != other.shape
    return alike and same_elements(one, other)


def digits_lost(one: Seen, other: Seen) -> bool:
    """Return whether two tensors have numbers that are nearly the same."""
    pairs = paired(one, other)
    alike = (one.kind, one.dtype) == (other.kind, other.dtype)
    return alike and bool(pairs) and all(near(*pair, DIGITS) for pair in pairs)


def turned(one: Seen, other: Seen) -> bool:
    """Return whether each truth value is the other one."""
    pairs = paired(one, other)
    return (
        one.dtype == other.dtype == "torch.bool" and all(a != b for a, b in pairs) and bool(pairs)
    )


def other_order(one: Seen, other: Seen) -> bool:
    """Return whether two tensors have the same numbers in other places."""
    if not one.elements or not other.elements or not one.kind == other.kind == "tensor":
        return False
    try:
        return same_elements(
            *(replace(each, elements=tuple(sorted(each.elements or ()))) for each in (one, other))
        )
    except TypeError:  # complex numbers have no order
        return False


def same_but_for_signs(one: Seen, other: Seen) -> bool:
    """Return whether two tensors have the same numbers but for minus signs."""
    alike = (one.kind, one.shape) == (other.kind, other.shape)
    return alike and same_elements(sized(one), sized(other)) and not same_elements(one, other)


def sized(seen: Seen) -> Seen:
    """Return what is seen of numbers without their signs."""
    elements = (
        abs(each) if isinstance(each, int | float) else each for each in seen.elements or ()
    )
    return replace(seen, elements=tuple(elements))


def of_python(one: Seen, other: Seen) -> bool:
    """Return whether a number or a list was given where a tensor was asked for."""
    return one.kind == "tensor" and elements_of(other) is not None and other.kind != "tensor"


def same_of_python(one: Seen, other: Seen) -> bool:
    """Return whether the right number or list of Python's was given in place of a tensor."""
    elements = elements_of(other)
    return (
        of_python(one, other)
        and elements is not None
        and same_elements(one, Seen("", elements=elements))
    )


def elements_of(seen: Seen) -> tuple[object, ...] | None:
    """Return the numbers in a value of Python's or in a list, None where others are there."""
    if seen.kind == "sequence":
        found = [elements_of(part) for part in seen.parts]
        return (
            None if None in found else tuple(element for part in found if part for element in part)
        )
    return seen.elements if seen.kind in {"int", "float", "bool", "tensor"} else None


def of_torch(one: Seen, other: Seen) -> bool:
    """Return whether a tensor was given where a number or a shape was asked for."""
    return one.kind != "tensor" and other.kind == "tensor"


def piece_asked(one: Seen, other: Seen) -> bool:
    """Return whether one of the parts that were given is what was asked for."""
    return other.kind == "sequence" and any(compare(one, part).equal for part in other.parts)


def truths(one: Seen, other: Seen) -> bool:
    """Return whether truth values were given where numbers were asked for."""
    return other.dtype == "torch.bool" != one.dtype and one.kind == "tensor"


def numbers(one: Seen, other: Seen) -> bool:
    """Return whether numbers were given where truth values were asked for."""
    return one.dtype == "torch.bool" != other.dtype and other.kind == "tensor"


def one_left(one: Seen, other: Seen) -> bool:
    """Return whether one number is left where several were asked for."""
    return one.kind == other.kind == "tensor" and len(one.shape) > 0 == len(other.shape)


def many_left(one: Seen, other: Seen) -> bool:
    """Return whether elements are left where one number was asked for."""
    return one.kind == other.kind == "tensor" and len(one.shape) == 0 < len(other.shape)


def one_off(one: Seen, other: Seen) -> bool:
    """Return whether all numbers are one too large, or all are one too small."""
    pairs = paired(one, other)
    counted = all(type(each) in {int, float} for pair in pairs for each in pair)
    return counted and {given - wanted for wanted, given in pairs} in ({1}, {-1})


def one_wrong(one: Seen, other: Seen) -> bool:
    """Return whether all numbers but one are right."""
    wrong = [pair for pair in paired(one, other) if not (elements_equal(*pair) or near(*pair))]
    return len(wrong) == 1 < len(one.elements or ())


def paired(one: Seen, other: Seen) -> list[tuple[Any, Any]]:
    """Return the elements of two tensors of one shape in pairs, none where the shapes differ."""
    alike = one.shape == other.shape
    return list(zip(one.elements or (), other.elements or (), strict=False)) if alike else []


def other_rank(one: Seen, other: Seen) -> bool:
    """Return whether two tensors have unlike numbers of dimensions."""
    return len(one.shape) != len(other.shape)


# What the values alone make sure, and what may have another reason, which is looked for first.
SURE: Facts = (
    ("type-ignored", another_type),
    ("ones-ignored", lengths_of_one),
    ("layout-ignored", other_layout),
    ("tuple-not-piece", piece_asked),
    ("python-for-tensor", same_of_python),
    ("mask-inverted", turned),
)
LIKELY: Facts = (
    ("sign-lost", same_but_for_signs),
    ("shape-ignored", other_shape),
    ("digits-lost", digits_lost),
    ("order-ignored", other_order),
    ("python-for-tensor", of_python),
    ("tensor-for-python", of_torch),
    ("numbers-asked", truths),
    ("truth-asked", numbers),
    ("one-for-all", one_left),
    ("left-apart", many_left),
)
# Of what was foretold, beside what happens.
FORETOLD: Facts = (
    ("sign-lost", same_but_for_signs),
    ("off-by-one", one_off),
    ("order-ignored", other_order),
    ("one-wrong", one_wrong),
    ("one-for-all", one_left),
    ("left-apart", many_left),
    ("dimensions-miscounted", other_rank),
)


def is_factor_off(pairs: Sequence[tuple[Observed, Observed]]) -> bool:
    """Return whether every number is off by the same factor, under all set-ups."""
    if any(one.failed or other.failed for one, other in pairs):
        return False
    with suppress(OverflowError):  # a whole number may be beyond every float
        return factor(pairs) not in {None, 0.0, 1.0}
    return False


def factor(pairs: Sequence[tuple[Observed, Observed]]) -> float | None:
    """Return by which factor every number is off, the same under all set-ups; None for none.

    Raises:
        OverflowError: a whole number is beyond every float.
    """
    found = {
        round(given / wanted, 4)
        for one, other in pairs
        for wanted, given in zip(one.seen.elements or (), other.seen.elements or (), strict=False)
        if isinstance(wanted, int | float) and isinstance(given, int | float) and wanted
        if math.isfinite(wanted) and math.isfinite(given)
    }
    alike = all(
        one.seen.shape == other.seen.shape
        and compare(times(one.seen, max(found, default=0)), other.seen).equal
        for one, other in pairs
    )
    return found.pop() if len(found) == 1 and alike else None


def times(seen: Seen, number: float) -> Seen:
    """Return what is seen of a value that is so many times as large."""
    elements = tuple(element * number for element in seen.elements or ())
    return replace(seen, elements=elements)


def unread(solution: str, answer: str, names: set[str]) -> bool:
    """Return whether an answer leaves out a name of the set-up that the solution reads."""
    return bool((read(solution) - read(answer)) & names)
