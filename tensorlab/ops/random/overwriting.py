"""Methods that overwrite a tensor with random numbers: uniform_, normal_ and their kin."""

from types import EllipsisType
from typing import Any

from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Tensor
from tensorlab.engine.declaring.filling import filling, memory_axes, not_implemented, source
from tensorlab.engine.dtypes import FLOATING, INTEGER, DType
from tensorlab.engine.random import distributions, normal
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.warning import in_full
from tensorlab.ops.random.whole_numbers import bounds, whole_numbers


@filling(node="UniformBackward0")
def uniform_(
    input: Array, low: float = 0, to: float = 1, *, generator: Generator | None = None
) -> Any:
    """Overwrite with numbers drawn uniformly from [from, to).

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).uniform_(0, 10)
    tensor([4.9626, 7.6822, 0.8848])
    """
    check_uniform_bounds(input.dtype, low, to)
    return distributions.uniform(source(generator), (input._array.size,), input.dtype, low, to)


def check_uniform_bounds(dtype: DType, low: float, high: float) -> None:
    """Refuse a range that the type can't draw from.

    Raises:
        NotImplementedError: the type is not floating.
        RuntimeError: the ends are out of bounds, out of order, or too far apart.
    """
    if dtype.category < FLOATING:
        raise not_implemented("check_uniform_bounds", dtype.scalar_name)
    real = dtype.to_real()
    _, largest = bounds(real)
    for name, end in (("from", low), ("to", high)):
        if not -largest <= end <= largest:
            raise RuntimeError(f"{name} is out of bounds for {real.c_name}")
    if low > high:
        raise RuntimeError(
            f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}"
        )
    if high - low > largest:
        raise RuntimeError(in_full("uniform_ expects", real.scalar_name, high, low))


@filling(node="NormalBackward0")
def normal_(
    input: Array, mean: float = 0, std: float = 1, *, generator: Generator | None = None
) -> Any:
    """Overwrite with normally distributed numbers.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).normal_()
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    return normal_numbers(input, mean, std, generator)


def normal_numbers(input: Tensor, mean: float, std: float, generator: Generator | None) -> Any:
    """Return normal numbers for a tensor's places in memory.

    Raises:
        NotImplementedError: the type is not floating.
        RuntimeError: the standard deviation is negative.
    """
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if input.dtype.category < FLOATING:
        raise not_implemented("normal_kernel_cpu", input.dtype.scalar_name)
    array = input._array
    drawn, in_order = source(generator), array.flags.c_contiguous
    return normal.normal(drawn, (array.size,), input.dtype, mean, std, contiguous=in_order)


@filling(node=lambda low, to: f"RandomBackward{2 if low is None else int(to is ...)}")
def random_(
    input: Array,
    low: int | None = None,
    to: int | EllipsisType | None = ...,
    *,
    generator: Generator | None = None,
) -> Any:
    """Overwrite with whole numbers: of [from, to), of [0, to), or any that the type holds.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).random_(10)
    tensor([4., 9., 3.])
    """
    shape = (input._array.size,)
    if to is ...:  # random_(3) ends at 3, random_(3, None) begins there
        if low is None:
            if input.dtype.category > FLOATING:
                raise not_implemented("random_kernel_cpu", input.dtype.scalar_name)
            return distributions.any_integers(source(generator), shape, input.dtype)
        low, to = 0, low
    return whole_numbers(input.dtype, shape, low or 0, to, generator)


@filling(node=lambda p: f"BernoulliBackward{1 if isinstance(p, Tensor) else 2}")
def bernoulli_(input: Array, p: Tensor | float = 0.5, *, generator: Generator | None = None) -> Any:
    """Overwrite with ones, each with probability p, and zeros.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(4).bernoulli_(0.5)
    tensor([0., 0., 1., 0.])
    """
    chance: Any = p
    shape = (input._array.size,)
    if isinstance(p, Tensor):
        places = p.expand(input.shape)
        chance = p.dtype.decode(places._array).transpose(memory_axes(input._array)).reshape(-1)
        check_probabilities(chance)
    elif not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    if input.dtype.is_complex:
        raise not_implemented("bernoulli_scalar_cpu_", input.dtype.scalar_name)
    drawn = distributions.bernoulli(source(generator), shape, chance)
    return input.dtype.encode(drawn.astype(input.dtype.compute))


def check_probabilities(chances: NDArray[Any]) -> None:
    """Refuse what is no probability.

    Raises:
        NotImplementedError: these are whole numbers.
        RuntimeError: one of them is not in [0, 1].
    """
    if chances.dtype.kind != "f":
        name = {"b": "Bool", "c": "ComplexFloat"}.get(chances.dtype.kind, "Long")
        raise not_implemented("bernoulli_tensor_cpu_p_", name)
    if not ((chances >= 0) & (chances <= 1)).all():
        raise RuntimeError(in_full("Expected p_in >="))


@filling(node="ExponentialBackward0")
def exponential_(input: Array, lambd: float = 1, *, generator: Generator | None = None) -> Any:
    """Overwrite with waiting times between events of which lambd happen in a unit of time.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).exponential_()
    tensor([3.5083, 1.2304, 0.6150])
    """
    require_floating("Exponential", input.dtype, input.dtype.scalar_name)
    if not lambd > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    return distributions.exponential(source(generator), (input._array.size,), input.dtype, lambd)


def require_floating(distribution: str, dtype: DType, name: str) -> None:
    """Refuse types that are not real floating ones.

    Raises:
        RuntimeError: the type is such.
    """
    if not dtype.is_floating_point:
        raise RuntimeError(in_full("{} distribution", distribution, name))


@filling(node="CauchyBackward0")
def cauchy_(
    input: Array, median: float = 0, sigma: float = 1, *, generator: Generator | None = None
) -> Any:
    """Overwrite with numbers of the Cauchy distribution, which has no mean.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).cauchy_()
    tensor([10.5977,  0.7648, -0.1283])
    """
    require_floating("Cauchy", input.dtype, input.dtype.c_name)
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma:g}")
    size = (input._array.size,)
    return distributions.cauchy(source(generator), size, input.dtype, median, sigma)


@filling(node="GeometricBackward0")
def geometric_(input: Array, p: float, *, generator: Generator | None = None) -> Any:
    """Overwrite with numbers of trials up to the first success, which has probability p.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).geometric_(0.5)
    tensor([1., 1., 2.])
    """
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p:g}")
    if input.dtype.category not in (INTEGER, FLOATING):
        raise not_implemented("geometric_cpu", input.dtype.scalar_name)
    return distributions.geometric(source(generator), (input._array.size,), input.dtype, p)


@filling(node="LogNormalBackward0")
def log_normal_(
    input: Array, mean: float = 1, std: float = 2, *, generator: Generator | None = None
) -> Any:
    """Overwrite with numbers whose logarithms are normally distributed.

    >>> _ = torch.manual_seed(0)
    >>> torch.zeros(3).log_normal_()
    tensor([5.9263e+01, 1.5116e+00, 3.4819e-02])
    """
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std:g}")
    if not input.dtype.is_floating_point:
        raise not_implemented("log_normal_cpu", input.dtype.scalar_name)
    return distributions.log_normal(source(generator), (input._array.size,), input.dtype, mean, std)
