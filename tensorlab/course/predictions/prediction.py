"""Predictions, once read, against what the program really gives."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from tensorlab.course.answers.comparison import (
    Comparison,
    Seen,
    compare,
    first_difference,
    flatten,
    see,
    value_reason,
)
from tensorlab.course.answers.verdicts import Misconception, PredictionKind, Reason
from tensorlab.course.lessons.lesson import Predict
from tensorlab.course.predictions.reader import ERROR, read_prediction
from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense

# Printed numbers carry four decimals, so a prediction read off them is right within that.
PRINTED_TOLERANCE = 1e-3
ACCEPTS: dict[PredictionKind, str] = {
    "shape": "a shape such as (2, 3), or the word error",
    "dtype": "a data type such as float32, or the word error",
    "value": "the value, such as 6 or [[1, 2], [3, 4]] or True, or the word error",
    "view-or-copy": "view or copy, or the word error",
    "text": "what PyTorch prints, or the word error",
}

# What a printed result does not show by itself.
STATED: dict[PredictionKind, str] = {
    "shape": "The shape is {}.",
    "dtype": "The data type is {}.",
    "view-or-copy": "It is a {}.",
}


class UnpredictableError(Exception):
    """A result has nothing of the kind that is asked: the lesson author's mistake."""


def nested(value: object) -> Any:
    """Return a value as plain numbers in nested lists: what a learner would type."""
    if isinstance(value, Tensor):
        return dense(value).tolist()
    if isinstance(value, list | tuple):
        return [nested(part) for part in value]
    return value


def truth(what: PredictionKind, value: object, others: Iterable[Any]) -> Any:
    """Return what a right prediction of a value is; `others` are the values with names.

    Raises:
        UnpredictableError: the value has no such thing.
    """
    if what == "value":
        return nested(value)
    if what == "text":
        return value if isinstance(value, str) else repr(value)
    # An author asks for `x.shape` where all the numbers would be too many to show.
    if what == "shape" and isinstance(value, Size):
        return tuple(value)
    if what == "dtype" and isinstance(value, DType):
        return repr(value)
    if not isinstance(value, Tensor):
        raise UnpredictableError(f"there is no {what} in {value!r}")
    if what == "shape":
        return tuple(value.shape)
    if what == "dtype":
        return repr(value.dtype)
    return "view" if any(shares_memory(value, other) for other in others) else "copy"


def shares_memory(one: object, other: object) -> bool:
    """Return whether a write to one tensor may be seen in the other."""
    if not (isinstance(one, Tensor) and isinstance(other, Tensor)):
        return False
    # The array of a sparse tensor is none of its own.
    dense = one.layout is STRIDED is other.layout
    return dense and bool(np.may_share_memory(one._array, other._array))


def judge(what: PredictionKind, expected: object, given: object) -> Comparison:
    """Return how a prediction, once read, differs from the truth, once read."""
    if ERROR in (expected, given) and expected != given:
        return _error_comparison(what, expected)
    if what == "value" and expected != ERROR:
        return _judge_value(expected, given)
    if expected == given or (what == "text" and squeezed(expected) == squeezed(given)):
        return Comparison((_aspect(what),))
    words = str(expected), str(given)
    article = "a " * (what == "view-or-copy")
    sentence = f"You said {words[1]}; it is {article}{words[0]}."
    return Comparison((_aspect(what),), (Reason(_aspect(what), *words, sentence),))


def squeezed(text: object) -> str:
    """Return a printed text without its blanks, which nobody can be asked to foretell."""
    return "".join(str(text).split())


def _aspect(what: PredictionKind) -> Any:
    return "memory" if what == "view-or-copy" else what


def _error_comparison(what: PredictionKind, expected: object) -> Comparison:
    if expected == ERROR:
        reason = Reason("error", "an error", "an answer", "It fails with an error.")
    else:
        words = f"It runs without an error. {STATED.get(what, '').format(expected)}".rstrip()
        reason = Reason("error", "an answer", "an error", words)
    return Comparison(("error",), (reason,))


def _judge_value(expected: object, given: object) -> Comparison:
    shapes = nested_shape(expected), nested_shape(given)
    if shapes[0] is None or shapes[1] is None or isinstance(expected, str):
        return compare(see(expected), see(given))
    if shapes[0] != shapes[1]:
        words = str(shapes[0]), str(shapes[1])
        sentence = f"You typed {arranged(shapes[1])}; the answer is {arranged(shapes[0])}."
        return Comparison(("shape", "value"), (Reason("shape", *words, sentence),))
    one = Seen("tensor", shapes[0], elements=tuple(flatten(expected)))
    other = Seen("tensor", shapes[1], elements=tuple(flatten(given)))
    difference = first_difference(one, other, PRINTED_TOLERANCE)
    if _booleans(one) != _booleans(other):
        asked = "True or False, not a number" if _booleans(one) else "a number, not True or False"
        sentence = f"The answer is {asked}."
        return Comparison(("shape", "value"), (Reason("value", "", "", sentence),))
    if difference is None:
        return Comparison(("shape", "value"))
    place = difference if difference.index else None
    return Comparison(("shape", "value"), (value_reason(difference),), place)


def arranged(shape: tuple[int, ...]) -> str:
    """Return how numbers are arranged, in words that one knows before one knows shapes."""
    words = "a single number", "a list of length {}", "a table of {} by {} numbers"
    return words[len(shape)].format(*shape) if len(shape) < len(words) else f"of shape {shape}"


def _booleans(seen: Seen) -> bool:
    return any(isinstance(element, bool) for element in seen.elements or ())


def nested_shape(numbers: object) -> tuple[int, ...] | None:
    """Return the shape of nested lists, or None when they are ragged."""
    if not isinstance(numbers, list):
        return ()
    inner = {nested_shape(part) for part in numbers}
    if not inner:
        return (0,)
    shape = inner.pop()
    return None if inner or shape is None else (len(numbers), *shape)


def misconception_of(predict: Predict, given: object) -> Misconception | None:
    """Return the idea behind a wrong prediction, if the lesson knows it, also in other brackets."""
    readings = [(wrong, read_prediction(predict.what, wrong.answer)) for wrong in predict.wrong]
    known = [(wrong, answer) for wrong, answer in readings if answer is not None]
    for wrong, answer in known:
        if judge(predict.what, answer, given).equal:
            return wrong.misconception
    for wrong, answer in known if predict.what == "value" else ():
        if ERROR not in (answer, given) and judge("value", flatten(answer), flatten(given)).equal:
            return wrong.misconception
    return None
