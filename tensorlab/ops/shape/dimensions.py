"""Dimensions in another order, put in, or taken away: the same storage, seen otherwise."""

from collections.abc import Callable, Sequence
from operator import index
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.calling.public_functions import entrance
from tensorlab.engine.calling.refusing import refuse_leaf
from tensorlab.engine.calling.writing import bump
from tensorlab.engine.declaring import OPERATIONS, Array, Declared, Dims, Quantized, composite, view
from tensorlab.engine.layout import strided_view
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn_once


@view(
    plain=np.ndarray.swapaxes,
    aliases=("swapaxes", "swapdims"),
    related=("permute", "t"),
    quantized=Quantized.MOVES,
)
def transpose(input: Array, dim0: int, dim1: int) -> Array:
    """Return input with two dimensions swapped, sharing its storage.

    >>> torch.transpose(torch.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([[1, 3],
            [2, 4]])
    """
    if input.ndim:
        return input.swapaxes(dim0, dim1)
    wrap_dim(dim0, 0)
    wrap_dim(dim1, 0)
    return input.view()


transpose.gradient(input=lambda g, dim0, dim1: g.transpose(dim0, dim1))


@view(related=("transpose",), quantized=Quantized.MOVES)
def t(input: Array) -> Array:
    """Return a matrix with rows and columns swapped, sharing its storage.

    >>> torch.t(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.T


t.gradient(input=lambda g: g.t())


@view(variadic="dims", related=("transpose", "movedim"), quantized=Quantized.MOVES)
def permute(input: Array, dims: tuple[int, ...]) -> Array:
    """Return input with its dimensions in a new order, sharing its storage.

    >>> torch.permute(torch.zeros(2, 3, 5), (2, 0, 1)).shape
    torch.Size([5, 2, 3])
    """
    if not isinstance(dims, tuple | list):
        raise TypeError
    try:
        return input.transpose(dims)
    except ValueError:
        refuse_order(dims, input.ndim)
        raise


permute.gradient(input=lambda g, dims: g.permute(inverse_order(dims)))


def refuse_order(dims: Sequence[int], ndim: int) -> None:
    """Refuse what is no order of the dimensions.

    Raises:
        RuntimeError: there are too many, too few, or one twice.
        IndexError: there is no such dimension.
    """
    if len(dims) != ndim:
        raise RuntimeError(in_full("permute(sparse_coo): number", ndim, len(dims)))
    if len({wrap_dim(dim, ndim) for dim in dims}) < ndim:
        raise RuntimeError("permute(): duplicate dims are not allowed.")


def inverse_order(dims: Sequence[int]) -> list[int]:
    """Return the order of dimensions that undoes an order."""
    inverse = [0] * len(dims)
    for place, dim in enumerate(dims):
        inverse[dim] = place
    return inverse


@composite(aliases=("moveaxis",), related=("permute",), quantized=Quantized.MOVES)
def movedim(input: Array, source: Dims, destination: Dims) -> Array:
    """Return input with some dimensions moved to other places; the rest keep their order.

    >>> torch.movedim(torch.zeros(2, 3, 5), 0, -1).shape
    torch.Size([3, 5, 2])
    """
    if source.__class__ is int and destination.__class__ is int:
        ndim = len(input._array.shape)
        order = list(range(ndim or 1))
        first = wrap_dim(source, ndim)
        order.insert(wrap_dim(destination, ndim), order.pop(first))
        permuted = permute(input, order[:ndim])
        return permuted if ndim else under_name(permuted, "AliasBackward0")
    if isinstance(source, int) or isinstance(destination, int):
        raise TypeError  # of both there is one number, or several
    sources, places = tuple(map(index, source)), tuple(map(index, destination))
    if len(sources) != len(places):
        raise RuntimeError(in_full("movedim: Invalid", listed(sources), listed(places)))
    ndim = input.ndim
    sources = tuple(wrap_dim(dim, ndim) for dim in sources)
    places = tuple(wrap_dim(dim, ndim) for dim in places)
    for name, dims, given in (("source", sources, source), ("destination", places, destination)):
        if len(set(dims)) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({listed(given)})")
    rest = iter([dim for dim in range(ndim) if dim not in sources])
    moved = dict(zip(places, sources, strict=True))
    return input.permute([moved[dim] if dim in moved else next(rest) for dim in range(ndim)])


def listed(dims: object) -> str:
    """Return dimensions as PyTorch's messages list them: [0, 1]."""
    return str(list(dims) if isinstance(dims, list | tuple) else [dims])


