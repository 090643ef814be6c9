"""How many elements the calls make whose results their operands do not tell."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.dtypes import BOOLEAN, INTEGER
from tensorlab.engine.tensor import Tensor
from tensorlab.language.meter import meter

CELLS_PER_STEP = 64
Estimate = Callable[..., int]


def cells_of(value: Any) -> int:
    """Return the number of elements that a tensor, or a list of tensors, has."""
    if isinstance(value, Tensor):
        return math.prod(value.shape)
    if isinstance(value, list | tuple) and value and isinstance(value[0], Tensor | list | tuple):
        return sum(map(cells_of, value))
    return 0


def whole(value: Any) -> int:
    """Return an integer argument, or 0 for what is none."""
    return value if isinstance(value, int) and value > 0 else 0


def flat(values: Sequence[Any]) -> list[int]:
    """Return sizes given one by one or in a list."""
    if len(values) == 1 and isinstance(values[0], list | tuple):
        values = tuple(values[0])
    return [whole(value) for value in values]


def repeated(x: Any, *sizes: Any) -> int:
    """Return the elements of x.repeat(sizes)."""
    return cells_of(x) * math.prod(flat(sizes))


def repeated_each(x: Any, repeats: Any = 1, *rest: Any) -> int:
    """Return the elements of repeat_interleave."""
    if isinstance(repeats, Tensor):
        count = int(repeats.sum().item()) if repeats.ndim else int(repeats.item())
        return max(count, 0) * (cells_of(x) if repeats.array.size == 1 else 1)
    return cells_of(x) * whole(repeats)


def pairs(*tensors: Any) -> int:
    """Return the elements of a product in which every element meets every other."""
    values = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], list | tuple) else tensors
    return math.prod(cells_of(value) for value in values if isinstance(value, Tensor))


def squared(x: Any, *rest: Any) -> int:
    """Return the elements of a matrix with x on a diagonal."""
    return cells_of(x) * (x.shape[-1] if isinstance(x, Tensor) and x.ndim else 1)


def padded_cells(x: Any, pad: Any = (), *rest: Any) -> int:
    """Return the elements of F.pad."""
    if not isinstance(x, Tensor) or not isinstance(pad, list | tuple):
        return 0
    shape = list(x.shape)
    for place in range(min(len(pad) // 2, len(shape))):
        shape[-1 - place] += whole(pad[2 * place]) + whole(pad[2 * place + 1])
    return math.prod(shape)


def sized(*given: Any) -> int:
    """Return the product of the whole numbers among the arguments."""
    return math.prod([n for value in given if (n := whole(value))] or [0])


def squared_side(n: Any, m: Any = None, *rest: Any) -> int:
    """Return the elements of eye."""
    return whole(n) * (whole(n) if m is None else whole(m))


def largest(*given: Any) -> int:
    """Return the largest whole number among the arguments."""
    return max([whole(value) for value in given], default=0)


def classes(x: Any, num_classes: Any = -1) -> int:
    """Return the elements of one_hot."""
    count = whole(num_classes)
    if not count and isinstance(x, Tensor) and x.array.size > 0:
        count = int(x.max().item()) + 1
    return cells_of(x) * count


def counted(x: Any, weights: Any = None, minlength: Any = 0) -> int:
    """Return the elements of bincount."""
    highest = 0
    if isinstance(x, Tensor) and x.array.size:
        highest = int(x.max().item())
    return max(whole(minlength), highest + 1)


def contracted(equation: Any, *tensors: Any) -> int:
    """Return the elements of the result of einsum, its steps paid for besides."""
    if len(tensors) == 1 and isinstance(tensors[0], list | tuple):
        tensors = tuple(tensors[0])
    if not (isinstance(equation, str) and all(isinstance(each, Tensor) for each in tensors)):
        return 0  # letters by their places, or a wrong call
    inputs, arrow, output = str(equation).replace(" ", "").partition("->")
    sizes: dict[str, int] = {}
    for letters, tensor in zip(inputs.split(","), tensors, strict=False):
        sizes.update(zip(letters, tensor.shape, strict=False))
    meter.spend(math.prod(sizes.values()) // CELLS_PER_STEP)
    once = (letter for letter in sizes if inputs.count(letter) == 1)
    return math.prod(sizes.get(letter, 1) for letter in (output if arrow else once))


def every_pair(a: Any, b: Any, *rest: Any) -> int:
    """Return the elements of cdist, on the way there and at its end."""
    batch = max(math.prod(a.shape[:-2]), math.prod(b.shape[:-2]))
    return int(3 * batch * a.shape[-2] * b.shape[-2]) + cells_of(a) + cells_of(b)


def selected(x: Any, dim: Any, index: Any, *rest: Any) -> int:
    """Return the elements of index_select."""
    return cells_of(x) // max(x.shape[dim], 1) * cells_of(index) if x.ndim else 1


def as_many_as_indices(x: Any, *rest: Any) -> int:
    """Return the elements of what has one for each index."""
    return max(cells_of(value) for value in rest)


def indexed(x: Tensor, index: Any) -> int:
    """Return the elements of `x[index]`, where tensors or lists say which."""
    parts = index if isinstance(index, tuple) else (index,)
    chosen = [part for part in parts if isinstance(part, Tensor | list)]
    if not chosen or not x.ndim:
        return 0
    masks = any(isinstance(part, Tensor) and part.dtype.category == BOOLEAN for part in chosen)
    if masks:
        return 2 * cells_of(x)
    count = max(cells_of(part) if isinstance(part, Tensor) else len(part) for part in chosen)
    rows = math.prod(x.shape[: len(chosen)])
    return max(count, 1) * (cells_of(x) // max(rows, 1))


def embedded(index: Any, table: Any, *rest: Any) -> int:
    """Return the elements of embedding."""
    return 2 * cells_of(index) * int(table.shape[-1])


def reduced(x: Any, *rest: Any) -> int:
    """Return what a reduction needs: nothing to speak of, but where it computes in a wider type."""
    return 0 if x.dtype.native and x.dtype.category != INTEGER else 2 * cells_of(x)


def covaried(x: Any, *rest: Any) -> int:
    """Return the elements of a matrix of covariances, its centred rows included."""
    return 3 * cells_of(x) + (x.shape[0] ** 2 if x.ndim > 1 else 1)


def chosen(x: Any, r: Any = 2, *rest: Any) -> int:
    """Return the elements of combinations."""
    return math.comb(min(cells_of(x) + whole(r), 10**6), min(whole(r), 100)) * whole(r)


def listed(x: Any, *rest: Any) -> int:
    """Return how many elements would take the memory of a list of Python's numbers."""
    return 10 * cells_of(x)


