"""Matrix products with a sum added: beta * input + alpha * product."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import BUT_COMPLEX32, USUAL, Array, Casts, Number, triplewise
from tensorlab.engine.layout import laid_as
from tensorlab.engine.signatures.support import leave_to_check, refuse_two_types
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import blas
from tensorlab.ops.linear_algebra.matrix import (
    COUNTABLE,
    mat1_backward,
    mat2_backward,
    require_bare_matrices,
    require_inner,
    require_target,
    times,
)


def weigh(total: NDArray[Any], product: NDArray[Any], beta: Any, alpha: Any) -> Any:
    """Return beta * total + alpha * product; with a beta of 0 not even NaN counts."""
    if not alpha == beta == 1:
        number = int if product.dtype.kind in "iu" else product.dtype.type
        if alpha != 1:
            product = product * number(alpha)
        if beta == 0:
            return product + np.zeros(total.shape, total.dtype)
        total = total * number(beta)
    summed = product + total
    if summed.shape != product.shape:
        raise ValueError("the sum is larger than the product")  # the check says so
    return summed


def require_types(input: Tensor, mat1: Tensor, mat2: Tensor) -> None:
    """Refuse to add and multiply what is of several types.

    Raises:
        RuntimeError: the types differ.
    """
    refuse_two_types(input, mat2, "self and mat2 must have the same dtype, but got {} and {}")
    refuse_two_types(mat1, mat2, "mat1 and mat2 must have the same dtype, but got {} and {}")


def check_addmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, out: object = None, inplace: bool | None = None
) -> None:
    """Refuse what addmm can't multiply and add."""
    if mat1.is_meta or mat2.is_meta:
        return require_bare_matrices(mat1, mat2)
    require_types(input, mat1, mat2)
    for place, matrix in enumerate((mat1, mat2), 1):
        if matrix.ndim != 2:
            raise RuntimeError(f"mat{place} must be a matrix, got {matrix.ndim}-D tensor")
    require_inner(mat1, mat2)
    shape = (mat1.shape[0], mat2.shape[1])
    require_target(out, shape, mat1.dtype, inplace)
    input.expand(shape)
    return None


@triplewise(autocast="down",
            takes=COUNTABLE, kernel="addmm_impl_cpu_", check=check_addmm, inplace=True,
            related=("mm", "addmv", "baddbmm"), structured=True, wrong_out=USUAL,
            within="linear")  # fmt: skip
