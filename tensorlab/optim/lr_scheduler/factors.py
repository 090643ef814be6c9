"""Schedulers that multiply the learning rate by a factor."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tensorlab.engine.naming import named
from tensorlab.engine.warning import in_full
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler
from tensorlab.optim.optimizer import Optimizer


def closed(share: Callable[..., float]) -> Any:
    """Return the method that gives learning rates at any step, by their share of the first."""

    def rates(self: LRScheduler) -> list[Any]:
        return [base * share(self) for base in self.base_lrs]

    return rates


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
        wrong = [type(each).__name__ for each in self.lr_lambdas if not callable(each)]
        if wrong:
            raise TypeError(f"lr_lambda should be a function, but got {wrong[0]}")
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
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return self._rates
        return self._times(self.gamma)

    _get_closed_form_lr = closed(lambda self: self.gamma ** (self.last_epoch // self.step_size))


class MultiStepLR(LRScheduler):
    """The learning rate times gamma at each of the milestones.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.MultiStepLR(optimizer, [30, 80]).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: object, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch not in self.milestones:
            return self._rates
        return self._times(self.gamma ** self.milestones[self.last_epoch])

    _get_closed_form_lr = closed(
        lambda self: self.gamma ** bisect_right(sorted(self.milestones.elements()), self.last_epoch)
    )


class ConstantLR(LRScheduler):
    """The learning rate times a factor for the first `total_iters` steps.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.ConstantLR(optimizer, 0.5).get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer: object, factor: float = 1 / 3, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch == 0:
            return self._times(self.factor)
        return self._times(1 / self.factor) if self.last_epoch == self.total_iters else self._rates

    _get_closed_form_lr = closed(
        lambda self: self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)
    )


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
            raise ValueError(in_full("Starting multiplicative"))
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self.last_epoch == 0:
            return self._times(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * self._rise
        return self._times(1.0 + self._rise / before)

    _rise = property(lambda self: self.end_factor - self.start_factor)
    _risen = property(lambda self: self._rise * min(self.total_iters, self.last_epoch))

    _get_closed_form_lr = closed(lambda self: self.start_factor + self._risen / self.total_iters)


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

    _get_closed_form_lr = closed(lambda self: self.gamma**self.last_epoch)


class PolynomialLR(LRScheduler):
    """The learning rate going to 0 along a power of the steps that are left.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.lr_scheduler.PolynomialLR(optimizer).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ) -> None:
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return self._times((left / before) ** self.power)

    _get_closed_form_lr = closed(
        lambda self: (1.0 - min(self.total_iters, self.last_epoch) / self.total_iters) ** self.power
    )
