"""SWALR: a learning rate that goes over to a constant one, for averaging what comes after."""

from __future__ import annotations

import math
from typing import Any

from tensorlab.engine.naming import printed_under
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler


def part_of_cosine(t: float) -> float:
    """Return how far a half wave of a cosine has come."""
    return (1 - math.cos(math.pi * t)) / 2


class SWALR(LRScheduler):
    """A learning rate that goes over to `swa_lr` within so many steps, and stays there.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.1).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: Any, swa_lr: Any, anneal_epochs: int = 10, anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        groups = optimizer.param_groups
        several = isinstance(swa_lr, list | tuple)
        if several and len(swa_lr) != len(groups):
            raise ValueError(
                f"swa_lr must have the same length as optimizer.param_groups. swa_lr has "
                f"{len(swa_lr)} values, param_groups has {len(groups)}."
            )
        for group, rate in zip(groups, swa_lr if several else [swa_lr] * len(groups), strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def share(self, step: int) -> float:
        """Return how much of the new rate counts after so many steps."""
        t = max(0.0, min(1.0, step / max(1, self.anneal_epochs)))
        return part_of_cosine(t) if self._anneal_strategy == "cos" else t

    def get_lr(self) -> list[float]:
        """Return the learning rates."""
        step = self._step_count - 1
        step = max(1, step) if self.anneal_epochs == 0 else step
        before, now = self.share(step - 1), self.share(step)
        rates = []
        for group in self.optimizer.param_groups:
            new = group["swa_lr"]
            first = new if before == 1 else (group["lr"] - before * new) / (1 - before)
            rates.append(new * now + first * (1 - now))
        return rates


printed_under("torch.optim.swa_utils", globals())
