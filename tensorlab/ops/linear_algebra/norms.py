"""The sizes of vectors and matrices."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import USUAL, Array, Casts, Dims, Number, composite, operation
from tensorlab.engine.dtypes import DType
from tensorlab.engine.promotion import promote_types
from tensorlab.engine.shapes import wrap_dim, wrap_dims
from tensorlab.engine.signatures.support import COMPLEX32, INEXACT
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.numerics.sums.reducing import SHORT, SOME
from tensorlab.ops.linear_algebra.singular_values import svdvals
from tensorlab.ops.linear_algebra.squares import require_inexact, require_matrix
from tensorlab.ops.reduction.totals import reduce, restore_reduced_dims


def refuse_empty(x: NDArray[Any], ord: float, dim: Any) -> None:
    """Refuse to look for an extreme among no elements.

    Raises:
        RuntimeError: there are no elements.
    """
    dims = (dim,) if isinstance(dim, int) else dim or range(x.ndim)
    empty = [place for place in dims if not x.shape[place]]
    if (ord < 0 or ord == math.inf) and empty:
        where = "an empty tensor because"
        if dim not in (None, ()):
            where = f"the dimension {empty[0]}because this dimension is empty and"
        named = {math.inf: "inf", -math.inf: "-inf"}.get(ord, f"{ord:g}")
        raise RuntimeError(in_full("linalg.vector_norm cannot", named, where))


@operation(namespace="torch.linalg", dtype=True, takes=INEXACT | COMPLEX32, casts=Casts.PROMOTE,
           check=lambda x, dtype=None: require_types("linalg.vector_norm", x, None, dtype),
           related=("norm", "matrix_norm"), skips_overlap_check=True, wrong_out=USUAL)  # fmt: skip
def vector_norm(x: Array, ord: float = 2, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Return the length of a vector, or its norm of another order.

    Of order 2 it is the root of the summed squares; of order 1 the sum of the sizes; of infinite
    order the largest size; of order 0 the number of elements that are not 0.

    >>> torch.linalg.vector_norm(torch.tensor([3., 4.]))
    tensor(5.)
    >>> torch.linalg.vector_norm(torch.tensor([3., -4.]), ord=1)
    tensor(7.)
    """
    axes = None if dim is None else wrap_dims(dim, x.ndim)
    if ord and (x.size == 1 if not axes else all(x.shape[axis] == 1 for axis in axes)):
        ord = math.inf  # the size of one element, whose square may be too large
    if ord == 2 and axes is None and not keepdim:
        return np.sqrt(np.vdot(x, x).real)
    # which vecdot is quick at
    rows = axes == (x.ndim - 1,) and x.__class__ is np.ndarray
    if ord == 2 and rows and (x.shape[-1] > SHORT or x.size <= SOME):
        lengths = np.sqrt(np.vecdot(x, x).real, order="C")
        return lengths.reshape((*lengths.shape, 1)) if keepdim else lengths
    sizes = np.abs(x)
    if not x.size:
        refuse_empty(x, ord, dim)
    if ord == math.inf:
        return reduce(np.maximum, sizes, axes, keepdim)
    if ord == -math.inf:
        return reduce(np.minimum, sizes, axes, keepdim)
    if ord == 0:
        return reduce(np.add, (sizes != 0).astype(sizes.dtype), axes, keepdim)
    if ord == 1:
        return reduce(np.add, sizes, axes, keepdim)
    if ord == 2:
        return np.sqrt(reduce(np.add, sizes * sizes, axes, keepdim))
    if math.isnan(ord) and not x.size:
        # 0: PyTorch takes no power of nothing
        return reduce(np.add, sizes, axes, keepdim)
    return reduce(np.add, sizes**ord, axes, keepdim) ** (1 / ord)


def norm_gradient(g: Tensor, x: Tensor, out: Tensor, ord: float, dim: Any, keepdim: bool) -> Tensor:
    """Return a norm's gradient; none flows from elements at which the norm has a corner."""
    g, out = (restore_reduced_dims(each, x.shape, dim, keepdim) for each in (g, out))
    if ord == 0:
        return x.new_zeros(x.shape)
    if ord == 1:
        return x.sgn() * g
    if ord == 2:
        return g * (x / out).masked_fill(out == 0, 0)
    if math.isinf(ord):
        largest = (x.abs() == out) | (x.abs().isnan() & out.isnan())
        count = largest.sum() if dim is None else largest.sum(dim, True)
        return x.sgn() * largest * (g / count)
    if ord < 2:
        steep = x.sgn() * (x.abs() ** (ord - 1)).masked_fill(x == 0, 0)
    else:
        steep = x * x.abs() ** (ord - 2)
    return steep * (g / out ** (ord - 1)).masked_fill(out == 0, 0)


vector_norm.gradient(
    x=lambda g, x, out, ord, dim, keepdim: (
        None if ord == 0 else norm_gradient(g, x, out, ord, dim, keepdim)
    )
)
vector_norm.derivative(x=("x/out", "1 if x > 0 else -1", "x*abs(x)**(ord - 2)/out**(ord - 1)"))


def matrix_dims(A: Tensor, dim: Any) -> tuple[int, int]:
    """Return the two dimensions of the matrices.

    Raises:
        RuntimeError: there are not two of them.
    """
    if A.ndim < 2:
        raise RuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )
    if len(dim) != 2:
        raise RuntimeError(
            f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(map(str, dim))}"
        )
    first, second = wrap_dim(dim[0], A.ndim), wrap_dim(dim[1], A.ndim)
    if first == second:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    return first, second


