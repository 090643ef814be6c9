"""Matrix products: rows times columns, one or many at once."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.recording import is_at_once
from tensorlab.engine.declaring import Array, Work, leave_to_check, pairwise, refuse_two_types
from tensorlab.engine.dtypes import DType
from tensorlab.engine.shapes import existing_dim
from tensorlab.engine.signatures.out_types import USUAL
from tensorlab.engine.signatures.support import BOOLEAN, BUT_COMPLEX32, require_same_type
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import blas

COUNTABLE = BUT_COMPLEX32 - BOOLEAN

# From this much work on whole numbers are multiplied as doubles, which have a fast library.
INTEGER_WORK = 24**3
EXACT = 2**53


def times(input: NDArray[Any], other: NDArray[Any]) -> Any:
    """Return the matrix product of arrays of two dimensions or more."""
    if input.dtype.kind in "iu" and input.size * other.shape[-1] >= INTEGER_WORK:
        return whole_product(input, other)
    if other.ndim == 2:
        if input.ndim == 2:
            return blas.product(input, other)
        # one product, not one for each of a batch
        if input.ndim > 2:
            rows = blas.product(input.reshape(math.prod(input.shape[:-1]), input.shape[-1]), other)
            return rows.reshape(*input.shape[:-1], other.shape[-1])
    return np.matmul(input, other)


def whole_product(input: NDArray[Any], other: NDArray[Any]) -> Any:
    """Return the product of whole numbers: as doubles where all sums stay exact."""
    if input.size and other.size:
        largest = float(np.abs(input.astype(np.float64)).max())
        largest *= float(np.abs(other.astype(np.float64)).max())
        if largest * input.shape[-1] < EXACT:
            exact = np.matmul(input.astype(np.float64), other.astype(np.float64))
            return exact.astype(np.int64).astype(input.dtype)
    return np.matmul(input, other)


def same_type(input: Tensor, mat2: Tensor) -> None:
    """Refuse matrices of two types.

    Raises:
        RuntimeError: the types differ.
    """
    if input.dtype is not mat2.dtype:
        raise RuntimeError(in_full("expected m1 and m2", input.dtype.c_name, mat2.dtype.c_name))


def require_target(
    out: object, shape: tuple[int, ...], dtype: DType, inplace: bool | None = None
) -> None:
    """Refuse to write a result of a shape and a type where it does not go, before it is computed.

    Raises:
        RuntimeError: the tensor is of another type, or, in place, of another shape.
    """
    if not isinstance(out, Tensor):
        return
    names = out.dtype.c_name, dtype.c_name
    bad = "Bad in-place call: input tensor {2} {0} and output tensor {2} {1} should match"
    if out.dtype is not dtype:
        wrong = "Expected out tensor to have dtype {1}, but got {0} instead"
        raise RuntimeError((bad if inplace else wrong).format(*names, "dtype"))
    if inplace and out.shape != shape:
        raise RuntimeError(bad.format(list(out.shape), list(shape), "size"))


def require_matrices(input: Tensor, mat2: Tensor, out: object = None) -> None:
    """Refuse what mm can't multiply.

    Raises:
        RuntimeError: an operand is no matrix, or they don't fit in type or shape.
    """
    if input.is_meta or mat2.is_meta:
        return require_bare_matrices(input, mat2)
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError("self must be a matrix" if input.ndim != 2 else "mat2 must be a matrix")
    require_inner(input, mat2)
    require_target(out, (), input.dtype)
    same_type(input, mat2)
    return None


def require_bare_matrices(a: Tensor, b: Tensor) -> None:
    """Refuse matrices without elements that don't fit in shape; PyTorch asks no more of them.

    Raises:
        RuntimeError: one is no matrix, or their inner sizes differ.
    """
    if a.ndim != 2 or b.ndim != 2:
        raise RuntimeError(f"{'a' if a.ndim != 2 else 'b'} must be 2D")
    if a.shape[1] != b.shape[0]:
        both = f"{list(a.shape)} X {list(b.shape)}"
        raise RuntimeError(f"a and b must have same reduction dim, but got {both}.")


def require_inner(input: Tensor, mat2: Tensor) -> None:
    """Refuse matrices whose inner sizes differ.

    Raises:
        RuntimeError: the columns of the first are not as many as the rows of the second.
    """
    if input.shape[1] != mat2.shape[0]:
        raise unfit(input.shape, mat2.shape)


def unfit(left: tuple[int, ...], right: tuple[int, ...]) -> RuntimeError:
    """Return PyTorch's complaint about matrices whose inner sizes differ."""
    first, second = ("x".join(map(str, shape)) for shape in (left, right))
    return RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({first} and {second})")


