"""A scheduler: the learning rates of an optimizer's groups, set anew after each step."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.optim.optimizer import Optimizer

# What a state has last: of schedulers within theirs, of functions nothing.
PARTS = ("lr_lambdas", "_scale_fn_custom", "_schedulers")


def remembered(part: Any) -> Any:
    """Return a scheduler's state, None for a function, and a list of these for a list."""
    if isinstance(part, list):
        return [remembered(each) for each in part]
    return part.state_dict() if isinstance(part, LRScheduler) else None


def apart(rate: Any) -> Any:
    """Return a learning rate that stays as it is; one that is a tensor is filled anew."""
    return rate.clone() if isinstance(rate, Tensor) else rate


def set_rate(group: dict[str, Any], rate: Any) -> None:
    """Set the learning rate of a group, in its tensor where it is one."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(rate)
    else:
        group["lr"] = rate


def checked(optimizer: object) -> Optimizer:
    """Return an optimizer.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(optimizer, Optimizer):
        raise TypeError(in_full("{} is not an Optimizer", type(optimizer).__name__))
    return optimizer


def require_one_optimizer(name: str, schedulers: Sequence[Any], optimizer: object) -> None:
    """Refuse schedulers of which one is of another optimizer.

    Raises:
        TypeError: one is no scheduler.
        ValueError: one is of another optimizer, or goes by a measure.
    """
    for place, each in enumerate(schedulers):
        if not hasattr(each, "optimizer"):
            raise TypeError(f"{name} at index {place} should have `optimizer` as its attribute.")
        if type(each).__name__ == "ReduceLROnPlateau":
            raise ValueError(in_full("{} does not support `ReduceLR", name, place))
        if each.optimizer is not optimizer:
            kind, one, two = type(each).__name__, each.optimizer, type(optimizer).__name__
            raise ValueError(in_full("{} expects all schedulers", name, kind, place, one, two))


def for_steps(get_lr: Callable[[Any], Any]) -> Any:
    """Return a method that is meant for a step alone: others are told what to ask for."""

    @wraps(get_lr)
    def ask(self: Any) -> Any:
        if not self._get_lr_called_within_step:
            warn(in_full("To get the last learning"))
        return get_lr(self)

    return ask


class LRScheduler:
    """Sets the learning rates of an optimizer's groups: subclass it and define get_lr."""

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        # programs see PyTorch's
        if cls.__module__.startswith("tensorlab.optim.lr_scheduler."):
            cls.__module__ = LRScheduler.__module__
            cls.get_lr = for_steps(cls.get_lr)  # type: ignore[method-assign]  # of heirs alone

    def __init__(self, optimizer: object, last_epoch: int = -1) -> None:
        self.optimizer = checked(optimizer)
        for group in self.optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", apart(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(in_full("param 'initial_lr'"))
        self.base_lrs = [group["initial_lr"] for group in self.optimizer.param_groups]
        self.last_epoch = last_epoch
        self._watch_steps()
        self._begin_rates()

    def _begin_rates(self) -> None:
        """Set the learning rates of the first step."""
        self._step_count = 0
        self._is_initial = True
        self._get_lr_called_within_step = False
        self.step()
        self._is_initial = False

    def _watch_steps(self) -> None:
        """Have the optimizer say that it has made a step: the schedule must not come first."""
        optimizer: Any = self.optimizer
        if not hasattr(optimizer, "_steps_made"):
            optimizer._steps_made = 0
            step = optimizer.step

            def counted(*args: object, **settings: object) -> Any:
                optimizer._steps_made += 1
                return step(*args, **settings)

            optimizer.step = counted

    def get_lr(self) -> list[float]:
        """Return the learning rate of each group for the step that begins."""
        raise NotImplementedError

    def get_last_lr(self) -> list[float]:
        """Return the learning rates that were set last."""
        return self._last_lr

    def step(self, epoch: int | None = None) -> None:
        """Set the learning rates of the next step."""
        if self._step_count == 1 and not getattr(self.optimizer, "_steps_made", 1):
            warn(in_full("Detected call of"))
        self._step_count += 1
        if epoch is not None:
            warn(in_full("The epoch parameter in"))
        self._move_lr(epoch)

    def _move_lr(self, epoch: int | None) -> None:
        """Set the learning rates of the next step, or of one that is named."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        at_once = getattr(self, "_get_closed_form_lr", self.get_lr)
        self._put_lr(self.get_lr if epoch is None else at_once)
        self._last_lr = self._rates

    def _put_lr(self, rates: Callable[[], Sequence[float]]) -> None:
        """Set the learning rates that a method gives."""
        self._get_lr_called_within_step = True
        for group, rate in zip(self.optimizer.param_groups, rates(), strict=True):
            set_rate(group, rate)
        self._get_lr_called_within_step = False

    def state_dict(self) -> dict[str, Any]:
        """Return all that is remembered: neither the optimizer nor functions."""
        state = {name: value for name, value in self.__dict__.items() if name != "optimizer"}
        return state | {name: remembered(state.pop(name)) for name in PARTS if name in state}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another scheduler remembered, and each of its schedulers its own."""
        state_dict = dict(state_dict)
        for name in PARTS:
            # of functions nothing is remembered, though the table must have them
            states = state_dict[name] if name in vars(self) else None
            for place, state in enumerate(states or ()):
                if name == "_schedulers":
                    vars(self)[name][place].load_state_dict(state)
        self.__dict__.update({name: state_dict[name] for name in state_dict if name not in PARTS})

    @property
    def _rates(self) -> list[float]:
        """The learning rates as they are."""
        return [apart(group["lr"]) for group in self.optimizer.param_groups]

    def _times(self, factor: float) -> list[float]:
        """Return the learning rates as they are, times a factor."""
        return [rate * factor for rate in self._rates]


# as __init_subclass__ does for its heirs
LRScheduler.__module__ = "torch.optim.lr_scheduler"


class _LRScheduler(LRScheduler):
    """What schedulers of programs derived from before LRScheduler had its name."""


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
        if len(schedulers) < 1:
            raise ValueError(in_full("{} expects at least one", type(self).__name__, ""))
        require_one_optimizer(type(self).__name__, schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(in_full("Sequential Schedulers", len(schedulers), len(milestones)))
        self._schedulers = list(schedulers)
        self._milestones = list(milestones)
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            set_rate(group, group["initial_lr"])
        for scheduler in self._schedulers:
            scheduler.last_epoch -= 1
        self._schedulers[0]._begin_rates()
        self._last_lr = self._schedulers[0].get_last_lr()

    def step(self) -> None:  # type: ignore[override]  # the schedulers know their steps
        """Set the learning rates of the next step."""
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[place]
        if place and self._milestones[place - 1] == self.last_epoch:
            scheduler._move_lr(0)
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
        own = type(self).__name__
        if len(schedulers) < 1:
            raise ValueError(in_full("{} expects at least one", own, " to be chained"))
        self.optimizer = optimizer or schedulers[0].optimizer
        require_one_optimizer(own, schedulers, self.optimizer)
        self._schedulers = list(schedulers)
        self._last_lr = self._rates

    def step(self) -> None:  # type: ignore[override]  # the schedulers know their steps
        """Let each scheduler set the learning rates of the next step."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._rates
