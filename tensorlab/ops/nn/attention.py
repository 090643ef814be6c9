"""Attention: each query's mean of the values, weighted by how well their keys match it."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import FLOATS, HALVES, Array, Mask, Tensor, composite, triplewise
from tensorlab.engine.layout import empty_like
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.warning import in_full
from tensorlab.numerics.functions import rounding
from tensorlab.ops.nn.dropout import dropout
from tensorlab.ops.pointwise.flat import differentiable_once, underived


def goes_at_once(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> bool:
    """Return whether PyTorch has a kernel that does all the steps, rounding once."""
    return (
        query.ndim == key.ndim == value.ndim == 4
        and query.dtype in FLOATS
        and query.shape[:2] == key.shape[:2] == value.shape[:2]
        and query.shape[-1] == key.shape[-1] == value.shape[-1]
        and 0 not in (query.shape[-2], key.shape[-2])
        and not (mask is not None and mask.requires_grad)
    )


def hidden(scores: NDArray[Any], mask: NDArray[Any] | None, is_causal: bool) -> Any:
    """Return scores, minus infinity where a query may not look; a mask of floats is added."""
    if is_causal:
        return np.where(np.tri(*scores.shape[-2:]) != 0, scores, -np.inf).astype(scores.dtype)
    if mask is None or mask.dtype.kind == "f":
        return scores if mask is None else scores + mask
    return np.where(mask, scores, -np.inf).astype(scores.dtype)


@triplewise(inner=True, takes=FLOATS, node="ScaledDotProductFlashAttentionForCpuBackward0")
def attention(
    query: Array, key: Array, value: Array, mask: Mask | None, is_causal: bool, scale: float
) -> Array:
    """Return the weighted means of the values, which lie in the order of the queries."""
    number = query.dtype.type(scale)
    scores = hidden(np.matmul(query, key.swapaxes(-1, -2)) * number, mask, is_causal)
    top = np.maximum.reduce(scores, -1, keepdims=True)
    parts = rounding.exp(scores - np.where(np.isneginf(top), 0, top))
    total = np.add.reduce(parts, -1, keepdims=True)
    found = empty_like(query)
    found[...] = np.matmul(parts, value) / np.where(total == 0, 1, total)
    return found


def attention_gradient(place: int) -> Callable[..., Any]:
    """Return the rule for query, key or value, by its place: a gradient that is rounded once."""

    def rule(
        g: Tensor,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        out: Tensor,
        mask: Tensor | None,
        is_causal: bool,
        scale: float,
    ) -> Any:
        if query.dtype in HALVES:
            g, query, key, value, out = (part.float() for part in (g, query, key, value, out))
        scores = query @ key.mT * scale
        seen = causal_mask(query, key) if is_causal else mask
        if seen is not None:
            boolean = seen.dtype.name == "bool"
            scores = scores.masked_fill(~seen, -math.inf) if boolean else scores + seen
        parts = scores.softmax(-1)
        parts = parts.masked_fill(parts.isnan(), 0)  # a query that sees no key
        moved = parts * (g @ value.mT - (g * out).sum(-1, True)) * scale
        found = (moved @ key, moved.mT @ query, parts.mT @ g)
        return once(found[place], query, key)

    return rule


once = differentiable_once(
    "NotImplemented", underived("_scaled_dot_product_flash_attention_for_cpu_backward")
)
attention.gradient(
    query=attention_gradient(0), key=attention_gradient(1), value=attention_gradient(2)
)


def causal_mask(query: Tensor, key: Tensor) -> Tensor:
    """Return where a query may look: at keys not after itself."""
    return query.new_ones(query.shape[-2], key.shape[-2]).tril() != 0


def require_attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None, *, is_causal: bool
) -> None:
    """Refuse queries, keys and values that don't go together, and two masks.

    Raises:
        RuntimeError: a size or a type differs, or both a mask and is_causal are given.
    """
    if not query.dtype is key.dtype is value.dtype:
        q, k, v = (part.dtype.c_name for part in (query, key, value))
        raise RuntimeError(in_full("Expected query, key, and value to have", q, k, v))
    dims_q, dims_k, dims_v = query.ndim, key.ndim, value.ndim
    if min(dims_q, dims_k, dims_v) < 2:
        raise RuntimeError(in_full("Expected query, key, and value to all", dims_q, dims_k, dims_v))
    if attn_mask is not None and attn_mask.dtype.name not in {"bool", "float32", query.dtype.name}:
        kind = attn_mask.dtype.c_name
        raise RuntimeError(in_full("Expected attn_mask dtype", kind, query.dtype.c_name))
    if is_causal and attn_mask is not None:
        raise RuntimeError(in_full("_scaled_dot_product_attention:"))


def attention_weights(
    query: Tensor, key: Tensor, mask: Tensor | None, scale: float | None
) -> Tensor:
    """Return how much of each value each query takes; what a mask hides counts nothing."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    factor = math.sqrt(scale) if scale > 0 else None
    weights = query @ key.mT * scale if factor is None else (query * factor) @ (key * factor).mT
    if mask is None:
        return weights.softmax(-1)
    if mask.dtype.name != "bool":
        return (weights + mask).softmax(-1)
    weights = weights.masked_fill(~mask, -math.inf).softmax(-1)
    return weights.masked_fill(~mask.any(-1, True), 0)


@composite(autocast="down", namespace="torch.nn.functional", related=("softmax", "matmul"))
def scaled_dot_product_attention(
    query: Array, key: Array, value: Array, attn_mask: Tensor | None = None, dropout_p: float = 0.0,
    is_causal: bool = False, scale: float | None = None, enable_gqa: bool = False,
) -> Array:  # fmt: skip
    """Return for each query the mean of the values, weighted by how well their keys match it.

    >>> x = torch.tensor([[1., 0.], [0., 1.]])
    >>> torch.nn.functional.scaled_dot_product_attention(x, x, x)
    tensor([[0.6698, 0.3302],
            [0.3302, 0.6698]])
    """
    require_attention(query, key, value, attn_mask, is_causal=is_causal)
    if enable_gqa and query.ndim >= 3:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], -3)
    if attn_mask is not None:  # which says what does not fit
        batch = broadcast_shapes(query.shape[:-2], key.shape[:-2])
        broadcast_shapes((*batch, query.shape[-2], key.shape[-2]), attn_mask.shape)
    if not dropout_p and goes_at_once(query, key, value, attn_mask):
        length = query.shape[-1]
        weight = (1 / math.sqrt(length) if length else 1.0) if scale is None else scale
        return attention(query, key, value, attn_mask, is_causal, weight)
    if query.dtype in HALVES:  # each step in float32, the result rounded
        wide = (part.float() for part in (query, key, value))
        if attn_mask is not None and attn_mask.dtype.name != "bool":
            attn_mask = attn_mask.float()
        found = scaled_dot_product_attention(*wide, attn_mask, dropout_p, is_causal, scale=scale)
        return found.to(query.dtype)
    mask = causal_mask(query, key) if is_causal else attn_mask
    weights = attention_weights(query, key, mask, scale)
    return (dropout(weights, dropout_p) if dropout_p > 0 else weights) @ value
