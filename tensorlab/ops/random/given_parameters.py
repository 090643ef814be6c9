"""Random numbers drawn as tensors say: bernoulli, normal, multinomial."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.backend import place
from tensorlab.engine.declaring import Array, Number, Operand, composite, operation, selecting
from tensorlab.engine.declaring.filling import no_influence, source
from tensorlab.engine.dtypes import DType, int64
from tensorlab.engine.naming import Layout
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.random import distributions
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.shapes import broadcast_shapes, reserve_elements
from tensorlab.engine.signatures.accepting import plain_value
from tensorlab.engine.signatures.support import FLOATS, REAL
from tensorlab.engine.tensor import Tensor, wrap, wrap_beside
from tensorlab.ops.pointwise.flat import without_derivative
from tensorlab.ops.random.overwriting import check_probabilities, normal_numbers


def bernoulli_kernel(input: Tensor, p: float | None) -> str:
    """Return PyTorch's name of the kernel that draws."""
    if not input.dtype.is_complex:
        return "bernoulli_tensor_cpu_p_"
    return "bernoulli_tensor_cpu_self_" if p is None else "bernoulli_scalar_cpu_"


@operation(
    takes=lambda p: FLOATS if p is None else REAL,
    kernel=bernoulli_kernel,
    node=lambda p: "BernoulliBackward0" if p is None else "NotImplemented",
    quantized_kernel="bernoulli_.float",
    out_step="bernoulli_",
    copies=4,
)
def bernoulli(input: Array, p: float | None = None, *, generator: Generator | None = None) -> Any:
    """Return ones and zeros: input in the same place, or p, is the probability of a one.

    >>> _ = torch.manual_seed(0)
    >>> torch.bernoulli(torch.tensor([0.0, 0.9, 1.0]))
    tensor([0., 1., 1.])
    """
    if p is None:
        check_probabilities(input)
    elif not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    drawn = distributions.bernoulli(source(generator), input.shape, input if p is None else p)
    return drawn.astype(input.dtype)


bernoulli.gradient(
    input=lambda g, p: no_influence(g) if p is None else without_derivative("bernoulli")(g)
)


def normal_step(mean: object, std: object) -> str:
    """Return PyTorch's name of the step back through normal numbers."""
    if not isinstance(std, Tensor):
        return "NormalBackward1"
    return "NormalBackward3" if isinstance(mean, Tensor) else "NormalBackward2"


@selecting(inner=True, stored=True, node=normal_step, real_gradient="normal")
def moved_normal(drawn: Array, mean: Operand, std: Operand) -> Array:
    """Return what was drawn: where it was drawn from does not move it, as PyTorch has it."""
    return drawn


moved_normal.gradient(
    mean=lambda mean: mean.new_zeros(mean.shape), std=lambda std: std.new_zeros(std.shape)
)


@composite(method=False, out=True)
def normal(
    mean: Tensor | float,
    std: Tensor | float = 1.0,
    size: tuple[int, ...] | None = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    device: Any = None,
    layout: Layout | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
) -> Tensor:
    """Return normally distributed numbers; each of mean and std is a number or a tensor.

    >>> _ = torch.manual_seed(0)
    >>> torch.normal(torch.tensor([0., 100.]), torch.tensor([1., 0.]))
    tensor([  1.5410, 100.0000])
    """
    if size is not None:
        mean, std = (plain_value(part, Number) for part in (mean, std))
        if isinstance(mean, Tensor) or isinstance(std, Tensor):
            raise TypeError  # the engine knows PyTorch's words
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        if (dtype, layout, device) != (None,) * 3 or pin_memory or requires_grad:
            raise TypeError  # the engine knows PyTorch's words
        return moved_normal(scaled_normal(mean, std, generator), mean, std)
    if size is None:
        raise TypeError('normal() missing 1 required positional arguments: "size"')
    dtype = dtype or Defaults.floating
    reserve_elements(tuple(size), dtype.itemsize)
    result = wrap(np.empty(tuple(size), dtype.carrier), dtype)
    drawn = normal_numbers(result, mean, std, generator).reshape(result.shape)
    result = wrap(place(drawn, device), dtype)
    result._tracked = requires_grad
    return result


