"""From what a forward computed to tensors."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType, type_of
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import as_array, wrap

ndarray = np.ndarray
OBJECTS = np.dtype(object)  # what is no number has no stored form: explanations compute with terms
Finish = Callable[[Any, DType], Any]


def finisher(operation: Operation) -> Finish:
    """Return what makes tensors of an operation's arrays, from arithmetic in a common type."""
    return finish_stored if operation.stored else finish


def finish(computed: Any, common: DType) -> Any:
    """Return tensors for what arithmetic in a type gave."""
    if computed.__class__ is not ndarray:  # numpy reduces to scalars
        if isinstance(computed, tuple):
            return each(finish, computed, common)
        computed = as_array(computed)
    if (computed.dtype is common.compute and common.native) or computed.dtype is OBJECTS:
        return wrap(computed, common)
    dtype = type_of(computed, common)
    return wrap(dtype.encode(computed), dtype)


def stored(array: Any, dtype: DType) -> Any:
    """Return elements as the type stores them."""
    if array.dtype is dtype.compute and dtype.native:
        return array
    return array if array.dtype == dtype.carrier else dtype.encode(array)


def finish_stored(computed: Any, common: DType) -> Any:
    """Return tensors for elements that were only moved."""
    if computed.__class__ is not ndarray:
        if isinstance(computed, tuple):
            return each(finish_stored, computed, common)
        computed = as_array(computed)
    kind = computed.dtype
    own = kind is common.carrier or kind == common.carrier
    return wrap(computed, common if own else type_of(computed, common))


def each(finish_one: Finish, computed: tuple[Any, ...], common: DType) -> tuple[Any, ...]:
    """Return the tensors of several results, named as they were."""
    parts = tuple(finish_one(part, common) for part in computed)
    return computed.__class__(*parts) if hasattr(computed, "_fields") else parts
