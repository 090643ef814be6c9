"""Reflections: QR decompositions as LAPACK keeps them, and what is made of them."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Tensor, Work, composite, not_implemented, operation
from tensorlab.engine.layout import column_major
from tensorlab.engine.naming import return_type
from tensorlab.engine.signatures.out_types import SAFELY
from tensorlab.engine.signatures.support import refuse_two_types
from tensorlab.engine.warning import in_full
from tensorlab.numerics.matrices import lapack
from tensorlab.ops.creation.sharing import eye
from tensorlab.ops.linear_algebra.squares import LAPACK
from tensorlab.ops.pointwise.flat import differentiable_once, refuse_gradient
from tensorlab.ops.shape.joining import cat


def check_geqrf(input: Tensor) -> None:
    """Refuse what is no matrix.

    Raises:
        RuntimeError: there are fewer than two dimensions.
    """
    if input.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")


@operation(autocast="full", takes=LAPACK, kernel="geqrf_cpu", check=check_geqrf,
           real_gradient=True, wrong_out="", wrong_cast=(
               "torch.geqrf: Expected a to be safely castable from {own} dtype, but got a with "
               "dtype {given}"
           ),
           related=("linalg.qr", "linalg.householder_product"), work=Work.CUBIC)  # fmt: skip
def geqrf(input: Array) -> Any:
    """Return R in the upper triangle, reflections below it, and the reflections' factors.

    >>> torch.geqrf(torch.tensor([[3., 1.], [4., 2.]])).tau
    tensor([1.6000, 0.0000])
    """
    packed, tau = lapack.reflections(input)
    return return_type("geqrf", "a", "tau")(
        column_major(packed, input.dtype), tau.astype(input.dtype)
    )


geqrf.gradient(input=lambda g: refuse_gradient("geqrf"))


def require_reflections(name: str, input: Tensor, tau: Tensor) -> None:
    """Refuse what are no reflections.

    Raises:
        RuntimeError: the shapes or types of vectors and factors do not fit.
    """
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if name.endswith("product") and input.shape[-2] < input.shape[-1]:
        raise RuntimeError(
            f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]"
        )
    if input.shape[-1] < tau.shape[-1]:
        raise RuntimeError(
            f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]"
        )
    require_alike(name, input, tau=tau)
    refuse_two_types(tau, input, f"{name}: tau dtype {{}} does not match input dtype {{}}")
    if input.dtype not in LAPACK:
        raise not_implemented("orgqr_cpu", input.dtype)


def require_alike(name: str, input: Tensor, **others: Tensor) -> None:
    """Refuse what is not a vector, or a matrix, for each matrix of reflections.

    Raises:
        RuntimeError: the number of dimensions is another, or the batch.
    """
    for word, part in others.items():
        if part.ndim != input.ndim - (word == "tau"):
            number = (
                "one dimension less than" if word == "tau" else "the same number of dimensions as"
            )
            raise RuntimeError(
                f"{name}: Expected {word} to have {number} input, but got {word}.ndim equal to "
                f"{part.ndim} and input.ndim is equal to {input.ndim}"
            )
    for word, part in others.items():
        batch = part.shape[: input.ndim - 2]
        if batch != input.shape[:-2]:
            raise RuntimeError(in_full("{}: Expected batch", name, word, list(batch)))


def require_product(input: Tensor, tau: Tensor, other: Tensor, side: int) -> None:
    """Refuse what reflections can not be multiplied with.

    Raises:
        NotImplementedError: the numbers are of a type that no kernel knows.
        RuntimeError: shapes or types do not fit.
    """
    for word, part in (("input", input), ("other", other)):
        if part.ndim < 2:
            raise RuntimeError(f"torch.ormqr: {word} must have at least 2 dimensions.")
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    if tau.shape[-1:] != (min(other.shape[side], input.shape[-1]),):
        raise RuntimeError(
            f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])"
        )
    require_alike("torch.ormqr", input, tau=tau, other=other)
    for word, part in (("tau", tau), ("other", other)):
        if part.dtype is not input.dtype:
            raise RuntimeError(
                f"torch.ormqr: Expected input and {word} to have the same dtype, but input has "
                f"dtype{input.dtype.scalar_name} and {word} has dtype {part.dtype.scalar_name}"
            )
    if input.dtype not in LAPACK:
        raise not_implemented("ormqr_cpu", input.dtype)


def reflected(input: Tensor, tau: Tensor, X: Tensor, *, adjoint: bool) -> Tensor:
    """Return matrices after all reflections, the last one first unless they are undone."""
    steps = range(tau.shape[-1])
    input = input.tril(-1)
    if not (steps and input.numel()):
        if not X._tracked:
            return unreflected(X, input, tau)
        return X * X.new_ones(())  # a step that is walked back once, as others are
    for k in steps if adjoint else reversed(steps):
        below = input[..., k + 1 :, k : k + 1]
        v = cat([input.new_zeros(*below.shape[:-2], k, 1), below.new_ones(1, 1).expand(
            *below.shape[:-2], 1, 1), below], -2)  # fmt: skip
        factor = tau[..., k, None, None]
        X = X - (factor.conj() if adjoint else factor) * (v @ (v.mH @ X))
    return X


unreflected = differentiable_once("LinalgHouseholderProductBackward0", None)


@composite(aliases=("linalg.householder_product",), out=True,
           related=("geqrf", "ormqr"), work=Work.CUBIC,
           wrong_cast=f"torch.linalg.householder_product: {SAFELY}")  # fmt: skip
def orgqr(input: Array, tau: Array) -> Any:
    """Return the first columns of the product of reflections: Q, from what geqrf returned.

    >>> packed, tau = torch.geqrf(torch.tensor([[3., 1.], [4., 2.]]))
    >>> torch.linalg.householder_product(packed, tau)
    tensor([[-0.6000, -0.8000],
            [-0.8000,  0.6000]])
    """
    require_reflections("torch.linalg.householder_product", input, tau)
    rows, columns = input.shape[-2:]
    first = eye(rows, columns, dtype=input.dtype, device=input.device)
    if not tau.numel():
        first = first.expand(*input.shape[:-2], rows, columns).clone()
        return unreflected(by_columns(first), input, tau)
    found = by_columns(reflected(input, tau, first, adjoint=False))
    return under_name(found, "LinalgHouseholderProductBackward0")


def by_columns(matrices: Tensor) -> Tensor:
    """Return new matrices with their columns one after the other, as LAPACK writes them."""
    matrices._array = column_major(matrices._array)
    return matrices


@composite(
    out=True,
    related=("geqrf", "linalg.householder_product"),
    work=Work.CUBIC,
    wrong_out=(
        "torch.ormqr: Expected input and result to have the same dtype, but input has dtype{own} "
        "and result has dtype {given}"
    ),
)
def ormqr(
    input: Array, tau: Array, other: Array, left: bool = True, transpose: bool = False
) -> Any:
    """Return Q @ other, or other @ Q, of the square Q whose reflections geqrf returned.

    >>> packed, tau = torch.geqrf(torch.tensor([[3., 1.], [4., 2.]]))
    >>> torch.ormqr(packed, tau, torch.eye(2))
    tensor([[-0.6000, -0.8000],
            [-0.8000,  0.6000]])
    """
    require_product(input, tau, other, -2 if left else -1)
    if left or not tau.shape[-1]:
        found = reflected(input, tau, other, adjoint=transpose)
    else:
        found = reflected(input, tau, other.mH, adjoint=not transpose).mH
    return under_name(by_columns(found), "OrmqrBackward0")
