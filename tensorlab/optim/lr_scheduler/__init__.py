"""torch.optim.lr_scheduler: how the learning rate changes from step to step."""

from tensorlab.ops.modules import shelf
from tensorlab.optim.lr_scheduler.scheduler import _LRScheduler as _LRScheduler

FILE_OF, __getattr__, __dir__ = shelf("torch.optim.lr_scheduler")
