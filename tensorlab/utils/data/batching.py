"""Samples made one batch: tensors stacked, numbers made tensors, tuples and dicts part by part."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find

NOT_COLLATED = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
)


def torch(name: str) -> Any:
    """Return a public name of torch."""
    return find("torch", name)


def default_collate(batch: Sequence[Any]) -> Any:
    """Return a list of samples as one batch of the same structure.

    >>> torch.utils.data.default_collate([(1, 2.), (3, 4.)])
    [tensor([1, 3]), tensor([2., 4.], dtype=torch.float64)]

    Raises:
        TypeError: a sample is nothing that tensors are made of.
        RuntimeError: samples that are lists have different lengths.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return torch("stack")(list(batch), 0)
    if isinstance(first, np.ndarray | np.generic):
        if first.dtype.kind in "SUO":
            raise TypeError(NOT_COLLATED.format(first.dtype))
        return (
            torch("as_tensor")(
                [each.item() for each in batch], dtype=torch("as_tensor")(first).dtype
            )
            if not first.shape
            else torch("stack")([torch("as_tensor")(each) for each in batch], 0)
        )
    if isinstance(first, float):
        return torch("tensor")(batch, dtype=torch("float64"))
    if isinstance(first, int):
        return torch("tensor")(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([each[key] for each in batch]) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(part) for part in zip(*batch, strict=True)))
    if isinstance(first, tuple | list):
        if any(len(each) != len(first) for each in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(part) for part in zip(*batch, strict=True)]
    raise TypeError(NOT_COLLATED.format(class_text(first)))


def default_convert(data: object) -> Any:
    """Return data of the same structure with tensors in the place of numpy's arrays.

    >>> torch.utils.data.default_convert((torch.tensor(1), "a"))
    [tensor(1), 'a']
    """
    if isinstance(data, Tensor):
        return data
    if isinstance(data, np.ndarray | np.generic):
        return data if data.dtype.kind in "SUO" else torch("as_tensor")(data)
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, tuple | list):
        return [default_convert(part) for part in data]
    return data
