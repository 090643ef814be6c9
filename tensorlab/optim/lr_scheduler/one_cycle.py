"""One cycle: the learning rate up and down, the momentum down and up."""

from __future__ import annotations

import math
from typing import Any

from tensorlab.optim.lr_scheduler.cyclic import begin_momentum, for_each, set_momentum
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler
from tensorlab.optim.optimizer import Optimizer


class OneCycleLR(LRScheduler):
    """The learning rate up to its largest and down to almost nothing, in one cycle.

    Source: Smith and Topin, Super-convergence (2018).

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1., momentum=0.9)
    >>> scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1., total_steps=10)
    >>> [round(rate, 4) for rate in scheduler.get_last_lr()]
    [0.04]
    """

    def __init__(
        self, optimizer: Optimizer, max_lr: Any, total_steps: int | None = None,
        epochs: int | None = None, steps_per_epoch: int | None = None, pct_start: float = 0.3,
        anneal_strategy: str = "cos", cycle_momentum: bool = True, base_momentum: Any = 0.85,
        max_momentum: Any = 0.95, div_factor: float = 25.0, final_div_factor: float = 1e4,
        three_phase: bool = False, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        self.total_steps = total_of(total_steps, epochs, steps_per_epoch)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in {"cos", "linear"}:
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        self._schedule_phases = phases(self.total_steps, pct_start, three_phase=three_phase)
        self._anneal_func_type = anneal_strategy
        self.cycle_momentum = cycle_momentum
        self.use_beta1 = cycle_momentum and "betas" in optimizer.defaults
        groups = optimizer.param_groups
        for group, most in zip(groups, for_each(max_lr, groups), strict=True):
            if last_epoch == -1:
                group["initial_lr"] = most / div_factor
                group["max_lr"] = most
                group["min_lr"] = group["initial_lr"] / final_div_factor
        if cycle_momentum:
            ends = for_each(base_momentum, groups), for_each(max_momentum, groups)
            begin_momentum(optimizer, *ends)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates, and set the momentum beside them."""
        now = self.last_epoch
        if now > self.total_steps:
            raise ValueError(
                f"Tried to step {now} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        rates = []
        for group in self.optimizer.param_groups:
            begin: float = 0
            for place, phase in enumerate(self._schedule_phases):
                end = phase["end_step"]
                if now <= end or place == len(self._schedule_phases) - 1:
                    share = (now - begin) / (end - begin)
                    rates.append(self.between(group, phase, "lr", share))
                    if self.cycle_momentum:
                        set_momentum(group, self.between(group, phase, "momentum", share))
                    break
                begin = end
        return rates

    def between(self, group: Any, phase: Any, what: str, share: float) -> float:
        """Return a value on its way from the phase's start to its end."""
        start, end = (float(group[phase[f"{side}_{what}"]]) for side in ("start", "end"))
        if self._anneal_func_type == "linear":
            return (end - start) * share + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)


def total_of(total: int | None, epochs: int | None, per_epoch: int | None) -> int:
    """Return the number of steps, given as it is or by epochs.

    Raises:
        ValueError: neither is given, or a number is none.
    """
    if total is not None:
        if total <= 0 or not isinstance(total, int):
            raise ValueError(f"Expected positive integer total_steps, but got {total}")
        return total
    if epochs is None or per_epoch is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    for name, value in (("epochs", epochs), ("steps_per_epoch", per_epoch)):
        if not isinstance(value, int) or value <= 0:
            raise ValueError(f"Expected positive integer {name}, but got {value}")
    return epochs * per_epoch


def phases(total: int, share: float, *, three_phase: bool) -> list[dict[str, Any]]:
    """Return the phases of one cycle: where each ends, and from what to what it goes."""
    up = ("initial_lr", "max_lr", "max_momentum", "base_momentum")
    if three_phase:
        ends: tuple[float, ...] = (share * total - 1, 2 * share * total - 2, total - 1)
        down = ("max_lr", "initial_lr", "base_momentum", "max_momentum")
        last = ("initial_lr", "min_lr", "max_momentum", "max_momentum")
        ways: tuple[tuple[str, ...], ...] = (up, down, last)
    else:
        ends = (share * total - 1, total - 1)
        ways = (up, ("max_lr", "min_lr", "base_momentum", "max_momentum"))
    names = ("start_lr", "end_lr", "start_momentum", "end_momentum")
    return [
        {"end_step": end, **dict(zip(names, way, strict=True))}
        for end, way in zip(ends, ways, strict=True)
    ]
