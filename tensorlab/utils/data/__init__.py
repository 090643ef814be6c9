"""torch.utils.data: data sets, the order in which samples are taken, and batches of them."""

from tensorlab.ops.modules import shelf
from tensorlab.utils.data.workers import WorkerInfo as _WorkerInfo  # noqa: F401  programs meet it

FILE_OF, __getattr__, __dir__ = shelf("torch.utils.data")