@pairwise(autocast="down", shapes="(n,k),(k,m)->(n,m)", casts=None, takes=COUNTABLE,
          kernel="addmm_impl_cpu_", check=require_matrices, related=("matmul", "bmm"),
          structured=True, work=Work.PRODUCT, within="matmul")  # fmt: skip
def mm(input: Array, mat2: Array) -> Array:
    """Return the matrix product: out[i, j] is row i of input times column j of mat2, summed.

    >>> torch.mm(torch.tensor([[1, 2], [3, 4]]), torch.tensor([[5, 6], [7, 8]]))
    tensor([[19, 22],
            [43, 50]])
    """
    if input.ndim != 2 or mat2.ndim != 2:
        raise ValueError("not two matrices")  # the check says which
    return blas.product(input, mat2) if input.dtype.kind == "f" else times(input, mat2)


def mat1_backward(g: Tensor, other: Tensor) -> Tensor:
    """Return g @ other.mH: of matrices by arrays, where nothing is recorded."""
    if is_at_once(g, other) and g._array.ndim == other._array.ndim == 2:
        return wrap(blas.product(g._array, other._array.T), g.dtype)
    return g @ other.mH


def mat2_backward(input: Tensor, g: Tensor) -> Tensor:
    """Return input.mH @ g, likewise."""
    if is_at_once(input, g) and input._array.ndim == g._array.ndim == 2:
        return wrap(blas.product(input._array.T, g._array), g.dtype)
    return input.mH @ g


mm.gradient(
    input=lambda g, mat2: mat1_backward(g, mat2), mat2=lambda g, input: mat2_backward(input, g)
)
mm.derivative(
    input="d out[i, j] / d input[i, k] = mat2[k, j]",
    mat2="d out[i, j] / d mat2[k, j] = input[i, k]",
)


def require_batches(
    input: Tensor, mat2: Tensor, out: object = None, inplace: bool | None = None
) -> None:
    """Refuse what bmm can't multiply.

    Raises:
        RuntimeError: an operand is no batch of matrices, or they don't fit.
    """
    for place, batch in enumerate((input, mat2), 1):
        if batch.ndim != 3:
            raise RuntimeError(f"batch{place} must be a 3D tensor")
    require_fit(input, mat2, out, inplace)


def require_fit(
    input: Tensor, mat2: Tensor, out: object = None, inplace: bool | None = None
) -> None:
    """Refuse batches of matrices that don't fit in shape or type.

    Raises:
        RuntimeError: a size or a type differs.
    """
    wanted = [input.shape[0], input.shape[2]]
    if list(mat2.shape[:2]) != wanted:
        raise RuntimeError(in_full("Expected size for first", wanted, list(mat2.shape[:2])))
    require_target(out, (*input.shape[:2], mat2.shape[2]), mat2.dtype, inplace)
    require_same_type(input, mat2, COUNTABLE, "bmm")


@pairwise(autocast="down", shapes="(b,n,k),(b,k,m)->(b,n,m)", casts=None, takes=COUNTABLE,
          check=require_batches, related=("mm", "matmul"), skips_overlap_check=True,
          structured=True, work=Work.PRODUCT, within="matmul")  # fmt: skip
def bmm(input: Array, mat2: Array) -> Array:
    """Return the matrix product of each pair of matrices in two batches.

    >>> torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 2))
    tensor([[[3., 3.]],
    <BLANKLINE>
            [[3., 3.]]])
    """
    if input.ndim != 3 or mat2.ndim != 3 or len(input) != len(mat2):
        raise ValueError("not two batches")  # the check says which
    return np.matmul(input, mat2) if input.dtype.kind == "f" else times(input, mat2)


