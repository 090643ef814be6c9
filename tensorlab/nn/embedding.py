"""Layers that look rows of a table up, one by one or in bags."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn import init
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module, arguments, unusual
from tensorlab.nn.parameter import Parameter


class Table(Module):
    """A layer with a row for each of some things, one of which may be padding."""

    def _take_table(
        self, given: Tensor | None, made: dict[str, Any], *, trained: bool = True
    ) -> None:
        """Begin with a table that is given, or with one that is drawn.

        Raises:
            AssertionError: the table has other sizes.
        """
        sizes = (self.num_embeddings, self.embedding_dim)
        if given is not None and tuple(given.shape) != sizes:
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        table = functional("empty")(sizes, **made) if given is None else given
        self.weight = Parameter(table, trained)
        if given is None:
            self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the table anew; the padding's row is 0."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight[self.padding_idx].detach())


class Embedding(Table):
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
        padding_idx = counted_from_front(padding_idx, num_embeddings, "Padding_idx")
        kept = "num_embeddings embedding_dim padding_idx max_norm norm_type scale_grad_by_freq"
        self.__dict__.update(arguments(locals(), f"{kept} sparse"))
        self._take_table(_weight, {"device": device, "dtype": dtype}, trained=not _freeze)

    def forward(self, input: Tensor) -> Any:
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
        defaults = {
            "padding_idx": None, "max_norm": None, "norm_type": 2, "scale_grad_by_freq": False,
            "sparse": False,
        }  # fmt: skip
        return f"{self.num_embeddings}, {self.embedding_dim}{unusual(self, defaults)}"

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None,
        max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Any:  # fmt: skip
        """Return the embedding whose table is given; it is not trained unless freeze is False.

        Raises:
            AssertionError: the table is no matrix.
        """
        rows, columns = sizes_of(embeddings)
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


def sizes_of(table: Tensor) -> Any:
    """Return the sizes of a table that is given.

    Raises:
        AssertionError: it is no matrix.
    """
    if table.dim() != 2:
        raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
    return table.shape


def counted_from_front(place: int | None, count: int, word: str) -> int | None:
    """Return the row of the padding, counted from the front.

    Raises:
        AssertionError: there is none.
    """
    if place is None:
        return None
    if place >= count if place > 0 else place < min(0, -count):
        raise AssertionError(f"{word} must be within num_embeddings")
    return place + count if place < 0 else place


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
        padding_idx: int | None = None, device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__()
        padding_idx = counted_from_front(padding_idx, num_embeddings, "padding_idx")
        kept = "num_embeddings embedding_dim max_norm norm_type scale_grad_by_freq padding_idx"
        self.__dict__.update(arguments(locals(), kept))
        self._take_table(_weight, {"device": device, "dtype": dtype})
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
        text = f"{self.num_embeddings!r}, {self.embedding_dim!r}"
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
