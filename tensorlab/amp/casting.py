"""autocast: a block in which matrix products compute in 16 bits, and what is on where."""

import functools
from contextlib import ContextDecorator
from typing import Any, ClassVar, Self

from tensorlab.engine.calling.casting import Autocast, cast_all, switch
from tensorlab.engine.cuda.cupy_backend import obstacle
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType, bfloat16, float16
from tensorlab.engine.naming import class_text, printed_under
from tensorlab.engine.warning import warn

KINDS = {"cpu": bfloat16, "cuda": float16}
# Devices of PyTorch's that are never here, and so never cast.
ELSEWHERE = ("mps", "xpu", "mtia", "hpu", "ipu", "xla", "maia")


class State:
    """The types that would be cast to, which programs may choose, and whether copies are kept."""

    types: ClassVar[dict[str, Any]] = dict(KINDS)
    keeping: ClassVar[bool] = True


def get_autocast_dtype(device_type: str) -> Any:
    """Return the type that autocast computes in on a kind of device.

    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    return State.types[Device(device_type).type]


def set_autocast_dtype(device_type: str, dtype: object) -> None:
    """Choose the type that autocast computes in on a kind of device.

    >>> torch.set_autocast_dtype("cpu", torch.bfloat16)
    """
    State.types[Device(device_type).type] = dtype


def get_autocast_cpu_dtype() -> Any:
    """Return the type that autocast computes in on a CPU.

    >>> torch.get_autocast_cpu_dtype()
    torch.bfloat16
    """
    return get_autocast_dtype("cpu")


def get_autocast_gpu_dtype() -> Any:
    """Return the type that autocast computes in on a GPU.

    >>> torch.get_autocast_gpu_dtype()
    torch.float16
    """
    return get_autocast_dtype("cuda")


def set_autocast_cpu_dtype(dtype: object) -> None:
    """Choose the type that autocast computes in on a CPU.

    >>> torch.set_autocast_cpu_dtype(torch.bfloat16)
    """
    set_autocast_dtype("cpu", dtype)


def set_autocast_gpu_dtype(dtype: object) -> None:
    """Choose the type that autocast computes in on a GPU.

    >>> torch.set_autocast_gpu_dtype(torch.float16)
    """
    set_autocast_dtype("cuda", dtype)


def is_autocast_enabled(device_type: str = "cuda") -> bool:
    """Return whether functions cast what they are given on a kind of device: on GPUs never.

    >>> torch.is_autocast_enabled()
    False
    """
    elsewhere = device_type in ELSEWHERE
    return not elsewhere and Device(device_type).type == "cpu" and Autocast.dtype is not None


def set_autocast_enabled(device_type: str, enabled: bool | None = None) -> None:
    """Begin or end casts on a kind of device, outside of any block.

    >>> torch.set_autocast_enabled("cpu", False)
    """
    if enabled is not None and Device(device_type).type == "cpu":
        switch(State.types["cpu"] if enabled else None)


def set_autocast_cpu_enabled(enabled: bool) -> None:
    """Begin or end casts on the CPU.

    >>> torch.set_autocast_cpu_enabled(False)
    """
    set_autocast_enabled("cpu", enabled)


def is_autocast_cpu_enabled() -> bool:
    """Return whether functions on the CPU cast what they are given.

    >>> torch.is_autocast_cpu_enabled()
    False
    """
    return is_autocast_enabled("cpu")


def is_autocast_cache_enabled() -> bool:
    """Return whether autocast would keep its copies of parameters.

    >>> torch.is_autocast_cache_enabled()
    True
    """
    return State.keeping


def set_autocast_cache_enabled(enabled: bool) -> None:
    """Say whether autocast would keep its copies of parameters.

    >>> torch.set_autocast_cache_enabled(True)
    """
    State.keeping = enabled


def clear_autocast_cache() -> None:
    """Do nothing: no copies of parameters are kept.

    >>> torch.clear_autocast_cache()
    """


def is_vulkan_available() -> bool:
    """Return whether tensors can live on phones' graphics processors: here they cannot.

    >>> torch.is_vulkan_available()
    False
    """
    return False


NO_GPU = "CUDA is not available or torch_xla is imported. Disabling autocast."
NO_TYPE = (
    "In CPU autocast, but the target dtype is not supported. Disabling autocast.\nCPU Autocast "
    "only supports dtype of torch.bfloat16, torch.float16 currently."
)


class autocast(ContextDecorator):  # noqa: N801  PyTorch's name
    """A block, or a decorated function, in which matrix products are computed in 16 bits.

    So do convolutions, linear layers and attention; losses compute in float32, and all else in
    the types that it is given.

    >>> with torch.autocast("cpu", dtype=torch.bfloat16):
    ...     torch.ones(2, 2) @ torch.ones(2, 2)
    tensor([[2., 2.],
            [2., 2.]], dtype=torch.bfloat16)
    """

    def __init__(
        self, device_type: str, dtype: DType | None = None, enabled: bool = True,
        cache_enabled: bool | None = None,
    ) -> None:  # fmt: skip
        if not isinstance(device_type, str):
            raise TypeError(
                f"Expected `device_type` of type `str`, got: `{class_text(device_type)}`"
            )
        self.device = Device(device_type).type
        self.fast_dtype = dtype or State.types.get(self.device, float16)
        self.before: list[tuple[Any, Any]] = []
        if enabled and self.device == "cuda" and obstacle() is not None:
            warn(NO_GPU)
            enabled = False
        elif enabled and self.device == "cpu" and self.fast_dtype not in (bfloat16, float16):
            warn(NO_TYPE)
            enabled = False
        self.enabled = enabled

    def __enter__(self) -> Self:
        dtype = self.fast_dtype
        self.before.append((Autocast.dtype, State.types.get(self.device)))
        if self.device == "cpu":
            switch(dtype if self.enabled else None)
        State.types[self.device] = dtype
        return self

    def __exit__(self, *error: object) -> None:
        casting, State.types[self.device] = self.before.pop()
        switch(casting)


def custom_fwd(fwd: Any = None, *, device_type: str = "cuda", cast_inputs: Any = None) -> Any:
    """Return a function's forward that remembers whether there were casts, or casts once itself."""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def forward(*args: Any, **settings: Any) -> Any:
        casting = Autocast.dtype if device_type == "cpu" else None
        args[0].casting = None if cast_inputs else casting
        if cast_inputs is None or casting is None:
            return fwd(*args, **settings)
        with autocast(device_type, enabled=False):
            return fwd(*cast_all(args, cast_inputs), **cast_all(settings, cast_inputs))

    return forward


def custom_bwd(bwd: Any = None, *, device_type: str = "cuda") -> Any:
    """Return a function's backward that casts as its forward did."""
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def backward(*args: Any, **settings: Any) -> Any:
        before = switch(args[0].casting)
        try:
            return bwd(*args, **settings)
        finally:
            switch(before)

    return backward


def is_autocast_available(device_type: str) -> bool:
    """Return whether PyTorch casts on a kind of device.

    >>> torch.amp.is_autocast_available("cpu")
    True
    """
    return Device(device_type).type in KINDS


printed_under("torch.amp.autocast_mode", globals())
