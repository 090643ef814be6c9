"""torch.backends.cuda: what a program asks of a GPU's libraries, and sets in them."""

from tensorlab.backends.cuda import matmul as matmul
from tensorlab.ops.modules import lookup

__getattr__ = lookup("torch.backends.cuda")
