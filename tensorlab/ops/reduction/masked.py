"""torch.masked: functions that leave out the elements where a mask is False.

What is left out is replaced by what changes no result: 0 in a sum, 1 in a product.
"""

import math
from collections.abc import Callable
from typing import Any

from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.engine.dtypes import DType, float32, int64
from tensorlab.engine.shapes import wrap_dims
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.loading import find

NAMESPACE = "torch.masked"
SAMPLE = "torch.tensor([3., 1., 2., 8.])"
MASK = "mask=torch.tensor([True, True, True, False])"
NO_ROWS = "masked median expects no fully masked out rows if dtype is not floating point"
Act = Callable[..., Any]


def mask_of(input: Any, mask: Any) -> Any:
    """Return a mask of an input's shape.

    Raises:
        IndexError: the mask has more dimensions.
    """
    if mask.ndim > input.ndim:
        raise IndexError(in_full("_input_mask expected"))
    return mask.broadcast_to(input.shape).bool()


def kept(input: Any, mask: Any, neutral: float) -> Any:
    """Return the elements where a mask is True, elsewhere what changes no result.

    Infinities stand for the smallest and the largest number of a type.
    """
    if is_masked_tensor(input):  # its own mask is meant
        input, mask = input.get_data(), input.get_mask()
    if mask is None:
        return input
    value: Any = neutral
    if math.isinf(neutral) and not is_inexact(input.dtype):
        limits = find("torch", "iinfo")(input.dtype)
        value = limits.max if neutral > 0 else limits.min
    return where(mask_of(input, mask), input, tensor(value, dtype=input.dtype))


def is_inexact(kind: Any) -> bool:
    """Return whether a type has fractions."""
    return bool(kind.is_floating_point or kind.is_complex)


def dims_of(input: Any, dim: Any) -> tuple[int, ...]:
    """Return the dimensions that are meant, in order: all, where none is named."""
    several = (int(dim),) if isinstance(dim, int) else tuple(() if dim is None else dim)
    return tuple(sorted(wrap_dims(several, input.ndim)))


def declared(function: Act, name: str, says: str, value: str, settings: str = "0, ") -> Any:
    """Declare a function of torch.masked under a name; the example shows its value."""
    function.__name__ = name
    function.__doc__ = (
        f"Return {says} where the mask is True.\n\n"
        f"    >>> torch.masked.{name}({SAMPLE}, {settings}{MASK})\n    tensor({value})\n    "
    )
    return composite(namespace=NAMESPACE, related=(name if name != "softmin" else "softmax",))(
        function
    )


def reducing(name: str, says: str, value: str, neutral: float, act: Act) -> Any:
    """Declare a function that reduces dimensions; `act` takes them, keepdim and the type asked."""

    def reduced(
        input: Array, dim: Any = None, *, keepdim: bool = False,
        dtype: DType | None = None, mask: Array | None = None,
    ) -> Tensor:  # fmt: skip
        found = kept(input, mask, neutral)
        return act(found, dims_of(found, dim), bool(keepdim), dtype)  # type: ignore[no-any-return]  # of methods

    return declared(reduced, name, says, value)


def placing(name: str, says: str, value: str, neutral: float) -> None:
    """Declare a function that says where along a dimension an element is."""

    def placed(
        input: Array, dim: int | None = None, *, keepdim: bool = False,
        dtype: DType | None = None, mask: Array | None = None,
    ) -> Tensor:  # fmt: skip
        found = getattr(kept(input, mask, neutral), name)(dim, bool(keepdim))
        return found.to(dtype or input.dtype)  # type: ignore[no-any-return]  # of methods

    declared(placed, name, says, value)


def along(name: str, says: str, value: str, neutral: float) -> None:
    """Declare a function that gives as many elements as it gets, along a dimension."""

    def walked(
        input: Array, dim: Any, *, dtype: DType | None = None, mask: Array | None = None
    ) -> Tensor:
        home = "torch.nn.functional" if name == "softmin" else "torch"
        found = kept(input, mask, neutral)
        return find(home, name)(found, (*dims_of(found, dim), 0)[0], dtype=dtype or input.dtype)  # type: ignore[no-any-return]  # likewise

    declared(walked, name, says, value)


