"""torch.optim.swa_utils: a model whose parameters are the mean of another's along its training."""

import math
from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from typing import Any

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.naming import printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn.channel_normalization import OfBatches
from tensorlab.nn.module import Module
from tensorlab.ops.loading import find
from tensorlab.optim.lr_scheduler.cyclic import for_each
from tensorlab.optim.lr_scheduler.scheduler import LRScheduler


class SWALR(LRScheduler):
    """A learning rate that reaches `swa_lr` within `anneal_epochs` steps, and stays there.

    >>> optimizer = torch.optim.SGD([torch.ones(1)], lr=1.)
    >>> torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.1).get_last_lr()
    [1.0]
    """

    def __init__(
        self, optimizer: Any, swa_lr: Any, anneal_epochs: int = 10, anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:  # fmt: skip
        groups = optimizer.param_groups
        for group, rate in zip(groups, for_each("swa_lr", swa_lr, groups), strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(in_full("anneal_strategy must be", anneal_strategy))
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def share(self, step: int) -> float:
        """Return how much of the new rate counts after so many steps."""
        t = max(0.0, min(1.0, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * t)) / 2 if self._anneal_strategy == "cos" else t

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


__all__ = [
    "SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn",
    "get_swa_multi_avg_fn", "update_bn",
]  # fmt: skip


def equally(averaged: Tensor, model: Tensor, count: Any) -> Any:
    """Return the mean of all parameters so far."""
    return averaged + (model - averaged) / (count + 1)


def get_ema_avg_fn(decay: float = 0.999) -> Callable[[Any, Any, Any], Any]:
    """Return the mean in which what is older counts less.

    >>> torch.optim.swa_utils.get_ema_avg_fn(0.5)(torch.tensor(0.), torch.tensor(1.), 3)
    tensor(0.5000)
    """
    if decay < 0.0 or decay > 1.0:
        raise ValueError(in_full("Invalid decay value", decay))

    def ema_update(ema_param: Tensor, current_param: Tensor, num_averaged: object) -> Any:
        with no_grad():
            return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn() -> Callable[[Any, Any, Any], Any]:
    """Return the mean in which all count the same.

    >>> torch.optim.swa_utils.get_swa_avg_fn()(torch.tensor(0.), torch.tensor(1.), 3)
    tensor(0.2500)
    """
    return equally


def of_lists(mean: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], None]:
    """Return the same mean for lists of tensors, written into the first of them."""

    def update(averaged: Any, current: Any, num_averaged: Any) -> None:
        with no_grad():
            for old, now in zip(averaged, current, strict=False):
                old.copy_(mean(old, now, num_averaged))

    return update


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable[[Any, Any, Any], None]:
    """Return the mean in which what is older counts less, of lists of tensors, in place.

    >>> averaged = [torch.tensor(0.)]
    >>> torch.optim.swa_utils.get_ema_multi_avg_fn(0.5)(averaged, [torch.tensor(1.)], 3)
    >>> averaged
    [tensor(0.5000)]
    """
    return of_lists(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn() -> Callable[[Any, Any, Any], None]:
    """Return the mean in which all count the same, of lists of tensors, in place.

    >>> averaged = [torch.tensor(0.)]
    >>> torch.optim.swa_utils.get_swa_multi_avg_fn()(averaged, [torch.tensor(1.)], 3)
    >>> averaged
    [tensor(0.2500)]
    """
    return of_lists(equally)


class AveragedModel(Module):
    """A copy of a model, whose parameters follow those of the model as their mean.

    >>> model = torch.nn.Linear(1, 1)
    >>> averaged = torch.optim.swa_utils.AveragedModel(model)
    >>> averaged.update_parameters(model)
    >>> averaged.n_averaged
    tensor(1)
    """

    def __init__(
        self, model: Module, device: Any = None, avg_fn: Any = None, multi_avg_fn: Any = None,
        use_buffers: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", find("torch", "tensor")(0, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the copy computes."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Take the model's parameters as they are now into the mean."""
        own, theirs = (
            chain(each.parameters(), each.buffers() if self.use_buffers else ())
            for each in (self.module, model)
        )
        first = not int(self.n_averaged)
        with no_grad():
            for mean, now in zip(own, theirs, strict=False):
                plain = first or not mean.is_floating_point()
                if self.multi_avg_fn is not None and not plain:
                    self.multi_avg_fn([mean], [now], self.n_averaged)
                    continue
                mean.copy_(now if plain else (self.avg_fn or equally)(mean, now, self.n_averaged))
            if not self.use_buffers:
                for kept, now in zip(self.module.buffers(), model.buffers(), strict=True):
                    kept.copy_(now)
        self.n_averaged += 1


def update_bn(loader: Any, model: Any, device: Any = None) -> None:
    """Work out the statistics of batch normalization anew, in one walk over the data.

    >>> model = torch.nn.BatchNorm1d(1)
    >>> torch.optim.swa_utils.update_bn([torch.tensor([[1.], [3.]])], model)
    >>> model.running_mean
    tensor([2.])
    """
    layers = [module for module in model.modules() if isinstance(module, OfBatches)]
    if not layers:
        return
    momenta = [layer.momentum for layer in layers]
    was_training = model.training
    model.train()
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    with no_grad():
        for given in loader:
            input = given[0] if isinstance(given, list | tuple) else given
            model(input if device is None else input.to(device))
    for layer, momentum in zip(layers, momenta, strict=True):
        layer.momentum = momentum
    model.train(was_training)


printed_under("torch.optim.swa_utils", globals())
