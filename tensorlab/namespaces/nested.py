"""Nested tensors: tensors of several lengths in one, torch.nested."""

from collections.abc import Callable, Sequence
from operator import lt
from typing import Any, Self

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.overriding import Overriding, plain
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find

TOO_FEW = "does not match NestedTensor dims. Broadcasting is not supported."
TOO_SMALL = "less than NestedTensor padded size. Truncation is not supported."
LISTS_ONLY = "Only lists (List[Tensor] and List[List...[Scalar]]) are accepted in nested_tensor"


class NestedTensor(Tensor):
    """Tensors of several lengths that functions answer one by one."""

    __slots__ = ("parts",)

    _of_a_program = True  # it answers functions by itself
    is_nested = True
    parts: tuple[Tensor, ...]

    def __new__(cls, parts: Sequence[Tensor]) -> Self:
        """Return the one tensor of several."""
        made = object.__new__(cls)
        made.parts = tuple(parts)
        made._element_type = parts[0].dtype if parts else find("torch", "get_default_dtype")()
        made.array = None
        made._tracked = any(part._tracked for part in parts)
        made._grad_fn = next((part.grad_fn for part in parts if part.grad_fn is not None), None)
        return made

    @classmethod
    def __torch_function__(
        cls, func: Callable[..., Any], types: object, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Answer a function for each of the tensors.

        Raises:
            NotImplementedError: the function has no answer for nested tensors.
        """
        with plain():
            nests = [value for value in args if isinstance(value, NestedTensor)]
            require_nests(args[:2], getattr(func, "operation", None))
            parts = []
            for place, part in enumerate(nests[0].parts):
                at = (v.parts[place] if isinstance(v, NestedTensor) else v for v in args)
                parts.append(func(*at, **(kwargs or {})))
                if getattr(parts[-1], "ndim", None) != part.ndim:
                    raise no_kernel(func.__name__, "NestedTensorCPU")
            return NestedTensor(parts)

    def unbind(self, dim: int = 0) -> tuple[Tensor, ...]:
        """Return the tensors that it is made of."""
        return self.parts

    def __getitem__(self, place: int) -> Tensor:
        """Return one of the tensors."""
        return self.parts[place]

    def __len__(self) -> int:
        return len(self.parts)

    def dim(self) -> int:
        """Return the number of dimensions, that of the list counted."""
        return (self.parts[0].ndim if self.parts else 0) + 1

    ndim = property(dim)

    def numel(self) -> int:
        """Return the number of elements of all the tensors."""
        return sum(part.array.size for part in self.parts)

    def size(self, dim: int | None = None) -> Any:
        """Return the extent of a dimension that is the same in all the tensors.

        Raises:
            RuntimeError: it isn't, or no dimension is given.
        """
        if dim is None:
            return self.shape
        if dim == 0:
            return len(self.parts)
        extents = {part.shape[dim - 1 if dim > 0 else dim] for part in self.parts}
        if len(extents) > 1:
            raise RuntimeError(f"Given dimension {dim} is irregular and does not have a size.")
        return extents.pop()

    @property
    def shape(self) -> Any:
        """No one shape: the lengths differ."""
        raise RuntimeError(
            "Internal error: NestedTensorImpl doesn't support sizes. Please file an issue."
        )

    @property
    def device(self) -> Device:
        """Where the elements live."""
        return self.parts[0].device if self.parts else find("torch", "device")("cpu")

    @property
    def grad(self) -> Any:
        """The gradients of the tensors, once backward has worked them out."""
        found = [part.grad for part in self.parts]
        return None if None in found else NestedTensor([one for one in found if one is not None])

    @grad.setter
    def grad(self, grad: Any) -> None:
        for part, own in zip(self.parts, grad.parts if grad else self.parts, strict=True):
            part.grad = own if grad else None

    def requires_grad_(self, requires_grad: bool = True) -> "NestedTensor":
        """Let operations on the tensors be recorded."""
        for part in self.parts:
            part.requires_grad_(requires_grad)
        self._tracked = requires_grad
        return self

    def backward(self, gradient: Any = None, *settings: Any, **named: Any) -> None:
        """Add the gradients of a sum, weighted by a nested tensor, to what it was made of."""
        find("torch.autograd", "backward")(self.parts, gradient.parts, *settings, **named)

    def to_padded_tensor(self, padding: float, output_size: Sequence[int] | None = None) -> Tensor:
        """Return one tensor, each part filled up to the longest, or to a size."""
        return to_padded_tensor(self, padding, output_size)

    def __repr__(self) -> str:
        listed = ",\n".join(shown(part, tracked=self._tracked) for part in self.parts)
        fact = f", grad_fn=<{type(self.grad_fn).__name__}>" if self.grad_fn is not None else ""
        fact = fact or ", requires_grad=True" * self._tracked
        return f"nested_tensor([\n{listed}\n]{fact})"

    __str__ = __repr__


def shown(part: Tensor, *, tracked: bool) -> str:
    """Return one of the tensors as it stands in the list: its history is told once, behind."""
    with plain():
        text = repr(part.detach().requires_grad_(tracked))
    return "\n".join(f"  {line}" for line in text.split("\n"))


def require_nests(operands: Sequence[Any], operation: object) -> None:
    """Refuse a nested tensor and one that is not where elements meet elements.

    Raises:
        RuntimeError: one operand is nested and the other is not.
    """
    kinds = [isinstance(value, NestedTensor) for value in operands if isinstance(value, Tensor)]
    if getattr(operation, "elementwise", False) and len(set(kinds)) > 1:
        words = ["a nested" if kind else "a non-nested" for kind in kinds]
        raise RuntimeError(in_full("Expected both self and", words[0], words[1].removeprefix("a ")))


def nested_tensor(
    tensor_list: Sequence[Any],
    *,
    dtype: DType | None = None,
    layout: object = None,
    device: object = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> NestedTensor:
    """Return the nested tensor of copies of several tensors, or of lists of numbers.

    >>> torch.nested.nested_tensor([torch.tensor([1., 2.]), torch.tensor([3.])])
    nested_tensor([
      tensor([1., 2.]),
      tensor([3.])
    ])

    Raises:
        TypeError: it is no list.
        RuntimeError: the tensors differ in their numbers of dimensions.
    """
    if not isinstance(tensor_list, list | tuple):
        raise TypeError(LISTS_ONLY)
    settings = {"dtype": dtype, "device": device}
    with SetGrad(mode=False):
        made = [
            one.detach().clone().to(dtype or one.dtype)
            if isinstance(one, Tensor)
            else find("torch", "tensor")(one, **settings)
            for one in tensor_list
        ]
    require_dimensions(made)
    return nest(made).requires_grad_(requires_grad)


def as_nested_tensor(
    ts: Sequence[Tensor], dtype: DType | None = None, device: object = None, layout: object = None
) -> NestedTensor:
    """Return the nested tensor of several tensors, with their history.

    >>> torch.nested.as_nested_tensor([torch.tensor([1])]).unbind()
    (tensor([1]),)
    """
    made = [one.clone().to(dtype or one.dtype) for one in ts]
    require_dimensions(made)
    return nest(made)


def nest(parts: Sequence[Tensor]) -> NestedTensor:
    """Return the nested tensor of tensors; from now on functions look for such."""
    Overriding.watching = True
    return NestedTensor(parts)


def require_dimensions(parts: Sequence[Tensor]) -> None:
    """Refuse tensors that differ in their numbers of dimensions.

    Raises:
        RuntimeError: the numbers of dimensions differ.
    """
    for place, part in enumerate(parts):
        if part.ndim != parts[0].ndim:
            raise RuntimeError(in_full("All Tensors given to", part.ndim, place, parts[0].ndim))


def to_padded_tensor(
    input: NestedTensor,
    padding: float,
    output_size: Sequence[int] | None = None,
    out: Tensor | None = None,
) -> Tensor:
    """Return one tensor, each part of a nested one filled up to the longest, or to a size.

    >>> nested = torch.nested.nested_tensor([torch.tensor([1., 2.]), torch.tensor([3.])])
    >>> torch.nested.to_padded_tensor(nested, 0.)
    tensor([[1., 2.],
            [3., 0.]])

    Raises:
        RuntimeError: the size is smaller than the nested tensor.
    """
    shapes = [tuple(part.shape) for part in input.parts]
    least = (len(shapes), *map(max, zip(*shapes, strict=True)))
    wanted_sizes = tuple(output_size or least)
    if len(wanted_sizes) != len(least):
        raise RuntimeError(f"Length of output_size {TOO_FEW}")
    if any(map(lt, wanted_sizes, least)):
        raise RuntimeError(f"Value in output_size is {TOO_SMALL}")
    sizes = wanted_sizes[1:]
    pad = find("torch.nn.functional", "pad")
    filled = []
    for part in input.parts:
        missing = [wanted - got for wanted, got in zip(sizes, part.shape, strict=True)]
        ends = [amount for one in reversed(missing) for amount in (0, one)]
        filled.append(pad(part, ends, value=padding))
    more = [*[0] * 2 * len(sizes), 0, wanted_sizes[0] - len(shapes)]
    result: Tensor = pad(find("torch", "stack")(filled), more, value=padding)
    return result
