"""torch.nn: modules, each in the file of its idea, loaded when first named."""

from tensorlab.ops.modules import shelf

FILE_OF, __getattr__, __dir__ = shelf("torch.nn")