def added(input: Any, dims: tuple[int, ...], keepdim: bool, dtype: Any) -> Any:
    """Return sums; whole numbers are added as int64."""
    kind = dtype or (input.dtype if is_inexact(input.dtype) else int64)
    return input.sum(dims, keepdim, dtype=kind)


def multiplied(input: Any, dims: tuple[int, ...], keepdim: bool, dtype: Any) -> Any:
    """Return products over dimensions, one after another; those of whole numbers are int64."""
    input = input.to(dtype or (input.dtype if is_inexact(input.dtype) else int64))
    for dim in reversed(dims):
        input = input.prod(dim, keepdim)
    return input


def by_method(name: str) -> Act:
    """Return what reduces by a method, in the input's type unless another is asked for."""
    return lambda input, dims, keepdim, dtype: getattr(input, name)(dims, keepdim).to(
        dtype or input.dtype
    )


total = reducing("sum", "the sum of the elements", "6.", 0, added)
reducing("prod", "the product of the elements", "6.", 1, multiplied)
reducing("amax", "the largest of the elements", "3.", -math.inf, by_method("amax"))
reducing("amin", "the smallest of the elements", "1.", math.inf, by_method("amin"))
reducing(
    "logsumexp",
    "the logarithm of the summed exponentials",
    "3.4076",
    -math.inf,
    by_method("logsumexp"),
)
placing("argmax", "the place of the largest of the elements", "0.", -math.inf)
placing("argmin", "the place of the smallest of the elements", "1.", math.inf)
along("cumsum", "the running sum of the elements", "[3., 4., 6., 6.]", 0)
along("cumprod", "the running product of the elements", "[3., 3., 6., 6.]", 1)
along("softmax", "the shares of the elements", "[0.6652, 0.0900, 0.2447, 0.0000]", -math.inf)
along(
    "log_softmax", "the logarithms of the shares", "[-0.4076, -2.4076, -1.4076,    -inf]", -math.inf
)
along("softmin", "the shares of minus the elements", "[0.0900, 0.6652, 0.2447, 0.0000]", math.inf)


def counted(input: Any, dim: Any, keepdim: bool, mask: Any) -> Any:
    """Return how many elements are in each sum."""
    ones = find("torch", "ones")(input.shape, dtype=int64, device=input.device)
    return total(ones, dim, keepdim=keepdim, mask=mask)


@composite(namespace=NAMESPACE, related=("mean",))
def mean(
    input: Array, dim: Any = None, *, keepdim: bool = False, dtype: DType | None = None,
    mask: Array | None = None,
) -> Tensor:  # fmt: skip
    """Return the mean of the elements where the mask is True, nan where there are none.

    >>> torch.masked.mean(torch.tensor([1., 2., 6.]), 0, mask=torch.tensor([True, True, False]))
    tensor(1.5000)
    """
    kind = dtype or input.dtype
    if not is_inexact(kind):
        raise ValueError(in_full("mean(): Could not infer", "Optional" if dtype else "Input", kind))
    sums = total(input, dim, keepdim=keepdim, dtype=kind, mask=mask)
    return sums / counted(input, dim, keepdim, mask)  # type: ignore[no-any-return]  # of methods


@composite(namespace=NAMESPACE, related=("median",))
def median(
    input: Array, dim: Any = -1, *, keepdim: bool = False, dtype: DType | None = None,
    mask: Array | None = None,
) -> Tensor:  # fmt: skip
    """Return the median of the elements where the mask is True, nan where there are none.

    >>> torch.masked.median(torch.tensor([1., 9., 3.]), 0, mask=torch.tensor([True, False, True]))
    tensor(1.)
    """
    given: Any = input if input.dtype.is_floating_point else input.to(float32)
    found: Any = kept(given, mask, math.nan).nanmedian((*dims_of(given, dim), 0)[0], keepdim).values
    if given is input:
        return found  # type: ignore[no-any-return]  # of methods
    if found.isnan().any():
        raise ValueError(NO_ROWS)
    return found.to(dtype or input.dtype)  # type: ignore[no-any-return]  # of methods


