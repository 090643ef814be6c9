"""What holds for all that follows: the default data type; and questions about types."""

from typing import Any

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.declaring import Tensor, composite
from tensorlab.engine.device import CPU, Device, Placement
from tensorlab.engine.dtypes import FLOATING, DType
from tensorlab.engine.numbers import number_of
from tensorlab.engine.promotion import Defaults, can_cast, promote_types, result_type
from tensorlab.engine.untracked import is_untracked
from tensorlab.engine.warning import Warned
from tensorlab.ops.loading import find


@composite(method=False)
def set_default_dtype(d: Any) -> None:
    """Set the type of new tensors made of Python's floats."""
    if not isinstance(d, DType):
        raise TypeError(
            "invalid dtype object: only floating-point types are supported as the default type"
        )
    if d.category != FLOATING:
        raise TypeError("only floating-point types are supported as the default type")
    Defaults.floating = d


@composite(method=False)
def get_default_dtype() -> DType:
    """Return the type of new tensors made of Python's floats.

    >>> torch.get_default_dtype()
    torch.float32
    """
    return Defaults.floating


@composite(method=False)
def set_default_device(device: Any) -> None:
    """Set where functions that make tensors put them; None is the main memory again.

    >>> torch.set_default_device("meta")
    >>> torch.ones(2).device
    device(type='meta')
    >>> torch.set_default_device(None)
    """
    Placement.device = default_device(device)


def default_device(device: Any) -> Device | None:
    """Return a device that tensors can be made on; None for the main memory.

    Raises:
        RuntimeError: there is no such device.
    """
    if device is None:
        return None
    wanted = Device(device)
    return None if wanted.type == "cpu" else wanted


@composite(method=False)
def get_default_device() -> Device:
    """Return where functions that make tensors put them.

    >>> torch.get_default_device()
    device(type='cpu')
    """
    if Placement.device is None or Placement.device.index is not None:
        return Placement.device or CPU
    # whose number is the machine's to tell
    return find("torch", "empty")(0).device  # type: ignore[no-any-return]  # of methods


@composite(method=False)
def set_warn_always(b: Any) -> None:
    """Choose whether to repeat the warnings that come once in a process."""
    if not isinstance(b, bool):
        raise RuntimeError(f"setWarnOnlyOnce expects a bool, but got {type(b).__name__}")
    Warned.always = b


@composite(method=False)
def is_warn_always_enabled() -> bool:
    """Return whether the warnings that come once in a process are repeated.

    >>> torch.is_warn_always_enabled()
    False
    """
    return Warned.always


@composite(method=False)
def is_grad_enabled() -> bool:
    """Return whether operations are being recorded for gradients.

    >>> torch.is_grad_enabled()
    True
    """
    return Recording.enabled


@composite(method=False, overridable=False)
def is_tensor(obj: Any, /) -> bool:
    """Return whether something is a tensor.

    >>> torch.is_tensor([1, 2])
    False
    """
    return isinstance(obj, Tensor)


@composite(method=False, name="promote_types")
def promote_types_of(type1: DType, type2: DType) -> DType:
    """Return the smallest type that both types convert to without a change of category.

    >>> torch.promote_types(torch.int32, torch.float32)
    torch.float32
    """
    return promote_types(type1, type2)


@composite(method=False, name="can_cast")
def can_cast_to(from_: DType, to: DType) -> bool:
    """Return whether a type converts to another one without losing its category.

    >>> torch.can_cast(torch.float32, torch.int64)
    False
    """
    return can_cast(from_, to)


@composite(method=False, name="result_type")
def result_type_of(tensor1: Any, tensor2: Any) -> DType:
    """Return the type that two operands meet in.

    >>> torch.result_type(torch.tensor([1]), 2.5)
    torch.float32
    """
    return result_type(map(number_of, (tensor1, tensor2)))


@composite()
def is_floating_point(input: Tensor) -> bool:
    """Return whether the tensor holds floating-point numbers.

    >>> torch.is_floating_point(torch.tensor([1]))
    False
    """
    return input.dtype.is_floating_point


@composite()
def is_complex(input: Tensor) -> bool:
    """Return whether the tensor holds complex numbers.

    >>> torch.is_complex(torch.tensor([1j]))
    True
    """
    return input.dtype.is_complex


@composite()
def is_neg(input: Tensor) -> bool:
    """Return whether PyTorch would negate the elements when they are read: of conjugates' imag.

    >>> torch.is_neg(torch.tensor([1.]))
    False
    """
    return input._negated


@composite()
def is_inference(input: Tensor) -> bool:
    """Return whether the tensor was made under inference_mode, or shows one that was.

    >>> torch.is_inference(torch.tensor([1.]))
    False
    >>> with torch.inference_mode():
    ...     print(torch.is_inference(torch.tensor([1.])))
    True
    """
    return is_untracked(input)