# A table, for the same reason as the one below.
ESTIMATES: dict[str, Estimate] = {
    "repeat": repeated, "tile": repeated, "repeat_interleave": repeated_each,
    "outer": pairs, "ger": pairs, "kron": pairs, "cartesian_prod": pairs, "meshgrid": pairs,
    "diag": squared, "diagflat": squared, "diag_embed": squared,
    "einsum": contracted, "combinations": chosen,
    "tolist": listed,
    "pad": padded_cells, "eye": squared_side, "tril_indices": sized, "triu_indices": sized,
    "vander": squared, "linspace": largest, "logspace": largest, "one_hot": classes,
    "bincount": counted, "histc": largest,
}  # fmt: skip
# These say all that a call needs: its operands, however large, say little of it. A table, as the
# meter that they spend is the language's own.
RESULTS: dict[str, Estimate] = {
    "index_select": selected, "gather": as_many_as_indices, "take": as_many_as_indices,
    "embedding": embedded, "cdist": every_pair, "cov": covaried, "corrcoef": covaried,
}  # fmt: skip
# What only looks, or makes a view: nothing is allocated, however large the tensor seems. A table,
# as it is asked for names while programs are compiled, before what declares them is loaded.
CHEAP = frozenset({
    "size", "shape", "stride", "numel", "dim", "view", "view_as", "expand", "expand_as",
    "broadcast_to", "permute", "transpose", "t", "unsqueeze", "squeeze", "narrow", "select",
    "unbind", "split", "chunk", "diagonal", "as_strided", "detach", "is_contiguous", "item",
    "element_size", "movedim", "swapaxes", "adjoint", "requires_grad_", "data_ptr",
    "storage_offset", "nelement", "ndimension",
})  # fmt: skip
