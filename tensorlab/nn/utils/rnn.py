"""torch.nn.utils.rnn: sequences of several lengths as one tensor, padded or packed."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple, Self

from tensorlab.engine.naming import class_text, named, printed_under
from tensorlab.engine.signatures.refusal import require_fit
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find
from tensorlab.ops.nn.padding import pack_padded_sequence as packed

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence",
    "pad_packed_sequence", "pad_sequence", "unpack_sequence", "unpad_sequence",
]  # fmt: skip


PACKED = "(Tensor input, Tensor lengths, bool batch_first)"
PADDED = "(Tensor data, Tensor batch_sizes, bool batch_first, Number padding_value)"
JOINED = "(tuple of Tensors sequences, bool batch_first, float padding_value, str padding_side)"


class Packed(NamedTuple):
    """What a packed sequence consists of."""

    data: Any
    batch_sizes: Any
    sorted_indices: Any
    unsorted_indices: Any


class PackedSequence(Packed):
    """Sequences of several lengths, step by step: first all first elements, then all second ones.

    batch_sizes says how many sequences are as long as each step; functions of this module make it.

    >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])]).data
    tensor([1, 3, 2])
    """

    __slots__ = ()

    def __new__(
        cls, data: Tensor, batch_sizes: Tensor | None = None, sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> Self:  # fmt: skip
        """Return the sequence; one order of the sequences follows from the other."""
        if batch_sizes is not None and batch_sizes.device.type != "cpu":
            raise ValueError(in_full("batch_sizes should"))
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: object, **settings: object) -> "PackedSequence":
        """Return the sequence of another type, or on another device."""
        return self.with_data(self.data.to(*args, **settings))

    def with_data(self, data: Tensor) -> "PackedSequence":
        """Return the sequence with other elements in the same places."""
        return type(self)(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    is_cuda = property(lambda self: bool(self.data.is_cuda))


def converting(name: str) -> Any:
    """Return the method that makes of the elements what their own of this name makes."""

    def convert(self: PackedSequence, *args: object, **settings: object) -> PackedSequence:
        return self.with_data(getattr(self.data, name)(*args, **settings))

    return named(convert, f"PackedSequence.{name}")


words = "byte char cpu cuda double float half int long pin_memory short"
for word in words.split():
    setattr(PackedSequence, word, converting(word))


def invert_permutation(permutation: Tensor | None) -> Any:
    """Return the order that undoes another.

    >>> torch.nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    return None if permutation is None else permutation.argsort()


