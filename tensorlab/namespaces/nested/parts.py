"""Nested tensors: tensors of several lengths in one, which functions answer one by one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from tensorlab.engine.device import Device
from tensorlab.engine.facts import Kind
from tensorlab.engine.overriding import overriders, plain
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.frozen import names_beside
from tensorlab.ops.loading import find

PRODUCTS = ("matmul", "bmm")
STRIDED = names_beside(__file__, "strided.txt")


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
        made._array = None
        made._tracked = any(part._tracked for part in parts)
        made._grad_fn = next((part.grad_fn for part in parts if part.grad_fn is not None), None)
        return made

    @classmethod
    def __torch_function__(
        cls, func: Callable[..., Any], types: object, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Answer a function for each of the tensors."""
        name, kwargs = func.__name__, kwargs or {}
        nest: Any = overriders((*args, *kwargs.values()))[0]
        with plain():
            nest.require_alike(args[:2], getattr(func, "operation", None))
            if name[:7] == "dropout" or nest.is_of_all(func, args, kwargs):
                return nest.of_all(func, args, kwargs)
            if name in ("unbind", "select") and args[1:2] in ((), (0,)):
                return nest.parts if name == "unbind" else nest[args[2]]
            func = find("torch", "matmul") if name == "bmm" else func
            found = []
            for place in range(len(nest.samples)):
                given, named = nest.arguments(func, args, kwargs, place)
                found.append(func(*given, **named))
            return nest.gathered(func, found)

    @property
    def samples(self) -> tuple[Tensor, ...]:
        """The tensors that a function is tried on."""
        return self.parts

    def arguments(
        self, func: Callable[..., Any], args: Any, kwargs: Any, place: int
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return a call's arguments for the tensor at a place, which lacks the first dimension.

        Raises:
            RuntimeError: the first dimension is meant.
        """
        name, own = func.__name__, self.samples[place]
        operation = getattr(func, "operation", None)
        names = operation.signature.positional if operation else ()
        parameters = operation.signature.parameters if operation else {}
        first = getattr(parameters.get("dim"), "default", 1) == 0
        if first and len(args) <= names.index("dim"):
            kwargs = {"dim": 0, **kwargs}
        meets = name in PRODUCTS or getattr(operation, "elementwise", False)
        given = [self.part_of(value, place, meets=meets) for value in args]
        if name in ("reshape", "view", "expand", "permute"):
            sizes = given[1] if isinstance(given[1], list | tuple) else given[1:]
            if name == "permute":
                return [given[0], [self.within(name, dim) for dim in sizes[1:]]], kwargs
            if sizes[0] != len(self.parts):
                raise RuntimeError(in_full("reshape: For now nested reshape"))
            olds = [*own.shape, *[-1] * len(sizes)]
            pairs = zip(sizes[1:], olds, strict=False)
            return [given[0], [old if new == -1 else new for new, old in pairs]], kwargs
        moved = {**dict(zip(names, given, strict=False)), **kwargs}
        for key, value in moved.items():
            if key.startswith("dim") or key.endswith("_dim"):
                moved[key] = self.within(name, value)
        listed = [moved.pop(key) for key in names[: len(given)]]
        return listed + given[len(listed) :], moved

    def part_of(self, value: Any, place: int, *, meets: bool) -> Any:
        """Return what of an argument belongs to the tensor at a place.

        Of a tensor that it meets, this is a part where that is not the same for all.
        """
        if isinstance(value, NestedTensor):
            return value.samples[place % len(value.samples)]
        if isinstance(value, list | tuple):
            return type(value)([self.part_of(one, place, meets=meets) for one in value])
        if meets and isinstance(value, Tensor) and value.ndim == self.ndim:
            return value[place % len(self.parts) if len(value) > 1 else 0]
        return value

    def within(self, name: str, dim: Any) -> Any:
        """Return which dimension of one of the tensors a dimension is.

        Raises:
            RuntimeError: it is the first one, of which they have none.
        """
        if isinstance(dim, list | tuple):
            return type(dim)([self.within(name, one) for one in dim])
        if dim in (0, -self.ndim):
            raise self.refusal(name)
        return dim - 1 if isinstance(dim, int) and dim > 0 else dim

    def require_alike(self, operands: Sequence[Any], operation: Any) -> None:
        """Refuse a nested tensor and one that is not where elements, or matrices, meet.

        Raises:
            NotImplementedError: PyTorch has no such function of elements.
            RuntimeError: one operand is nested and the other is not.
        """
        kinds = [isinstance(one, NestedTensor) for one in operands if isinstance(one, Tensor)]
        name = getattr(operation, "name", "")
        product = name in PRODUCTS
        elementwise = getattr(operation, "elementwise", False)
        if elementwise and name not in STRIDED["elementwise"]:
            raise no_kernel(name, "NestedTensorCPU")
        if (elementwise or product) and len({*kinds}) > 1:
            words = [f"a {'non-' * (not kind)}nested" for kind in kinds]
            both = "to be" if product else "self and other to be"
            raise RuntimeError(in_full("Expected both {}", both, words[0], words[1][2:]))

    def refusal(self, name: str) -> Exception:
        """Return the complaint about a function that is to work along the first dimension."""
        if name == "transpose":
            return RuntimeError("Nested tensor dimension 0 cannot be transposed")
        return no_kernel(name, "NestedTensorCPU")

    def is_of_all(self, func: Callable[..., Any], args: Any, kwargs: Any) -> bool:
        """Return whether a function reduces all elements to one."""
        return False

    def gathered(self, func: Callable[..., Any], found: list[Any]) -> Any:
        """Return the results for the tensors as one: what is the same for all is one already."""
        if all(one is own for one, own in zip(found, self.samples, strict=True)):
            return self
        if isinstance(found[0], tuple | list) and isinstance(found[0][0], Tensor):
            results = [self.gathered(func, list(each)) for each in zip(*found, strict=True)]
            kind = type(found[0])
            return kind(*results) if hasattr(kind, "_fields") else kind(results)
        same = not isinstance(found[0], Tensor | list) and len({*found}) == 1
        return found[0] if same else self.joined(func, found)

    def joined(self, func: Any, found: list[Any]) -> Any:
        """Return one result for each of the tensors as one.

        Raises:
            NotImplementedError: nested tensors have no such function.
        """
        operation = getattr(func, "operation", None)
        kind = getattr(operation, "kind", Kind.VIEW)
        viewed = kind is Kind.VIEW or func.__name__ == "view"
        if viewed or all(one.ndim == self.ndim - 1 for one in found):
            return NestedTensor(found)
        raise no_kernel(func.__name__, "NestedTensorCPU")

    def of_all(self, func: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Return what a function gives for all elements in a row, each back in its place."""
        found = func(NestedTensor.values(self), *args[1:], **kwargs)
        if found.ndim == 0:
            return found
        pieces = found.split([part._array.size for part in self.parts])
        parts = [one.view(own.shape) for one, own in zip(pieces, self.parts, strict=True)]
        return self.joined(func, [*parts, *self.samples[len(parts) :]])

    def values(self) -> Tensor:
        """Return the elements of all, one after another."""
        row: Tensor = find("torch", "cat")([part.reshape(-1) for part in self.parts])
        return row

    def unbind(self, dim: int = 0) -> tuple[Tensor, ...]:
        """Return the tensors that it is made of."""
        return self.parts

    def __getitem__(self, index: Any) -> Any:
        """Return one of the tensors, or a part of it, or the same part of each.

        Raises:
            NotImplementedError: some of the tensors are meant.
        """
        place, *rest = index if isinstance(index, tuple) else (index,)
        if place is ...:
            return self.joined(None, [part[index] for part in self.samples])
        if not isinstance(place, int):
            raise self.refusal("slice")
        return self.parts[place][tuple(rest)] if rest else self.parts[place]

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def dim(self) -> int:
        """Return the number of dimensions, that of the list counted."""
        return (self.parts[0].ndim if self.parts else 0) + 1

    ndim = property(dim)

    def numel(self) -> int:
        """Return the number of elements of all the tensors."""
        return sum(part._array.size for part in self.parts)

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
            raise RuntimeError(in_full("Given dimension", dim))
        return extents.pop()

    @property
    def shape(self) -> Any:
        """No one shape: the lengths differ."""
        raise RuntimeError(in_full("Internal error: NestedTensorImpl"))

    @property
    def device(self) -> Device:
        """Where the elements live."""
        return self.parts[0].device if self.parts else find("torch", "device")("cpu")

    @property
    def grad(self) -> Any:
        """The gradients of the tensors, once backward has worked them out."""
        found = [part.grad for part in self.parts]
        if None in found:
            return None
        return self.joined(None, [*found, *self.samples[len(found) :]])

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

    def extents(self) -> tuple[int, ...]:
        """Return the number of tensors, and the largest sizes of them."""
        return (len(self.parts), *map(max, zip(*(part.shape for part in self.parts), strict=True)))

    def to_padded_tensor(self, padding: float, output_size: Sequence[int] | None = None) -> Tensor:
        """Return one tensor, each part filled up to the longest, or to a size."""
        from .making import to_padded_tensor  # noqa: PLC0415  a circle otherwise

        return to_padded_tensor(self, padding, output_size)

    def __repr__(self) -> str:
        listed = ",\n".join(shown(part, tracked=self._tracked) for part in self.parts)
        fact = f", grad_fn=<{type(self.grad_fn).__name__}>" if self.grad_fn is not None else ""
        fact = fact or ", requires_grad=True" * self._tracked
        return f"nested_tensor([\n{listed}\n]{fact})"

    __str__ = __repr__


# To programs there is one class of tensors, of which these are.
NestedTensor.__module__, NestedTensor.__name__ = "torch", "Tensor"


def shown(part: Tensor, *, tracked: bool) -> str:
    """Return one of the tensors as it stands in the list: its history is told once, behind."""
    with plain():
        text = repr(part.detach().requires_grad_(tracked))
    return "\n".join(f"  {line}" for line in text.split("\n"))
