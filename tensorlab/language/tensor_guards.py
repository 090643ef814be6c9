"""What a call on tensors may allocate, claimed before it is made."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.contents import weigh
from tensorlab.language.meter import meter

# Below so many elements a result is a matter of microseconds and kilobytes.
LARGE = 1 << 14
# Operands of so many elements together are looked at: three of them make 5 million at most.
LOOK = 512
CELLS_PER_STEP = 64
PRODUCTS_PER_STEP = 2_000
WIDEST_CELL = 8

NUMBERS = frozenset({int, float, bool})

Estimate = Callable[..., int]


def cells_of(value: Any) -> int:
    """Return the number of elements that a tensor, or a list of tensors, has."""
    if isinstance(value, Tensor):
        return math.prod(value.shape)
    if isinstance(value, list | tuple) and value and isinstance(value[0], Tensor | list | tuple):
        return sum(map(cells_of, value))
    return 0


def charge(cells: int) -> None:
    """Pay for a result of so many elements."""
    if cells > LARGE:
        meter.grow(cells * WIDEST_CELL // 2)
        meter.spend(cells // CELLS_PER_STEP)


def broadcast_cells(*tensors: Any) -> int:
    """Return the number of elements of tensors stretched over one another; 0 if they do not fit."""
    shapes = [tuple(value.shape) for value in tensors if isinstance(value, Tensor)]
    width = max(map(len, shapes), default=0)
    padded = [(1,) * (width - len(shape)) + shape for shape in shapes]
    extents = [max(sizes) if 0 not in sizes else 0 for sizes in zip(*padded, strict=True)]
    return math.prod(extents)


def charge_pair(a: Any, b: Any) -> None:
    """Pay for an elementwise operation."""
    cells = a.array.size if type(a) is Tensor else 1
    if type(b) is Tensor:
        cells *= b.array.size
    if cells > LARGE:
        charge(broadcast_cells(a, b))


def charge_product(a: Any, b: Any) -> None:
    """Pay for a matrix product."""
    if type(a) is Tensor and type(b) is Tensor and a.array.size * b.array.size <= LARGE:
        return
    if not (isinstance(a, Tensor) and isinstance(b, Tensor) and a.ndim and b.ndim):
        return
    rows = a.shape[:-1]
    columns = b.shape[-1] if b.ndim > 1 else 1
    cells = math.prod(rows) * columns
    meter.spend(cells * a.shape[-1] // PRODUCTS_PER_STEP)
    batch = math.prod(b.shape[:-2])
    charge(max(cells, batch * columns * (rows[-1] if rows else 1)))


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
    inputs, arrow, output = str(equation).replace(" ", "").partition("->")
    sizes: dict[str, int] = {}
    for letters, tensor in zip(inputs.split(","), tensors, strict=False):
        sizes.update(zip(letters, tensor.shape, strict=False))
    meter.spend(math.prod(sizes.values()) // CELLS_PER_STEP)
    once = (letter for letter in sizes if inputs.count(letter) == 1)
    return math.prod(sizes.get(letter, 1) for letter in (output if arrow else once))


def every_pair(a: Any, b: Any, *rest: Any) -> int:
    """Return the elements of cdist, its differences included."""
    return cells_of(a) * (b.shape[-2] if isinstance(b, Tensor) and b.ndim > 1 else 1)


def chosen(x: Any, r: Any = 2, *rest: Any) -> int:
    """Return the elements of combinations."""
    return math.comb(min(cells_of(x) + whole(r), 10**6), min(whole(r), 100)) * whole(r)


def listed(x: Any, *rest: Any) -> int:
    """Return how many elements would take the memory of a list of Python's numbers."""
    return 10 * cells_of(x)


ESTIMATES: dict[str, Estimate] = {
    "repeat": repeated, "tile": repeated, "repeat_interleave": repeated_each,
    "outer": pairs, "ger": pairs, "kron": pairs, "cartesian_prod": pairs, "meshgrid": pairs,
    "diag": squared, "diagflat": squared, "diag_embed": squared, "cov": squared,
    "corrcoef": squared, "einsum": contracted, "cdist": every_pair, "combinations": chosen,
    "tolist": listed,
    "pad": padded_cells, "eye": sized, "tril_indices": sized, "triu_indices": sized,
    "vander": squared, "linspace": largest, "logspace": largest, "one_hot": classes,
    "bincount": counted, "histc": largest,
    "hann_window": largest, "hamming_window": largest, "bartlett_window": largest,
    "blackman_window": largest, "kaiser_window": largest,
}  # fmt: skip
PRODUCTS = {"mm", "matmul", "bmm", "__matmul__", "linear", "inner"}
# Their work grows with the third power of a matrix's side.
CUBIC = frozenset({
    "det", "slogdet", "logdet", "inv", "inverse", "pinv", "solve", "lstsq", "svd", "svdvals", "eig",
    "eigh", "eigvals", "eigvalsh", "qr", "cholesky", "lu", "lu_factor", "matrix_exp",
    "matrix_power", "matrix_rank", "cond", "solve_ex", "inv_ex",
})  # fmt: skip
# What only looks, or makes a view: nothing is allocated, however large the tensor seems.
CHEAP = frozenset({
    "size", "shape", "stride", "numel", "dim", "view", "view_as", "expand", "expand_as",
    "broadcast_to", "permute", "transpose", "t", "unsqueeze", "squeeze", "narrow", "select",
    "unbind", "split", "chunk", "diagonal", "as_strided", "detach", "is_contiguous", "item",
    "element_size", "movedim", "swapaxes", "adjoint", "requires_grad_", "data_ptr",
    "storage_offset", "nelement", "ndimension",
})  # fmt: skip


def guard_values(name: str, values: Sequence[Any]) -> None:
    """Pay for what a function of tensors may allocate, if its arguments are not small."""
    cells = 0
    for value in values:
        kind = type(value)
        if kind is Tensor:
            cells += value.array.size
        elif kind is list or kind is tuple:
            cells += cells_in(value)
    if cells > LOOK:
        charge_call(name, values)
    if name in ESTIMATES:
        charge(expected(ESTIMATES[name], values))


def cells_in(values: Sequence[Any]) -> int:
    """Return the elements of the tensors in a list, its own length paid for."""
    cells = 0
    for value in values:
        kind = type(value)
        if kind is Tensor:
            cells += value.array.size
        elif kind not in NUMBERS:
            weigh(values)
            return cells_of(values)
    meter.spend(len(values))
    return cells


def charge_call(name: str, values: Sequence[Any]) -> None:
    """Pay for the result of a function: as large as its operands stretched, or its lists joined."""
    if name in CHEAP:
        return
    if name in PRODUCTS and len(values) > 1:
        charge_product(values[0], values[1])
        return
    if name in CUBIC and isinstance(values[0], Tensor) and values[0].ndim > 1:
        meter.spend(cells_of(values[0]) * max(values[0].shape[-2:]) // (PRODUCTS_PER_STEP // 4))
    lists = sum(cells_of(value) for value in values if not isinstance(value, Tensor))
    charge(max(broadcast_cells(*values), lists, *(cells_of(value) for value in values)))


def expected(estimate: Estimate, given: Sequence[Any]) -> int:
    """Return what an estimate says; a call that it cannot read is the engine's to refuse."""
    try:
        return estimate(*given)
    except (TypeError, ValueError, IndexError, RuntimeError, OverflowError):
        return 0
