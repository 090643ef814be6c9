"""Embeddings: a table of vectors, one for each word, class or other whole number."""

from __future__ import annotations

from typing import Any

from tensorlab.nn import init
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter


class Embedding(Module):
    """The rows of a table that is learnt, looked up by index.

    Shapes: (...) of whole numbers -> (..., embedding_dim). The rows begin normally distributed.

    >>> torch.nn.Embedding(10, 3)(torch.tensor([1, 4])).shape
    torch.Size([2, 3])
    """

    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None,
        max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
        sparse: bool = False, _weight: Any = None, _freeze: bool = False, device: Any = None,
        dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = counted_from_front(padding_idx, num_embeddings)
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        sizes = (num_embeddings, embedding_dim)
        if _weight is None:
            empty = functional("empty")
            self.weight = Parameter(empty(sizes, device=device, dtype=dtype), not _freeze)
            self.reset_parameters()
        else:
            if tuple(_weight.shape) != sizes:
                raise AssertionError(
                    "Shape of weight does not match num_embeddings and embedding_dim"
                )
            self.weight = Parameter(_weight, not _freeze)

    def reset_parameters(self) -> None:
        """Draw the table anew; the padding's row is 0."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight[self.padding_idx].detach())

    def forward(self, input: Any) -> Any:
        """Return the rows at the indices."""
        return functional("embedding")(
            input,
            self.weight,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.sparse,
        )

    def extra_repr(self) -> str:
        """Return the sizes, and the settings that differ from their defaults."""
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        defaults = (
            ("padding_idx", None), ("max_norm", None), ("norm_type", 2),
            ("scale_grad_by_freq", False), ("sparse", False),
        )  # fmt: skip
        for name, default in defaults:
            if getattr(self, name) != default:
                text += f", {name}={getattr(self, name)}"
        return text

    @classmethod
    def from_pretrained(
        cls, embeddings: Any, freeze: bool = True, padding_idx: int | None = None,
        max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Any:  # fmt: skip
        """Return the embedding whose table is given; it is not trained unless freeze is False.

        Raises:
            AssertionError: the table is no matrix.
        """
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        return cls(
            rows,
            columns,
            padding_idx,
            max_norm,
            norm_type,
            scale_grad_by_freq,
            sparse,
            _weight=embeddings,
            _freeze=freeze,
        )


def counted_from_front(place: int | None, count: int) -> int | None:
    """Return the row of the padding, counted from the front.

    Raises:
        AssertionError: there is none.
    """
    if place is None:
        return None
    if not -count <= place < count:
        raise AssertionError("Padding_idx must be within num_embeddings")
    return place % count
