"""Transformers: layers of attention one upon the other."""

from copy import deepcopy
from typing import Any

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn, warn_once
from tensorlab.nn import init
from tensorlab.nn.applied import functional
from tensorlab.nn.containers import ModuleList
from tensorlab.nn.module import Module, arguments
from tensorlab.nn.normalization import LayerNorm
from tensorlab.nn.transformer_layers import TransformerDecoderLayer, TransformerEncoderLayer
from tensorlab.ops.nn.multihead import as_addend


def causal(size: int, **made: Any) -> Any:
    """Return the mask by which each place sees itself and those before it."""
    return functional("full")((size, size), float("-inf"), **made).triu(1)


def is_causal_mask(mask: Tensor | None, said: bool | None, x: Any, layers: Any) -> bool:
    """Return whether a mask of positions hides what comes later, as it was said or as it is."""
    batched = layers[0].self_attn.batch_first and x.dim() > 2
    length = x.size(1 if batched else 0)
    if said is not None or mask is None or mask.size() != (length, length):
        return said is True
    return bool((mask == causal(len(mask), dtype=mask.dtype, device=mask.device)).all())


def copies(layer: Module, count: int) -> ModuleList:
    """Return so many layers like one."""
    return ModuleList([deepcopy(layer) for _ in range(count)])


def unfit_for_nesting(layer: Module) -> str:
    """Return why padding can't be left out of a layer's work; nothing if it can."""
    attention: Any = getattr(layer, "self_attn", None)
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    if layer.norm_first:
        return "encoder_layer.norm_first was True"
    if not attention.batch_first:
        return (
            "encoder_layer.self_attn.batch_first was not True(use batch_first for better "
            "inference performance)"
        )
    if attention.in_proj_bias is None:
        return "encoder_layer.self_attn was passed bias=False"
    if layer.activation not in (functional("relu"), functional("gelu")):
        return "encoder_layer.activation_relu_or_gelu was not True"
    if layer.norm1.eps != layer.norm2.eps:
        return "encoder_layer.norm1.eps was not equal to encoder_layer.norm2.eps"
    return "encoder_layer.self_attn.num_heads is odd" if attention.num_heads % 2 else ""


class TransformerEncoder(Module):
    """Encoder layers one after the other: each position attends to all others.

    >>> layer = torch.nn.TransformerEncoderLayer(4, nhead=2, batch_first=True)
    >>> torch.nn.TransformerEncoder(layer, num_layers=2)(torch.zeros(3, 2, 4)).shape
    torch.Size([3, 2, 4])
    """

    def __init__(
        self, encoder_layer: Any, num_layers: int, norm: Any = None,
        enable_nested_tensor: bool = True, mask_check: bool = True,
    ) -> None:  # fmt: skip
        super().__init__()
        self.layers = copies(encoder_layer, num_layers)
        self.norm = norm
        self.__dict__.update(arguments(locals(), "num_layers enable_nested_tensor mask_check"))
        self.use_nested_tensor = enable_nested_tensor
        reason = unfit_for_nesting(encoder_layer)
        if enable_nested_tensor and reason:
            warn(in_full("enable_nested_tensor", reason))
            self.use_nested_tensor = False

    def forward(
        self, src: Any, mask: Any = None, src_key_padding_mask: Any = None,
        is_causal: bool | None = None,
    ) -> Any:  # fmt: skip
        """Return the places, each knowing of the others."""
        hidden = as_addend(src_key_padding_mask, "src_key_padding_mask", src.dtype, mask, "mask")
        seen = as_addend(mask, "mask", src.dtype)
        is_causal = is_causal_mask(seen, is_causal, src, self.layers)
        found = src
        for layer in self.layers:
            found = layer(found, src_mask=seen, is_causal=is_causal, src_key_padding_mask=hidden)
        if hidden is not None and seen is None and self._leaves_padding_out(src):
            warn_once(in_full("The PyTorch API of nested"))
            found = found.masked_fill((hidden == float("-inf")).unsqueeze(-1), 0.0)
        return found if self.norm is None else self.norm(found)

    def _leaves_padding_out(self, src: Tensor) -> bool:
        """Return whether padding is no work: its places are 0 then, without training only."""
        return (
            self.use_nested_tensor
            and not self.training
            and src.dim() == 3
            and not Recording.enabled
        )


class TransformerDecoder(Module):
    """Decoder layers one after the other, which also attend to the encoder's memory.

    >>> layer = torch.nn.TransformerDecoderLayer(4, nhead=2)
    >>> decoder = torch.nn.TransformerDecoder(layer, num_layers=2)
    >>> decoder(torch.zeros(3, 2, 4), torch.zeros(5, 2, 4)).shape
    torch.Size([3, 2, 4])
    """

    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None,
        tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None,
        tgt_is_causal: bool | None = None, memory_is_causal: bool = False,
    ) -> Any:  # fmt: skip
        """Return the places, each knowing of the others and of the memory."""
        tgt_is_causal = is_causal_mask(tgt_mask, tgt_is_causal, tgt, self.layers)
        found = tgt
        for layer in self.layers:
            found = layer(
                found,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )
        return found if self.norm is None else self.norm(found)


class Transformer(Module):
    """An encoder that reads, and a decoder that writes what comes next.

    Shapes: (source, batch, d_model), (target, batch, d_model) -> (target, batch, d_model).

    Source: Vaswani et al., Attention is all you need (2017).

    >>> model = torch.nn.Transformer(4, nhead=2, batch_first=True)
    >>> model(torch.zeros(2, 5, 4), torch.zeros(2, 3, 4)).shape
    torch.Size([2, 3, 4])
    """

    def __init__(
        self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6,
        num_decoder_layers: int = 6, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: Any = "relu", custom_encoder: Any = None, custom_decoder: Any = None,
        layer_norm_eps: float = 1e-5, batch_first: bool = False, norm_first: bool = False,
        bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        made = {"device": device, "dtype": dtype}
        settings = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
            norm_first, bias,
        )  # fmt: skip

        def norm() -> LayerNorm:
            return LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)

        if custom_encoder is None:
            layer = TransformerEncoderLayer(*settings, **made)
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, norm())
        self.encoder = custom_encoder
        if custom_decoder is None:
            last = TransformerDecoderLayer(*settings, **made)
            custom_decoder = TransformerDecoder(last, num_decoder_layers, norm())
        self.decoder = custom_decoder
        self._reset_parameters()
        self.__dict__.update(arguments(locals(), "d_model nhead batch_first"))

    def _reset_parameters(self) -> None:
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(
        self, src: Any, tgt: Any, src_mask: Any = None, tgt_mask: Any = None,
        memory_mask: Any = None, src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None,
        src_is_causal: bool | None = None, tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Any:  # fmt: skip
        """Return what the decoder makes of the target and of what the encoder read.

        Raises:
            RuntimeError: batches or vectors are of other sizes.
        """
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(
            src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal
        )
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: DType | None = None
    ) -> Any:
        """Return the mask by which each place sees itself and those before it.

        >>> torch.nn.Transformer.generate_square_subsequent_mask(2)
        tensor([[0., -inf],
                [0., 0.]])
        """
        return causal(sz, device=device, dtype=dtype)
