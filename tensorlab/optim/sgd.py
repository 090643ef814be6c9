"""Stochastic gradient descent, with momentum where it is asked for."""

from typing import Any

from tensorlab.optim.optimizer import Optimizer, Table, decayed, not_below


class SGD(Optimizer):
    """parameter -= lr * gradient; with momentum, a running mean of gradients in its place.

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000, 1.6000])
    """

    elementwise = True
    checks = (
        ("lr", "learning rate", not_below),
        ("momentum", "momentum value", not_below),
        ("weight_decay", "weight_decay value", not_below),
    )

    def __init__(
        self, params: Any, lr: float = 1e-3, momentum: float = 0, dampening: float = 0,
        weight_decay: float = 0, nesterov: bool = False, *, maximize: bool = False,
        foreach: bool | None = None, differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, "foreach": foreach,
            "differentiable": differentiable, "fused": fused,
        })  # fmt: skip

    takes_sparse = True

    def require(self, settings: Table) -> None:
        """Refuse settings that no algorithm can use, and Nesterov's way without momentum."""
        super().require(settings)
        if settings["nesterov"] and (settings["momentum"] <= 0 or settings["dampening"] != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")

    def update(self, parameter: Any, grad: Any, state: Table, group: Table) -> None:
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
