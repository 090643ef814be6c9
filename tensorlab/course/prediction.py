"""Predictions: what learners type, read generously, against what the program really gives."""

from __future__ import annotations

import ast
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.course.comparison import Comparison, compare, first_difference, value_reason
from tensorlab.course.events import Misconception, PredictionKind, Reason
from tensorlab.course.seen import Seen, flatten, see
from tensorlab.engine.dtypes import ALIASES, DTYPES, DType
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.numbers import dense

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tensorlab.course.lesson import Predict

ERROR = "error"
ERROR_WORDS = {"error", "an error", "fails", "it fails", "exception"}
# Printed numbers carry four decimals, so a prediction read off them is right within that.
PRINTED_TOLERANCE = 1e-3
DTYPE_WORDS = {"boolean": "bool"} | {name: dtype.name for name, dtype in ALIASES.items()}
# What learners write, not names of functions.
MEMORY_WORDS = {
    "view": "view", "a view": "view", "v": "view", "shares": "view", "shared": "view",
    "copy": "copy", "a copy": "copy", "c": "copy", "new": "copy",
}  # fmt: skip
NAMED_CELLS = {
    "true": True, "yes": True, "y": True, "false": False, "no": False, "n": False,
    "nan": math.nan, "inf": math.inf,
}  # fmt: skip
ACCEPTS: dict[PredictionKind, str] = {
    "shape": "a shape such as (2, 3), or: error",
    "dtype": "a data type such as float32, or: error",
    "value": "the value, such as 6 or [[1, 2], [3, 4]] or True, or: error",
    "view-or-copy": "view or copy, or: error",
    "text": "what PyTorch prints, or: error",
}
LONGEST = 2000  # characters: nobody types more, and the parser never sees a deep nest


class UnpredictableError(Exception):
    """A result has nothing of the kind that is asked: the lesson author's mistake."""


def read_prediction(what: PredictionKind, text: str) -> Any:
    """Return a typed prediction in one form for all ways to type it, or None if it is none."""
    words = " ".join(text.strip().split())
    if words.lower().rstrip(".!") in ERROR_WORDS:
        return ERROR
    if not words or len(text) > LONGEST:
        return None
    if what == "shape":
        return read_shape(words)
    if what == "dtype":
        return read_dtype(words)
    if what == "value":
        return read_value(words)
    if what == "view-or-copy":
        return MEMORY_WORDS.get(words.lower())
    return text.strip()


def read_shape(text: str) -> tuple[int, ...] | None:
    """Return the shape in `(2, 3)`, `2x3`, `[2, 3]`, `2 3`, `torch.Size([2, 3])` or `()`."""
    inner = re.sub(r"^(torch\.)?Size\(|^shape\s*=?", "", text).strip()
    inner = inner.strip("()[] ")
    if not inner:
        return () if text.strip("()[] ") in {"", "torch.Size", "Size"} else None
    parts = [part for part in re.split(r"[\s,x\u00d7*]+", inner.lower()) if part]
    return tuple(int(part) for part in parts) if all(map(str.isdecimal, parts)) else None


def read_dtype(text: str) -> str | None:
    """Return the full name of the data type in `torch.float32`, `float32`, `float`, `long`."""
    name = text.lower().removeprefix("dtype=").removeprefix("torch.")
    name = DTYPE_WORDS.get(name, name)
    return f"torch.{name}" if name in DTYPES else None


def read_value(text: str) -> Any:
    """Return the numbers in `[[1, 2], [3, 4]]`, `tensor([1., 2.])`, `1 2 3`, `yes` or `6`."""
    for source in (text, "[" + ",".join(text.replace(",", " ").split()) + "]"):
        try:
            return literal(ast.parse(source, mode="eval").body)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None


