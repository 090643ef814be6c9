"""The learning rate up and down again and again, with the momentum against it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tensorlab.optim.lr_scheduler.scheduler import LRScheduler

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tensorlab.optim.optimizer import Optimizer


MODES = ("triangular", "triangular2", "exp_range")


class CyclicLR(LRScheduler):
    """The learning rate between two ends, up and down in each cycle.

    Source: Smith, Cyclical learning rates for training neural networks (2017).

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1., momentum=0.9)
    >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 0.5, step_size_up=2)
    >>> scheduler.get_last_lr()
    [0.1]
    """

    def __init__(
        self, optimizer: Optimizer, base_lr: Any, max_lr: Any, step_size_up: int = 2000,
        step_size_down: int | None = None, mode: str = "triangular", gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None, scale_mode: str = "cycle",
        cycle_momentum: bool = True, base_momentum: Any = 0.8, max_momentum: Any = 0.9,
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        groups = optimizer.param_groups
        ends = for_each(base_lr, groups)
        if last_epoch == -1:
            for rate, group in zip(ends, groups, strict=True):
                group["lr"] = rate
        self.max_lrs = for_each(max_lr, groups)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        if mode not in MODES and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma, self._scale_fn_custom = mode, gamma, scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = "betas" in optimizer.defaults
            self.base_momentums = for_each(base_momentum, groups)
            self.max_momentums = for_each(max_momentum, groups)
            begin_momentum(optimizer, self.base_momentums, self.max_momentums)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = ends

    def scale_fn(self, x: float) -> float:
        """Return how high a cycle is, or a step."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        if self.mode == "triangular2":
            return float(1 / (2.0 ** (x - 1)))
        return float(self.gamma**x)

    def get_lr(self) -> list[float]:
        """Return the learning rates, and set the momentum beside them."""
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        ratio = self.step_ratio
        share = x / ratio if x <= ratio else (x - 1) / (ratio - 1)
        height = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            groups, ends = self.optimizer.param_groups, (self.base_momentums, self.max_momentums)
            for group, low, high in zip(groups, *ends, strict=True):
                set_momentum(group, high - (high - low) * share * height)
        pairs = zip(self.base_lrs, self.max_lrs, strict=True)
        return [low + (high - low) * share * height for low, high in pairs]


def begin_momentum(optimizer: Optimizer, least: Sequence[float], most: Sequence[float]) -> None:
    """Let the momentum of each group begin at its largest: it goes down where the rate goes up.

    Raises:
        ValueError: the optimiser has none.
    """
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError(
            "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
        )
    for group, low, high in zip(optimizer.param_groups, least, most, strict=True):
        set_momentum(group, high)
        group["max_momentum"], group["base_momentum"] = high, low


def set_momentum(group: dict[str, Any], value: float) -> None:
    """Set the momentum of a group, by whichever name its algorithm has for it."""
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def for_each(value: Any, groups: Sequence[Any]) -> list[float]:
    """Return a setting for each group; one number is meant for all."""
    return list(value) if isinstance(value, list | tuple) else [value] * len(groups)
