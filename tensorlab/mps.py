"""torch.mps: re-exports only."""

from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.mps")