@composite(namespace=NAMESPACE, related=("logaddexp",))
def logaddexp(
    input: Array, other: Array, *, dtype: DType | None = None, input_mask: Array | None = None,
    other_mask: Array | None = None,
) -> Tensor:  # fmt: skip
    """Return the logarithm of two summed exponentials, each where its mask is True.

    >>> torch.masked.logaddexp(torch.ones(2), torch.ones(2), input_mask=torch.tensor([True, False]))
    tensor([1.6931, 1.0000])
    """
    one = kept(input, input_mask, -math.inf)
    found = one.logaddexp(kept(other, other_mask, -math.inf))
    return found.to(dtype or input.dtype)  # type: ignore[no-any-return]  # of methods


@composite(namespace=NAMESPACE, related=("linalg.vector_norm",))
def norm(
    input: Array, ord: float = 2.0, dim: Any = None, *, keepdim: bool = False,
    dtype: DType | None = None, mask: Array | None = None,
) -> Tensor:  # fmt: skip
    """Return the length, or another norm, of the elements where the mask is True.

    >>> torch.masked.norm(torch.tensor([3., 9., 4.]), mask=torch.tensor([True, False, True]))
    tensor(5.)
    """
    found = kept(input, mask, math.inf if ord == -math.inf else 0)
    length = find("torch.linalg", "vector_norm")
    return length(found, ord, dims_of(found, dim), bool(keepdim), dtype=dtype or input.dtype)  # type: ignore[no-any-return]  # likewise


@composite(namespace=NAMESPACE, related=("nn.functional.normalize",))
def normalize(
    input: Array, ord: float, dim: Any, *, eps: float = 1e-12, dtype: DType | None = None,
    mask: Array | None = None,
) -> Tensor:  # fmt: skip
    """Return the elements where the mask is True over their norm; the others get 0.

    >>> torch.masked.normalize(torch.tensor([3., 4.]), 2., 0, mask=torch.tensor([True, True]))
    tensor([0.6000, 0.8000])
    """
    length: Any = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    return kept(input, mask, 0) / length.clamp_min(eps)  # type: ignore[no-any-return]  # of methods


def varying(name: str, says: str, value: str) -> None:
    """Declare a function of how far elements lie from their mean."""

    def varied(
        input: Array, dim: Any = None, unbiased: bool | None = None, *,
        correction: float | None = None, keepdim: bool = False, dtype: DType | None = None,
        mask: Array | None = None,
    ) -> Tensor:  # fmt: skip
        if unbiased is not None and correction is not None:
            raise AssertionError("Only one of unbiased and correction may be given")
        kind = dtype or (input.dtype if is_inexact(input.dtype) else float32)
        fewer = float(unbiased is None or unbiased) if correction is None else correction
        middle = total(input, dim, keepdim=True, dtype=kind, mask=mask)
        off: Any = input - middle / counted(input, dim, True, mask)
        squares = total(off * off.conj(), dim, keepdim=keepdim, dtype=kind, mask=mask)
        freedom = (counted(input, dim, keepdim, mask) - fewer).clamp_min(0)
        found = (squares / freedom).to(kind)
        return found.sqrt() if name == "std" else found  # type: ignore[no-any-return]  # of methods

    declared(varied, name, says, value, "")


@composite(namespace=NAMESPACE)
def is_masked_tensor(obj: object, /) -> bool:
    """Return whether something is a tensor that has a mask.

    >>> torch.masked.is_masked_tensor(torch.ones(2))
    False
    """
    return hasattr(obj, "_masked_mask")


varying("var", "the variance of the elements", "1.")
varying("std", "the standard deviation of the elements", "1.")
