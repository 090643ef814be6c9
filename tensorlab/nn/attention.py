"""Attention as a layer."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

from tensorlab.engine.warning import in_full
from tensorlab.nn import init
from tensorlab.nn.applied import begin_parameters, functional
from tensorlab.nn.linear import Linear
from tensorlab.nn.module import Module, arguments
from tensorlab.ops.loading import find


class SDPBackend(Enum):
    """The kernels of scaled_dot_product_attention among which PyTorch chooses."""

    ERROR, MATH, FLASH_ATTENTION, EFFICIENT_ATTENTION, CUDNN_ATTENTION, OVERRIDEABLE = range(-1, 5)


@contextmanager
def sdpa_kernel(backends: object, set_priority: bool = False) -> Iterator[None]:
    """Leave the choice of a kernel as it is: there is one here.

    >>> from torch.nn.attention import SDPBackend, sdpa_kernel
    >>> with sdpa_kernel(SDPBackend.MATH):
    ...     torch.nn.functional.relu(torch.ones(1))
    tensor([1.])
    """
    yield


class NonDynamicallyQuantizableLinear(Linear):
    """A linear layer under the name by which PyTorch prints the last one of an attention."""


class MultiheadAttention(Module):
    """Several heads of attention: each matches queries with keys in a space of its own.

    Shapes: (queries, batch, embed_dim), (keys, batch, kdim), (keys, batch, vdim) ->
    (queries, batch, embed_dim) and the weights (batch, queries, keys).

    Source: Vaswani et al., Attention is all you need (2017).

    >>> x = torch.zeros(3, 2, 4)
    >>> output, weights = torch.nn.MultiheadAttention(4, num_heads=2)(x, x, x)
    >>> output.shape, weights.shape
    (torch.Size([3, 2, 4]), torch.Size([2, 3, 3]))
    """

    def __init__(
        self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True,
        add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int | None = None,
        vdim: int | None = None, batch_first: bool = False, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(in_full("embed_dim and num_heads must", embed_dim, num_heads))
        made = {"device": device, "dtype": dtype}
        super().__init__()
        self.__dict__.update(arguments(locals(), "embed_dim num_heads dropout batch_first"))
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self._add_matrices(made)
        begin_parameters(self, made, in_proj_bias=(3 * embed_dim,) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **made)
        added = (1, 1, embed_dim) if add_bias_kv else None
        begin_parameters(self, made, bias_k=added, bias_v=added)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _add_matrices(self, made: dict[str, Any]) -> None:
        """Add one matrix for query, key and value, or one for each where they differ in length."""
        size, same = self.embed_dim, self._qkv_same_embed_dim
        lengths = {"q_proj_weight": size, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        joint = {"in_proj_weight": (3 * size, size) if same else None}
        apart = {name: None if same else (size, length) for name, length in lengths.items()}
        begin_parameters(self, made, **(joint | apart if same else apart | joint))

    def _reset_parameters(self) -> None:
        names = ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight")
        for name in names:
            if self._parameters[name] is not None:
                init.xavier_uniform_(self._parameters[name])
        if self.in_proj_bias is not None:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)
        for added in (self.bias_k, self.bias_v):
            if added is not None:
                init.xavier_normal_(added)

    def forward(
        self, query: Any, key: Any, value: Any, key_padding_mask: Any = None,
        need_weights: bool = True, attn_mask: Any = None, average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Any, Any]:  # fmt: skip
        """Return what the heads see together, and how they weighed the keys."""
        for mask in (key_padding_mask, attn_mask):
            if mask is not None:
                find("torch", "is_floating_point")(mask)  # which refuses what is no tensor
        turned = query.dim() == 3 and self.batch_first
        if turned:
            same = key is query, value is key
            query, others = query.transpose(1, 0), (key, value)
            key = query if same[0] else others[0].transpose(1, 0)
            value = key if same[1] else others[1].transpose(1, 0)
        found, weights = functional("multi_head_attention_forward")(
            query,
            key,
            value,
            self.embed_dim,
            self.num_heads,
            self.in_proj_weight,
            self.in_proj_bias,
            self.bias_k,
            self.bias_v,
            self.add_zero_attn,
            self.dropout,
            self.out_proj.weight,
            self.out_proj.bias,
            training=self.training,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights,
            is_causal=is_causal,
        )
        return (found.transpose(1, 0) if turned else found), weights
