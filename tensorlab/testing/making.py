"""make_tensor: a tensor of random numbers to try a function with."""

import math
from typing import Any

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.loading import find

USUAL_LOW, USUAL_HIGH = -9, 9


def make_tensor(
    *shape: Any,
    dtype: DType,
    device: Any,
    low: float | None = None,
    high: float | None = None,
    requires_grad: bool = False,
    noncontiguous: bool = False,
    exclude_zero: bool = False,
    memory_format: Any = None,
) -> Any:
    """Return a tensor of a shape, filled evenly from low to high: from -9 to 9 if left out.

    >>> _ = torch.manual_seed(0)
    >>> torch.testing.make_tensor(3, dtype=torch.float32, device="cpu", low=0, high=1)
    tensor([0.4963, 0.7682, 0.0885])

    Raises:
        TypeError: nothing is drawn of this type.
        ValueError: the bounds are none, or the settings exclude each other.
    """
    sizes = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    if noncontiguous and memory_format is not None:
        raise ValueError(
            "The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got "
            f"noncontiguous={noncontiguous} and memory_format={memory_format}"
        )
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(
            "`requires_grad=True` is not supported for boolean and integral dtypes, but got "
            f"dtype={dtype}"
        )
    wide = noncontiguous and math.prod(sizes) > 1  # every second number is used
    made = drawn((*sizes[:-1], 2 * sizes[-1]) if wide else sizes, dtype, device, low, high)
    made = made[..., 1::2] if wide else made
    if memory_format is not None:
        made = made.clone(memory_format=memory_format)
    if exclude_zero:
        floats = dtype.is_floating_point or dtype.is_complex
        made[made == 0] = find("torch", "finfo")(dtype).tiny if floats else 1
    return made.requires_grad_(requires_grad)


def drawn(
    sizes: tuple[int, ...], dtype: DType, device: object, low: float | None, high: float | None
) -> Any:
    """Return a tensor drawn evenly between two bounds."""
    if dtype.is_floating_point or dtype.is_complex:
        ends = bounds(low, high, (USUAL_LOW, USUAL_HIGH), limits(dtype), may_meet=True)
        made = find("torch", "empty")(sizes, dtype=dtype, device=device)
        elements = find("torch", "view_as_real")(made) if dtype.is_complex else made
        fill_evenly(elements, *ends)
        return made
    if dtype.name == "bool":
        ends = bounds(low, high, (0, 2), (0, 2))
    elif dtype.name.startswith("q"):
        raise TypeError(in_full("The requested dtype", dtype))
    else:
        usual = (USUAL_LOW if dtype.is_signed else 0, USUAL_HIGH + 1)
        least, most = limits(dtype)
        ends = bounds(low, high, usual, (least, most + 1))
    whole = math.ceil(ends[0]), math.ceil(ends[1])
    return find("torch", "randint")(*whole, sizes, dtype=dtype, device=device)


def limits(dtype: DType) -> tuple[Any, Any]:
    """Return the least and the largest number of a type."""
    info = find("torch", "finfo" if dtype.is_floating_point or dtype.is_complex else "iinfo")(dtype)
    return info.min, info.max


def bounds(
    low: float | None,
    high: float | None,
    usual: tuple[Any, Any],
    held: tuple[Any, Any],
    *,
    may_meet: bool = False,
) -> tuple[Any, Any]:
    """Return the bounds between which is drawn: those given, within what the type holds."""
    low = usual[0] if low is None else low
    high = usual[1] if high is None else high
    if math.isnan(low) or math.isnan(high):
        raise ValueError(f"`low` and `high` cannot be NaN, but got low={low!r} and high={high!r}")
    if low == high and may_meet:
        warn(in_full("Passing `low==high`"), FutureWarning)
    elif low >= high:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    return tuple(min(max(each, held[0]), held[1]) for each in (low, high))


def fill_evenly(elements: Tensor, low: float, high: float) -> None:
    """Fill with numbers between two bounds, also where their distance is no number of the type."""
    if high - low > limits(elements.dtype)[1]:
        elements.uniform_(low / 2, high / 2).mul_(2)
    else:
        elements.uniform_(low, high)
