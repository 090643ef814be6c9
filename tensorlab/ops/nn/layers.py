"""Linear layers, embeddings, and classes as rows of zeros with a one."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import USUAL, Array, Index, Work, composite, selecting
from tensorlab.engine.dtypes import int64
from tensorlab.engine.layout import zeros_beside
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.shapes import LONG, reserve_elements
from tensorlab.engine.signatures.support import COMPLEX32, INEXACT, not_implemented
from tensorlab.engine.tensor import DENSE, Tensor, wrap
from tensorlab.engine.type_names import kernel_type_name
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.indexing.gathering import HUGE, flat_places, in_range, largest
from tensorlab.ops.indexing.index_writing import FEW, add_slices
from tensorlab.ops.linear_algebra.matmul import matmul
from tensorlab.ops.linear_algebra.matrix import COUNTABLE
from tensorlab.ops.linear_algebra.products import addmm
from tensorlab.ops.loading import find
from tensorlab.ops.nn.classification import F


@composite(
    autocast="down",
    namespace="torch.nn.functional",
    related=("matmul", "nn.functional.bilinear"),
    work=Work.PRODUCT,
    out=True,
    wrong_out=USUAL,
)
def linear(input: Array, weight: Array, bias: Tensor | None = None) -> Tensor:
    """Return input @ weight.T + bias, for all dimensions but the last at once.

    >>> torch.nn.functional.linear(torch.tensor([1., 2.]), torch.tensor([[1., 1.], [0., 3.]]))
    tensor([3., 6.])
    """
    plain = input.__class__ in DENSE and weight.__class__ in DENSE
    if plain and input._array.ndim == weight._array.ndim == 2 and bias is not None:
        return addmm(bias, input, weight.t())
    ndim, other = input.ndim, weight.ndim
    if not ndim or not other:
        raise RuntimeError(
            f"both arguments to linear need to be at least 1D, but they are {ndim}D and {other}D"
        )
    if bias is None or (ndim != 2 and (bias.ndim != 1 or not input.is_contiguous())):
        fits = other == 2 and input.shape[-1] == weight.shape[-1]
        if fits and input.dtype is not weight.dtype:
            raise RuntimeError(
                in_full("expected m1 and m2", input.dtype.c_name, weight.dtype.c_name)
            )
        product = matmul(input, weight.t())
        return product if bias is None else product.add_(bias)
    rows = input if ndim == 2 else input.reshape(math.prod(input.shape[:-1]), input.shape[-1])
    product = addmm(bias, rows, weight.t())
    return product if ndim == 2 else product.view(*input.shape[:-1], weight.shape[0])


@composite(method=False, aliases=("nn.functional.bilinear",), related=("nn.functional.linear",))
def bilinear(input1: Array, input2: Array, weight: Array, bias: Tensor | None = None) -> Array:
    """Return input1 times each matrix of weight times input2: out[k] = sum x[i] w[k, i, j] y[j].

    >>> torch.bilinear(torch.tensor([[2.]]), torch.tensor([[3.]]), torch.tensor([[[1.]]]))
    tensor([[6.]])
    """
    parts = {"input1": input1, "input2": input2, "weight": weight, "bias": bias}
    kinds = {name: part.dtype for name, part in parts.items() if part is not None}
    if len({*kinds.values()}) > 1:
        shown = ", ".join(f"{name}: {kind.c_name}" for name, kind in kinds.items())
        raise RuntimeError(f"All tensors must have the same dtype, got {shown}")
    if input1.ndim != input2.ndim:
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {input1.ndim} and {input2.ndim}"
        )
    for dim, (size, other) in enumerate(zip(input1.shape[:-1], input2.shape[:-1], strict=True)):
        if size != other:
            raise RuntimeError(in_full("bilinear(): input batch", dim, size, other))
    for number, part in enumerate((input1, input2), 1):
        given, expected = part.size(-1), weight.size(number)
        if given != expected:
            raise RuntimeError(in_full("bilinear(): input{}", number, given, expected))
    if bias is not None and bias.size(0) != len(weight):
        raise RuntimeError(in_full("bilinear(): bias", bias.size(0), len(weight)))
    if weight.dtype not in COUNTABLE:
        raise not_implemented("bmm", weight.dtype)
    lead = input1.shape[:-1]
    first = input1.reshape(math.prod(lead), input1.shape[-1])
    second = input2.reshape(math.prod(lead), input2.shape[-1])
    half = first @ weight  # for each feature the batch, as PyTorch goes through them
    found = (half.unsqueeze(-2) @ second.unsqueeze(-1)).flatten(1).t().flatten()
    found = found.reshape(*lead, len(weight))
    return found if bias is None else found + bias


PLACES = ("Long", "Int")


def require_kind(name: str, place: str, tensor: Tensor, known: tuple[str, ...]) -> None:
    """Refuse an argument of a kernel that is of none of the types that it knows.

    Raises:
        RuntimeError: it is of another type.
    """
    if tensor.dtype.scalar_name not in known:
        raise RuntimeError(
            in_full(
                "Expected tensor for argument",
                place,
                ", ".join(known),
                kernel_type_name(tensor),
                name,
            )
        )


def check_embedding(weight: Tensor, indices: Tensor) -> None:
    """Refuse what can't be looked up.

    Raises:
        RuntimeError: the table is no matrix, or the indices are no whole numbers.
        IndexError: a row is asked for that there is not.
    """
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    require_kind("embedding", "#1 'indices'", indices, PLACES)
    places = indices._array
    if places.size and not weight.shape[0]:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if places.size and (places.min() < 0 or places.max() >= weight.shape[0]):
        raise IndexError("index out of range in self")


@selecting(inner=True, stored=True, check=check_embedding, node="EmbeddingBackward0",
           real_gradient="embedding")  # fmt: skip
def rows_at(
    weight: Array, indices: Index, padding_idx: int = -1, scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Array:  # fmt: skip
    """Return the rows of a table at the indices."""
    if weight.ndim != 2 or indices.dtype.kind != "i" or indices.dtype.itemsize < 4:
        raise ValueError  # the check has the words for it
    if not in_range(indices, len(weight)):
        raise IndexError  # likewise
    reserve_memory(indices.size * weight.nbytes // max(len(weight), 1))
    return weight.take(indices, 0)


def rows_added(rows: NDArray[Any], places: NDArray[Any], sizes: Any, padding_idx: int) -> Any:
    """Return a table of zeros with rows added at their places, but at the padding's."""
    if padding_idx >= 0:
        kept = places != padding_idx
        rows, places = rows[kept], places[kept]
    table = zeros_beside(rows, sizes)
    if rows.shape[1] > FEW:
        add_slices(table, (places,), rows)
    else:
        np.add.at(table, places, rows)
    return table


