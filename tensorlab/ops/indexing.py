"""x[index], and assignment to it."""

from typing import Any

import numpy as np

from tensorlab.engine.declaration import attach_views, operation, view
from tensorlab.engine.gradmode import Recording, SetGrad
from tensorlab.engine.indexing import numpy_index
from tensorlab.engine.signature import Array
from tensorlab.engine.tensor import Tensor, as_array, wrap
from tensorlab.engine.writing import refuse_leaf


def step_name(index: Any) -> str:
    """Return PyTorch's name of the last step of an index that looks at a view."""
    last = next((part for part in reversed(index) if part is not Ellipsis), None)
    if isinstance(last, int):
        return "SelectBackward0"
    if last is None:
        return "UnsqueezeBackward0"
    return "SliceBackward0"


@view(function=False, method=False, node=step_name)
def looked_at(input: Array, index: Any) -> np.ndarray:
    """Return the view that a basic index means."""
    return input[index]


@operation(function=False, method=False, stored=True, out=False, node="IndexBackward0")
def gathered(input: Array, index: Any) -> np.ndarray:
    """Return the cells that an advanced index chooses, copied."""
    return input[index]


@operation(function=False, method=False, out=False, stored=True)
def spread(g: Array, index: Any, shape: Any) -> np.ndarray:
    """Return zeros of a shape with the cells added in at an index: what undoes gathering."""
    whole = np.zeros(shape, g.dtype)
    np.add.at(whole, index, g)
    return whole


looked_at.gradient(input=lambda g, input, index: spread(g, index, input.shape))
gathered.gradient(input=lambda g, input, index: spread(g, index, input.shape))
spread.gradient(g=lambda g, index: at(g, index))


def at(input: Tensor, index: Any) -> Tensor:
    """Return the cells at an index in numpy's form."""
    return gathered(input, index)  # type: ignore[no-any-return]


def getitem(self: Tensor, index: Any) -> Tensor:
    """Return what an index chooses: a view for numbers and slices, a copy for tensors and masks."""
    array = self.array
    if index.__class__ is int and array.ndim:
        size = array.shape[0]
        if -size <= index < size:
            result = wrap(array[index, ...], self.dtype)
            attach_views(result, self)
            if self.tracked:
                looked_at.operation.record(result, (self, (index, Ellipsis)), {})
            return result
    taken, views = numpy_index(index, array.shape)
    chosen = wrap(as_array(array[taken]), self.dtype)
    if views:
        attach_views(chosen, self)
    if self.tracked:
        (looked_at if views else gathered).operation.record(chosen, (self, taken), {})
    return chosen


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """Write a value over what an index chooses."""
    from tensorlab.ops.creation import tensor  # noqa: PLC0415

    taken, views = numpy_index(index, self.array.shape)
    if not isinstance(value, Tensor):
        with SetGrad(mode=False):
            value = tensor(value)
    if views:
        getitem(self, index).copy_(value)  # type: ignore[attr-defined]
        return
    refuse_leaf(self)
    target = self.array[taken]
    if value.shape != target.shape:
        value = fit(value, target.shape)
    self.array[taken] = self.dtype.encode(value.dtype.decode(value.array))
    from tensorlab.engine.writing import bump  # noqa: PLC0415

    bump(self)
    if Recording.enabled and (self.tracked or value.tracked):
        from tensorlab.engine.views import record_write  # noqa: PLC0415

        record_write(self, taken, value)


def fit(value: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return a value stretched to the shape that it is written over.

    Raises:
        RuntimeError: it can't be.
    """
    try:
        np.broadcast_to(value.array, shape)
    except ValueError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to "
            f"indexing result of shape {list(shape)}"
        ) from None
    return value


Tensor.__getitem__ = getitem  # type: ignore[attr-defined]
Tensor.__setitem__ = setitem  # type: ignore[attr-defined]
