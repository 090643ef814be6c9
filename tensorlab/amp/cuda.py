"""torch.cuda.amp: the older names of mixed precision, for GPUs."""

from typing import Any

from tensorlab import amp
from tensorlab.amp import custom_bwd, custom_fwd
from tensorlab.engine.warning import warn

OLD = (
    "`torch.cuda.amp.{0}(args...)` is deprecated. Please use "
    "`torch.amp.{0}('cuda', args...)` instead."
)

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]


class autocast(amp.autocast):  # noqa: N801  PyTorch's name
    """A block that would compute in 16 bits on a GPU."""

    def __init__(self, enabled: bool = True, dtype: Any = None, cache_enabled: bool = True) -> None:
        warn(OLD.format("autocast"), FutureWarning)
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(amp.GradScaler):
    """Scales losses up and gradients down again, on a GPU."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        warn(OLD.format("GradScaler"), FutureWarning)
        super().__init__("cuda", *args, **settings)
