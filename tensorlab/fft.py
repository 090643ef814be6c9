"""torch.fft: re-exports only."""

from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.fft")