bmm.gradient(input=lambda g, mat2: g.bmm(mat2.mH), mat2=lambda g, input: input.mH.bmm(g))
bmm.derivative(
    input="d out[b, i, j] / d input[b, i, k] = mat2[b, k, j]",
    mat2="d out[b, i, j] / d mat2[b, k, j] = input[b, i, k]",
)


def require_vectors(input: Tensor, tensor: Tensor) -> None:
    """Refuse what dot can't multiply.

    Raises:
        RuntimeError: an operand is no vector, or they don't fit in length or type.
    """
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    refuse_two_types(
        input, tensor, "dot : expected both vectors to have same dtype, but found {} and {}"
    )
    first, second = input.shape[0], tensor.shape[0]
    if first != second:
        raise RuntimeError(in_full("inconsistent tensor size", first, second))


@pairwise(shapes="(n),(n)->()", casts=None, takes=COUNTABLE, check=require_vectors,
          related=("vdot", "inner"),
          wrong_out="result dtype {given} does not match input dtype {own}",
          quantized_kernel="dot")  # fmt: skip
def dot(input: Array, tensor: Array) -> Array:
    """Return the sum of the products of two vectors' elements.

    >>> torch.dot(torch.tensor([2, 3]), torch.tensor([2, 1]))
    tensor(7)
    """
    leave_to_check(input.ndim != 1 or tensor.ndim != 1)
    return blas.product(input, tensor)


dot.gradient(input=lambda g, tensor: g * tensor.conj(), tensor=lambda g, input: g * input.conj())
dot.derivative(input="tensor[k]", tensor="input[k]")


@pairwise(shapes="(n),(n)->()", casts=None, takes=COUNTABLE, related=("dot",),
          kernel=lambda input: "vdot" if input.dtype.is_complex else "dot",
          check=lambda input, other: require_vectors(input, other),
          wrong_out="result dtype {given} does not match input dtype {own}",
          quantized_kernel="vdot")  # fmt: skip
def vdot(input: Array, other: Array) -> Array:
    """Return the sum of the products of two vectors' elements, those of the first conjugated.

    >>> torch.vdot(torch.tensor([1j, 2]), torch.tensor([1j, 1]))
    tensor(3.+0.j)
    """
    leave_to_check(input.ndim != 1 or other.ndim != 1 or input.size != other.size)
    return np.vdot(input, other)


vdot.gradient(input=lambda g, other: g.conj() * other, other=lambda g, input: g * input)


def require_matrix_and_vector(input: Tensor, vec: Tensor) -> None:
    """Refuse what mv can't multiply.

    Raises:
        RuntimeError: the operands are no matrix and vector, or they don't fit.
    """
    existing_dim(0, input.ndim)
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(in_full("vector + matrix @ vector", 1, input.ndim, vec.ndim))
    rows, columns = input.shape
    if columns != vec.shape[0]:
        if input.is_meta:
            raise RuntimeError(f"size mismatch, got input ({rows}x{columns}), vec ({len(vec)})")
        raise RuntimeError(in_full("size mismatch, got", rows, rows, columns, vec.shape[0]))
    if input.dtype is not vec.dtype:
        kind = vec.dtype.scalar_name
        raise RuntimeError(in_full("addmv input tensors", kind, input.dtype.scalar_name, kind))


@pairwise(shapes="(n,k),(k)->(n)", casts=None, takes=COUNTABLE, kernel="addmv_impl_cpu",
          check=require_matrix_and_vector, related=("mm", "dot"), skips_overlap_check=True,
          wrong_out=USUAL)  # fmt: skip
def mv(input: Array, vec: Array) -> Array:
    """Return the product of a matrix and a vector: out[i] is row i of input times vec, summed.

    >>> torch.mv(torch.tensor([[1, 2], [3, 4]]), torch.tensor([1, 10]))
    tensor([21, 43])
    """
    leave_to_check(input.ndim != 2 or vec.ndim != 1)
    return blas.product(input, vec)


mv.gradient(input=lambda g, vec: g.unsqueeze(1) * vec.conj(), vec=lambda g, input: input.mH.mv(g))
mv.derivative(input="d out[i] / d input[i, k] = vec[k]", vec="d out[i] / d vec[k] = input[i, k]")
