"""Jagged tensors: nested tensors of which one dimension alone has several lengths."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from itertools import count as counting
from typing import Any

from tensorlab.engine.naming import JAGGED, STRIDED, printed_under
from tensorlab.engine.overriding import Overriding
from tensorlab.engine.size import size_of
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find

from .parts import NestedTensor

next_number = counting(1).__next__


class SymInt:
    """The size of a dimension that has several lengths: the same one for the same offsets."""

    def __init__(self, offsets: Tensor, lengths: Tensor | None, longest: int) -> None:
        self.offsets, self.lengths, self.longest = offsets, lengths, longest
        self.number = next_number()

    def __repr__(self) -> str:
        return f"j{self.number}"


class JaggedTensor(NestedTensor):
    """Tensors of which one dimension has several lengths, the others one each."""

    __slots__ = ("at", "held", "ragged")

    _stored_in = JAGGED
    at: int  # the dimension, as one of the tensors has it
    ragged: SymInt
    held: Tensor | None  # what the tensors are parts of, where that is more than they

    @classmethod
    def of(cls, parts: Sequence[Tensor], ragged: SymInt, at: int, held: Any = None) -> Any:
        """Return the jagged tensor of tensors."""
        made = cls.__new__(cls, parts)
        made.ragged, made.at, made.held = ragged, at, held
        return made

    def values(self) -> Any:
        """Return the elements of all, along the ragged dimension."""
        return find("torch", "cat")(self.parts, self.at) if self.held is None else self.held

    def offsets(self) -> Tensor:
        """Return where in the values each tensor begins, and where the last one ends."""
        return self.ragged.offsets

    def lengths(self) -> Tensor | None:
        """Return the lengths, where they are not those between the offsets."""
        return self.ragged.lengths

    def is_contiguous(self) -> bool:  # type: ignore[override]  # it takes nothing
        """Return whether the elements lie in order, with nothing between them."""
        if self.ragged.lengths is not None:
            return False
        stored = self.parts if self.held is None else (self.held,)
        return all(one.is_contiguous() for one in stored)

    def extents(self) -> tuple[int, ...]:
        """Return the number of tensors and the largest sizes, as far as they are known.

        Raises:
            RuntimeError: there is something between the tensors.
        """
        if self.ragged.lengths is not None:
            raise RuntimeError(in_full("to_padded_tensor(): not supported"))
        return self.sizes(self.ragged.longest)

    def sizes(self, ragged: Any) -> tuple[Any, ...]:
        """Return the sizes, with something that stands for the ragged one."""
        sizes: list[Any] = [len(self.parts), *self.parts[0].shape]
        sizes[self.at + 1] = ragged
        return tuple(sizes)

    @property
    def shape(self) -> Any:
        """The sizes, the ragged one by its name."""
        return size_of(self.sizes(self.ragged))

    def size(self, dim: int | None = None) -> Any:
        """Return all sizes, or one."""
        return self.shape if dim is None else self.shape[dim]

    def refusal(self, name: str) -> Exception:
        """Return the complaint about a function that is to work along the first dimension."""
        if name == "transpose":
            return ValueError(in_full("Transpose is not supported on the batch"))
        return RuntimeError(f"{name}(): not supported for NestedTensor on dim=0")

    @property
    def samples(self) -> tuple[Tensor, ...]:
        """The tensors; where they are of one length, another one, to tell its dimension."""
        shape = list(self.parts[0].shape)
        if any(part.shape != self.parts[0].shape for part in self.parts):
            return self.parts
        shape[self.at] += 1
        return (*self.parts, self.parts[0].new_zeros(shape))

    def require_alike(self, operands: Sequence[Any], operation: Any) -> None:
        """Refuse two jagged tensors of which elements can not meet.

        Raises:
            RuntimeError: their ragged dimensions are not the same one.
        """
        nests = [one for one in operands if isinstance(one, JaggedTensor)]
        differ = len({one.ragged for one in nests}) > 1
        if differ and getattr(operation, "elementwise", False):
            name = operation.name
            first, other = (tuple(one.shape) for one in nests)
            raise RuntimeError(in_full("cannot call binary pointwise", name, first, other))

    def is_of_all(self, func: Callable[..., Any], args: Any, kwargs: Any) -> bool:
        """Return whether a function reduces all elements to one."""
        facts = getattr(getattr(func, "operation", None), "facts", {})
        reduces = facts.get("reduces") or func.__name__ in ("max", "min")
        return bool(reduces) and len(args) == 1 and kwargs.keys() <= {"dtype"}

    def joined(self, func: Any, found: list[Any]) -> Any:
        """Return one result for each of the tensors as one: jagged where its sizes differ as here.

        Raises:
            RuntimeError: they differ in another way.
        """
        name = getattr(func, "__name__", "select")
        if not isinstance(found[0], Tensor):
            raise self.refusal(name)
        differing = differing_dims(found)
        if not differing:
            return find("torch", "stack")(found[: len(self.parts)])
        own = [one.shape[self.at] for one in self.samples]
        if [one.shape[differing[0]] for one in found] != own or differing[1:]:
            raise RuntimeError(f"{name}(): not supported for NestedTensor on ragged dim")
        return JaggedTensor.of(found[: len(self.parts)], self.ragged, differing[0])

    def __repr__(self) -> str:
        tracked = f", grad_fn={self.grad_fn}" if self.grad_fn else ", requires_grad=True"
        facts = f"offsets={self.ragged.offsets}{tracked if self._tracked else ''}"
        lies = f"contiguous={self.is_contiguous()}"
        return f"NestedTensor(size={tuple(self.shape)}, {facts}, {lies})"

    __str__ = __repr__


def differing_dims(parts: Sequence[Tensor]) -> list[int]:
    """Return the dimensions along which tensors have several sizes."""
    sizes = zip(*(part.shape for part in parts), strict=True)
    return [dim for dim, extents in enumerate(sizes) if len({*extents}) > 1]


def jagged(parts: Sequence[Tensor]) -> Any:
    """Return the jagged tensor of tensors.

    Raises:
        RuntimeError: there are none, or they differ in more than one dimension.
    """
    if not parts:
        raise RuntimeError(in_full("Cannot construct a nested"))
    if len({part.ndim for part in parts}) > 1:
        raise RuntimeError(in_full("When constructing a nested tensor, all"))
    differing = differing_dims(parts)
    if len(differing) > 1:
        raise RuntimeError(in_full("Cannot represent given tensor list"))
    at = differing[0] if differing else 0
    ends = [0, *accumulate(part.shape[at] for part in parts)]
    longest = max(part.shape[at] for part in parts)
    offsets = find("torch", "tensor")(ends)
    return JaggedTensor.of(parts, SymInt(offsets, None, longest), at)


def nested_tensor_from_jagged(
    values: Any,
    offsets: Any = None,
    lengths: Any = None,
    jagged_dim: int | None = None,
    min_seqlen: int | None = None,
    max_seqlen: int | None = None,
) -> Any:
    """Return the jagged tensor whose tensors lie one after another in values.

    >>> values, offsets = torch.arange(5), torch.tensor([0, 2, 5])
    >>> torch.nested.nested_tensor_from_jagged(values, offsets).unbind()
    (tensor([0, 1]), tensor([2, 3, 4]))

    Raises:
        RuntimeError: it is not said where they begin.
    """
    if offsets is None and lengths is None:
        raise RuntimeError(in_full("nested_tensor_from_jagged(): At least"))
    if offsets is None:
        pad = find("torch.nn.functional", "pad")
        offsets, lengths = pad(lengths.cumsum(0), (1, 0)), None
    Overriding.watching = True
    key, at = offsets if lengths is None else lengths, (jagged_dim or 1) - 1
    ragged = getattr(key, "_ragged", None)
    if ragged is None:
        ragged = SymInt(offsets, lengths, max_seqlen or values.shape[at])
        key._ragged = ragged
    counts = offsets.diff() if lengths is None else lengths
    places = zip(offsets.tolist(), counts.tolist(), strict=False)
    parts = [values.narrow(at, start, length) for start, length in places]
    return JaggedTensor.of(parts, ragged, at, values)


def masked_select(tensor: Any, mask: Any) -> Any:
    """Return the jagged tensor of the elements of each row where a mask is True.

    >>> torch.nested.masked_select(torch.arange(4).view(2, 2), torch.eye(2) > 0).values()
    tensor([0, 3])

    Raises:
        RuntimeError: the tensor is sparse.
    """
    if tensor.layout is not STRIDED:
        raise RuntimeError(in_full("torch.nested.masked_select requires", tensor.layout))
    mask = mask.expand(tensor.shape)
    values = tensor.masked_select(mask)
    return nested_tensor_from_jagged(values, lengths=mask.sum(-1))


def narrow(tensor: Any, dim: int, start: Any, length: Any, layout: object = STRIDED) -> Any:
    """Return the nested tensor of a piece of each row, from a place of its own on.

    >>> starts, lengths = torch.tensor([0, 1]), torch.tensor([2, 1])
    >>> rows = torch.arange(4).view(2, 2)
    >>> torch.nested.narrow(rows, 1, starts, lengths, layout=torch.jagged).unbind()
    (tensor([0, 1]), tensor([3]))

    Raises:
        RuntimeError: for a strided layout places are no numbers.
    """
    if layout is not JAGGED:
        if not (isinstance(start, int) and isinstance(length, int)):
            raise RuntimeError(in_full("start and length must be integers"))
        if dim:
            raise RuntimeError(in_full("narrow(): only dim=0 supported", dim))
        Overriding.watching = True
        return NestedTensor(tensor.narrow(dim, start, length).unbind())
    count, width = tensor.shape[:2]
    rows = find("torch", "arange")(0, count * width, width)
    starts, lengths = rows + start, rows * 0 + length
    offsets = find("torch", "cat")([starts, (starts + lengths)[-1:]])
    return nested_tensor_from_jagged(tensor.flatten(0, 1), offsets, lengths)


printed_under("torch.nested._internal.nested_tensor", globals(), "JaggedTensor")
printed_under("torch", globals(), "SymInt")
JaggedTensor.__name__ = JaggedTensor.__qualname__ = "NestedTensor"
