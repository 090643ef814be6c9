"""Other ways to look at the same storage: no element is copied."""

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided as strided_view

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import operation, view
from tensorlab.engine.shapes import broadcast_shapes, infer_size, wrap_dim
from tensorlab.engine.signature import Array
from tensorlab.engine.tensor import Tensor


@view(aliases=("swapaxes", "swapdims"), related=("permute", "t"))
def transpose(input: Array, dim0: int, dim1: int) -> np.ndarray:
    """Return input with two dimensions swapped, sharing its storage.

    >>> torch.transpose(torch.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([[1, 3],
            [2, 4]])
    """
    if input.ndim < 2:
        wrap_dim(dim0, input.ndim)
        wrap_dim(dim1, input.ndim)
        return input.view()
    return input.swapaxes(wrap_dim(dim0, input.ndim), wrap_dim(dim1, input.ndim))


transpose.gradient(input=lambda g, dim0, dim1: g.transpose(dim0, dim1))


@view(related=("transpose",))
def t(input: Array) -> np.ndarray:
    """Return a matrix with rows and columns swapped, sharing its storage.

    >>> torch.t(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    if input.ndim > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D"
        )
    return input.T


t.gradient(input=lambda g: g.t())


@view(variadic="dims", related=("transpose", "movedim"))
def permute(input: Array, dims: tuple[int, ...]) -> np.ndarray:
    """Return input with its dimensions in a new order, sharing its storage.

    >>> torch.permute(torch.zeros(2, 3, 5), (2, 0, 1)).shape
    torch.Size([5, 2, 3])
    """
    if len(dims) != input.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {input.ndim} is not "
            f"equal to len(dims) = {len(dims)}"
        )
    order = [wrap_dim(dim, input.ndim) for dim in dims]
    if len(set(order)) < len(order):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return input.transpose(order)


permute.gradient(input=lambda g, dims: g.permute(inverse_order(dims)))


def inverse_order(dims: Sequence[int]) -> list[int]:
    """Return the order of dimensions that undoes an order."""
    inverse = [0] * len(dims)
    for place, dim in enumerate(dims):
        inverse[dim] = place
    return inverse


def reshaped_view(input: np.ndarray, shape: Sequence[int]) -> np.ndarray | None:
    """Return a view of the same elements in another shape, or None where strides forbid one."""
    sizes = infer_size(shape, input.size)
    if input.flags.c_contiguous:
        return input.reshape(sizes)
    moved = input.view()
    try:
        moved.shape = sizes
    except AttributeError:
        return None
    return moved


@view(name="view", function=False, variadic="size", node="ViewBackward0", related=("reshape",))
def view_(input: Array, size: tuple[int, ...]) -> np.ndarray:
    """Return the same elements in another shape, sharing the storage; one size may be -1.

    >>> torch.tensor([[1, 2], [3, 4]]).view(-1)
    tensor([1, 2, 3, 4])
    """
    seen = reshaped_view(input, size)
    if seen is None:
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return seen


view_.gradient(input=lambda g, input: g.reshape(input.shape))


@composite(variadic="shape", related=("view", "flatten"))
def reshape(input: Array, shape: tuple[int, ...]) -> Tensor:
    """Return the same elements in another shape: a view where possible, else a copy.

    >>> torch.reshape(torch.arange(4), (2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if reshaped_view(input.array, shape) is None:
        return unsafe_view(input.clone(), infer_size(shape, input.shape.numel()))  # type: ignore[no-any-return]
    return view_(input, shape)  # type: ignore[no-any-return]


@operation(function=False, method=False, stored=True, out=False, node="UnsafeViewBackward0")
def unsafe_view(input: Array, size: tuple[int, ...]) -> np.ndarray:
    """Return a fresh copy in another shape, without a tie to the copy it came from."""
    return input.reshape(size)


unsafe_view.gradient(input=lambda g, input: g.reshape(input.shape))


@view(function=False, variadic="size", related=("repeat", "broadcast_to"))
def expand(input: Array, size: tuple[int, ...], *, implicit: bool = False) -> np.ndarray:
    """Return input with dimensions of size 1 stretched: the copies share one cell (stride 0).

    >>> torch.tensor([[1], [2]]).expand(2, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    extra = len(size) - input.ndim
    if extra < 0:
        raise RuntimeError(
            f"expand: the number of sizes provided ({len(size)}) must be greater or equal to the "
            f"number of dimensions in the tensor ({input.ndim})"
        )
    shape = [*size[:extra], *(
        old if new == -1 else new for new, old in zip(size[extra:], input.shape, strict=True)
    )]  # fmt: skip
    for dim, (new, old) in enumerate(zip(shape[extra:], input.shape, strict=True)):
        if old not in (1, new):
            raise RuntimeError(
                f"The expanded size of the tensor ({new}) must match the existing size ({old}) at "
                f"non-singleton dimension {extra + dim}.  Target sizes: {list(shape)}.  "
                f"Tensor sizes: {list(input.shape)}"
            )
    strides = [0] * extra + [
        stride if old == new else 0
        for stride, old, new in zip(input.strides, input.shape, shape[extra:], strict=True)
    ]
    return strided_view(input, shape, strides)


expand.gradient(input=lambda g: g)  # the engine sums what was stretched


@view(related=("squeeze",))
def unsqueeze(input: Array, dim: int) -> np.ndarray:
    """Return input with a dimension of size 1 put in at dim, sharing its storage.

    >>> torch.unsqueeze(torch.tensor([1, 2]), 1)
    tensor([[1],
            [2]])
    """
    dim = wrap_dim(dim, input.ndim + 1)
    shape, strides = list(input.shape), list(input.strides)
    step = strides[dim] * shape[dim] if dim < input.ndim else input.itemsize
    return strided_view(input, [*shape[:dim], 1, *shape[dim:]], [*strides[:dim], step, *strides[dim:]])


unsqueeze.gradient(input=lambda g, dim: g.squeeze(dim))


@view(related=("unsqueeze",), node=lambda dim: f"SqueezeBackward{0 if dim is None else 1}")
def squeeze(input: Array, dim: int | tuple[int, ...] | None = None) -> np.ndarray:
    """Return input without its dimensions of size 1, or without those named.

    >>> torch.squeeze(torch.zeros(1, 3, 1)).shape
    torch.Size([3])
    """
    if dim is None:
        return input.squeeze()
    named = {wrap_dim(place, input.ndim) for place in ((dim,) if isinstance(dim, int) else dim)}
    kept = [place for place in range(input.ndim) if place not in named or input.shape[place] != 1]
    if len(kept) == input.ndim:
        return input.view()
    return input.squeeze(tuple(place for place in range(input.ndim) if place not in kept))


squeeze.gradient(input=lambda g, input: g.reshape(input.shape))


@view(related=("select",), node="SliceBackward0")
def narrow(input: Array, dim: int, start: int, length: int) -> np.ndarray:
    """Return the part of input from start on, length long, along a dimension.

    >>> torch.narrow(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    if input.ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    dim = wrap_dim(dim, input.ndim)
    size = input.shape[dim]
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    start = start + size if start < 0 else start
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return input[(slice(None),) * dim + (slice(start, start + length),)]


@operation(function=True, stored=True, out=False)
def clone(input: Array, *, memory_format: object = None) -> np.ndarray:
    """Return a copy, recorded for gradients.

    >>> torch.tensor([1, 2]).clone()
    tensor([1, 2])
    """
    return input.copy("K")


clone.gradient(input=lambda g: g)


@composite()
def broadcast_to(input: Array, size: tuple[int, ...]) -> Tensor:
    """Return input stretched to a shape.

    >>> torch.broadcast_to(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    broadcast_shapes(input.shape, size)
    return input.expand(size)  # type: ignore[no-any-return]
