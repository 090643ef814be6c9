"""torch.autograd: the declared functions, and what watches and checks gradients."""

from tensorlab.autograd import functional as functional
from tensorlab.ops.modules import shelf

FILE_OF, __getattr__, __dir__ = shelf("torch.autograd")
