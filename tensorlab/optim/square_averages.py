"""Optimisers that divide by the size that gradients had: Adagrad, Adadelta, RMSprop."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.creation.from_values import full_like
from tensorlab.optim.optimizer import Optimizer, Table, begin, counted, decayed


class Adagrad(Optimizer):
    """Adaptive steps: parameter -= lr * gradient / sqrt(sum of all squares so far).

    Source: Duchi, Hazan and Singer, Adaptive subgradient methods (2011).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Adagrad([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    _elementwise = True
    _checks = ("lr", "lr_decay", "weight_decay", "initial_accumulator_value", "eps")

    def __init__(
        self, params: object, lr: float = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
        initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: bool | None = None, *,
        maximize: bool = False, differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        self._begin_with(locals(), first="lr lr_decay eps")
        for group in self.param_groups:
            for parameter in group["params"]:
                state = self.state[parameter]
                begin(state, parameter)
                state["sum"] = full_like(parameter.detach(), initial_accumulator_value)

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        step = counted(state)
        rate = group["lr"] / (1 + (step - 1) * group["lr_decay"])
        if grad.is_sparse:
            self._update_parts(parameter, grad, state["sum"], group, rate)
            return
        grad = decayed(grad, parameter, group)
        state["sum"].addcmul_(grad, grad, value=1)
        parameter.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-rate)

    _takes_sparse = True

    def _update_parts(
        self, parameter: Any, grad: Any, total: Any, group: Table, rate: float
    ) -> None:
        """Move the elements that a sparse gradient has."""
        if group["weight_decay"]:
            raise RuntimeError("weight_decay option is not compatible with sparse gradients")
        grad = grad.coalesce()
        places, values = tuple(grad.indices()), grad.values()
        total[places] = total[places] + values.pow(2)
        moved = values / total[places].sqrt().add_(group["eps"])
        parameter[places] = parameter[places] - rate * moved


class Adadelta(Optimizer):
    """Steps as large as the recent ones, per unit of gradient: no learning rate to choose.

    Source: Zeiler, Adadelta: an adaptive learning rate method (2012).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Adadelta([w])
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9968, 1.9968])
    """

    _elementwise = True
    _checks = ("lr", "rho", "eps", "weight_decay")
    _ranges = {"rho": lambda rho: 0.0 <= rho <= 1.0}  # noqa: RUF012

    def __init__(
        self, params: object, lr: float = 1.0, rho: float = 0.9, eps: float = 1e-6,
        weight_decay: float = 0, foreach: bool | None = None, *, capturable: bool = False,
        maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals(), first="lr rho eps weight_decay maximize capturable")

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        begin(state, parameter, "square_avg", "acc_delta")
        counted(state)
        grad = decayed(grad, parameter, group)
        rho, eps = group["rho"], group["eps"]
        squares = state["square_avg"].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        spread = squares.add(eps).sqrt_()
        change = state["acc_delta"].add(eps).sqrt_().div_(spread).mul_(grad)
        state["acc_delta"].mul_(rho).addcmul_(change, change, value=1 - rho)
        parameter.add_(change, alpha=-group["lr"])


class RMSprop(Optimizer):
    """Adaptive steps: parameter -= lr * gradient / (sqrt(running mean of squares) + eps).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.RMSprop([w], lr=0.01)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    _elementwise = True
    _checks = ("lr", "eps", "momentum", "weight_decay", "alpha")

    def __init__(
        self, params: object, lr: float = 1e-2, alpha: float = 0.99, eps: float = 1e-8,
        weight_decay: float = 0, momentum: float = 0, centered: bool = False,
        capturable: bool = False, foreach: bool | None = None, maximize: bool = False,
        differentiable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals(), first="lr momentum alpha eps centered")

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        momentum = ("momentum_buffer",) if group["momentum"] > 0 else ()
        center = ("grad_avg",) if group["centered"] else ()
        begin(state, parameter, "square_avg", *momentum, *center)
        counted(state)
        grad = decayed(grad, parameter, group)
        alpha = group["alpha"]
        squares = state["square_avg"].mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if center:
            mean = state["grad_avg"].lerp_(grad, 1 - alpha)
            spread = squares.addcmul(mean, mean, value=-1).sqrt_().add_(group["eps"])
        else:
            spread = squares.sqrt().add_(group["eps"])
        if momentum:
            moved = state["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, spread)
            parameter.add_(moved, alpha=-group["lr"])
        else:
            parameter.addcdiv_(grad, spread, value=-group["lr"])
