"""Schedulers that multiply the learning rate by a factor, or follow half a cosine."""

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tensorlab.engine.naming import named
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler
from tensorlab.optim.optimizer import Optimizer


def begin(self: Any, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
    """Begin with a function for each group, or with one for all.

    Raises:
        ValueError: there are more or fewer functions than groups.
    """
    count = len(optimizer.param_groups)
    several = isinstance(lr_lambda, list | tuple)
    if several and len(lr_lambda) != count:
        raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
    self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * count
    LRScheduler.__init__(self, optimizer, last_epoch)


class LambdaLR(LRScheduler):
    """The first learning rate times a function of the step.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.5 ** step).get_last_lr()
    [1.0]
    """

    lr_lambdas: list[Any]
    __init__ = named(begin, "LambdaLR.__init__")

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        pairs = zip(self.base_lrs, self.lr_lambdas, strict=True)
        return [base * factor(self.last_epoch) for base, factor in pairs]


class MultiplicativeLR(LRScheduler):
    """The last learning rate times a function of the step.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda step: 0.5).get_last_lr()
    [1.0]
    """

    lr_lambdas: list[Any]
    __init__ = named(begin, "MultiplicativeLR.__init__")

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self._is_initial:
            return self._rates
        pairs = zip(self._rates, self.lr_lambdas, strict=True)
        return [rate * factor(self.last_epoch) for rate, factor in pairs]


class StepLR(LRScheduler):
    """The learning rate times gamma after every `step_size` steps.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.StepLR(optimizer, 10).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: object, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return self._rates
        return self._times(self.gamma)


class MultiStepLR(LRScheduler):
    """The learning rate times gamma at each of the milestones.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.MultiStepLR(optimizer, [30, 80]).get_last_lr()
    [1.0]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Iterable[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch not in self.milestones:
            return self._rates
        return self._times(self.gamma ** self.milestones[self.last_epoch])


class ConstantLR(LRScheduler):
    """The learning rate times a factor for the first `total_iters` steps.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.ConstantLR(optimizer, 0.5).get_last_lr()
    [0.5]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch == 0:
            return self._times(self.factor)
        return self._times(1 / self.factor) if self.last_epoch == self.total_iters else self._rates


class LinearLR(LRScheduler):
    """The learning rate times a factor that goes evenly from one number to another.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.LinearLR(optimizer, 0.5).get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: Optimizer, start_factor: float = 1 / 3, end_factor: float = 1.0,
        total_iters: int = 5, last_epoch: int = -1,
    ) -> None:  # fmt: skip
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal "
                "to 1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch == 0:
            return self._times(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return self._times(1.0 + rise / before)


class ExponentialLR(LRScheduler):
    """The learning rate times gamma after every step.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9).get_last_lr()
    [1.0]
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        return self._rates if self._is_initial else self._times(self.gamma)


class PolynomialLR(LRScheduler):
    """The learning rate going to 0 along a power of the steps that are left.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.PolynomialLR(optimizer).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return self._times((left / before) ** self.power)


class CosineAnnealingLR(LRScheduler):
    """The learning rate going down along half a cosine, in T_max steps.

    Source: Loshchilov and Hutter, SGDR: stochastic gradient descent with warm restarts (2017).

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        low, period, now = self.eta_min, self.T_max, self.last_epoch
        if self._is_initial:
            return self._rates
        if self._step_count == 1 and now > 0:
            return [
                low + (base - low) * (1 + math.cos(now * math.pi / period)) / 2
                for base in self.base_lrs
            ]
        if (now - 1 - period) % (2 * period) == 0:
            turn = (1 - math.cos(math.pi / period)) / 2
            pairs = zip(self._rates, self.base_lrs, strict=True)
            return [rate + (base - low) * turn for rate, base in pairs]
        here, before = (1 + math.cos(math.pi * step / period) for step in (now, now - 1))
        return [here / before * (rate - low) + low for rate in self._rates]


class CosineAnnealingWarmRestarts(LRScheduler):
    """The learning rate going down along half a cosine again and again, each time T_mult longer.

    Source: Loshchilov and Hutter, SGDR: stochastic gradient descent with warm restarts (2017).

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 5).get_last_lr()
    [1.0]
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * share for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Set the learning rates of the next step, or of any fraction of one."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        elif epoch >= self.T_0 and self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        elif epoch >= self.T_0:
            turn = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            begin = self.T_0 * (self.T_mult**turn - 1) / (self.T_mult - 1)
            self.T_cur, self.T_i = epoch - begin, self.T_0 * self.T_mult**turn
        else:
            self.T_cur, self.T_i = epoch, self.T_0
        self.last_epoch = math.floor(epoch)
        self._put_lr(self.get_lr())
        self._last_lr = self._rates
