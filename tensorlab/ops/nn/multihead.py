"""Attention by several heads: each matches queries with keys in a space of its own."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from tensorlab.engine.declaring import Array, Tensor, Truth, composite
from tensorlab.engine.dtypes import DType
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.creation.from_values import zeros_like
from tensorlab.ops.linear_algebra.batch_products import baddbmm
from tensorlab.ops.nn.attention import scaled_dot_product_attention
from tensorlab.ops.nn.dropout import dropout
from tensorlab.ops.nn.layers import linear
from tensorlab.ops.nn.padding import pad
from tensorlab.ops.shape.joining import cat


class Projections(NamedTuple):
    """What query, key and value are multiplied by: one matrix for all, or three."""

    together: Any
    bias: Any
    query: Any = None
    key: Any = None
    value: Any = None


def as_addend(
    mask: Tensor | None, name: str, kind: DType, other: Tensor | None = None, other_name: str = ""
) -> Any:
    """Return a mask as what is added to scores: minus infinity where nothing is to be seen.

    Raises:
        AssertionError: it is neither truth values nor floating.
        RuntimeError: the other mask is no tensor.
    """
    if not isinstance(other, Tensor | None):
        raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")
    if mask is None:
        return None
    hides = mask.dtype.name == "bool"
    if not hides and not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other.dtype is not mask.dtype:
        warn(in_full("Support for mismatched", name, other_name))
    return zeros_like(mask, dtype=kind).masked_fill_(mask, -math.inf) if hides else mask


def require_batch(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    padding: Tensor | None,
    mask: Tensor | None,
    heads: int,
) -> None:
    """Refuse operands that are not all of a batch, or all of none.

    Raises:
        AssertionError: the numbers of dimensions differ.
    """
    if query.ndim not in (2, 3):
        raise AssertionError(in_full("query should be unbatched", query.ndim))
    which = "batched (3-D)" if query.ndim == 3 else "unbatched (2-D)"
    if not key.ndim == value.ndim == query.ndim:
        raise AssertionError(
            f"For {which} `query`, expected `key` and `value` to be {query.ndim}-D but found "
            f"{key.ndim}-D and {value.ndim}-D tensors respectively"
        )
    if padding is not None and padding.ndim != query.ndim - 1:
        raise AssertionError(
            f"For {which} `query`, expected `key_padding_mask` to be `None` or {query.ndim - 1}-D "
            f"but found {padding.ndim}-D tensor instead"
        )
    if mask is not None and mask.ndim not in (2, 3):
        raise AssertionError(in_full("For {} `query`, expected", which, mask.ndim))
    if mask is not None and mask.ndim == 3 and query.ndim == 2:
        wanted = (heads, query.shape[0], key.shape[0])
        if tuple(mask.shape) != wanted:
            raise AssertionError(f"Expected `attn_mask` shape to be {wanted} but got {mask.shape}")


def as_batch(query: Tensor, key: Tensor, value: Tensor) -> tuple[Any, Any, Any]:
    """Return a batch of one of each; what was the same tensor stays so."""
    queries = query.unsqueeze(1)
    keys = queries if key is query else key.unsqueeze(1)
    return queries, keys, keys if value is key else value.unsqueeze(1)


def require_sizes(
    query: Tensor, key: Tensor, value: Tensor, size: int, heads: int, separate: bool
) -> None:
    """Refuse operands of other sizes.

    Raises:
        AssertionError: a size differs.
    """
    if query.shape[-1] != size:
        raise AssertionError(
            f"was expecting embedding dimension of {size}, but got {query.shape[-1]}"
        )
    if size // heads * heads != size:
        raise AssertionError(f"embed_dim {size} not divisible by num_heads {heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(
            f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
        )
    if not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")


def projected(query: Tensor, key: Tensor, value: Tensor, by: Projections) -> list[Any]:
    """Return query, key and value in the heads' spaces."""
    size = query.shape[-1]
    if by.query is not None:
        biases = (None,) * 3 if by.bias is None else by.bias.chunk(3)
        given = (query, key, value)
        for name, part, matrix in zip(("query", "key", "value"), given, by[2:], strict=True):
            if matrix.shape != (wanted := (size, part.size(-1))):
                raise AssertionError(in_full("expecting {} weights", name, wanted, matrix.shape))
        return [linear(*part) for part in zip(given, by[2:], biases, strict=True)]
    if key is value and query is key:
        found = linear(query, by.together, by.bias).unflatten(-1, (3, size))
        return list(found.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous())
    if key is value:
        first, rest = by.together.split([size, 2 * size])
        ours, theirs = (None, None) if by.bias is None else by.bias.split([size, 2 * size])
        pair = linear(key, rest, theirs).unflatten(-1, (2, size))
        pair = pair.unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return [linear(query, first, ours), pair[0], pair[1]]
    biases = (None,) * 3 if by.bias is None else by.bias.chunk(3)
    parts = zip((query, key, value), by.together.chunk(3), biases, strict=True)
    return [linear(*part) for part in parts]


def require_mask(mask: Tensor | None, heads: int, queries: int, keys: int) -> Any:
    """Return a mask of scores with a dimension for the heads.

    Raises:
        RuntimeError: it has another shape.
    """
    if mask is None:
        return None
    wanted = {2: (queries, keys), 3: (heads, queries, keys)}.get(mask.ndim)
    if wanted is None:
        raise RuntimeError(f"attn_mask's dimension {mask.ndim} is not supported")
    if tuple(mask.shape) != wanted:
        raise RuntimeError(
            f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but should be {wanted}."
        )
    return mask.unsqueeze(0) if mask.ndim == 2 else mask


def one_more_key(mask: object) -> Any:
    """Return a mask, if there is one, that lets one more key be seen."""
    return None if mask is None else pad(mask, (0, 1))