def rows_gradient(
    g: Tensor, sizes: Any, indices: Tensor, padding_idx: int, scale_grad_by_freq: bool,
    sparse: bool,
) -> Tensor:  # fmt: skip
    """Return the gradient added up in the rows that were looked up, but the padding's."""
    plain = g.__class__ is Tensor and g.dtype.native and not Recording.enabled
    if plain and not (scale_grad_by_freq or sparse):  # numpy's to add up
        rows = g._array.reshape(-1, sizes[1])
        return wrap(rows_added(rows, indices._array.reshape(-1), sizes, padding_idx), g.dtype)
    places = indices.reshape(-1).long()
    grads = g.reshape(places.shape[0], sizes[1])
    if sparse:
        if scale_grad_by_freq:
            raise RuntimeError(
                "embedding_backward: scale_grad_by_freq not supported with sparse gradients"
            )
        kept = places != padding_idx
        return of_rows(places[kept], grads[kept], sizes)
    if scale_grad_by_freq:
        grads = grads / places.bincount(minlength=sizes[0])[places].unsqueeze(-1).to(g.dtype)
    if padding_idx >= 0:
        grads = grads.masked_fill((places == padding_idx).unsqueeze(-1), 0)
    return g.new_zeros(sizes).index_add(0, places, grads)


