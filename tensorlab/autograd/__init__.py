"""torch.autograd: re-exports only."""

from tensorlab.autograd import functional as functional
from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.autograd")
