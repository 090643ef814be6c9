"""Functions of whole matrices: powers, the exponential, chains of products."""

from itertools import pairwise
from typing import Any

from tensorlab.engine.declaring import USUAL, Array, Arrays, Tensor, Work, composite, operation
from tensorlab.engine.dtypes import complex32
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.signatures.support import INEXACT, leave_to_check, not_implemented
from tensorlab.engine.warning import in_full, warn_once
from tensorlab.numerics.matrices import matrix_exponential
from tensorlab.ops.linear_algebra.matrix import mm
from tensorlab.ops.linear_algebra.squares import require_square, square
from tensorlab.ops.shape.joining import cat


@composite(
    aliases=("linalg.matrix_power",),
    out=True,
    related=("inverse", "matmul"),
    wrong_out=lambda n: USUAL if abs(n) in (2, 3) else "",  # what else is copied
    wrong_cast=f"matrix_power: {SAFELY}",
    work=Work.CUBIC,
)
def matrix_power(input: Array, n: int) -> Array:
    """Return a square matrix multiplied by itself n times; a negative n inverts it first.

    >>> torch.matrix_power(torch.tensor([[1, 1], [0, 1]]), 3)
    tensor([[1, 3],
            [0, 1]])
    """
    require_square("linalg.matrix_power", input)
    if n == 0:
        if input.dtype is complex32:
            raise not_implemented("eye", complex32)
        return input.clone().copy_(input.new_ones(input.shape).tril().triu())
    base: Any = input.inverse() if n < 0 else input
    result: Any = None
    n = abs(n)
    if n == 1:
        return base.clone() if base is input else base
    if n == 3:
        return base @ base @ base
    while n:
        if n % 2:
            result = base if result is None else result @ base
        n //= 2
        if n:
            base = base @ base
    return result


@operation(kernel=lambda input: "exp_vml_cpu" if input.shape[-1] == 1 else "bmm",
           aliases=("linalg.matrix_exp",), out=False, takes=INEXACT,
           check=square("linalg.matrix_exp"), node="LinalgMatrixExpBackward0",
           related=("exp", "matrix_power"), quantized_kernel="linalg_matrix_exp",
           work=Work.CUBIC)  # fmt: skip
def matrix_exp(input: Array) -> Array:
    """Return the matrix exponential: 1 + A + A A / 2 + A A A / 6 and so on.

    >>> torch.matrix_exp(torch.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    leave_to_check(input.shape[-1] != input.shape[-2])
    return matrix_exponential.exponential(input) if input.size else input.copy()


def matrix_exp_gradient(g: Tensor, input: Tensor) -> Tensor:
    """Return the exponential's gradient, read off the exponential of a matrix of blocks."""
    adjoint, size = input.mH, input.shape[-1]
    top = cat([adjoint, g], -1)
    bottom = cat([adjoint.new_zeros(adjoint.shape), adjoint], -1)
    return matrix_exp(cat([top, bottom], -2))[..., :size, size:]


matrix_exp.gradient(input=matrix_exp_gradient)
matrix_exp.derivative(
    input="in words: d exp(input) = dinput + (dinput @ input + input @ dinput)/2 + ..., "
    "term by term of the series"
)


def require_chain(tensors: list[Tensor]) -> None:
    """Refuse matrices that can't be multiplied one after the other.

    Raises:
        RuntimeError: there are fewer than two of them, or their sizes do not meet.
    """
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    last = len(tensors) - 1
    for place, tensor in enumerate(tensors):
        if place in (0, last) and tensor.ndim not in (1, 2):
            which = "first" if place == 0 else "last"
            raise RuntimeError(
                f"multi_dot(): the {which} tensor must be 1D or 2D but got {tensor.ndim}D"
            )
        if 0 < place < last and tensor.ndim != 2:
            raise RuntimeError(f"multi_dot(): tensor {place} must be 2D but got {tensor.ndim}D")
        if tensor.dtype is not tensors[0].dtype:
            raise RuntimeError(
                "multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                f"{tensors[0].dtype.c_name} and tensor {place} {tensor.dtype.c_name}"
            )


def cheapest(sizes: list[int]) -> dict[tuple[int, int], int]:
    """Return where to split each part of a chain of matrices so that it costs the least."""
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    split: dict[tuple[int, int], int] = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            costs = [
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            ]
            # which are multiplied from the left, if that costs no more
            if count == 3:
                costs.reverse()
            cost[i, j], split[i, j] = min(costs, key=lambda pair: pair[0])
    return split


def multiplied(matrices: list[Tensor], split: dict[tuple[int, int], int], i: int, j: int) -> Tensor:
    """Return the product of the matrices i to j."""
    if i == j:
        return matrices[i]
    k = split[i, j]
    left, right = multiplied(matrices, split, i, k), multiplied(matrices, split, k + 1, j)
    return mm(left, right)


@composite(
    namespace="torch.linalg",
    out=True,
    related=("matmul", "chain_matmul"),
    wrong_out="multi_dot(): expected out tensor to have dtype {c_name} but got {c_given}",
)
def multi_dot(tensors: Arrays) -> Tensor:
    """Return the product of many matrices, multiplied in the order that costs the least.

    >>> torch.linalg.multi_dot([torch.ones(1, 2), torch.ones(2, 3), torch.ones(3, 1)])
    tensor([[6.]])
    """
    if isinstance(tensors, Tensor):
        raise TypeError
    matrices = list(tensors)
    require_chain(matrices)
    row, column = matrices[0].ndim == 1, matrices[-1].ndim == 1
    if row:
        matrices[0] = matrices[0].unsqueeze(0)
    if column:
        matrices[-1] = matrices[-1].unsqueeze(-1)
    for place, (left, right) in enumerate(pairwise(matrices)):
        if left.shape[1] != right.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {place} and {place + 1} with shapes "
                f"{[*tensors[place].shape]} and {[*tensors[place + 1].shape]} cannot be multiplied"
            )
    sizes = [matrix.shape[0] for matrix in matrices] + [matrices[-1].shape[1]]
    product = multiplied(matrices, cheapest(sizes), 0, len(matrices) - 1)
    shape = list(product.shape)[int(row) : 2 - int(column)]
    return product.view(shape)


@composite(method=False, related=("linalg.multi_dot", "mm"))
def chain_matmul(*matrices: Tensor, out: Tensor | None = None) -> Tensor:
    """Return the product of many matrices; `torch.linalg.multi_dot` is preferred.

    >>> torch.linalg.multi_dot([torch.ones(1, 2), torch.ones(2, 1)])  # the same
    tensor([[2.]])
    """
    warn_once(in_full("torch.chain_matmul is"))
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    require_tensors(matrices)
    for matrix in matrices:
        if matrix.ndim != 2:
            raise RuntimeError(f"Tensor dimension is {matrix.ndim}, expected 2 instead.")
    return matrices[0] if len(matrices) == 1 and out is None else multi_dot(matrices, out=out)
