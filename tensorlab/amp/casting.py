"""autocast: a block that would compute in 16 bits on a GPU."""

import functools
import warnings
from collections.abc import Callable
from typing import Any, Self

from tensorlab.engine.cuda.cupy_backend import obstacle
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType, bfloat16, float16

NO_GPU = "CUDA is not available or torch_xla is imported. Disabling autocast."
FULL = "tensorlab computes in full precision here: it has no automatic casts to 16 bits."
KINDS = {"cpu": bfloat16, "cuda": float16}


class autocast:  # noqa: N801  PyTorch's name
    """A block, or a decorated function, that computes as if the block were not there.

    >>> with torch.autocast("cpu", enabled=False):
    ...     torch.ones(2, 2) @ torch.ones(2, 2)
    tensor([[2., 2.],
            [2., 2.]])
    """

    def __init__(
        self, device_type: str, dtype: DType | None = None, enabled: bool = True,
        cache_enabled: bool | None = None,
    ) -> None:  # fmt: skip
        if not isinstance(device_type, str):
            raise TypeError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = Device(device_type).type
        self.fast_dtype = dtype or KINDS.get(self.device, float16)
        if enabled and self.device == "cuda" and obstacle() is not None:
            warnings.warn(NO_GPU, UserWarning, stacklevel=2)
            enabled = False
        elif enabled:
            warnings.warn(FULL, UserWarning, stacklevel=2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Leave everything as it was."""

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is."""
        return function


def custom_fwd(fwd: Any = None, *, device_type: str = "cuda", cast_inputs: Any = None) -> Any:
    """Return a function's forward as it is, with or without settings."""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)
    return fwd


def custom_bwd(bwd: Any = None, *, device_type: str = "cuda") -> Any:
    """Return a function's backward as it is, with or without settings."""
    return functools.partial(custom_bwd, device_type=device_type) if bwd is None else bwd


def is_autocast_available(device_type: str) -> bool:
    """Return whether PyTorch casts on a kind of device.

    >>> torch.amp.is_autocast_available("cpu")
    True
    """
    return Device(device_type).type in KINDS
