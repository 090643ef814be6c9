"""Explaining by composition: a function composed of others runs on tensors of terms.

The engine's closures do not look into the elements: a tensor may hold terms instead of numbers, as
long as nobody asks which of two is larger.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import NATIVE, DType
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.stand_ins import terms_of
from tensorlab.explain.arithmetic.terms import as_term
from tensorlab.explain.calls.call import Call
from tensorlab.explain.recipes.recipes import widened
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    element_count,
    part_of,
    parts_of,
    quietly,
)
from tensorlab.explain.strategies.strategies import MOST_TERMS, checked

OBJECTS = np.dtype(object).num


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
        return checked(call, part, index, as_term(tensor.array[index]))

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
