"""Two or three steps of arithmetic at once: addcmul, addcdiv, lerp."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import Array, Number, Operand, Tensor, elementwise
from tensorlab.engine.dtypes import FLOATING
from tensorlab.engine.numbers import require_fit
from tensorlab.engine.signatures.out_types import ONLY
from tensorlab.engine.signatures.support import BOOLEAN, EVERY, INEXACT, not_implemented
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions.rounding import multiply_add
from tensorlab.numerics.passes import choose
from tensorlab.ops.pointwise.complex_numbers import conjugate


def addcdiv_type(input: Tensor, tensor1: Tensor, tensor2: Tensor) -> None:
    """Refuse to divide whole numbers.

    Raises:
        RuntimeError: both factors are whole.
    """
    if tensor1.dtype.category < FLOATING and tensor2.dtype.category < FLOATING:
        raise RuntimeError(in_full("Integer division"))


@elementwise(passes=True, inplace=True, kernel="addcmul_cpu_out",
             takes=EVERY - BOOLEAN, related=("addcdiv", "add"))  # fmt: skip
def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """Return input + value * tensor1 * tensor2.

    >>> torch.addcmul(torch.zeros(2), torch.tensor([1., 2.]), torch.tensor([3., 4.]), value=0.5)
    tensor([1.5000, 4.0000])
    """
    first = tensor1 if value == 1 else like(input, value) * tensor1
    return multiply_add(first, tensor2, input)


addcmul.gradient(
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * conjugate(tensor2 * value),
    tensor2=lambda g, tensor1, value: g * conjugate(tensor1 * value),
)
addcmul.derivative(input="1", tensor1="value*tensor2", tensor2="value*tensor1")


@elementwise(
    passes=True,
    inplace=True,
    check=addcdiv_type,
    kernel="addcdiv_cpu_out",
    takes=INEXACT,
    related=("addcmul", "div"),
)
def addcdiv(input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """Return input + value * tensor1 / tensor2.

    >>> torch.addcdiv(torch.zeros(2), torch.tensor([1., 2.]), torch.tensor([4., 5.]), value=2)
    tensor([0.5000, 0.8000])
    """
    return input + like(input, value) * tensor1 / tensor2


addcdiv.gradient(
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * conjugate(value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: (
        -g * conjugate(value * tensor1 / (tensor2 * tensor2))
    ),
)
addcdiv.derivative(input="1", tensor1="value/tensor2", tensor2="-value*tensor1/tensor2**2")


def like(array: NDArray[Any], number: object) -> Any:
    """Return a number in an array's type, as whole-number types wrap or refuse it."""
    return array.dtype.type(number)


def check_lerp(input: Tensor, end: Tensor, weight: object) -> None:
    """Refuse to go between numbers of two types, or of a type that has nothing in between.

    Raises:
        RuntimeError: the types differ, or are of whole numbers.
        NotImplementedError: the type is whole.
    """
    for name, part in (("end", end), ("weight", weight)):
        if not isinstance(part, Tensor) or part.dtype is input.dtype:
            continue
        if part is end or part.shape:
            raise RuntimeError(
                f"expected dtype {input.dtype.c_name} for `{name}` but got dtype "
                f"{part.dtype.c_name}"
            )
    if input.dtype not in INEXACT:
        raise not_implemented(lerp_kernel(weight), input.dtype)
    require_fit(weight, input.dtype)


def lerp_kernel(weight: object) -> str:
    """Return PyTorch's name of an interpolation's kernel."""
    return "lerp_kernel_tensor" if isinstance(weight, Tensor) else "lerp_kernel_scalar"


@elementwise(passes=True, inplace=True, takes=INEXACT, kernel=lerp_kernel, check=check_lerp,
             node=lambda weight: f"LerpBackward{int(isinstance(weight, Tensor))}",
             rounds_numbers=False, related=("add", "where"), copies=3,
             wrong_out=lambda weight: ONLY if isinstance(weight, Tensor) else "")  # fmt: skip
def lerp(input: Array, end: Array, weight: Operand) -> Array:
    """Return the number between input and end at a weight: input + weight * (end - input).

    >>> torch.lerp(torch.tensor([1., 2.]), torch.tensor([10., 10.]), 0.5)
    tensor([5.5000, 6.0000])
    """
    step = end - input
    if weight.ndim == 0:
        near = abs(weight) < HALF
        return multiply_add(step, weight, input) if near else multiply_add(step, weight - 1, end)
    ends = multiply_add(step, weight, input), multiply_add(step, weight - 1, end)
    return choose(np.absolute(weight) < HALF, *ends)


HALF = 0.5

lerp.gradient(
    input=lambda g, weight: g * conjugate(1 - weight),
    end=lambda g, weight: g * conjugate(weight),
    weight=lambda g, input, end: g * conjugate(end - input),
)
lerp.derivative(input="1 - weight", end="weight", weight="end - input")
