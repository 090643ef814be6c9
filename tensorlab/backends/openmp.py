"""torch.backends.openmp: re-exports only."""

from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.backends.openmp")
