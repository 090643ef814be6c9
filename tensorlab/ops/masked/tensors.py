"""Masked tensors: data, and a mask that is True where an element counts."""

from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile
from typing import Any

from tensorlab.engine.declaring import NAMESPACES
from tensorlab.engine.dtypes import bool_, require_differentiable
from tensorlab.engine.facts import Kind
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.naming import SPARSE_COO, SPARSE_CSR, STRIDED, printed_under
from tensorlab.engine.overriding import begin, plain
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.masked.answers import ANSWERS, answer_to, same
from tensorlab.ops.masked.steps import Masked, Way

TYPES = ("bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64")
BYTES_OF_TEXT = 200  # that an element takes while it is written
COMPOSED = ("torch.masked", "torch.autograd")  # functions of others that answer themselves


class MaskedTensor(Tensor):
    """A tensor whose elements count where a mask is True.

    >>> mask = torch.tensor([True, False])
    >>> torch.masked.masked_tensor(torch.tensor([1., 2.]), mask)
    MaskedTensor(
      [  1.0000,       --]
    )
    """

    _of_a_program = True  # it answers functions by itself
    _masked_data: Any
    _masked_mask: Any

    def __new__(cls, data: Any, mask: Any, requires_grad: bool = False) -> Any:
        """Return a masked tensor of copies of data and mask.

        Raises:
            TypeError: one is no tensor, or of a type or layout that is not taken.
            ValueError: their sizes differ.
        """
        if "__getitem__" not in vars(MaskedTensor):
            begin(MaskedTensor)
        for name, value in (("data", data), ("mask", mask)):
            if not isinstance(value, Tensor) or hasattr(value, "_masked_mask"):
                raise TypeError(f"{name} must be a Tensor")
        if requires_grad:
            require_differentiable(data.dtype, "Only")
        warn(in_full("The PyTorch API of MaskedTensors"))
        if data.requires_grad:
            warn(in_full("It is not recommended to create"))
        made = MaskedTensor._of(*aligned(data.detach(), mask))
        made._tracked = requires_grad
        return made

    @staticmethod
    def _of(data: Any, mask: Any) -> Any:
        """Return the masked tensor over data and mask themselves."""
        require_alike(data, mask)
        made: Any = object.__new__(MaskedTensor)
        made._masked_data, made._masked_mask = data.detach(), mask
        made._element_type, made._stored_in = data.dtype, data.layout
        made._tracked = False
        if not isinstance(data, SparseTensor):
            made._array = data._array
        return made

    shape = property(lambda self: self._masked_data.shape)
    device = property(lambda self: self._masked_data.device)
    is_sparse = property(lambda self: self.layout in (SPARSE_COO, SPARSE_CSR))

    def is_sparse_coo(self) -> bool:
        """Return whether it is stored by coordinates."""
        return self.layout is SPARSE_COO

    def is_sparse_csr(self) -> bool:  # type: ignore[override]  # as in PyTorch
        """Return whether it is stored row by row."""
        return self.layout is SPARSE_CSR

    def get_data(self) -> Any:
        """Return all elements, as a tensor like any other."""
        way = Way(lambda data: data.view(data.shape), own=self._masked_mask)
        return Masked.apply(way, self)

    def get_mask(self) -> Any:
        """Return the mask."""
        return self._masked_mask

    def to_tensor(self, value: float) -> Any:
        """Return the elements that count, and a value in the place of the others."""
        return self.get_data().masked_fill(~self._masked_mask, value)

    @classmethod
    def __torch_function__(
        cls, func: Callable[..., Any], types: object, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Answer a function as its family does."""
        kwargs, name = dict(kwargs or {}), func.__qualname__
        own = getattr(Tensor, name if name in ANSWERS else name.strip("_"), None)
        operation = getattr(func, "operation", None)
        operation = operation or getattr(own, "operation", None)
        if operation is not None:
            if operation.namespace in COMPOSED or name == "backward":
                return operation.forward(*args, **kwargs)
            name, rest = operation.name, operation.operands[len(args) :]
            named = takewhile(kwargs.__contains__, rest)
            args = (*args, *[kwargs.pop(one) for one in named])
        answer = answer_to(name, operation) or told
        return answer(name, func, args, kwargs)

    def __len__(self) -> int:
        return len(self._masked_data)

    def __rsub__(self, other: object) -> Any:
        return NotImplemented

    def __format__(self, form: str) -> str:
        return repr(self)

    def __repr__(self) -> str:
        data, mask = self._masked_data, self._masked_mask
        reserve_memory(BYTES_OF_TEXT * data.numel())
        if data.ndim:
            rows = text(data.to_dense(), mask.to_dense()).split("\n")
            return "\n".join(["MaskedTensor(", *("  " + row for row in rows), ")"])
        written = element(data.item()) if mask else "--"
        return f"MaskedTensor({written}, {mask.item()})"


Masked.of = MaskedTensor._of


def aligned(data: Any, mask: Any) -> tuple[Any, Any]:
    """Return copies of data and mask, of sparse ones at the places of the mask's.

    Raises:
        TypeError: their layouts differ.
    """
    if data.layout is not mask.layout:
        raise TypeError("data and mask must have the same layout.")
    if data.layout is SPARSE_COO:
        data, mask = data.coalesce(), mask.coalesce()
    if data.layout is not STRIDED and data._nnz() != mask._nnz():
        data = data.to_dense().sparse_mask(mask)
    return data.clone(), mask.clone()


def require_alike(data: Any, mask: Any) -> None:
    """Refuse data and a mask that don't make a masked tensor.

    Raises:
        TypeError: a type or the layout is not taken.
        ValueError: the sizes, or the places of what is stored, differ.
    """
    if data.layout not in (STRIDED, SPARSE_COO, SPARSE_CSR):
        raise TypeError(in_full("data layout of", data.layout))
    if data.layout is not STRIDED and not same(data.filled(mask.values()), mask):
        if data.layout is SPARSE_COO:
            raise ValueError(in_full("data and mask are both sparse COO"))
        raise ValueError(in_full("data and mask are both sparse CSR"))
    if mask.dtype is not bool_:
        raise TypeError("mask must have dtype bool.")
    if data.dtype.name not in TYPES:
        raise TypeError(f"{data.dtype} is not supported in MaskedTensor.")
    if data.ndim != mask.ndim:
        raise ValueError("data.dim() must equal mask.dim()")
    if data.shape != mask.shape:
        raise ValueError("data.size() must equal mask.size()")


def told(name: str, func: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Answer what says something of a tensor, or sets what is said; operators leave it to Python.

    Raises:
        TypeError: it would make a tensor, which no family does.
        RuntimeError: it would leave torch.
    """
    operation: Any = getattr(func, "operation", None)
    if name in ("numpy", "tolist"):
        raise RuntimeError(in_full(".{}() is not supported", name))
    says = operation is None or operation.kind is Kind.COMPOSITE
    refused = name[0] in "_<" or name in ANSWERS
    in_place = name[-1] == "_" and name != "requires_grad_"
    if says and not (refused or in_place):
        with plain(), suppress(AttributeError):  # which a sparse one has not
            result = func(*args, **kwargs)
            parts = result if isinstance(result, tuple) else (result,)
            if result is args[0] or name == "grad":
                return result
            if not any(isinstance(part, Tensor) for part in parts):
                return result
    warn(in_full("{} is not implemented in __torch_dispatch__", name.strip("_")))
    if name[0] in "_<" or (operation is not None and operation.facts.get("symbol")):
        return NotImplemented
    place = f"torch._ops.aten.{name}.default"
    kind = f"\n  - tensor subclass {MaskedTensor}"
    raise TypeError(in_full("Multiple dispatch failed", place, "dispatch", kind))


def element(value: object) -> str:
    """Return how an element is written."""
    return f"{value:8.4f}" if isinstance(value, float) else str(value)


def text(data: Any, mask: Any) -> str:
    """Return how a part of the elements is written, in brackets."""
    if data.ndim > 1:
        rows = (text(*each) for each in zip(data, mask, strict=True))
        indented = ("  " + row.replace("\n", "\n  ") for row in rows)
        return "[\n" + ",\n".join(indented) + "\n]"
    pairs = zip(data.tolist(), mask.tolist(), strict=True)
    shown = [element(one) if counts else "" for one, counts in pairs]
    width = max(len(one) or 8 for one in shown)
    return "[" + ", ".join(one or "--".rjust(width) for one in shown) + "]"


def masked_tensor(data: object, mask: object, requires_grad: bool = False) -> Any:
    """Return a masked tensor of copies of data and mask, without the data's history.

    >>> torch.masked.masked_tensor(torch.tensor([1, 2]), torch.tensor([False, True])).sum()
    MaskedTensor(2, True)
    """
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data: Any, mask: Any) -> Any:
    """Return a masked tensor of data and a mask, with the data's history.

    >>> torch.masked.as_masked_tensor(torch.tensor([1, 2]), torch.tensor([False, True])).get_data()
    tensor([1, 2])
    """
    made = MaskedTensor(data.detach(), mask)
    return Masked.apply(Way(lambda data: data.clone(), (made._masked_mask,)), data)


NAMESPACES.setdefault("torch.masked", {}).update(
    MaskedTensor=MaskedTensor, masked_tensor=masked_tensor, as_masked_tensor=as_masked_tensor
)
printed_under("torch.masked.maskedtensor.core", globals(), "MaskedTensor")