rows_at.gradient(weight=rows_gradient)


def of_rows(places: Tensor, rows: Tensor, sizes: Any) -> Tensor:
    """Return a sparse tensor of some rows, which may come more than once."""
    sparse: Tensor = find("torch", "sparse_coo_tensor")(
        places.unsqueeze(0), rows, tuple(sizes), check_invariants=False
    )
    return sparse


def shrink(weight: Tensor, places: Tensor, max_norm: Any, norm_type: float) -> None:
    """Scale down, in place, the rows that are looked up and longer than allowed.

    Raises:
        RuntimeError: the table is no matrix of such numbers, or the places are no whole numbers.
    """
    if weight.ndim != 2:
        raise RuntimeError(in_full("Expected 2-dimensional", weight.ndim))
    require_kind("embedding_renorm_", "#2 'indices'", places, PLACES)
    table = weight.detach()
    if table.dtype not in INEXACT | COMPLEX32:
        raise RuntimeError(in_full("norm(): input dtype", table.dtype.scalar_name))
    rows = places.reshape(-1).long().unique()
    lengths = table[rows].norm(norm_type, 1, True)
    factors = (max_norm / (lengths + 1e-7)).clamp(max=1)
    table[rows] = table[rows] * factors.where(lengths > max_norm, factors.new_ones(()))


@composite(namespace="torch.nn.functional", related=("one_hot", "index_select"), copies=0)
def embedding(
    input: Index, weight: Array, padding_idx: int | None = None, max_norm: float | None = None,
    norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False,
) -> Tensor:  # fmt: skip
    """Return the rows of a table at the indices: a vector per word.

    >>> table = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.nn.functional.embedding(torch.tensor([1, 0]), table)
    tensor([[3., 4.],
            [1., 2.]])
    """
    if padding_idx:
        count = weight.size(0)
        if not -count <= padding_idx < count:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= count
    if max_norm is not None:
        shrink(weight, input, max_norm, norm_type)
    padding = -1 if padding_idx is None else padding_idx
    return rows_at(weight, input, padding, scale_grad_by_freq, sparse)


@composite(name="embedding", method=False, related=("nn.functional.embedding",), copies=0)
@alike(rows_at)
def rows_of_table(given: dict[str, Any]) -> Tensor:
    """Return the rows of a table at the indices; the table comes first.

    >>> torch.embedding(torch.tensor([[1.], [3.]]), torch.tensor([1]))
    tensor([[3.]])
    """
    return rows_at(*given.values())


@composite(namespace=F, related=("nn.functional.cross_entropy",))
def one_hot(tensor: Array, num_classes: int = -1) -> Array:
    """Return for each class a row of zeros with a 1 at its place.

    >>> torch.nn.functional.one_hot(torch.tensor([0, 2]), num_classes=3)
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    if tensor.dtype is not int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    classes = tensor._array
    if tensor.is_meta:
        most = num_classes if num_classes >= 0 else tensor.max().item()
        return tensor.new_zeros((*classes.shape, most))
    if classes.size == 0:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return tensor.new_zeros((*classes.shape, num_classes))
    most = largest(classes) + 1
    if most > HUGE:
        raise RuntimeError("Class values must be non-negative.")
    num_classes = most if num_classes == -1 else num_classes
    if num_classes < most:
        raise RuntimeError("Class values must be smaller than num_classes.")
    if num_classes >= LONG:
        raise RuntimeError("zeros: Dimension size must be non-negative.")
    shape = (*classes.shape, num_classes)
    reserve_elements(shape, 8)
    rows = zeros_beside(classes, shape)
    rows.reshape(-1)[flat_places(classes[..., None], classes.ndim, shape)] = 1
    return wrap(rows, int64)
