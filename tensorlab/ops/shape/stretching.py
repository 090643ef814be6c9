"""Tensors repeated: by stride 0, where one element is read many times, or by copying."""

from operator import index
from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.autograd.saved import sum_to_shape
from tensorlab.engine.declaring import Array, Quantized, Tensor, composite, view
from tensorlab.engine.dtypes import from_numpy_dtype
from tensorlab.engine.layout import strided_view
from tensorlab.engine.shapes import broadcast_shapes as shape_of_all
from tensorlab.engine.shapes import unviewable
from tensorlab.engine.signatures.accepting import require_tensors
from tensorlab.engine.size import Size
from tensorlab.engine.type_names import array_type_name
from tensorlab.engine.warning import in_full

NUMEL = "numel: integer multiplication overflow"  # said of -1 for a single number


@view(
    function=False, variadic="size", related=("repeat", "broadcast_to"), quantized=Quantized.MOVES
)
def expand(input: Array, size: tuple[int, ...], *, implicit: bool = False) -> Array:
    """Return input with dimensions of size 1 stretched: the copies share one element (stride 0).

    >>> x = torch.tensor([[1], [2]])
    >>> x.expand((2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    extra = len(size) - input.ndim
    if extra < 0:
        raise RuntimeError(
            f"expand({array_type_name(from_numpy_dtype(input.dtype))}"
            f"{{{list(input.shape)}}}, size={list(size)}): the number of sizes provided "
            f"({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({input.ndim})"
        )
    old = input.shape
    if old != size[extra:] or min(size, default=0) < 0:
        size = stretched_shape(old, tuple(size), extra)
    strides = [
        stride if before == after else 0
        for before, stride, after in zip(old, input.strides, size[extra:], strict=True)
    ]
    for dim in reversed(range(extra)):
        around = size[dim + 1] * strides[0] if strides else 0
        strides.insert(0, 0 if size[dim] != 1 else around)
    return strided_view(input, size, strides)


expand.gradient(input=lambda g: g)  # the engine sums what was stretched


def stretched_shape(old: tuple[int, ...], size: tuple[int, ...], extra: int) -> tuple[int, ...]:
    """Return the sizes asked for, with -1 standing for the old size.

    Raises:
        RuntimeError: an old size is neither 1 nor the new one.
    """
    shape = list(map(index, size))
    for dim in reversed(range(len(size))):
        before = old[dim - extra] if dim >= extra else 1
        if size[dim] == -1:
            if dim < extra:
                raise RuntimeError(
                    in_full("The expanded size of the tensor (-1)", dim) if old else NUMEL
                )
            shape[dim] = before
        elif before not in (1, size[dim]):
            raise RuntimeError(
                in_full(
                    "The expanded size of the tensor ({})",
                    size[dim],
                    before,
                    dim,
                    list(size),
                    list(old),
                )
            )
    if min(shape, default=0) < 0:
        raise unviewable(shape)
    return tuple(shape)


@composite(function=False, related=("expand",), quantized=Quantized.MOVES)
def expand_as(input: Array, other: Array) -> Tensor:
    """Return input stretched to the shape of other.

    >>> torch.tensor([1, 2]).expand_as(torch.zeros(2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, other.shape)


@composite(variadic="size", related=("expand",), quantized=Quantized.MOVES)
def broadcast_to(input: Array, size: tuple[int, ...]) -> Tensor:
    """Return input stretched to a shape.

    >>> torch.broadcast_to(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, size)


@composite(method=False, related=("broadcast_shapes",))
def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """Return the tensors, each stretched to the shape that all of them broadcast to.

    >>> torch.broadcast_tensors(torch.tensor([1, 2]), torch.tensor([[3]]))
    (tensor([[1, 2]]), tensor([[3, 3]]))
    """
    require_tensors(tensors)
    shape = shape_of_all(*(tensor.shape for tensor in tensors))
    return tuple(
        tensor if tuple(tensor.shape) == shape else expand(tensor, shape) for tensor in tensors
    )


@composite(method=False, related=("broadcast_tensors",))
def broadcast_shapes(*shapes: Any) -> Size:
    """Return the shape that all shapes broadcast to.

    >>> torch.broadcast_shapes((2, 1), (3,))
    torch.Size([2, 3])
    """
    for shape in shapes:
        if not isinstance(shape, int | tuple | list):
            raise RuntimeError(in_full("Input shapes should be of", shape))
    given = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    result = [1] * max(map(len, given), default=0)
    for number, shape in enumerate(given):
        for place in range(-1, -1 - len(shape), -1):
            if shape[place] in (1, result[place]):
                continue
            if shape[place] < 0 and result[place] == 1:
                raise ValueError("Attempting to broadcast a dimension with negative length!")
            if result[place] != 1:
                size, whole = shape[place], shapes[number]
                words = in_full("Attempting to broadcast", size, place, number, whole, result)
                raise RuntimeError(words)
            result[place] = shape[place]
    return Size(result)


@composite(function=False, variadic="size", related=("expand", "sum"))
def sum_to_size(input: Array, size: tuple[int, ...]) -> Array:
    """Return input summed over the dimensions in which a broadcast would stretch the size.

    >>> torch.ones(2, 3).sum_to_size((1, 3))
    tensor([[2., 2., 2.]])
    """
    extra = input.ndim - len(size)
    fits = extra >= 0 and all(
        small in (1, large) for small, large in zip(size, input.shape[extra:], strict=True)
    )
    if not fits:
        raise RuntimeError(
            f"size {{{list(size)}}} is not expandable to size {{{list(input.shape)}}}."
        )
    if not size:
        return input.sum()
    if input.shape == tuple(size):
        return input
    found = sum_to_shape(input, tuple(size))
    return found if extra else under_name(found, "SumBackward1")
