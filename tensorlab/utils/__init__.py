"""torch.utils: its parts."""

from tensorlab.ops.modules import shelf

FILE_OF, __getattr__, __dir__ = shelf("torch.utils")
