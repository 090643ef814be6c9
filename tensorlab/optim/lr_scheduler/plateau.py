"""A scheduler that waits for a measure to stop getting better."""

from __future__ import annotations

import math
from typing import Any

from tensorlab.optim.lr_scheduler.cyclic import for_each
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler
from tensorlab.optim.optimizer import Optimizer


class ReduceLROnPlateau(LRScheduler):
    """The learning rate times a factor where a measure has stopped getting better.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0)
    >>> scheduler.step(1.0)
    >>> scheduler.step(1.0)
    >>> scheduler.get_last_lr()
    [0.1]
    """

    def __init__(
        self, optimizer: Optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10,
        threshold: float = 1e-4, threshold_mode: str = "rel", cooldown: int = 0,
        min_lr: Any = 0, eps: float = 1e-8,
    ) -> None:  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        if mode not in {"min", "max"}:
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in {"rel", "abs"}:
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        self.factor = factor
        self.optimizer = optimizer
        self.default_min_lr = None if isinstance(min_lr, list | tuple) else min_lr
        self.min_lrs = for_each(min_lr, optimizer.param_groups)
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = self.rates
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    # PyTorch's step takes the measure here.
    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Take note of a measure, and lower the learning rates where it was time."""
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self.reduce()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = self.rates

    def reduce(self) -> None:
        """Lower the learning rates."""
        for group, least in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
            rate = max(group["lr"] * self.factor, least)
            if group["lr"] - rate > self.eps:
                group["lr"] = rate

    def is_better(self, current: float, best: float) -> bool:
        """Return whether a measure is better than another by more than the threshold."""
        sign = -1 if self.mode == "min" else 1
        if self.threshold_mode == "rel":
            margin = best * (1 + sign * self.threshold)
        else:
            margin = best + sign * self.threshold
        return current < margin if self.mode == "min" else current > margin
