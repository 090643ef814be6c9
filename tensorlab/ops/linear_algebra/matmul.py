"""matmul: the product of vectors, matrices and batches of them."""

import math

import numpy as np

from tensorlab.engine.declaring import Array, Work, not_implemented, pairwise, require_same_type
from tensorlab.engine.shapes import broadcast_shapes, count_elements
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices.blas import product
from tensorlab.ops.linear_algebra.matrix import (
    COUNTABLE,
    mat1_backward,
    mat2_backward,
    require_matrices,
    require_matrix_and_vector,
    require_vectors,
    times,
)


def product_kernel(first: int, second: int) -> str:
    """Return PyTorch's name of the kernel that a product with so many dimensions comes down to."""
    if first == second == 1:
        return "dot"
    if second == 1:
        return "addmv_impl_cpu"
    return "addmm_impl_cpu_" if second == 2 or first < 3 > second else "bmm"


def require_product(input: Tensor, other: Tensor) -> None:
    """Refuse what matmul can't multiply, in the words of the product that it comes down to.

    Raises:
        RuntimeError: an operand is a single number, or they don't fit in shape or type.
    """
    first, second = input.ndim, other.ndim
    if not first or not second:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {first}D and {second}D"
        )
    if input.dtype is other.dtype and input.dtype not in COUNTABLE:
        raise not_implemented(product_kernel(first, second), input.dtype)
    if first == second == 1:
        require_vectors(input, other)
    elif first <= 2 and second <= 2:
        if second == 1:
            require_matrix_and_vector(input, other)
        else:
            require_matrices(input.unsqueeze(0) if first == 1 else input, other)
    else:
        require_batched(input, other)


def require_batched(input: Tensor, other: Tensor) -> None:
    """Refuse batches of matrices that matmul can't multiply.

    A batch times one matrix or vector is folded to a single matrix, and refused as such, if its
    rows follow each other in memory; so is a vector times a batch whose columns do, and a vector or
    a matrix with a gradient times any.

    Raises:
        RuntimeError: they don't fit in shape or type.
    """
    if other.ndim <= 2 and (other._tracked or are_in_a_row(input)):
        folded = input.new_zeros(count_elements(input.shape[:-1]), input.shape[-1])
        return (require_matrix_and_vector if other.ndim == 1 else require_matrices)(folded, other)
    if input.ndim <= 2 and (input._tracked or (input.ndim == 1 and other.mT.is_contiguous())):
        rows = count_elements(other.shape[:-2]) * other.shape[-1]
        folded = other.new_zeros(rows, other.shape[-2])
        if input.ndim == 1:
            return require_matrix_and_vector(folded, input)
        return require_matrices(folded, input.detach().mT)
    broadcast_shapes(input.shape[:-2], other.shape[:-2])
    count = count_elements(broadcast_shapes(input.shape[:-2], other.shape[:-2]))
    wanted, given = [count, input.shape[-1]], [count, other.shape[-2:][0]]
    if wanted != given:
        raise RuntimeError(in_full("Expected size for first", wanted, given))
    require_same_type(input, other, COUNTABLE, "bmm")
    return None


def are_in_a_row(input: Tensor) -> bool:
    """Return whether all rows of a batch of matrices are as far apart as two of one matrix."""
    sizes, strides = input.shape, input.stride()
    steps = [sizes[dim + 1] * strides[dim + 1] for dim in range(input.ndim - 2)]
    apart = (sizes[dim] != 1 and strides[dim] != step for dim, step in enumerate(steps))
    return not sizes.numel() or not any(apart)


def product_step(input: Tensor, other: Tensor) -> str:
    """Return the name of the step that PyTorch's matmul ends in."""
    first, second = input.ndim, other.ndim
    if first <= 2 and second <= 2:
        names = {(1, 1): "Dot", (2, 1): "Mv", (2, 2): "Mm"}
        return names.get((first, second), "Squeeze") + f"Backward{4 if first < second else 0}"
    folded = first == 2 < second and input._tracked  # else it multiplies batches
    return "CloneBackward0" if folded else "UnsafeViewBackward0"


@pairwise(autocast="down", symbol="@", aliases=("linalg.matmul",), casts=None, takes=COUNTABLE,
          check=require_product, node=product_step, related=("mm", "bmm", "dot"),
          quantized_kernel="mm.out", work=Work.PRODUCT)  # fmt: skip
def matmul(input: Array, other: Array) -> Array:
    """Return the matrix product: rows times columns, added up; dimensions before these broadcast.

    Of two vectors it is their dot product; a vector is a row before a matrix, a column after one.

    >>> torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[5, 6], [7, 8]])
    tensor([[19, 22],
            [43, 50]])
    >>> torch.matmul(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor(11)
    >>> torch.matmul(torch.ones(5, 2, 3), torch.ones(3, 4)).shape
    torch.Size([5, 2, 4])
    """
    if not input.ndim or not other.ndim:
        raise ValueError("a single number")  # the check says so
    if input.ndim <= 2 and other.ndim <= 2:
        return times(input, other) if input.ndim == other.ndim == 2 else product(input, other)
    if other.ndim == 1:  # one product for all rows
        rows = input.reshape(math.prod(input.shape[:-1]), input.shape[-1])
        return product(rows, other).reshape(input.shape[:-1])
    if input.ndim == 1:
        return of_batches(input[None], other)[..., 0, :]
    return times(input, other) if other.ndim == 2 else of_batches(input, other)


def of_batches(input: Array, other: Array) -> Array:
    """Return the products of batches of matrices, laid out as one batch each."""
    if input.shape[:-2] == other.shape[:-2]:
        lead = input.shape[:-2]
    else:
        lead = broadcast_shapes(input.shape[:-2], other.shape[:-2])
        input = np.broadcast_to(input, lead + input.shape[-2:])
        other = np.broadcast_to(other, lead + other.shape[-2:])
    if len(lead) == 1:
        return times(input, other)
    batch = count_elements(lead)
    one, two = (part.reshape(batch, *part.shape[-2:]) for part in (input, other))
    return times(one, two).reshape(*lead, input.shape[-2], other.shape[-1])


def left_gradient(g: Tensor, input: Tensor, other: Tensor) -> Tensor:
    """Return a product's gradient for its left operand; the engine sums over the batch."""
    if input.ndim == 1:
        if other.ndim == 1:
            return g * other.conj()
        return (other.conj() @ g.unsqueeze(-1)).squeeze(-1)
    if other.ndim == 1:
        return g.unsqueeze(-1) * other.conj()
    return mat1_backward(g, other)


def right_gradient(g: Tensor, input: Tensor, other: Tensor) -> Tensor:
    """Return a product's gradient for its right operand; the engine sums over the batch."""
    if other.ndim == 1:
        if input.ndim == 1:
            return g * input.conj()
        return (input.mH @ g.unsqueeze(-1)).squeeze(-1)
    if input.ndim == 1:
        return input.conj().unsqueeze(-1) * g.unsqueeze(-2)
    # one product for all rows
    if input.ndim > 2 == other.ndim and input.shape[-1] and g.shape[-1]:
        return mat2_backward(input.flatten(0, -2), g.flatten(0, -2))
    return mat2_backward(input, g)


matmul.gradient(input=left_gradient, other=right_gradient)
matmul.derivative(
    input="d out[i, j] / d input[i, k] = other[k, j]",
    other="d out[i, j] / d other[k, j] = input[i, k]",
)
