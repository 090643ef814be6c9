"""Random tensors with the shape, the type and the layout of another tensor."""

from typing import Any

from tensorlab.engine.backend import place
from tensorlab.engine.declaring import OPERATIONS, Array, Tensor, composite
from tensorlab.engine.declaring.filling import fill
from tensorlab.engine.dtypes import DType, require_differentiable
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.memory_formats import empty_as
from tensorlab.engine.naming import Layout
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.tensor import wrap
from tensorlab.ops.alike import alike


def filled_like(
    input: Tensor, name: str, dtype: DType | None, requires_grad: bool, device: Any,
    memory_format: object, layout: object = None, pin_memory: object = None, **settings: object,
) -> Tensor:  # fmt: skip
    """Return a tensor laid out as input is, filled by one of the filling methods."""
    dtype = dtype or input.dtype
    reserve_memory(input._array.size * dtype.itemsize)
    result = wrap(empty_as(input._array, memory_format, dtype.carrier), dtype)
    fill(OPERATIONS[f"torch.Tensor.{name}"], {"input": result, **settings})
    result._writes = None
    if device is not None:
        result = wrap(place(result._array, device), dtype)
    if requires_grad:
        require_differentiable(dtype, "Only")
        result._tracked = True
    return result


@composite(method=False)
def randint_like(
    input: Array,
    low: int | Tensor,
    high: int | None = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
    layout: Layout | None = None,
    memory_format: Any = None,
    pin_memory: bool | None = None,
) -> Tensor:
    """Return whole numbers drawn uniformly from [low, high), with the shape and type of input.

    >>> _ = torch.manual_seed(0)
    >>> torch.randint_like(torch.zeros(2), 5)
    tensor([4., 4.])
    """
    if high is None and isinstance(low, Tensor) and low.ndim:
        raise RuntimeError("high must be a scalar tensor and on CPU")
    low = int(low)
    if high is None:
        low, high = 0, low
    settings = {"low": low, "to": high, "generator": generator}
    return filled_like(input, "random_", dtype, requires_grad, device, memory_format, **settings)


@composite(method=False)
@alike(randint_like, without=("low", "high"))
def rand_like(given: dict[str, Any]) -> Tensor:
    """Return numbers drawn uniformly from [0, 1), with the shape and type of input.

    >>> _ = torch.manual_seed(0)
    >>> torch.rand_like(torch.zeros(2))
    tensor([0.4963, 0.7682])
    """
    return filled_like(name="uniform_", low=0, to=1, **given)


@composite(method=False)
@alike(rand_like)
def randn_like(given: dict[str, Any]) -> Tensor:
    """Return normally distributed numbers with the shape and type of input.

    >>> _ = torch.manual_seed(0)
    >>> torch.randn_like(torch.zeros(2))
    tensor([ 1.5410, -0.2934])
    """
    return filled_like(name="normal_", mean=0, std=1, **given)
