"""torch.optim.lr_scheduler: how the learning rate changes from step to step."""

from tensorlab.ops.modules import shelf
from tensorlab.optim.lr_scheduler.scheduler import _LRScheduler as _LRScheduler

FILES = {
    "scheduler": "LRScheduler ChainedScheduler SequentialLR",
    "factors": "ConstantLR ExponentialLR LambdaLR LinearLR MultiStepLR MultiplicativeLR "
    "PolynomialLR StepLR CosineAnnealingLR CosineAnnealingWarmRestarts",
    "cyclic": "CyclicLR ReduceLROnPlateau OneCycleLR",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}

__getattr__, __dir__ = shelf("torch.optim.lr_scheduler", FILE_OF, ())
