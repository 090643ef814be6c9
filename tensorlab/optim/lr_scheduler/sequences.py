"""Schedulers one after the other."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from tensorlab.optim.lr_scheduler.scheduler import LRScheduler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tensorlab.optim.optimizer import Optimizer


class SequentialLR(LRScheduler):
    """Schedulers one after the other, each from its milestone on.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> first = torch.optim.lr_scheduler.ConstantLR(optimizer, 0.5, 2)
    >>> second = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
    >>> torch.optim.lr_scheduler.SequentialLR(optimizer, [first, second], [2]).get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, schedulers: Sequence[Any], milestones: Sequence[int],
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if not schedulers:
            raise ValueError(
                f"{type(self).__name__} expects at least one scheduler, but got no scheduler."
            )
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than "
                f"the number of milestone points, but got number of schedulers {len(schedulers)} "
                f"and the number of milestones to be equal to {len(milestones)}"
            )
        self._schedulers = list(schedulers)
        self._milestones = list(milestones)
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for scheduler in self._schedulers:
            scheduler.last_epoch -= 1
        self._schedulers[0].begin()
        self._last_lr = self._schedulers[0].get_last_lr()

    def step(self, epoch: int | None = None) -> None:
        """Set the learning rates of the next step."""
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[place]
        if place and self._milestones[place - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(LRScheduler):
    """Schedulers that all change the learning rate at each step.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> first = torch.optim.lr_scheduler.ConstantLR(optimizer, 0.5, 2)
    >>> second = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)
    >>> torch.optim.lr_scheduler.ChainedScheduler([first, second]).get_last_lr()
    [0.5]
    """

    def __init__(self, schedulers: Sequence[Any], optimizer: Any = None) -> None:
        if not schedulers:
            raise ValueError(
                f"{type(self).__name__} expects at least one scheduler to be chained, but got no "
                "scheduler."
            )
        self.optimizer = optimizer or schedulers[0].optimizer
        for place, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not self.optimizer:
                raise ValueError(
                    f"{type(self).__name__} expects all schedulers to belong to the same "
                    f"optimizer, but got scheduler {type(scheduler).__name__} at index {place} has "
                    f"{scheduler.optimizer}, which is different from {self.optimizer}."
                )
        self._schedulers = list(schedulers)
        self._last_lr = self.rates

    def step(self, epoch: int | None = None) -> None:
        """Let each scheduler set the learning rates of the next step."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self.rates
