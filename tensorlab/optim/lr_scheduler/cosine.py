"""Schedulers that follow half a cosine."""

import math

from tensorlab.optim.lr_scheduler.scheduler import LRScheduler
from tensorlab.optim.optimizer import Optimizer


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
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        low, period, now = self.eta_min, self.T_max, self.last_epoch
        if self._is_initial:
            return self._rates
        if self._step_count == 1 and now > 0:
            return self._get_closed_form_lr()
        if (now - 1 - period) % (2 * period) == 0:
            turn = (1 - math.cos(math.pi / period)) / 2
            pairs = zip(self._rates, self.base_lrs, strict=True)
            return [rate + (base - low) * turn for rate, base in pairs]
        here, before = (1 + math.cos(math.pi * step / period) for step in (now, now - 1))
        return [here / before * (rate - low) + low for rate in self._rates]

    def _get_closed_form_lr(self) -> list[float]:
        low, turn = self.eta_min, math.cos(math.pi * self.last_epoch / self.T_max)
        return [low + (base - low) * (1 + turn) / 2 for base in self.base_lrs]


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
        if not isinstance(eta_min, float | int):
            kind = type(eta_min)
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {kind}")
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min = T_mult, eta_min
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
        self._put_lr(self.get_lr)
        self._last_lr = self._rates
