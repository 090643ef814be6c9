"""Gradient descent: plain, with momentum, and with the mean of its path beside it."""

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.creation.from_values import full_like, tensor
from tensorlab.optim.optimizer import Optimizer, Table, begin, counted, decayed, not_below


class SGD(Optimizer):
    """Gradient descent: parameter -= lr * gradient; with momentum, lr * a decaying sum of them.

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000, 1.6000])
    """

    _elementwise = True
    _checks = ("lr", "momentum", "weight_decay")
    _numbers = ()
    _ranges = dict.fromkeys(_checks, not_below)

    def __init__(
        self, params: object, lr: float = 1e-3, momentum: float = 0, dampening: float = 0,
        weight_decay: float = 0, nesterov: bool = False, *, maximize: bool = False,
        foreach: bool | None = None, differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        self._begin_with(locals())

    _takes_sparse = True

    def _require_settings(self, settings: Table) -> None:
        """Refuse settings that no algorithm can use, and Nesterov's way without momentum."""
        super()._require_settings(settings)
        if settings["nesterov"] and (settings["momentum"] <= 0 or settings["dampening"] != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        grad = decayed(grad, parameter, group)
        momentum = group["momentum"]
        if momentum:
            mean = state.get("momentum_buffer")
            if mean is None:
                mean = state["momentum_buffer"] = grad.clone().detach()
            else:
                mean.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(mean, alpha=momentum) if group["nesterov"] else mean
        parameter.add_(grad, alpha=-group["lr"])


class ASGD(Optimizer):
    """Gradient descent with ever smaller steps, whose average is kept as well.

    Source: Polyak and Juditsky, Acceleration of stochastic approximation by averaging (1992).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.ASGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000, 1.6000])
    """

    _checks = ("lr", "weight_decay")
    _numbers = ("step", "eta", "mu")

    def __init__(
        self, params: object, lr: float = 1e-2, lambd: float = 1e-4, alpha: float = 0.75,
        t0: float = 1e6, weight_decay: float = 0, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False, capturable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals())

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        if not state:
            begin(state, parameter)
            state["eta"], state["mu"] = tensor(float(group["lr"])), tensor(1.0)
            state["ax"] = parameter.new_zeros(parameter.shape)
        step = counted(state)
        grad = decayed(grad, parameter, group)
        rate, share = state["eta"].item(), state["mu"].item()
        parameter.mul_(1 - group["lambd"] * rate)
        parameter.add_(grad, alpha=-rate)
        if share == 1:
            state["ax"].copy_(parameter)
        else:
            state["ax"].add_(parameter.sub(state["ax"]).mul_(share))
        slowed = (1 + group["lambd"] * group["lr"] * step) ** group["alpha"]
        state["eta"] = tensor(group["lr"] / slowed)
        state["mu"] = tensor(1 / max(1, step - group["t0"]))


class Rprop(Optimizer):
    """Steps that grow while the gradient keeps its sign and shrink where it changes.

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Rprop([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    _checks = ("lr",)

    def __init__(
        self, params: object, lr: float = 1e-2, etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50), *, capturable: bool = False,
        foreach: bool | None = None, maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals(), first="lr etas step_sizes foreach maximize differentiable")

    def _require_settings(self, settings: Table) -> None:
        """Refuse settings that no algorithm can use, and steps that would not shrink or grow."""
        super()._require_settings(settings)
        shrink, grow = (settings["etas"][place] for place in (0, 1))
        if not 0 < shrink < 1 < grow:
            raise ValueError(f"Invalid eta values: {shrink}, {grow}")

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        if not state:
            begin(state, parameter, "prev")
            state["step_size"] = full_like(grad, group["lr"])
        counted(state)
        shrink, grow = group["etas"]
        kept = grad.mul(state["prev"]).sign()
        turned = kept.lt(0)
        factor = kept.new_ones(kept.shape).masked_fill(kept.gt(0), grow).masked_fill(turned, shrink)
        low, high = group["step_sizes"]
        length = state["step_size"].mul_(factor).clamp_(low, high)
        grad = grad.masked_fill(turned, 0)
        parameter.addcmul_(grad.sign(), length, value=-1)
        state["prev"].copy_(grad)
