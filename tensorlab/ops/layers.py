"""Linear layers, embeddings and attention."""

import math
from typing import Any

from tensorlab.engine.creating import composite
from tensorlab.engine.declaration import declare
from tensorlab.engine.signature import Array, Index
from tensorlab.engine.tensor import Tensor, tensor_type_name
from tensorlab.ops.contraction import tensordot
from tensorlab.ops.matmul import matmul
from tensorlab.ops.products import addmm
from tensorlab.ops.similarity import dropout


@composite(namespace="torch.nn.functional", related=("matmul", "nn.functional.bilinear"))
def linear(input: Array, weight: Array, bias: Tensor | None = None) -> Tensor:
    """Return input @ weight.T + bias, for all dimensions but the last at once.

    >>> torch.nn.functional.linear(torch.tensor([1., 2.]), torch.tensor([[1., 1.], [0., 3.]]))
    tensor([3., 6.])
    """
    if bias is None:
        return matmul(input, weight.t() if weight.ndim <= 2 else weight.mT)
    if input.ndim == 2 and weight.ndim == 2:
        return addmm(bias, input, weight.t())
    if input.ndim:
        rows = input.reshape(math.prod(input.shape[:-1]), input.shape[-1])
        return addmm(bias, rows, weight.t()).view(*input.shape[:-1], weight.shape[0])
    return matmul(input, weight.t()) + bias


@composite(method=False, aliases=("nn.functional.bilinear",), related=("nn.functional.linear",))
def bilinear(input1: Array, input2: Array, weight: Array, bias: Tensor | None = None) -> Tensor:
    """Return input1 times each matrix of weight times input2: out[k] = sum x[i] w[k, i, j] y[j].

    >>> torch.bilinear(torch.tensor([[2.]]), torch.tensor([[3.]]), torch.tensor([[[1.]]]))
    tensor([[6.]])
    """
    for number, part in enumerate((input1, input2), 1):
        if part.shape[-1] != weight.shape[number]:
            raise RuntimeError(
                f"bilinear(): input{number} size does not match weight size: got {part.shape[-1]} "
                "but "
                f"expected {weight.shape[number]}"
            )
    lead = input1.shape[:-1]
    first = input1.reshape(math.prod(lead), input1.shape[-1])
    second = input2.reshape(math.prod(lead), input2.shape[-1])
    half = tensordot(first, weight, ([1], [1]))
    found = (half @ second.unsqueeze(-1)).squeeze(-1).view(*lead, weight.shape[0])
    return found if bias is None else found + bias  # type: ignore[no-any-return]


def check_embedding(weight: Tensor, indices: Tensor) -> None:
    """Refuse what can't be looked up.

    Raises:
        RuntimeError: the table is no matrix, or the indices are no whole numbers.
        IndexError: a row is asked for that there is not.
    """
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    if indices.dtype.name not in {"int64", "int32"}:
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            "Long, "
            f"Int; but got {tensor_type_name(indices)} instead (while checking arguments for "
            "embedding)"
        )
    places = indices.array
    if places.size and (places.min() < 0 or places.max() >= weight.shape[0]):
        raise IndexError("index out of range in self")


@declare("general", {"function": False, "method": False, "stored": True, "check": check_embedding,
                     "node": "EmbeddingBackward0"})  # fmt: skip
def rows_at(
    weight: Array, indices: Index, padding_idx: int = -1, scale_grad_by_freq: bool = False
) -> Array:
    """Return the rows of a table at the indices."""
    return weight[indices]


def rows_gradient(
    g: Tensor, sizes: Any, indices: Tensor, padding_idx: int, scale_grad_by_freq: bool
) -> Tensor:
    """Return the gradient added up in the rows that were looked up, but the padding's."""
    places = indices.reshape(-1).long()
    grads = g.reshape(places.shape[0], sizes[1])
    if scale_grad_by_freq:
        grads = grads / places.bincount(minlength=sizes[0])[places].unsqueeze(-1).to(g.dtype)
    if padding_idx >= 0:
        grads = grads.masked_fill((places == padding_idx).unsqueeze(-1), 0)
    return g.new_zeros(sizes).index_add(0, places, grads)


rows_at.gradient(
    weight=lambda g, sizes, indices, padding_idx, scale_grad_by_freq: rows_gradient(
        g, sizes, indices, padding_idx, scale_grad_by_freq
    )
)


def shrink(weight: Tensor, places: Tensor, max_norm: Any, norm_type: float) -> None:
    """Scale down, in place, the rows that are looked up and longer than allowed."""
    table = weight.detach()
    rows = places.reshape(-1).long().unique()
    lengths = table[rows].norm(norm_type, 1, True)
    factors = (max_norm / (lengths + 1e-7)).clamp(max=1)
    table[rows] = table[rows] * factors.where(lengths > max_norm, factors.new_ones(()))


@composite(namespace="torch.nn.functional", related=("one_hot", "index_select"))
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
    if padding_idx is not None:
        count = weight.shape[0]
        if not -count <= padding_idx < count:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= count
    if max_norm is not None:
        shrink(weight, input, max_norm, norm_type)
    return rows_at(weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq)


@composite(name="embedding", method=False, related=("nn.functional.embedding",))
def rows_of_table(
    weight: Array, indices: Index, padding_idx: int = -1, scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:  # fmt: skip
    """Return the rows of a table at the indices; the table comes first.

    >>> torch.embedding(torch.tensor([[1.], [3.]]), torch.tensor([1]))
    tensor([[3.]])
    """
    return rows_at(weight, indices, padding_idx, scale_grad_by_freq)


def causal_mask(query: Tensor, key: Tensor) -> Tensor:
    """Return where a query may look: at keys not after itself."""
    return query.new_ones(query.shape[-2], key.shape[-2]).tril() != 0


@composite(namespace="torch.nn.functional", related=("softmax", "matmul"))
def scaled_dot_product_attention(
    query: Array, key: Array, value: Array, attn_mask: Tensor | None = None, dropout_p: float = 0.0,
    is_causal: bool = False, scale: float | None = None, enable_gqa: bool = False,
) -> Tensor:  # fmt: skip
    """Return for each query the mean of the values, weighted by how well their keys match it.

    >>> x = torch.tensor([[1., 0.], [0., 1.]])
    >>> torch.nn.functional.scaled_dot_product_attention(x, x, x)
    tensor([[0.6698, 0.3302],
            [0.3302, 0.6698]])
    """
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if not query.dtype is key.dtype is value.dtype:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{query.dtype.c_name} key.dtype: {key.dtype.c_name} and value.dtype: "
            f"{value.dtype.c_name} instead."
        )
    if is_causal and attn_mask is not None:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )
    if enable_gqa and query.ndim >= 3:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], -3)
    factor = (
        math.sqrt(1 / math.sqrt(query.shape[-1]) if scale is None else scale)
        if (scale is None or scale > 0)
        else None
    )
    weights = query @ key.mT * scale if factor is None else (query * factor) @ (key * factor).mT
    mask = causal_mask(query, key) if is_causal else attn_mask
    if mask is not None:
        hidden = mask.dtype.name == "bool"
        weights = weights.masked_fill(~mask, -math.inf) if hidden else weights + mask
    weights = weights.softmax(-1)
    if mask is not None and mask.dtype.name == "bool":
        weights = weights.masked_fill(~mask.any(-1, True), 0)
    if dropout_p > 0:
        weights = dropout(weights, dropout_p)
    return weights @ value  # type: ignore[no-any-return]
