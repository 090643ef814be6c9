"""Factors and norms under the names of the days before torch.linalg."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import USUAL, Array, Dims, Tensor, composite, return_type, warn_once
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra.factors import lu_factor_ex
from tensorlab.ops.linear_algebra.norms import matrix_norm, require_norm, vector_norm


@composite(method=False, related=("linalg.lu_factor", "lu_unpack"))
def lu(A: Array, pivot: bool = True, get_infos: bool = False) -> Any:
    """Return both triangles of A = P L U in one matrix, and the rows exchanged, from 1.

    >>> torch.linalg.lu_factor(torch.tensor([[1., 2.], [2., 0.]]))[1]  # the same
    tensor([2, 2], dtype=torch.int32)
    """
    warn_once(in_full("torch.lu is deprecated"))
    found = lu_factor_ex(A, pivot=pivot)
    return return_type("_lu_with_info", "LU", "pivots", "info")(*found) if get_infos else found[:2]


@composite(name="lu", function=False, related=("linalg.lu_factor", "lu_unpack"))
def lu_method(input: Array, pivot: bool = True, get_infos: Any = False) -> Any:
    """Return both triangles of A = P L U in one matrix, and the rows exchanged, from 1.

    >>> torch.linalg.lu_factor(torch.tensor([[1., 2.], [2., 0.]]))[1]  # the same
    tensor([2, 2], dtype=torch.int32)
    """
    warn_once(in_full("torch.lu is deprecated"))
    LU, pivots, info = lu_factor_ex(input, pivot=pivot)
    return (LU, pivots, info) if get_infos else (LU, pivots)


@composite(
    out=True,
    method=False,
    related=("linalg.matrix_norm",),
    wrong_out="linalg.matrix_norm expected out tensor dtype {own} but got: {given}",
)
def nuclear_norm(input: Array, dim: Dims | None = None, keepdim: bool = False) -> Tensor:
    """Return the sum of a matrix's singular values.

    >>> torch.linalg.matrix_norm(torch.tensor([[3., 0.], [0., 4.]]), 'nuc')  # the same
    tensor(7.)
    """
    warn_once(
        in_full("at::{} is deprecated", "nuclear_norm", "matrix_norm(A, 'nuc', dim, keepdim)")
    )
    if isinstance(dim, int):
        dim = (wrap_dim(dim, input.ndim),) * 2  # which are refused
    return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim)


@composite(out=True, method=False, related=("linalg.vector_norm",), wrong_out=USUAL)
def frobenius_norm(input: Array, dim: Dims, keepdim: bool = False) -> Tensor:
    """Return the root of the sum of the squares over one or two dimensions.

    >>> torch.linalg.vector_norm(torch.tensor([[3., 0.], [0., 4.]]), 2, (0, 1))  # the same
    tensor(5.)
    """
    warn_once(in_full("at::{} is deprecated", "frobenius_norm", "vector_norm(A, 2., dim, keepdim)"))
    require_norm(input)
    return under_name(vector_norm(input, 2, dim, keepdim), "NormBackward1")


@composite(method=False, related=("norm",))
def norm_except_dim(v: Array, pow: int = 2, dim: int = 0) -> Tensor:
    """Return the norm of each slice along a dimension: what weight_norm divides by.

    >>> torch.norm_except_dim(torch.tensor([[3., 4.], [0., 2.]]))
    tensor([[5.],
            [2.]])
    """
    require_norm(v)
    if dim == -1:
        return under_name(vector_norm(v, pow), "NormBackward0")
    dim, last = wrap_dim(dim, v.ndim), v.ndim - 1
    if dim and dim != last:
        return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)
    rows = v.contiguous().view(*((-1, v.shape[last]) if dim else (v.shape[0], -1)))
    norms = under_name(vector_norm(rows, pow, 0 if dim else 1), "NormBackward1")
    sizes = [1] * v.ndim
    sizes[dim] = -1
    return norms.view(*sizes)