def pack_padded_sequence(
    input: Tensor, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Return padded sequences packed: what lies beyond their lengths is left out.

    >>> padded = torch.tensor([[1, 3], [2, 0]])
    >>> torch.nn.utils.rnn.pack_padded_sequence(padded, [2, 1]).data
    tensor([1, 3, 2])

    Raises:
        RuntimeError: the lengths are not those of the batch, not positive, or not sorted.
    """
    lengths = find("torch", "as_tensor")(lengths, dtype=find("torch", "int64"))
    order = None
    if not enforce_sorted:
        lengths, order = lengths.sort(descending=True)
        order = order.to(input.device)
        input = input.index_select(0 if batch_first else 1, order)
    require_fit("_pack_padded_sequence", PACKED, input, lengths, batch_first)
    if batch_first:
        input = input.transpose(0, 1)
    require_lengths(input, lengths)
    steps = find("torch", "arange")(int(lengths[0])).unsqueeze(1)
    present = steps < lengths
    places = present.new_zeros(input.shape[:2])
    # lengths may go beyond what there is
    places[: len(present)] = present[: len(places)]
    return PackedSequence(packed(input, places), present.sum(1).cpu(), order, None)


def require_lengths(input: Tensor, lengths: Tensor) -> None:
    """Refuse lengths that are not those of a batch.

    Raises:
        RuntimeError: a length is not positive, they are unsorted, or not as many as sequences.
    """
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    if lengths.dim() != 1:
        kind = f"{lengths.dim()}D {lengths.device} {lengths.dtype.scalar_name}"
        raise RuntimeError(in_full("'lengths' argument should be a 1D", kind))
    if len(lengths) != input.size(1):
        raise RuntimeError(in_full("Expected `len(lengths)`", len(lengths), input.size(1)))
    if lengths[-1] <= 0:  # the least, where they are sorted
        raise RuntimeError(in_full("Length of all samples"))
    if (lengths.diff() > 0).any():
        raise RuntimeError(in_full("`lengths` array must"))


def pad_packed_sequence(
    sequence: PackedSequence,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> tuple[Any, Any]:
    """Return packed sequences padded to one length, and their lengths.

    >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    >>> torch.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2],
            [3, 0]]), tensor([2, 1]))

    Raises:
        ValueError: the wanted length is too short.
    """
    longest = len(sequence.batch_sizes)
    if total_length is not None and total_length < longest:
        raise ValueError(in_full("Expected total_length", total_length, longest))
    steps = longest if total_length is None else total_length
    data, batch = sequence.data, sequence.batch_sizes
    require_fit("_pad_packed_sequence", PADDED, data, batch, batch_first, padding_value)
    count, step, begin = int(batch[0]), 0, 0
    found = data.new_full((steps, count, *data.shape[1:]), padding_value)
    for size, equal in groupby(batch.tolist()):
        step, first, taken = step + len(list(equal)), step, begin
        begin += size * (step - first)
        part = data[taken:begin].view(step - first, size, *data.shape[1:])
        found[first:step, :size].copy_(part)
    places = find("torch", "arange")(count, device=batch.device)
    lengths = (places < batch.unsqueeze(1)).sum(0)
    if batch_first:
        found = found.transpose(0, 1)
    order = sequence.unsorted_indices
    if order is None:
        return found, lengths
    return found.index_select(0 if batch_first else 1, order), lengths[order.cpu()]


def pad_sequence(
    sequences: Any,
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Any:
    """Return sequences of several lengths as one tensor, the short ones filled up.

    >>> torch.nn.utils.rnn.pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], True)
    tensor([[1, 2],
            [3, 0]])

    Raises:
        RuntimeError: there is nothing to pad.
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(in_full("pad_sequence: Expected", class_text(sequences)))
    parts = list(sequences)
    require_fit("pad_sequence", JOINED, parts, batch_first, padding_value, padding_side)
    if not parts:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in {"left", "right"}:
        raise RuntimeError(in_full("Expected padding_side to be", padding_side))
    longest = max(len(part) for part in parts)
    lead = (len(parts), longest) if batch_first else (longest, len(parts))
    found = parts[0].new_full((*lead, *parts[0].shape[1:]), padding_value)
    for number, part in enumerate(parts):
        row = found[number] if batch_first else found[:, number]
        begin = longest - len(part) if padding_side == "left" else 0
        row[begin : begin + len(part)].copy_(part)
    return found


def unpad_sequence(
    padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False
) -> list[Any]:
    """Return padded sequences each in its own length.

    >>> padded = torch.tensor([[1, 2], [3, 0]])
    >>> torch.nn.utils.rnn.unpad_sequence(padded, torch.tensor([2, 1]), batch_first=True)
    [tensor([1, 2]), tensor([3])]
    """
    if not batch_first:
        padded_sequences.transpose_(0, 1)  # the program's own tensor, too
    steps = find("torch", "arange")(padded_sequences.shape[1], device=lengths.device)
    return [row[steps < length] for row, length in zip(padded_sequences, lengths, strict=True)]


def pack_sequence(sequences: Iterable[Any], enforce_sorted: bool = True) -> PackedSequence:
    """Return sequences of several lengths packed.

    >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])]).batch_sizes
    tensor([2, 1])
    """
    parts = list(sequences)
    lengths = [part.size(0) for part in parts]
    return pack_padded_sequence(pad_sequence(parts), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Any]:
    """Return packed sequences each in its own length.

    >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    >>> torch.nn.utils.rnn.unpack_sequence(packed)
    [tensor([1, 2]), tensor([3])]
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)


printed_under("torch.nn.utils.rnn", globals())