def scaled_normal(mean: Any, std: Any, generator: Generator | None) -> Tensor:
    """Return normal numbers, each with its own mean and standard deviation.

    Raises:
        RuntimeError: a standard deviation is negative or complex, or the shapes don't meet.
    """
    if isinstance(std, Tensor) and std.dtype.is_complex:
        raise RuntimeError("normal expects standard deviation to be non-complex")
    operands = [part for part in (mean, std) if isinstance(part, Tensor)]
    shape = broadcast_shapes(*(part.shape for part in operands))
    dtype = operands[0].dtype
    deviation: Any = 1.0
    if isinstance(std, Tensor):
        deviation = std.dtype.decode(std._array)
        if not (deviation >= 0).all():
            raise RuntimeError("normal expects all elements of std >= 0.0")
    result = wrap_beside(np.empty(shape, dtype.carrier), dtype, operands[0])
    number_std = 1.0 if isinstance(std, Tensor) else std
    result._array = normal_numbers(result, 0.0, number_std, generator).reshape(shape)
    if isinstance(std, Tensor):
        scaled = dtype.decode(result._array) * deviation
        result._array = dtype.encode(scaled.astype(dtype.compute))
    middle = mean.dtype.decode(mean._array) if isinstance(mean, Tensor) else mean
    moved = dtype.decode(result._array) + middle
    result._array = dtype.encode(moved.astype(dtype.compute))
    return result


@composite(out=True, wrong_out="multinomial expects Long tensor out, got: {given}", copies=20)
def multinomial(
    input: Array, num_samples: int, replacement: bool = False, *, generator: Generator | None = None
) -> Tensor:
    """Return indices drawn from each row of input, whose elements say how likely each is.

    >>> _ = torch.manual_seed(0)
    >>> torch.multinomial(torch.tensor([0.0, 1.0, 3.0]), 2)
    tensor([2, 1])
    """
    check_multinomial(input, num_samples, replacement)
    reserve_elements((*input.shape[:-1], num_samples), 8)
    weights = input.dtype.decode(input._array)
    rows = weights.reshape(-1, weights.shape[-1])
    if not replacement or num_samples == 1:
        chosen = draw_without_replacement(input, rows, num_samples, source(generator))
    else:
        chosen = distributions.draw_with_replacement(source(generator), rows, num_samples)
    return wrap_beside(chosen.reshape(*weights.shape[:-1], num_samples), int64, input)


def check_multinomial(input: Tensor, num_samples: int, replacement: bool) -> None:
    """Refuse what can't be drawn from.

    Raises:
        RuntimeError: the shape or the type of the input is wrong, or the number of samples.
    """
    if not 0 < input.ndim <= 2:
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not input.dtype.is_floating_point:
        raise RuntimeError(
            "multinomial only supports floating-point dtypes for input, got: "
            f"{input.dtype.scalar_name}"
        )
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if input.shape[-1] > 2**24:  # what float32 counts
        raise RuntimeError("number of categories cannot exceed 2^24")
    if not replacement and num_samples > input.shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )


def draw_without_replacement(
    input: Tensor, rows: NDArray[Any], count: int, generator: Generator
) -> Any:
    """Return the indices of the largest ratios of weight to an exponential number.

    Raises:
        RuntimeError: a weight is negative or not finite, or all are zero.

    Source: Efraimidis and Spirakis, Weighted random sampling with a reservoir (2006).
    """
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if (rows.sum(1) == 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    dtype = input.dtype
    # drawn in the order in which the weights lie in memory
    drawn = input.detach().clone().exponential_(generator=generator)
    waits = dtype.decode(drawn._array).reshape(rows.shape)
    ratios = dtype.decode(dtype.encode(rows / waits))
    if count == 1:
        return ratios.argmax(1)
    chosen = [largest(row, count) for row in ratios]
    return np.stack(chosen) if chosen else np.zeros((0, count), np.int64)


def largest(row: np.ndarray, count: int) -> np.ndarray:
    """Return the places of the largest numbers, the largest first, equal ones in their order."""
    negative = -row
    last = np.partition(negative, count - 1)[count - 1]
    # NaN, of 0 / 0, comes behind all others
    places = np.flatnonzero(~(negative > last))
    return places.take(np.argsort(negative.take(places), kind="stable")[:count])
