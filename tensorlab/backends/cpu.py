"""torch.backends.cpu: re-exports only."""

from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.backends.cpu")