def seen_by_all(
    padding: Tensor | None, mask: Tensor | None, batch: int, heads: int, keys: int
) -> Any:
    """Return the mask of scores with the batch's padding in it."""
    if padding is None:
        return mask
    if tuple(padding.shape) != (batch, keys):
        for place, (size, wanted) in enumerate(zip(padding.shape, (batch, keys), strict=True)):
            if size != wanted:
                raise AssertionError(
                    f"Expected key_padded_mask.shape[{place}] to be {wanted}, but got {size}"
                )
    spread = padding.view(batch, 1, 1, keys).expand(-1, heads, -1, -1)
    spread = spread.reshape(batch * heads, 1, keys)
    return spread if mask is None else mask + spread


def weigh(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, dropout_p: float
) -> tuple[Any, Any]:
    """Return the means of the values of all heads, and the weights."""
    scaled = q * math.sqrt(1.0 / q.shape[-1])
    turned = k.transpose(-2, -1)
    scores = scaled.bmm(turned) if mask is None else baddbmm(mask, scaled, turned)
    weights = scores.softmax(-1)
    if dropout_p > 0:
        weights = dropout(weights, dropout_p)
    return weights.bmm(v), weights


def unweighed(
    parts: Sequence[Any], mask: Tensor | None, batch: int, dropout_p: float, is_causal: bool
) -> Any:
    """Return the means of the values of all heads, as [queries, batch, heads, size]."""
    heads = parts[0].shape[0] // batch
    q, k, v = (part.view(batch, heads, *part.shape[1:]) for part in parts)
    if mask is not None:
        spread = mask.shape[0] == 1 and mask.ndim == 3
        mask = mask.unsqueeze(0) if spread else mask.view(batch, heads, -1, k.shape[2])
    return scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal).permute(2, 0, 1, 3)


def heads_of(
    parts: list[Any], by: tuple[Any, Any], zero: bool, masks: tuple[Any, Any], heads: int
) -> tuple[list[Any], Any]:
    """Return query, key and value by head, the learnt and the zero key added, and the mask."""
    q, k, v = parts
    padding, mask = masks
    _, batch, size = q.shape
    if by[0] is not None:
        k, v = (
            cat([part, more.repeat(1, batch, 1)]) for part, more in zip((k, v), by, strict=True)
        )
        padding, mask = one_more_key(padding), one_more_key(mask)
    shaped = [
        part.contiguous().view(part.shape[0], batch * heads, size // heads).transpose(0, 1)
        for part in (q, k, v)
    ]
    if zero:
        nothing = k.new_zeros(batch * heads, 1, size // heads)
        shaped[1:] = [cat([part, nothing], 1) for part in shaped[1:]]
        padding, mask = one_more_key(padding), one_more_key(mask)
    return shaped, seen_by_all(padding, mask, batch, heads, shaped[1].shape[1])


@composite(namespace="torch.nn.functional", related=("nn.functional.scaled_dot_product_attention",))
def multi_head_attention_forward(
    query: Array, key: Array, value: Array, embed_dim_to_check: int, num_heads: int,
    in_proj_weight: Tensor | None, in_proj_bias: Tensor | None, bias_k: Tensor | None,
    bias_v: Tensor | None, add_zero_attn: Truth, dropout_p: float, out_proj_weight: Array,
    out_proj_bias: Tensor | None, training: bool = True, key_padding_mask: Tensor | None = None,
    need_weights: bool = True, attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False, q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None, v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None, static_v: Tensor | None = None,
    average_attn_weights: bool = True, is_causal: bool = False,
) -> Any:  # fmt: skip
    """Return what several heads of attention see together, and how they weighed the keys.

    >>> x, w = torch.tensor([[1., 0.], [0., 1.]]), torch.eye(2)
    >>> attend = torch.nn.functional.multi_head_attention_forward
    >>> attend(x, x, x, 2, 1, w.repeat(3, 1), None, None, None, False, 0., w, None)[1]
    tensor([[0.6698, 0.3302],
            [0.3302, 0.6698]])
    """
    require_batch(query, key, value, key_padding_mask, attn_mask, num_heads)
    single = query.ndim == 2
    if single:
        query, key, value = as_batch(query, key, value)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    padding = as_addend(key_padding_mask, "key_padding_mask", query.dtype, attn_mask, "attn_mask")
    if is_causal and attn_mask is None:
        raise RuntimeError(in_full("Need attn_mask if specifying"))
    by_kernel = is_causal and padding is None and not need_weights
    mask = None if by_kernel else as_addend(attn_mask, "attn_mask", query.dtype)
    require_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    matrices = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else ()
    parts = projected(query, key, value, Projections(in_proj_weight, in_proj_bias, *matrices))
    queries, batch, size = query.shape
    mask = require_mask(mask, batch * num_heads, queries, key.shape[0])
    (q, k, v), mask = heads_of(parts, (bias_k, bias_v), add_zero_attn, (padding, mask), num_heads)
    k, v = (k if static_k is None else static_k), (v if static_v is None else static_v)
    share = dropout_p if training else 0.0
    if need_weights:
        seen, weights = weigh(q, k, v, mask, share)
        seen = seen.transpose(0, 1)
        weights = weights.view(batch, num_heads, queries, k.shape[1])
        weights = weights.mean(1) if average_attn_weights else weights
    else:
        seen, weights = unweighed((q, k, v), mask, batch, share, by_kernel), None
    seen = seen.contiguous().view(queries * batch, size)
    found = linear(seen, out_proj_weight, out_proj_bias).view(queries, batch, -1)
    if not single:
        return found, weights
    return found.squeeze(1), None if weights is None else weights.squeeze(0)
