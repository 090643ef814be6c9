"""How a tensor's memory is held: shared with other processes, pinned, read with other signs."""

import warnings
from collections.abc import Callable
from typing import Any

from tensorlab.engine.declaring import Array, Tensor, attribute, composite
from tensorlab.engine.shapes import count_elements

NO_ACCELERATOR = "Cannot access accelerator device when none is available."


@composite(related=("conj", "resolve_conj"))
def is_conj(input: Tensor) -> bool:
    """Return whether the tensor is a conjugate that PyTorch would not have written out yet.

    >>> torch.is_conj(torch.tensor([1j]).conj())
    True
    """
    owner = input if input.base is None else input.base
    return input.dtype.is_complex and owner.conjugate


@composite()
def is_distributed(input: Tensor) -> bool:
    """Return False: a tensor lies in one process here.

    >>> torch.is_distributed(torch.ones(2))
    False
    """
    return False


@composite(function=False)
def is_shared(input: Array) -> bool:
    """Return False: processes share no tensors here.

    >>> torch.ones(2).is_shared()
    False
    """
    return False


@composite(function=False)
def share_memory_(input: Array) -> Array:
    """Return the tensor itself: processes share none here."""
    return input


@composite(function=False)
def is_pinned(input: Array, device: Any = None) -> bool:
    """Return False: no memory is pinned for the way to a GPU.

    >>> torch.ones(2).is_pinned()
    False
    """
    return False


@composite(function=False)
def pin_memory(input: Array, device: Any = None) -> Array:
    """Return the tensor in memory that is quick to copy to a GPU, where there is one."""
    if not input.is_cuda:
        raise RuntimeError(NO_ACCELERATOR)
    return input


@composite(function=False, variadic="sizes", related=("reshape",))
def resize(input: Array, sizes: tuple[int, ...]) -> Tensor:
    """Return the elements in another shape that has room for just as many: an old reshape.

    >>> torch.arange(4).reshape(2, 2)  # the same
    tensor([[0, 1],
            [2, 3]])
    """
    warnings.warn("non-inplace resize is deprecated", UserWarning, stacklevel=2)
    return reshaped(input, sizes)


def reshaped(input: Tensor, sizes: tuple[int, ...]) -> Tensor:
    """Return the elements in another shape.

    Raises:
        RuntimeError: there are more or fewer places.
    """
    if count_elements(tuple(sizes)) != input.numel():
        raise RuntimeError(
            f"requested resize to {'x'.join(map(str, sizes))} ({count_elements(tuple(sizes))} "
            "elements in total), but the given tensor has a size of "
            f"{'x'.join(map(str, input.shape))} ({input.numel()} elements). autograd's resize can "
            "only change the shape of a given tensor, while preserving the number of elements. "
        )
    result: Tensor = input.contiguous().view(sizes)
    return result


@composite(function=False, related=("resize", "reshape_as"))
def resize_as(input: Array, tensor: Array) -> Tensor:
    """Return the elements in the shape of another tensor.

    >>> torch.arange(2).reshape(torch.ones(2, 1).shape)  # the same
    tensor([[0],
            [1]])
    """
    warnings.warn("non-inplace resize_as is deprecated", UserWarning, stacklevel=2)
    return reshaped(input, tuple(tensor.shape))


def declare_no(name: str, what: str) -> None:
    """Declare the attribute that says that a tensor is not on some machine, or stored so."""

    def answer(input: Tensor) -> bool:
        return False

    answer.__name__ = name
    answer.__doc__ = f"Whether the tensor is {what}: never here."
    attribute(answer)


NOWHERE = {"is_xpu": "an Intel GPU's", "is_mps": "an Apple GPU's", "is_ipu": "a Graphcore chip's",
           "is_xla": "XLA's", "is_vulkan": "Vulkan's", "is_mtia": "an MTIA chip's",
           "is_maia": "a Maia chip's", "is_mkldnn": "stored for oneDNN",
           "is_nested": "a list of tensors of different shapes"}  # fmt: skip
for attribute_name, meaning in NOWHERE.items():
    declare_no(attribute_name, meaning)


@attribute
def is_sparse_csr(input: Tensor) -> bool:
    """Whether the elements are stored row by row, each with its column."""
    return input.layout.name == "sparse_csr"


@attribute
def volatile(input: Tensor) -> bool:
    """Whether autograd is kept away, as old programs asked: never any more."""
    warnings.warn(
        "volatile was removed (Variable.volatile is always False)", UserWarning, stacklevel=2
    )
    return False


@attribute
def name(input: Tensor) -> None:
    """The name of a tensor: none has one."""
    return


def each_number(input: Tensor, others: tuple[Tensor, ...], function: Callable[..., Any]) -> Tensor:
    """Write over each element what a function makes of it and of the others in its place."""
    columns = [other.expand(input.shape).flatten().tolist() for other in others]
    found = [function(*numbers) for numbers in zip(input.flatten().tolist(), *columns, strict=True)]
    input.copy_(input.new_tensor(found).view(input.shape))
    return input


@composite(function=False, related=("apply_",))
def map_(input: Array, other: Array, callable: Any) -> Array:
    """Write over each element what a function makes of it and another tensor's element."""
    return each_number(input, (other,), callable)


@composite(function=False, related=("map_",))
def map2_(input: Array, x: Array, y: Array, callable: Any) -> Array:
    """Write over each element what a function makes of it and two other tensors' elements."""
    return each_number(input, (x, y), callable)
