"""One layer of a transformer: attention, then a small network for each place, with shortcuts."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.attention import MultiheadAttention
from tensorlab.nn.dropout import Dropout
from tensorlab.nn.linear import Linear
from tensorlab.nn.module import Module
from tensorlab.nn.normalization import LayerNorm
from tensorlab.ops.nn.multihead import as_addend


def chosen(activation: Any) -> Any:
    """Return the function that an activation's name stands for, or the function itself.

    Raises:
        RuntimeError: it is another name.
    """
    if not isinstance(activation, str):
        return activation
    if activation not in {"relu", "gelu"}:
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return functional(activation)


class Layer(Module):
    """The parts that layers of encoders and decoders have in common."""

    _attentions: tuple[str, ...]

    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: Any = "relu", layer_norm_eps: float = 1e-5, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        made = {"device": device, "dtype": dtype}
        for name in self._attentions:
            attention = MultiheadAttention(
                d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias, **made
            )
            setattr(self, name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)
        self.norm_first = norm_first
        numbers = range(1, len(self._attentions) + 2)
        for number in numbers:
            setattr(self, f"norm{number}", LayerNorm(d_model, layer_norm_eps, bias=bias, **made))
        for number in numbers:
            setattr(self, f"dropout{number}", Dropout(dropout))
        self.activation = chosen(activation)

    def _seen(self, number: int, x: Tensor, mem: Tensor, *masks: object) -> Any:
        """Return what places see that look at a memory, by the attention of this number."""
        attention = getattr(self, self._attentions[number])
        drop = getattr(self, f"dropout{number + 1}")
        names = ("attn_mask", "key_padding_mask", "is_causal")
        settings = dict(zip(names, masks, strict=True))
        return drop(attention(x, mem, mem, need_weights=False, **settings)[0])

    def _sa_block(
        self, x: Tensor, attn_mask: Any, key_padding_mask: Any, is_causal: bool = False
    ) -> Any:
        """Return what places see that look at each other; programs put their own in its place."""
        return self._seen(0, x, x, attn_mask, key_padding_mask, is_causal)

    def _ff_block(self, x: Tensor) -> Any:
        """Return what the small network makes of each place."""
        drop = getattr(self, f"dropout{len(self._attentions) + 1}")
        return drop(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    def _added(self, x: Tensor, number: int, step: Callable[[Any], Any]) -> Any:
        """Return x with what a step makes of it, normalized before the step or after."""
        norm = getattr(self, f"norm{number}")
        return x + step(norm(x)) if self.norm_first else norm(x + step(x))


class TransformerEncoderLayer(Layer):
    """Self-attention, then the same small network at each position.

    Source: Vaswani et al., Attention is all you need (2017).

    >>> torch.nn.TransformerEncoderLayer(4, nhead=2)(torch.zeros(3, 2, 4)).shape
    torch.Size([3, 2, 4])
    """

    _attentions = ("self_attn",)

    def forward(
        self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None,
        is_causal: bool = False,
    ) -> Any:  # fmt: skip
        """Return the places, each knowing of the others."""
        name, kind = "src_key_padding_mask", src.dtype
        hidden = as_addend(src_key_padding_mask, name, kind, src_mask, "src_mask")
        mask = as_addend(src_mask, "src_mask", kind)
        x = self._added(src, 1, lambda x: self._sa_block(x, mask, hidden, is_causal=is_causal))
        return self._added(x, 2, self._ff_block)


class TransformerDecoderLayer(Layer):
    """Self-attention, attention to the encoder's memory, then a small network.

    Source: Vaswani et al., Attention is all you need (2017).

    >>> memory = torch.zeros(5, 2, 4)
    >>> torch.nn.TransformerDecoderLayer(4, nhead=2)(torch.zeros(3, 2, 4), memory).shape
    torch.Size([3, 2, 4])
    """

    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None,
        tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None,
        tgt_is_causal: bool = False, memory_is_causal: bool = False,
    ) -> Any:  # fmt: skip
        """Return the places, each knowing of the others and of the memory."""
        memory.is_nested  # noqa: B018  None is none, and would look at itself
        at_others = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        at_memory = (memory, memory_mask, memory_key_padding_mask, memory_is_causal)
        x = self._added(tgt, 1, lambda x: self._sa_block(x, *at_others))
        x = self._added(x, 2, lambda x: self._mha_block(x, *at_memory))
        return self._added(x, 3, self._ff_block)

    def _mha_block(
        self, x: Tensor, mem: Tensor, attn_mask: Any, key_padding_mask: Any, is_causal: bool = False
    ) -> Any:
        """Return what places see that look at the memory."""
        return self._seen(1, x, mem, attn_mask, key_padding_mask, is_causal)
