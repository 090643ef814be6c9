"""What a recorded call keeps for the way back, and a gradient made to fit its input."""

import re
from typing import Any, Protocol

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.dtypes import INTEGER, DType
from tensorlab.engine.facts import Kind
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor, new_object, wrap
from tensorlab.engine.type_names import kernel_type_name
from tensorlab.engine.warning import in_full
from tensorlab.numerics.sums.reducing import add_up

NUMBERS = (int, float, complex)
PLAIN = frozenset(
    {int, float, bool, str, slice, type(None), type(...), DType}
)  # of what is no tensor


class Step(Protocol):
    """What is asked of the step that something was saved for."""

    operation: Operation
    saved: dict[str, Any]

    def name(self) -> str:
        """Return PyTorch's name of the step."""


class Saved:
    """A tensor kept for the way back, and the version it had then.

    That is read as the last number of one: tensors that must not be saved refuse it.
    """

    __slots__ = ("tensor", "version")

    def __init__(self, tensor: Tensor) -> None:
        self.tensor: Any = tensor  # None where it has been let go of
        version = tensor._writes
        self.version = 0 if version is None else version[-1]

    def unpack(self, node: Step) -> Any:
        """Return the tensor.

        Raises:
            RuntimeError: it has been written to since, or the way back has been walked before.
        """
        tensor = self.tensor
        if tensor is None:
            raise RuntimeError(in_full("Trying to backward"))
        version = tensor._writes
        if (0 if version is None else version[-1]) != self.version:
            raise RuntimeError(changed_text(self, node))
        return tensor

    def written_to(self) -> bool:
        """Return whether somebody has written to the tensor since."""
        version = None if self.tensor is None else self.tensor._writes
        return (0 if version is None else version[-1]) != self.version

    def forget(self) -> None:
        """Let go of the tensor."""
        self.tensor = None


def saved_as(tensor: Tensor) -> Saved:
    """Return what keeps a tensor as it is now, in half the time of `Saved(tensor)`."""
    saved = new_object(Saved)
    saved.tensor = tensor
    version = tensor._writes
    saved.version = 0 if version is None else version[-1]
    return saved


class SavedResult(Saved):
    """A result of the call itself, kept as an alias that does not keep the record alive."""

    __slots__ = ("number",)

    def __init__(self, result: Tensor, number: int) -> None:
        self.tensor = other = alias(result)
        self.version = other._writes[-1]  # type: ignore[index]  # an alias shares one
        self.number = number

    def unpack(self, node: Step) -> Tensor:
        """Return the result: as its step's own again where its gradient can be recorded too."""
        result: Tensor = super().unpack(node)
        if Recording.enabled:
            result = alias(result)
            tie(node, result, self.number)
        return result


class SavedIfStanding(Saved):
    """A result that is of use as long as nobody has written over it: None from then on."""

    __slots__ = ()

    def unpack(self, node: Step) -> Tensor | None:
        """Return the result, None where it was written to."""
        return None if self.written_to() else super().unpack(node)


