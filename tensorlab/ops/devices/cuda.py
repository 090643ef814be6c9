"""torch.cuda: what programs ask of the GPU, answered where there is none, too."""

from collections.abc import Iterable
from typing import Any

from tensorlab.engine.cuda import cupy_backend as backend
from tensorlab.engine.declaring import composite
from tensorlab.engine.device import Device
from tensorlab.engine.naming import Named
from tensorlab.engine.random.generator import default_generator
from tensorlab.errors import meant
from tensorlab.ops.random.generators import get_rng_state, set_rng_state

NAMESPACE = "torch.cuda"


@composite(namespace=NAMESPACE)
def is_available() -> bool:
    """Return whether tensors can be moved to an NVIDIA GPU."""
    return backend.obstacle() is None


@composite(namespace=NAMESPACE)
def device_count() -> int:
    """Return how many GPUs tensors can be moved to: the first one, or none."""
    return int(backend.obstacle() is None)


@composite(namespace=NAMESPACE)
def is_initialized() -> bool:
    """Return whether the GPU has been used yet."""
    return backend.library.cache_info().currsize > 0


# by which libraries ask whether a GPU's random numbers are to be kept
_initialized = False


@composite(namespace=NAMESPACE)
def current_device() -> int:
    """Return the number of the GPU in use.

    Raises:
        AssertionError: there is none.
    """
    backend.library()
    return 0


@composite(namespace=NAMESPACE)
def set_device(device: Any) -> None:
    """Choose the GPU for tensors on "cuda": there is one to choose.

    Raises:
        AttributeError: there is none; so PyTorch says it without CUDA.
        RuntimeError: it has another number.
    """
    try:
        backend.library()
    except AssertionError:
        missing = "module 'torch._C' has no attribute '_cuda_setDevice'"
        raise meant(AttributeError(missing)) from None
    number = device if isinstance(device, int) else Device(device).index or 0
    backend.require_first(number)


@composite(namespace=NAMESPACE)
def get_device_name(device: Any = None) -> str:
    """Return the name of the GPU.

    Raises:
        AssertionError: there is none.
    """
    return backend.device_name()


@composite(namespace=NAMESPACE)
def get_device_capability(device: Any = None) -> tuple[int, int]:
    """Return the GPU's generation: its compute capability, major and minor.

    Raises:
        AssertionError: there is no GPU.
    """
    return backend.compute_capability()


@composite(namespace=NAMESPACE)
def synchronize(device: Any = None) -> None:
    """Wait until the GPU has done what it was asked to do.

    Raises:
        AssertionError: there is no GPU to wait for.
    """
    backend.synchronize()


@composite(namespace=NAMESPACE)
def memory_allocated(device: Any = None) -> int:
    """Return the bytes of GPU memory that tensors take."""
    return backend.allocated_bytes() if is_initialized() else 0


@composite(namespace=NAMESPACE)
def memory_reserved(device: Any = None) -> int:
    """Return the bytes of GPU memory that are held, for tensors and for those to come."""
    return backend.reserved_bytes() if is_initialized() else 0


@composite(namespace=NAMESPACE)
def max_memory_allocated(device: Any = None) -> int:
    """Return a bound on the GPU memory that tensors have taken: nobody counts the peak itself."""
    return memory_reserved()


@composite(namespace=NAMESPACE)
def mem_get_info(device: Any = None) -> tuple[int, int]:
    """Return the free and the total bytes of the GPU's memory.

    Raises:
        AssertionError: there is no GPU.
    """
    return backend.free_and_total_bytes()


@composite(namespace=NAMESPACE)
def empty_cache() -> None:
    """Give GPU memory that no tensor takes back to other programs."""
    if is_initialized():
        backend.release_memory()


@composite(namespace=NAMESPACE)
def manual_seed(seed: int) -> None:
    """Seed the random numbers of the GPU, which come from the one stream of all devices."""
    if is_available():
        default_generator.manual_seed(seed)


@composite(namespace=NAMESPACE)
def manual_seed_all(seed: int) -> None:
    """Seed the random numbers of all GPUs, which come from the one stream of all devices."""
    manual_seed(seed)


def rng_states() -> list[Any]:
    """Return the state of the random numbers for each GPU: that of the one stream of all."""
    return [get_rng_state() for _ in range(device_count())]


def set_rng_states(new_states: Iterable[Any]) -> None:
    """Go back to states that `rng_states` gave."""
    for state in new_states:
        set_rng_state(state)


__all__ = ["Event"]


class Event(metaclass=Named):
    """A mark in a device's work.

    >>> torch.Event().query()
    True
    """

    torch_name = "torch.Event"

    def __init__(self, device: Any = None, **_: object) -> None:
        self.device = Device("cpu" if device is None else device)
        if self.device.type != "cpu":
            raise RuntimeError(f"PyTorch is not linked with support for {self.device.type} devices")

    def query(self) -> bool:
        """Return whether all work before the mark is done."""
        return True

    def record(self, stream: object = None) -> None:
        """Set the mark.

        Raises:
            RuntimeError: a processor has no marks.
        """
        raise RuntimeError("cpu backend doesn't support events.")

    def __repr__(self) -> str:
        return "torch.Event device_type=cpu, device_index=-1, event_flag=0, event_id=0"
