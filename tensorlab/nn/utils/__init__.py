"""torch.nn.utils: gradients kept small, weights of norm 1, parameters as one vector, sequences."""

from tensorlab.ops.modules import shelf

FILE_OF, __getattr__, __dir__ = shelf("torch.nn.utils")