class SavedList(Saved):
    """A list of values, tensors among them."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Any] | tuple[Any, ...]) -> None:
        self.parts = parts
        self.tensor = None

    def unpack(self, node: Step) -> Any:
        """Return the values."""
        return self.parts.__class__(
            [part.unpack(node) if isinstance(part, Saved) else part for part in self.parts]
        )

    def forget(self) -> None:
        """Let go of the tensors."""
        for part in self.parts:
            if isinstance(part, Saved):
                part.forget()


class SavedResults(SavedList):
    """Several results: each is looked at when the way back takes it, as it needs few of them."""

    __slots__ = ()

    def unpack(self, node: Step) -> "Results":
        """Return the results, none looked at yet."""
        return Results(node, self.parts)


class Results:
    """The results of a call, in order, each unpacked when it is asked for."""

    __slots__ = ("node", "parts")

    def __init__(self, node: Step, parts: list[Any] | tuple[Any, ...]) -> None:
        self.node = node
        self.parts = parts

    def __getitem__(self, number: int) -> Any:
        return self.parts[number].unpack(self.node)

    def __len__(self) -> int:
        return len(self.parts)


class SavedNumber(Saved):
    """A number that stands for a tensor: it is let go of as one."""

    __slots__ = ()

    def __init__(self, number: object) -> None:
        self.tensor = number

    def unpack(self, node: Step) -> Any:
        """Return the number.

        Raises:
            RuntimeError: the way back has been walked before.
        """
        if self.tensor is None:
            raise RuntimeError(in_full("Trying to backward"))
        return self.tensor


def kept_operand(value: object) -> Any:
    """Return a tensor, or a number in its place, in the form in which it is saved."""
    return SavedNumber(value) if isinstance(value, NUMBERS) else kept(value)


def kept(value: Any) -> Any:
    """Return a value in the form in which it is saved for the way back."""
    kind = value.__class__
    if kind in PLAIN or (kind is tuple and PLAIN.issuperset(map(type, value))):
        return value
    if value.__class__ is Tensor or isinstance(value, Tensor):
        return Saved(value)
    if value.__class__ in (list, tuple):
        parts = value.__class__(map(kept, value))
        return SavedList(parts) if any(isinstance(part, Saved) for part in parts) else parts
    return value


def read(value: object) -> Any:
    """Return a setting in the form in which it is saved: of a tensor, the numbers it has now."""
    return value.tolist() if isinstance(value, Tensor) else kept(value)


def kept_result(result: Any) -> Saved:
    """Return one result, or several, in the form in which they are saved for the way back."""
    if isinstance(result, Tensor):
        return SavedResult(result, 0)
    return SavedResults(tuple(SavedResult(part, number) for number, part in enumerate(result)))


def kept_if_standing(result: Tensor) -> Saved:
    """Return a result in the form in which it is saved where it is only of help."""
    return SavedIfStanding(alias(result))


def alias(tensor: Tensor) -> Tensor:
    """Return a tensor over the same elements that will not keep its own record alive."""
    version = tensor._writes
    if version is None:
        version = tensor._writes = [0]
    other = wrap(tensor._array, tensor._element_type)
    other._writes = version
    return other


def tie(node: Step, result: Tensor, number: int) -> None:
    """Make a result that can have a gradient know the step that it comes from."""
    if result._element_type.category > INTEGER and number not in node.operation.constants:
        result._grad_fn, result._output_nr, result._tracked = node, number, True


def changed_text(saved: Saved, node: Step) -> str:
    """Return PyTorch's complaint about a tensor written to between forward and backward."""
    tensor = saved.tensor
    number = getattr(saved, "number", None)  # of a result of this step
    maker = tensor.grad_fn if number is None else node
    made_by = ""
    if maker is not None:
        operation = maker.operation  # None of a function of a program's own
        # which a write makes anew
        viewed = number is None and operation and operation.kind is Kind.VIEW
        step = "AsStrided" if viewed else re.sub(r"Backward0?(?!s)", "", maker.name())
        made_by = f", which is output {number or tensor._output_nr} of {step},"
    kind, sizes = kernel_type_name(tensor), list(tensor.shape)
    return in_full("one of the variables", kind, sizes, made_by, tensor._version, saved.version)


def fit_gradient(grad: Tensor, shape: tuple[int, ...], dtype: DType) -> Tensor:
    """Return the gradient summed over what broadcasting stretched, in the input's type."""
    if grad.shape != shape:
        plain = grad.__class__ is Tensor and grad._element_type.native
        if plain and not (grad._tracked and Recording.enabled):
            grad = wrap(summed_elements(grad._array, shape), grad._element_type)
        else:
            grad = sum_to_shape(grad, shape)
    if grad._element_type.is_complex and not dtype.is_complex:
        grad = grad.real
    return grad if grad._element_type is dtype else grad.to(dtype)


def sum_to_shape(grad: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Return the gradient summed over the dimensions along which an element was read often."""
    if not shape:
        whole: Tensor = grad.sum()
        return whole
    extra = grad.ndim - len(shape)
    dims = tuple(range(extra)) + tuple(
        extra + dim for dim, size in enumerate(shape) if size == 1 and grad.shape[extra + dim] != 1
    )
    summed: Tensor = grad.sum(dims, True) if dims else grad
    return summed.reshape(shape) if extra else summed


def summed_elements(array: Any, shape: tuple[int, ...]) -> Any:
    """Return the same of an array, with nothing to record: as `sum` adds, without asking it to."""
    extra = array.ndim - len(shape)
    stretched = (d for d in range(extra, array.ndim) if array.shape[d] != shape[d - extra])
    return add_up(array, (*range(extra), *stretched)).reshape(shape)
