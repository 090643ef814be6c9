"""torch.nn.functional: re-exports only."""

from tensorlab.ops.modules import lookup

__getattr__, __dir__ = lookup("torch.nn.functional")
