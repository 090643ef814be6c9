"""torch.utils: its parts."""

from tensorlab.ops.modules import shelf

__getattr__, __dir__ = shelf("torch.utils", {}, {"benchmark", "checkpoint", "data", "dlpack"})
