"""torch.cuda: what programs ask before they move to a GPU, answered where there is none."""

from typing import Any, NoReturn

from tensorlab.engine.backend import NO_CUDA
from tensorlab.engine.creating import composite

NAMESPACE = "torch.cuda"


@composite(namespace=NAMESPACE, method=False)
def is_available() -> bool:
    """Return whether tensors can be moved to an NVIDIA GPU.

    >>> torch.cuda.is_available()
    False
    """
    return False


@composite(namespace=NAMESPACE, method=False)
def device_count() -> int:
    """Return how many GPUs there are.

    >>> torch.cuda.device_count()
    0
    """
    return 0


@composite(namespace=NAMESPACE, method=False)
def is_initialized() -> bool:
    """Return whether the GPU has been used yet."""
    return False


@composite(namespace=NAMESPACE, method=False)
def memory_allocated(device: Any = None) -> int:
    """Return the bytes of GPU memory that tensors take."""
    return 0


@composite(namespace=NAMESPACE, method=False)
def max_memory_allocated(device: Any = None) -> int:
    """Return the most bytes of GPU memory that tensors have taken."""
    return 0


@composite(namespace=NAMESPACE, method=False)
def empty_cache() -> None:
    """Give unused GPU memory back: there is none."""


@composite(namespace=NAMESPACE, method=False)
def manual_seed(seed: int) -> None:
    """Seed the GPU's random stream, once there is one."""


@composite(namespace=NAMESPACE, method=False)
def manual_seed_all(seed: int) -> None:
    """Seed the random streams of all GPUs, once there are any."""


@composite(namespace=NAMESPACE, method=False)
def synchronize(device: Any = None) -> NoReturn:
    """Wait until the GPU has done what it was asked to do.

    Raises:
        AssertionError: there is no GPU to wait for.
    """
    raise AssertionError(NO_CUDA)


@composite(namespace=NAMESPACE, method=False)
def current_device() -> NoReturn:
    """Return the number of the GPU in use.

    Raises:
        AssertionError: there is none.
    """
    raise AssertionError(NO_CUDA)


@composite(namespace=NAMESPACE, method=False)
def get_device_name(device: Any = None) -> NoReturn:
    """Return the name of a GPU.

    Raises:
        AssertionError: there is none.
    """
    raise AssertionError(NO_CUDA)
