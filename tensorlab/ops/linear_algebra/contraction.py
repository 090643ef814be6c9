"""Sums over products in general: outer and inner products, tensordot and einsum."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Tensor, Work, composite
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.shapes import count_elements, wrap_dim
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.signatures.out_types import CONTRACTED
from tensorlab.engine.warning import in_full
from tensorlab.ops.linear_algebra.matrix import dot, mm, vdot
from tensorlab.ops.linear_algebra.squares import require_inexact, require_sides_alike
from tensorlab.ops.shape.reshaping import unsafe_view


@composite(aliases=("ger",), out=True, related=("inner", "kron"))
def outer(input: Array, vec2: Array) -> Array:
    """Return all products of two vectors' elements: out[i, j] is input[i] * vec2[j].

    >>> torch.outer(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    for name, vector in (("self", input), ("vec2", vec2)):
        if vector.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {vector.ndim}-D")
    reserve_memory(input.shape[0] * vec2.shape[0] * input.itemsize)
    return input.unsqueeze(1) * vec2


@composite(out=True, related=("dot", "tensordot"), wrong_out=CONTRACTED, work=Work.PRODUCT)
def inner(input: Array, other: Array) -> Array:
    """Return the sums of products over the last dimension of both tensors.

    >>> torch.inner(torch.tensor([1, 2, 3]), torch.tensor([0, 2, 1]))
    tensor(7)
    """
    if not input.ndim or not other.ndim:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(in_full("inner() the last", list(input.shape), list(other.shape)))
    if input.ndim == other.ndim == 1 and input.dtype is other.dtype:
        return under_name(dot(input, other), "ViewBackward0")
    return tensordot(input, other, ([-1], [-1]))


def contracted(a: Tensor, b: Tensor, dims: object) -> tuple[list[int], list[int]]:
    """Return the dimensions of both tensors that are summed over.

    Raises:
        RuntimeError: they don't go together.
    """
    if isinstance(dims, Tensor):
        dims = dims.tolist() if dims.numel() > 1 else int(dims.item())
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        return list(range(-dims, 0)), list(range(dims))
    if not isinstance(dims, list | tuple):
        raise RuntimeError(in_full("tensordot expects", dims))
    first, second = dims
    for place, (whose, part) in enumerate((("self", first), ("other", second)), 3):
        if not isinstance(part, list | tuple):
            raise TypeError(in_full("tensordot(): argument", whose, place, class_name(part)))
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    return [*first], [*second]


@composite(method=False, out="argument", related=("einsum", "inner"), wrong_out=CONTRACTED)
def tensordot(a: Array, b: Array, dims: Any = 2) -> Tensor:
    """Return the sums of products over dimensions of a and as many of b.

    A number sums over the last dimensions of a and the first of b; two lists name them.

    >>> torch.tensordot(torch.ones(2, 3, 4), torch.ones(3, 4, 5), dims=2).shape
    torch.Size([2, 5])
    """
    first, second = contracted(a, b, dims)
    if a.dtype is not b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    for one, other in zip(first, second, strict=True):
        if a.size(one) != b.size(other) and 1 not in (a.shape[one], b.shape[other]):
            sizes = a.shape[one], b.shape[other]
            raise RuntimeError(in_full("contracted dimensions", sizes[0], one, sizes[1], other))
    for one, other in zip(first, second, strict=True):
        # a size of 1 is stretched, so the other is summed
        if a.shape[one] != b.shape[other]:
            a = a.sum(one, True, dtype=a.dtype) if b.shape[other] == 1 else a
            b = b.sum(other, True, dtype=b.dtype) if a.shape[one] == 1 else b
    first = [wrap_dim(dim, a.ndim) for dim in first]
    second = [wrap_dim(dim, b.ndim) for dim in second]
    rows = [dim for dim in range(a.ndim) if dim not in first]
    columns = [dim for dim in range(b.ndim) if dim not in second]
    height, width = [a.shape[dim] for dim in rows], [b.shape[dim] for dim in columns]
    depth = count_elements(a.shape[dim] for dim in first)
    left = a.permute(rows + first).reshape(count_elements(height), depth)
    right = b.permute(second + columns).reshape(depth, count_elements(width))
    return mm(left, right).view(height + width)


@composite(
    autocast="down",
    namespace="torch.linalg",
    out=True,
    related=("dot", "inner"),
    wrong_out="linalg.vecdot: Expected out of dtype{own} but found {given}",
)
def vecdot(x: Array, y: Array, *, dim: int = -1) -> Array:
    """Return the dot products along a dimension, the first operand conjugated; shapes broadcast.

    >>> torch.linalg.vecdot(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
    tensor([3., 7.])
    """
    require_inexact("linalg.vecdot", x)
    require_sides_alike("linalg.vecdot: ", x=x, y=y)
    return vdot(x, y) if x.ndim == y.ndim == 1 else (x.conj() * y).sum(dim)


@composite(out=True, apart=True, related=("outer",))
def kron(input: Array, other: Array) -> Tensor:
    """Return the Kronecker product: each element of input times all of other.

    >>> torch.kron(torch.tensor([[1, 2]]), torch.tensor([[1], [3]]))
    tensor([[1, 2],
            [3, 6]])
    """
    ndim = max(input.ndim, other.ndim)
    first = (1,) * (ndim - input.ndim) + tuple(input.shape)
    second = (1,) * (ndim - other.ndim) + tuple(other.shape)
    reserve_memory(count_elements(first) * count_elements(second) * input.itemsize)
    left = input.reshape([size for pair in zip(first, (1,) * ndim, strict=True) for size in pair])
    right = other.reshape([size for pair in zip((1,) * ndim, second, strict=True) for size in pair])
    sizes = [one * two for one, two in zip(first, second, strict=True)]
    return unsafe_view(left * right, sizes)
