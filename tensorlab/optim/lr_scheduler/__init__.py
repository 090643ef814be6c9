"""torch.optim.lr_scheduler: how the learning rate changes from step to step."""

from tensorlab.optim.lr_scheduler.cosines import CosineAnnealingLR as CosineAnnealingLR
from tensorlab.optim.lr_scheduler.cosines import (
    CosineAnnealingWarmRestarts as CosineAnnealingWarmRestarts,
)
from tensorlab.optim.lr_scheduler.cyclic import CyclicLR as CyclicLR
from tensorlab.optim.lr_scheduler.factors import ConstantLR as ConstantLR
from tensorlab.optim.lr_scheduler.factors import ExponentialLR as ExponentialLR
from tensorlab.optim.lr_scheduler.factors import LambdaLR as LambdaLR
from tensorlab.optim.lr_scheduler.factors import LinearLR as LinearLR
from tensorlab.optim.lr_scheduler.factors import MultiplicativeLR as MultiplicativeLR
from tensorlab.optim.lr_scheduler.factors import MultiStepLR as MultiStepLR
from tensorlab.optim.lr_scheduler.factors import PolynomialLR as PolynomialLR
from tensorlab.optim.lr_scheduler.factors import StepLR as StepLR
from tensorlab.optim.lr_scheduler.one_cycle import OneCycleLR as OneCycleLR
from tensorlab.optim.lr_scheduler.plateau import ReduceLROnPlateau as ReduceLROnPlateau
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler as LRScheduler
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler as _LRScheduler  # noqa: F401  its former name
from tensorlab.optim.lr_scheduler.sequences import ChainedScheduler as ChainedScheduler
from tensorlab.optim.lr_scheduler.sequences import SequentialLR as SequentialLR
