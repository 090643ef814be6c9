"""Choosing elements by condition and by mask, and overwriting the chosen ones."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.backend import is_array
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring import OPERATIONS, Tensor, elementwise, selecting, warn_once
from tensorlab.engine.declaring.filling import tell_of, tell_of_shape
from tensorlab.engine.dtypes import DTYPES, DType, from_numpy_dtype
from tensorlab.engine.layout import row_major
from tensorlab.engine.numbers import require_fit, stored_number
from tensorlab.engine.shapes import broadcast_shapes, count_elements
from tensorlab.engine.signatures.binding import refuse
from tensorlab.engine.signatures.overloads import Call
from tensorlab.engine.signatures.signature import Array, Mask, Operand
from tensorlab.engine.signatures.support import BUT_COMPLEX32, EVERY, refuse_two_types
from tensorlab.engine.warning import in_full
from tensorlab.numerics.passes import choose


def places_of(array: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the indices of the elements that are not zero, an array for each dimension."""
    if array.ndim < 2 or not isinstance(array, np.ndarray):
        return (array if array.ndim else array.reshape(1)).nonzero()
    return tuple(np.array(array.nonzero(), np.int64))


TRUTH = np.dtype(np.bool_)


def chosen(condition: NDArray[Any], input: NDArray[Any], other: NDArray[Any]) -> Any:
    """Return input where the condition, of truth values, holds, other elsewhere."""
    if condition.dtype is not TRUTH:
        raise TypeError  # only `where` itself takes bytes
    return choose(condition, input, other)


def check_where(condition: Tensor, input: object, other: object) -> None:
    """Refuse a condition that is neither true nor false, if it is to choose between two.

    Raises:
        TypeError: there is one thing to choose.
    """
    if (input is None) != (other is None):
        raise TypeError  # no signature has one alone
    if input is not None:
        check_condition(condition.dtype)


def check_condition(dtype: DType) -> None:
    """Refuse a condition that is neither true nor false.

    Raises:
        RuntimeError: the condition is not of truth values.
    """
    if dtype not in (DTYPES["bool"], DTYPES["uint8"]):
        raise RuntimeError(in_full("where expected condition", dtype.scalar_name))


@elementwise(plain=chosen, method=False, check=check_where,
             related=("masked_select", "nonzero"),
             wrong_out="Expected out type to be {own} but got {given}",
             quantized_kernel="where.self", copies=2)  # fmt: skip
def where(condition: Mask, input: Operand = None, other: Operand = None) -> Any:
    """Return input where the condition holds and other elsewhere; all three broadcast.

    With a condition alone: the indices of its elements that hold, a tensor for each dimension.

    >>> torch.where(torch.tensor([True, False]), torch.tensor([1, 2]), torch.tensor([5, 6]))
    tensor([1, 6])
    """
    if input is None or other is None:
        tell_of_shape("where", condition)
        return places_of(condition)
    if condition.dtype.kind != "b":
        check_condition(from_numpy_dtype(condition.dtype))
        warn_once(in_full("where received a uint8"))
        condition = condition != 0
    return choose(condition, input, other)


where.gradient(
    input=lambda g, condition: where(condition, g, 0),
    other=lambda g, condition: where(condition, 0, g),
)
where.derivative(input="1 if condition else 0", other="0 if condition else 1")


def where_method(self: Tensor, *args: object, **settings: object) -> Tensor:
    """Return the tensor's elements where the condition holds and other's elsewhere."""
    named = {"other" if name == "x2" else name: value for name, value in settings.items()}
    given = dict(zip(("condition", "other"), args, strict=False)) | named
    try:
        if len(args) + len(settings) > 2:
            raise TypeError
        return where(given.pop("condition"), self, given.pop("other"), **given)
    except (KeyError, TypeError):
        refuse(Call(where.operation.signature, "where", (self, *args), settings, 0))
        raise


where_method.__name__ = "where"
# Mypy knows no attributes of functions.
where_method.order = ("input", "condition", "other")  # type: ignore[attr-defined]
# The method has its operands in another order.
Tensor.where = where_method  # type: ignore[assignment,method-assign]
OPERATIONS["torch.Tensor.where"] = where.operation


def require_mask(name: str, mask: Tensor) -> None:
    """Refuse a mask of numbers.

    Raises:
        RuntimeError: the mask is not boolean.
    """
    if mask.dtype.name != "bool":
        raise RuntimeError(f"{name}: expected BoolTensor for mask")


def check_masked_select(input: Tensor, mask: Tensor, out: Tensor | None) -> None:
    """Refuse a mask of numbers, and an `out` of another data type.

    Raises:
        RuntimeError: the mask is of numbers, or `out` has another type.
    """
    require_mask("masked_select", mask)
    if out is not None and out.dtype is not input.dtype:
        raise RuntimeError("masked_select(): self and result must have the same scalar type")