def literal(node: ast.expr) -> Any:
    """Return the value of a literal node.

    Raises:
        ValueError: the node computes something; a prediction is typed, not computed.
    """
    match node:
        case ast.Constant(value=bool() | int() | float() | complex() | str() as value):
            return value
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [literal(part) for part in parts]
        case ast.Name(id=name) if name.lower() in NAMED_CELLS:
            return NAMED_CELLS[name.lower()]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -literal(operand)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return literal(left) + literal(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return literal(left) - literal(right)
        case ast.Call(func=ast.Name(id="tensor") | ast.Attribute(attr="tensor"), args=[data]):
            return literal(data)
    raise ValueError(ast.dump(node))


def nested(value: Any) -> Any:
    """Return a value as plain numbers in nested lists: what a learner would type."""
    if isinstance(value, Tensor):
        return dense(value).tolist()
    if isinstance(value, list | tuple):
        return [nested(part) for part in value]
    return value


def truth(what: PredictionKind, value: Any, others: Iterable[Any]) -> Any:
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


def shares_memory(one: Any, other: Any) -> bool:
    """Return whether a write to one tensor may be seen in the other."""
    if not (isinstance(one, Tensor) and isinstance(other, Tensor)):
        return False
    # The array of a sparse tensor is none of its own.
    dense = not (one.is_sparse or other.is_sparse)
    return dense and bool(np.may_share_memory(one.array, other.array))


def judge(what: PredictionKind, expected: Any, given: Any) -> Comparison:
    """Return how a prediction, once read, differs from the truth, once read."""
    if ERROR in (expected, given) and expected != given:
        return _error_comparison(expected, given)
    if what == "value" and expected != ERROR:
        return _judge_value(expected, given)
    if expected == given:
        return Comparison((_aspect(what),))
    words = str(expected), str(given)
    sentence = f"You have {words[1]}; it is {words[0]}."
    return Comparison((_aspect(what),), (Reason(_aspect(what), *words, sentence),))


def _aspect(what: PredictionKind) -> Any:
    return "memory" if what == "view-or-copy" else what


def _error_comparison(expected: Any, given: Any) -> Comparison:
    sentence = "It is an error." if expected == ERROR else "It is no error: it has an answer."
    words = "an error", "an answer"
    if expected != ERROR:
        words = words[1], words[0]
    return Comparison(("error",), (Reason("error", *words, sentence),))


def _judge_value(expected: Any, given: Any) -> Comparison:
    shapes = nested_shape(expected), nested_shape(given)
    if shapes[0] is None or shapes[1] is None or isinstance(expected, str):
        return compare(see(expected), see(given))
    if shapes[0] != shapes[1]:
        words = str(shapes[0]), str(shapes[1])
        sentence = f"You typed numbers of shape {words[1]}; the shape is {words[0]}."
        return Comparison(("shape", "value"), (Reason("shape", *words, sentence),))
    one = Seen("tensor", shapes[0], cells=tuple(flatten(expected)))
    other = Seen("tensor", shapes[1], cells=tuple(flatten(given)))
    difference = first_difference(one, other, PRINTED_TOLERANCE)
    if difference is None and _booleans(one) == _booleans(other):
        return Comparison(("shape", "value"))
    if difference is None:
        sentence = "The answer is True or False, not a number."
        if not _booleans(one):
            sentence = "The answer is a number, not True or False."
        return Comparison(("shape", "value"), (Reason("value", "", "", sentence),))
    place = difference if difference.index else None
    return Comparison(("shape", "value"), (value_reason(difference),), place)


def _booleans(seen: Seen) -> bool:
    return any(isinstance(cell, bool) for cell in seen.cells or ())


def nested_shape(numbers: Any) -> tuple[int, ...] | None:
    """Return the shape of nested lists, or None when they are ragged."""
    if not isinstance(numbers, list):
        return ()
    inner = {nested_shape(part) for part in numbers}
    if not inner:
        return (0,)
    shape = inner.pop()
    return None if inner or shape is None else (len(numbers), *shape)


def misconception_of(predict: Predict, given: Any) -> Misconception | None:
    """Return the idea behind a wrong prediction, if the lesson knows it."""
    for wrong in predict.wrong:
        known = read_prediction(predict.what, wrong.answer)
        if known is not None and judge(predict.what, known, given).equal:
            return wrong.misconception
    return None
