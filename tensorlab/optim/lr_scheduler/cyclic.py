"""The learning rate up and down, once or again and again, and one that waits for a measure."""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.warning import in_full, warn
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler, checked, set_rate
from tensorlab.optim.optimizer import Optimizer

MODES = ("triangular", "triangular2", "exp_range")


class CyclicLR(LRScheduler):
    """The learning rate between two bounds, up and down in each cycle.

    Source: Smith, Cyclical learning rates for training neural networks (2017).

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1., momentum=0.9)
    >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 0.5, step_size_up=2)
    >>> scheduler.get_last_lr()
    [0.1]
    """

    def __init__(
        self, optimizer: Optimizer, base_lr: object, max_lr: object, step_size_up: int = 2000,
        step_size_down: int | None = None, mode: str = "triangular", gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None, scale_mode: str = "cycle",
        cycle_momentum: bool = True, base_momentum: object = 0.8, max_momentum: object = 0.9,
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        self.optimizer = checked(optimizer)
        groups = optimizer.param_groups
        ends = for_each("base_lr", base_lr, groups)
        if last_epoch == -1:
            for rate, group in zip(ends, groups, strict=True):
                set_rate(group, rate)
        self.max_lrs = for_each("max_lr", max_lr, groups)
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
            self.base_momentums = for_each("base_momentum", base_momentum, groups)
            self.max_momentums = for_each("max_momentum", max_momentum, groups)
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
        ValueError: the optimizer has none.
    """
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError(in_full("optimizer must support"))
    for group, low, high in zip(optimizer.param_groups, least, most, strict=True):
        set_momentum(group, high)
        group["max_momentum"], group["base_momentum"] = high, low


def set_momentum(group: dict[str, Any], value: float) -> None:
    """Set the momentum of a group, by whichever name its algorithm has for it."""
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def for_each(name: str, value: Any, groups: Sequence[Any]) -> list[float]:
    """Return a setting for each group; one number is meant for all.

    Raises:
        ValueError: there are more or fewer than groups.
    """
    if not isinstance(value, list | tuple):
        return [value] * len(groups)
    if len(value) != len(groups):
        raise ValueError(in_full("{0} must have the same length", name, len(value), len(groups)))
    return list(value)


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
        min_lr: object = 0, eps: float = 1e-8,
    ) -> None:  # fmt: skip
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        self.optimizer = checked(optimizer)
        if mode not in {"min", "max"}:
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in {"rel", "abs"}:
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.default_min_lr, count = min_lr, len(self.optimizer.param_groups)
        self.min_lrs = [min_lr] * count
        if isinstance(min_lr, list | tuple):
            self.default_min_lr, self.min_lrs = None, list(min_lr)
            if len(min_lr) != count:
                raise ValueError(f"expected {count} min_lrs, got {len(min_lr)}")
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.last_epoch = 0
        self._last_lr = self._rates
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.best = self.mode_worse
        self.cooldown_counter = self.num_bad_epochs = 0

    # PyTorch's step takes the measure here.
    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Take note of a measure, and lower the learning rates where it was time."""
        current = float(metrics)
        if epoch is not None:
            warn(in_full("The epoch parameter in"))
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        self.num_bad_epochs += 1
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = self._rates

    def _reduce_lr(self, epoch: int) -> None:
        """Lower the learning rates."""
        for group, least in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
            rate = max(group["lr"] * self.factor, least)
            if group["lr"] - rate > self.eps:
                set_rate(group, rate)

    @property
    def in_cooldown(self) -> bool:
        """Return whether the rates were lowered a short while ago."""
        return self.cooldown_counter > 0

    def is_better(self, a: float, best: float) -> bool:
        """Return whether a measure is better than another by more than the threshold."""
        sign = -1 if self.mode == "min" else 1
        share = sign * self.threshold
        margin = best * (1 + share) if self.threshold_mode == "rel" else best + share
        return a < margin if self.mode == "min" else a > margin


class OneCycleLR(LRScheduler):
    """The learning rate up to its largest and down to almost nothing, in one cycle.

    Source: Smith and Topin, Super-convergence (2018).

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1., momentum=0.9)
    >>> scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1., total_steps=10)
    >>> [round(rate, 4) for rate in scheduler.get_last_lr()]
    [0.04]
    """

    def __init__(
        self, optimizer: Optimizer, max_lr: object, total_steps: int | None = None,
        epochs: int | None = None, steps_per_epoch: int | None = None, pct_start: float = 0.3,
        anneal_strategy: str = "cos", cycle_momentum: bool = True, base_momentum: object = 0.85,
        max_momentum: object = 0.95, div_factor: float = 25.0, final_div_factor: float = 1e4,
        three_phase: bool = False, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        self.optimizer = checked(optimizer)
        self.total_steps = total_of(total_steps, epochs, steps_per_epoch)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in {"cos", "linear"}:
            raise ValueError(in_full("anneal_strategy must be", anneal_strategy))
        self._schedule_phases = phases(self.total_steps, pct_start, three_phase=three_phase)
        self._anneal_func_type = anneal_strategy
        self.cycle_momentum = cycle_momentum
        groups = optimizer.param_groups
        for group, most in zip(groups, for_each("max_lr", max_lr, groups), strict=True):
            if last_epoch == -1:
                group["initial_lr"] = most / div_factor
                group["max_lr"] = most
                group["min_lr"] = group["initial_lr"] / final_div_factor
        if cycle_momentum:
            self.use_beta1 = "betas" in optimizer.defaults
            least = for_each("base_momentum", base_momentum, groups)
            begin_momentum(optimizer, least, for_each("max_momentum", max_momentum, groups))
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates, and set the momentum beside them."""
        now = self.last_epoch
        if now > self.total_steps:
            raise ValueError(in_full("Tried to step {} times.", now, self.total_steps))
        *begins, last = [phase["end_step"] for phase in self._schedule_phases]
        place = bisect_left(begins, now)
        begin, end = [0, *begins, last][place : place + 2]
        phase, share = self._schedule_phases[place], (now - begin) / (end - begin)
        groups = self.optimizer.param_groups
        for group in groups if self.cycle_momentum else ():
            set_momentum(group, self._between(group, phase, "momentum", share))
        return [self._between(group, phase, "lr", share) for group in groups]

    def _between(self, group: Any, phase: Any, what: str, share: float) -> float:
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
    up, down = ("max_momentum", "base_momentum"), ("base_momentum", "max_momentum")
    ways: list[tuple[Any, ...]] = [(share * total - 1, "initial_lr", "max_lr", *up)]
    if three_phase:
        ways.append((2 * share * total - 2, "max_lr", "initial_lr", *down))
        ways.append((total - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum"))
    else:
        ways.append((total - 1, "max_lr", "min_lr", *down))
    names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
    return [dict(zip(names, way, strict=True)) for way in ways]
