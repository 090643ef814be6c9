"""How a tensor's memory is held: shared with other processes, pinned, read with other signs."""

from typing import Any

from tensorlab.engine.declaring import Array, Tensor, attribute, composite
from tensorlab.engine.type_names import kernel_type_name
from tensorlab.ops.pointwise.complex_numbers import reads_conjugates

NO_ACCELERATOR = "Cannot access accelerator device when none is available."


@composite(related=("conj", "resolve_conj"))
def is_conj(input: Tensor) -> bool:
    """Return whether the tensor is a conjugate that PyTorch would not have written out yet.

    >>> torch.is_conj(torch.tensor([1j]).conj())
    True
    """
    return input.dtype.is_complex and reads_conjugates(input)


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
def name(input: Tensor) -> None:
    """The name of a tensor: none has one."""
    return


@composite(function=False, related=("apply_",))
def map_(input: Array, other: Array, callable: Any) -> Array:
    """Replace each element by what a function makes of it and another tensor's element.

    Raises:
        RuntimeError: autograd follows the tensor or the other one.
        TypeError: the other one has another type.
    """
    if input._tracked or other._tracked:
        words = "on Variable that requires grad. Use var.detach().map_() instead."
        raise RuntimeError(f"Can't call map_() {words}")
    if other.dtype is not input.dtype:
        wanted, given = kernel_type_name(input), kernel_type_name(other)
        raise TypeError(f"map_: expected {wanted} for 'other' (got {given})")
    pairs = zip(input.flatten().tolist(), other.expand(input.shape).flatten().tolist(), strict=True)
    found = [callable(*numbers) for numbers in pairs]
    input.copy_(input.new_tensor(found).view(input.shape))
    return input
