"""torch.utils: its parts."""

from tensorlab.ops.modules import shelf

__getattr__, __dir__ = shelf(
    "torch.utils", {}, {"_pytree", "benchmark", "checkpoint", "data", "dlpack", "weak"}
)
