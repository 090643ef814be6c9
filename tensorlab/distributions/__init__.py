"""torch.distributions: densities, samples and what is known of them, a file for each idea."""

from tensorlab.ops.modules import shelf

FILE_OF, __getattr__, __dir__ = shelf("torch.distributions")
