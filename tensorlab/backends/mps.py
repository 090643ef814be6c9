"""torch.backends.mps: re-exports only."""

from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.backends.mps")
