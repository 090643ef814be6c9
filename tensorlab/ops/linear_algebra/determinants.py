"""What square matrices must be, and their determinants."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import Array, Tensor, Work, composite, operation, return_type
from tensorlab.engine.signatures.out_types import USUAL
from tensorlab.engine.signatures.support import leave_to_check
from tensorlab.numerics.matrices import lapack
from tensorlab.numerics.small_arrays import determinant, is_moderate
from tensorlab.ops.linear_algebra.elimination import eliminate_batch
from tensorlab.ops.linear_algebra.inverses import solve, solve_ex
from tensorlab.ops.linear_algebra.squares import LAPACK, square

# of matrices whose pivots are rounded to the type one by one, as 4.0000 shows
MOST_ROWS = 6


@operation(aliases=("linalg.det",), takes=LAPACK,
           kernel="lu_cpu", shapes="(n,n)->()", check=square("linalg.det"),
           node="LinalgDetBackward0", related=("slogdet", "inverse"), work=Work.CUBIC,
           wrong_out=USUAL)  # fmt: skip
def det(input: Array) -> Array:
    """Return the factor by which a square matrix stretches areas and volumes; in a batch, of each.

    >>> torch.det(torch.tensor([[1., 2.], [3., 4.]]))
    tensor(-2.)
    """
    size = input.shape[-1]
    leave_to_check(input.shape[-2] != size)
    if size > MOST_ROWS or input.dtype.kind == "c" or input.__class__ is not np.ndarray:
        return lapack.det(input)
    columns = as_columns(input)
    if columns.ndim == 2 and is_moderate(columns):
        return np.array(determinant(columns.tolist()), input.dtype)
    LU, pivots = eliminate_batch(columns)
    product = np.diagonal(LU, axis1=-2, axis2=-1).prod(-1)
    return np.where((pivots != np.arange(size)).sum(-1) % 2 == 1, -product, product)


def as_columns(input: Array) -> Any:
    """Return what PyTorch hands LAPACK, which thinks in columns: the rows as they lie."""
    return np.swapaxes(input, -1, -2) if input.flags.c_contiguous else input


def by_inverse(A: Tensor, factors: Tensor) -> Tensor:
    """Return the turned inverses of matrices, each times a number: infinite where there is none."""
    return solve_ex(A.mH, factors[..., None, None] * A.new_ones(A.shape).tril().triu())[0]


def det_gradient(g: Tensor, input: Tensor, out: Tensor) -> Array:
    """Return a determinant's gradient, which of single numbers is recorded no further."""
    if input.shape[-1] < 2 or not input.numel():
        return g[..., None, None].expand_as(input)
    if bool((out.detach() != 0).all()):
        return by_inverse(input, g * out.conj())
    return g[..., None, None] * cofactors(input, out).conj()


def cofactors(A: Tensor, determinant: Tensor) -> Array:
    """Return the matrix of signed minors: det(A) times the transposed inverse, if there is one."""
    if bool((determinant.detach() != 0).all()):
        return solve(A.mT, determinant[..., None, None] * A.new_ones(A.shape).tril().triu())
    U, S, V = A.svd()
    size = S.shape[-1]
    others = S.unsqueeze(-2).expand(*S.shape, size)
    others = others.masked_fill(S.new_ones(size).diag().bool(), 1).prod(-1)
    turned = (det(U) * det(V.mH))[..., None, None]
    return turned * ((U.conj() * others.unsqueeze(-2)) @ V.mT)


det.gradient(input=det_gradient)
det.derivative(
    input="d out[] / d input[i, j] = cofactor[i, j], "
    "with cofactor the determinant without that row and column, signed"
)
det.quantity(cofactor=lambda input, out: cofactors(input, out))


def sign_and_logarithm(result: str) -> Any:
    """Declare slogdet, whose result's class bears another name in torch.linalg."""
    made = return_type(result, "sign", "logabsdet")
    own_namespace = result.startswith("linalg")

    @operation(takes=LAPACK, check=square("linalg.slogdet", low=False),
               node="LinalgSlogdetBackward0", related=("det", "logdet"),
               namespace="torch.linalg" if own_namespace else "torch", work=Work.CUBIC)  # fmt: skip
    def slogdet(input: Array) -> Any:
        """Return the sign of the determinant and the logarithm of its size.

        >>> torch.slogdet(torch.tensor([[1., 2.], [3., 4.]]))
        torch.return_types.slogdet(
        sign=tensor(-1.),
        logabsdet=tensor(0.6931))
        """
        return made(*lapack.slogdet(input))

    slogdet.gradient(input=lambda g, input, out: slogdet_gradient(g, input, out[0]))
    slogdet.derivative(
        input="d out[] / d input[i, j] = inverse[j, i], with inverse that of the matrix"
    )
    slogdet.quantity(inverse=lambda input: input.inverse())
    return slogdet


def slogdet_gradient(g: Any, input: Tensor, sign: Tensor) -> Array:
    """Return the gradient of sign and logarithm; a real sign does not move."""
    turn, stretch = g
    weight = stretch
    if input.dtype.is_complex:
        weight = stretch - 1j * (turn.conj() * sign).imag
    return by_inverse(input, weight)


sign_and_logarithm("linalg_slogdet")
slogdet = sign_and_logarithm("slogdet")


@composite(related=("det", "slogdet"), work=Work.CUBIC)
def logdet(input: Array) -> Array:
    """Return the logarithm of the determinant: NaN where that is negative.

    >>> torch.logdet(torch.tensor([[2., 0.], [0., 3.]]))
    tensor(1.7918)
    """
    square("logdet", low=False)(input)
    sign, logarithm = slogdet(input)
    if input.dtype.is_complex:
        return sign.log() + logarithm
    return logarithm.where(sign != -1, logarithm.new_full((), np.nan))
