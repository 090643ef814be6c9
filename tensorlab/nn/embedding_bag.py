"""Bags of embeddings: one vector for several words."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.embedding import Table, counted_from_front, sizes_of
from tensorlab.nn.written import unusual


class EmbeddingBag(Table):
    """The sum, the mean or the largest of some rows of a table that is learnt.

    Shapes: (bags, length) of whole numbers, or one line of them and the offsets where bags begin
    -> (bags, embedding_dim).

    >>> torch.nn.EmbeddingBag(10, 3)(torch.tensor([1, 4, 5]), torch.tensor([0, 2])).shape
    torch.Size([2, 3])
    """

    def __init__(
        self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, _weight: Tensor | None = None, include_last_offset: bool = False,
        padding_idx: int | None = None, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.padding_idx = counted_from_front(padding_idx, num_embeddings)
        self.take_table(_weight, {"device": device, "dtype": dtype})
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset

    def forward(
        self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Any = None
    ) -> Any:
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
        text += unusual(self, {"max_norm": None, "norm_type": 2, "scale_grad_by_freq": False})
        return f"{text}, mode={self.mode!r}{unusual(self, {'padding_idx': None})}"

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, include_last_offset: bool = False, padding_idx: int | None = None,
    ) -> Any:  # fmt: skip
        """Return the bags whose table is given; it is not trained unless freeze is False.

        Raises:
            AssertionError: the table is no matrix.
        """
        rows, columns = sizes_of(embeddings)
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