@selecting(
    takes=EVERY,
    stored=True,
    related=("where",),
    check=check_masked_select,
    needs_values="masked_select",
    quantized_kernel="masked_select",
    copies=2,
)
def masked_select(input: Array, mask: Mask) -> Array:
    """Return the elements of input where the mask is True, as a 1-d tensor; both broadcast.

    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.masked_select(x, x.ge(2))
    tensor([2., 3., 4.])
    """
    if mask.dtype.kind != "b":
        raise TypeError
    tell_of(lambda: in_full("vmap: Attempted to vmap"), mask)
    if input.shape != mask.shape:
        shape = broadcast_shapes(mask.shape, input.shape)
        input, mask = np.broadcast_to(input, shape), np.broadcast_to(mask, shape)
    return input.reshape(-1).compress(mask.reshape(-1))


masked_select.gradient(
    input=lambda g, input, mask: g.new_zeros(
        broadcast_shapes(input.shape, mask.shape)
    ).masked_scatter(mask, g)
)


def check_fill(input: Tensor, mask: Tensor, value: object, inplace: bool | None) -> None:
    """Refuse a mask of numbers, and a value that is more than one number or of a higher category.

    Raises:
        RuntimeError: the mask is of numbers, or the value does not fit the type.
    """
    if not inplace:
        broadcast_shapes(mask.shape, input.shape)
    if mask.dtype.name != "bool":
        raise RuntimeError(in_full("masked_fill_ only supports boolean", mask.dtype.c_name))
    if isinstance(value, Tensor):
        if value.shape:
            raise RuntimeError(in_full("masked_fill_ only supports a 0-dim", value.ndim))
        value = value.item()
    if inplace:
        broadcast_shapes(input.shape, mask.shape)
    require_fit(value, input.dtype)


@selecting(
    takes=EVERY,
    inplace=True,
    skips_overlap_check=True,
    out=False,
    check=check_fill,
    node=lambda value: f"MaskedFillBackward{int(isinstance(value, Tensor))}",
    related=("where", "masked_select"),
)
def masked_fill(input: Array, mask: Mask, value: Mask | complex) -> Array:
    """Return input with the value written where the mask is True; both broadcast.

    >>> torch.masked_fill(torch.tensor([1, 2, 3]), torch.tensor([True, False, True]), 0)
    tensor([0, 2, 0])
    """
    if mask.dtype.kind != "b":
        raise TypeError
    if not is_array(value):
        value = stored_number(value, from_numpy_dtype(input.dtype))
    elif value.ndim or (value.dtype.kind == "c" and input.dtype.kind != "c"):
        raise TypeError
    return row_major(choose(mask, value.astype(input.dtype), input))


masked_fill.gradient(
    input=lambda g, mask: g.masked_fill(mask, 0), value=lambda g, mask: where(mask, g, 0).sum()
)


def check_source(input: Tensor, mask: Tensor, source: Tensor, inplace: bool | None) -> None:
    """Refuse a source of another type or with too few elements, and a mask of numbers.

    Raises:
        RuntimeError: the mask is of numbers, or the source has another type or too few elements.
    """
    words = "masked_scatter: expected self and source to have same dtypes but got{} and {}"
    refuse_two_types(input, source, words)
    if mask.dtype.name != "bool":
        raise RuntimeError(in_full("masked_scatter_ only", mask.dtype.scalar_name))
    if inplace:
        mask.expand(input.shape)  # which refuses to stretch the input


@selecting(
    inplace=True,
    out=False,
    stored=True,
    check=check_source,
    takes=BUT_COMPLEX32,
    related=("masked_select",),
)
def masked_scatter(input: Array, mask: Mask, source: Array) -> Array:
    """Return input with the elements of source, in order, written where the mask is True.

    >>> mask = torch.tensor([True, False, True])
    >>> torch.masked_scatter(torch.tensor([1, 2, 3]), mask, torch.tensor([8, 9]))
    tensor([8, 2, 9])
    """
    if mask.dtype.kind != "b" or source.dtype != input.dtype:
        raise TypeError
    shape = broadcast_shapes(mask.shape, input.shape)
    filled = np.broadcast_to(input, shape).copy()
    mask = np.broadcast_to(mask, shape)
    count = int(np.count_nonzero(mask))
    if count > source.size:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    filled[mask] = source.reshape(-1)[:count]
    return filled


def scattered_back(g: Tensor, mask: Tensor, sizes: Any) -> Any:
    """Return the gradient of a source: what arrived where it was written, zeros for the rest."""
    used = masked_select(g, mask.expand(g.shape))
    padding = g.new_zeros(count_elements(sizes) - len(used))
    return function_of(OPERATIONS["torch.cat"])((used, padding)).reshape(sizes)


masked_scatter.gradient(input=lambda g, mask: g.masked_fill(mask, 0), source=scattered_back)
