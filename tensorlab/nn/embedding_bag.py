"""Bags of embeddings: one vector for several words."""

from __future__ import annotations

from typing import Any

from tensorlab.nn import init
from tensorlab.nn.applied import functional, quoted
from tensorlab.nn.embedding import counted_from_front
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter


class EmbeddingBag(Module):
    """The sum, the mean or the largest of some rows of a table that is learnt.

    Shapes: (bags, length) of whole numbers, or one line of them and the offsets where bags begin
    -> (bags, embedding_dim).

    >>> torch.nn.EmbeddingBag(10, 3)(torch.tensor([1, 4, 5]), torch.tensor([0, 2])).shape
    torch.Size([2, 3])
    """

    def __init__(
        self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, _weight: Any = None, include_last_offset: bool = False,
        padding_idx: int | None = None, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.padding_idx = counted_from_front(padding_idx, num_embeddings)
        sizes = (num_embeddings, embedding_dim)
        if _weight is None:
            self.weight = Parameter(functional("empty")(sizes, device=device, dtype=dtype))
            self.reset_parameters()
        else:
            if tuple(_weight.shape) != sizes:
                raise AssertionError(
                    "Shape of weight does not match num_embeddings and embedding_dim"
                )
            self.weight = Parameter(_weight)
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset

    def reset_parameters(self) -> None:
        """Draw the table anew; the padding's row is 0."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight[self.padding_idx].detach())

    def forward(self, input: Any, offsets: Any = None, per_sample_weights: Any = None) -> Any:
        """Return the rows of each bag, put together."""
        return functional("embedding_bag")(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self) -> str:
        """Return the sizes, and the settings that differ from their defaults."""
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        defaults = (("max_norm", None), ("norm_type", 2), ("scale_grad_by_freq", False))
        for name, default in defaults:
            if getattr(self, name) != default:
                text += f", {name}={getattr(self, name)}"
        text += f", mode={quoted(self.mode)}"
        return text if self.padding_idx is None else f"{text}, padding_idx={self.padding_idx}"

    @classmethod
    def from_pretrained(
        cls, embeddings: Any, freeze: bool = True, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, include_last_offset: bool = False, padding_idx: int | None = None,
    ) -> Any:  # fmt: skip
        """Return the bags whose table is given; it is not trained unless freeze is False.

        Raises:
            AssertionError: the table is no matrix.
        """
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        made = cls(
            rows,
            columns,
            max_norm,
            norm_type,
            scale_grad_by_freq,
            mode,
            sparse,
            embeddings,
            include_last_offset,
            padding_idx,
        )
        made.weight.requires_grad = not freeze
        return made