def addmm(input: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """Return beta * input + alpha * (mat1 @ mat2); input broadcasts.

    >>> torch.addmm(torch.tensor([1., 2.]), torch.ones(2, 3), torch.ones(3, 2))
    tensor([[4., 5.],
            [4., 5.]])
    """
    if mat1.ndim != 2 or mat2.ndim != 2:
        raise ValueError("not two matrices")  # the check says which
    return weigh(input, times(mat1, mat2), beta, alpha)


addmm.gradient(
    input=lambda g, beta: weighted(g, beta),
    mat1=lambda g, mat2, alpha: weighted(mat1_backward(g, mat2), alpha),
    mat2=lambda g, mat1, alpha: weighted(mat2_backward(mat1, g), alpha),
)
addmm.derivative(
    input="beta",
    mat1="d out[i, j] / d mat1[i, k] = alpha*mat2[k, j]",
    mat2="d out[i, j] / d mat2[k, j] = alpha*mat1[i, k]",
)


def weighted(g: Tensor, number: Number) -> Any:
    """Return a gradient times a factor, as it meets that: conjugated. By 1 it stays as it is."""
    if isinstance(number, complex):
        return g * number.conjugate()
    return g if number == 1 else g * number


def check_addmv(
    input: Tensor, mat: Tensor, vec: Tensor, out: object = None, inplace: bool | None = None
) -> None:
    """Refuse what addmv can't multiply and add.

    Raises:
        RuntimeError: a shape or a type does not fit.
    """
    if mat.ndim != 2 or vec.ndim != 1 or input.ndim > 1:
        raise RuntimeError(in_full("vector + matrix @ vector", input.ndim, mat.ndim, vec.ndim))
    rows, columns = mat.shape
    size = input.shape[0] if input.ndim else rows
    if columns != vec.shape[0] or size not in (rows, 1):
        if not input.ndim:  # of which it shows the size
            raise IndexError("Dimension specified as 0 but tensor has no dimensions")
        raise RuntimeError(in_full("size mismatch, got", size, rows, columns, vec.shape[0]))
    if not input.dtype is mat.dtype is vec.dtype:
        first, second, third = (part.dtype.scalar_name for part in (input, mat, vec))
        raise RuntimeError(in_full("addmv input tensors", first, second, third))
    require_target(out, (rows,), vec.dtype, inplace)


@triplewise(takes=COUNTABLE, kernel="addmv_impl_cpu", check=check_addmv, inplace=True,
            twins=("addmv_",), related=("mv", "addmm"), structured=True,
            wrong_out=USUAL)  # fmt: skip
def addmv(input: Array, mat: Array, vec: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """Return beta * input + alpha * (mat @ vec).

    >>> torch.addmv(torch.tensor([1., 2.]), torch.ones(2, 3), torch.ones(3))
    tensor([4., 5.])
    """
    leave_to_check(mat.ndim != 2 or vec.ndim != 1)
    return weigh(input, blas.product(mat, vec), beta, alpha)


addmv.gradient(
    input=lambda g, beta: weighted(g, beta),
    mat=lambda g, vec, alpha: weighted(g.unsqueeze(1) * vec.conj(), alpha),
    vec=lambda g, mat, alpha: weighted(mat.mH.mv(g), alpha),
)
addmv.derivative(input="beta")


def check_addr(input: Tensor, vec1: Tensor, vec2: Tensor, inplace: bool | None = None) -> None:
    """Refuse what addr can't multiply and add.

    Raises:
        RuntimeError: a shape or a type does not fit.
    """
    for place, vector in enumerate((vec1, vec2), 1):
        if vector.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument vec{place}, but got {vector.ndim}-D")
    shape = (vec1.shape[0], vec2.shape[0])
    if inplace and input.ndim != 2:
        raise RuntimeError(f"2D tensor expected, got {input.ndim}D tensor for input")
    if inplace and input.shape != shape:
        sizes = f"[{shape[0]}], v2: [{shape[1]}]"
        raise RuntimeError(f"size mismatch, input: {list(input.shape)}, v1: {sizes}")
    input.expand(shape)


@triplewise(
    casts=Casts.PROMOTE,
    check=check_addr,
    takes=BUT_COMPLEX32,
    kernel="addr_cpu",
    rounds_intermediates=True,
    inplace=True,
    related=("outer", "addmm"),
)
def addr(input: Array, vec1: Array, vec2: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """Return beta * input + alpha * outer(vec1, vec2).

    >>> torch.addr(torch.zeros(2, 2), torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    leave_to_check(vec1.ndim != 1 or vec2.ndim != 1)
    for name, factor in (("beta", beta), ("alpha", alpha)):
        if isinstance(factor, bool) and input.dtype != bool:
            raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
        if isinstance(factor, float) and input.dtype.kind in "iub":
            raise RuntimeError(
                f"For integral input tensors, argument {name} must not be a floating point number."
            )
    if alpha != 1:
        number: Any = int if vec1.dtype.kind in "iu" else vec1.dtype.type
        vec1 = vec1 * number(alpha)
    return laid_as(input, weigh(input, vec1[:, None] * vec2, beta, 1))


addr.gradient(
    input=lambda g, beta: weighted(g, beta),
    vec1=lambda g, vec2, alpha: weighted(g.mv(vec2.conj()), alpha),
    vec2=lambda g, vec1, alpha: weighted(g.mT.mv(vec1.conj()), alpha),
)
addr.derivative(input="beta")