@composite(related=("transpose",), quantized=Quantized.MOVES)
def adjoint(input: Array) -> Array:
    """Return the conjugate of input with its last two dimensions swapped.

    >>> torch.adjoint(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    if input.ndim == 1:
        raise RuntimeError(
            "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor."
        )
    if not input.ndim:
        warn_once("adjoint() is deprecated on 0-D tensors. Consider using x.conj().")
    swapped = input.transpose(-2, -1) if input.ndim else input
    return swapped.conj() if input.dtype.is_complex else swapped


@view(related=("squeeze",), quantized=Quantized.RESHAPES)
def unsqueeze(input: Array, dim: int) -> Array:
    """Return input with a dimension of size 1 put in at dim, sharing its storage.

    >>> torch.unsqueeze(torch.tensor([1, 2]), 1)
    tensor([[1],
            [2]])
    """
    dim = wrap_dim(dim, input.ndim + 1)
    # or its strides may be any
    if input.flags.c_contiguous and 1 not in input.shape:
        return input.reshape((*input.shape[:dim], 1, *input.shape[dim:]))
    shape, strides = list(input.shape), list(input.strides)
    step = strides[dim] * shape[dim] if dim < input.ndim else input.itemsize
    return strided_view(
        input, [*shape[:dim], 1, *shape[dim:]], [*strides[:dim], step, *strides[dim:]]
    )


unsqueeze.gradient(input=lambda g, dim: g.squeeze(dim))


def squeeze_name(dim: object) -> str:
    """Return PyTorch's name for the step back of a squeeze."""
    return (
        "SqueezeBackward0" if dim is None else f"SqueezeBackward{1 if isinstance(dim, int) else 2}"
    )


@view(related=("unsqueeze",), node=squeeze_name, quantized=Quantized.RESHAPES)
def squeeze(input: Array, dim: Dims | None = None) -> Array:
    """Return input without its dimensions of size 1, or without those named.

    >>> torch.squeeze(torch.zeros(1, 3, 1)).shape
    torch.Size([3])
    """
    if dim is None:
        return input.squeeze()
    named = [wrap_dim(place, input.ndim) for place in ((dim,) if isinstance(dim, int) else dim)]
    for place in named:
        if named.count(place) > 1:
            raise RuntimeError(f"dim {place} appears multiple times in the list of dims")
    gone = tuple(place for place in named if input.ndim and input.shape[place] == 1)
    return input.squeeze(gone) if gone else input.view()


squeeze.gradient(input=lambda g, sizes: g.reshape(sizes))


def later_name(name: str) -> str:
    """Return the name of the step of a method that writes, from that of the one that looks.

    PyTorch numbers the forms of a function: those that look first, then those that write.
    """
    return f"{name[:-1]}{int(name[-1]) + (3 if name.startswith('Squeeze') else 1)}"


def look_again(name: str, look: Declared[Tensor]) -> None:
    """Declare the method that makes the tensor itself what one of its views is."""
    operation = look.operation
    method = entrance(operation, name, 0)

    def in_place(*args: Any, **settings: object) -> Any:
        input: Any = args[0] if args else None
        try:
            found = method(*args, **settings)
        except (IndexError, RuntimeError) as error:
            refuse_leaf(input)
            raise type(error)(f"{error}".replace("t() expects", "t_() expects")) from None
        refuse_leaf(input)
        if found.grad_fn is not None:
            under_name(found, later_name(found.grad_fn.name()))
        input._array = found._array
        input._grad_fn, input._output_nr = found.grad_fn, found._output_nr
        bump(input)
        return input

    in_place.__name__ = in_place.__qualname__ = name
    setattr(Tensor, name, in_place)
    OPERATIONS[f"torch.Tensor.{name}"] = operation


for view_name, declared in {
    "t_": t, "transpose_": transpose, "swapaxes_": transpose, "swapdims_": transpose,
    "squeeze_": squeeze, "unsqueeze_": unsqueeze,
}.items():  # fmt: skip
    look_again(view_name, declared)


@composite(method=False)
def atleast_1d(*tensors: Any) -> Any:
    """Return the tensor with at least one dimension; of several tensors, all of them.

    >>> torch.atleast_1d(torch.tensor(1.))
    tensor([1.])
    """
    return each(tensors, lambda x: x if x.ndim else x.reshape(1))


@composite(method=False)
def atleast_2d(*tensors: Any) -> Any:
    """Return the tensor with at least two dimensions; a vector becomes a row.

    >>> torch.atleast_2d(torch.tensor([1, 2]))
    tensor([[1, 2]])
    """
    return each(tensors, two_dimensional)


@composite(method=False)
def atleast_3d(*tensors: Any) -> Any:
    """Return the tensor with at least three dimensions.

    >>> torch.atleast_3d(torch.tensor([1, 2])).shape
    torch.Size([1, 2, 1])
    """
    return each(tensors, three_dimensional)


def three_dimensional(input: Tensor) -> Any:
    """Return a tensor with at least three dimensions."""
    if input.ndim > 2:
        return input
    return two_dimensional(input).unsqueeze(-1) if input.ndim else input.reshape(1, 1, 1)


def two_dimensional(input: Tensor) -> Any:
    """Return a tensor with at least two dimensions."""
    if input.ndim > 1:
        return input
    return input.unsqueeze(0) if input.ndim else input.reshape(1, 1)


def each(tensors: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """Return the one tensor changed, or a tuple of all of them."""
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return change(tensors[0])
    given = tensors[0] if len(tensors) == 1 else tensors
    require_tensors(given)
    return tuple(change(tensor) for tensor in given)