def require_types(name: str, A: Tensor, ord: object, dtype: DType | None) -> None:
    """Refuse whole numbers, the 16-bit types where singular values are needed, and other types.

    Raises:
        RuntimeError: the input is of such a type, or the result is asked for in one that isn't its.
    """
    if name.endswith("matrix_norm"):
        require_matrix(name, A)
    require_inexact(name, A, low=ord not in ("nuc", 2, -2))
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        words = "dtype should be floating point or complex, but got"
        raise RuntimeError(f"{name}: {words} {dtype.scalar_name}")
    if dtype is not None and A.dtype.is_complex is not dtype.is_complex:
        own = "complex" if A.dtype.is_complex else "real"
        raise RuntimeError(
            f"{name}: dtype should be {own} for {own} inputs, but got {dtype.scalar_name}"
        )
    if dtype is not None and dtype is not promote_types(A.dtype, dtype):
        given, asked = A.dtype.scalar_name, dtype.scalar_name
        raise RuntimeError(in_full("{}: the dtype of the input", name, given, asked))


@composite(
    namespace="torch.linalg",
    out=True,
    related=("norm", "vector_norm"),
    wrong_out="linalg.matrix_norm expected out tensor dtype {own} but got: {given}",
)
def matrix_norm(
    A: Array,
    ord: float | str = "fro",
    dim: tuple[int, ...] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Return the norm of matrices: "fro", "nuc", or of order 1, 2, inf and their negatives.

    >>> torch.linalg.matrix_norm(torch.tensor([[3., 0.], [0., 4.]]))
    tensor(5.)
    """
    wrong = isinstance(ord, str) or abs(ord) not in (1, 2, math.inf)
    if wrong and ord not in ("fro", "nuc"):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    require_types("linalg.matrix_norm", A, ord, dtype)
    rows, columns = matrix_dims(A, dim)
    A = A if dtype is None else A.to(dtype)
    if ord == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim)
    if isinstance(ord, str) or abs(ord) == 2:
        return of_singular_values(A, ord, (rows, columns), keepdim)
    if abs(ord) == math.inf:
        rows, columns = columns, rows
    sums = vector_norm(A, 1, rows, keepdim)
    rest = columns if keepdim else columns - (columns > rows)
    if ord > 0 and not sums.shape[rest]:
        return sums.sum(rest, keepdim)
    return sums.amax(rest, keepdim) if ord > 0 else sums.amin(rest, keepdim)


def of_singular_values(A: Tensor, ord: Any, dims: tuple[int, int], keepdim: bool) -> Tensor:
    """Return the norm that is the sum, the largest or the smallest of the singular values."""
    values = svdvals(A.movedim(dims, (-2, -1)))
    if ord == "nuc" or (ord > 0 and not values.shape[-1]):
        found = values.sum(-1)
    else:
        found = values.amax(-1) if ord > 0 else values.amin(-1)
    return found.unsqueeze(-1).unsqueeze(-1).movedim((-2, -1), dims) if keepdim else found


@composite(
    name="norm",
    namespace="torch.linalg",
    out=True,
    related=("vector_norm", "matrix_norm"),
    skips_overlap_check=True,
    wrong_out="linalg.norm expected out tensor dtype {own} but got: {given}",
    reduces=True,
)
def any_norm(
    A: Array,
    ord: float | str | None = None,
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Return a vector norm or a matrix norm, as `ord` and the number of dimensions say.

    Without `ord` it is the root of all summed squares.

    >>> torch.linalg.norm(torch.tensor([[3., 0.], [0., 4.]]))
    tensor(5.)
    >>> torch.linalg.norm(torch.tensor([[3., 0.], [0., 4.]]), 2)
    tensor(4.)
    """
    dims = (dim,) if isinstance(dim, int) else dim
    if dims is not None and ord is not None and len(dims) not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}"
        )
    if dims is None and ord is not None and A.ndim not in (1, 2):
        raise RuntimeError(in_full("linalg.norm: If dim", A.ndim))
    if ord is not None and (
        ord.__class__ is str or (len(dims) == 2 if dims is not None else A.ndim == 2)
    ):
        return matrix_norm(A, ord, (-2, -1) if dims is None else dims, keepdim, dtype=dtype)
    settings = {} if dtype is None else {"dtype": dtype}
    return vector_norm(A, 2 if ord is None else ord, dims, keepdim, **settings)


@composite(
    out="argument",
    related=("linalg.norm", "dist"),
    skips_overlap_check=True,
    wrong_out=USUAL,
    reduces=True,
)
def norm(
    input: Array,
    p: Number | str | None = "fro",
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Tensor:
    """Return the length of a vector, or its norm of another order.

    The default is the root of the summed squares. "nuc" sums a matrix's singular values.

    >>> torch.norm(torch.tensor([3., 4.]))
    tensor(5.)
    """
    settings = {} if dtype is None else {"dtype": dtype}
    if p.__class__ is str and p != "fro":
        if p != "nuc":
            raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
        every = tuple(range(input.ndim)) if dim is None else dim
        every = (every,) if isinstance(every, int) else every
        return matrix_norm(input, p, every, keepdim, **settings)
    order = 2 if p in (None, "fro") else p
    if dim is None and not (keepdim or settings):
        return vector_norm(input, order)
    return vector_norm(input, order, dim, keepdim, **settings)


def require_norm(input: Tensor) -> None:
    """Refuse to measure whole numbers.

    Raises:
        RuntimeError: the elements are whole numbers.
    """
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(in_full("norm(): input dtype", input.dtype.scalar_name))
