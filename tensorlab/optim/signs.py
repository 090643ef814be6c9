"""Rprop: steps by the sign of the gradient alone, each as long as it has proved."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.creation.from_values import full_like
from tensorlab.optim.optimizer import Optimizer, Table, begin, counted, not_negative


class Rprop(Optimizer):
    """Steps that grow while the gradient keeps its sign and shrink where it changes.

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Rprop([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    checks = (("lr", "learning rate", not_negative),)

    def __init__(
        self, params: Any, lr: float = 1e-2, etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50), *, capturable: bool = False,
        foreach: bool | None = None, maximize: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })  # fmt: skip

    def require(self, settings: Table) -> None:
        """Refuse settings that no algorithm can use, and steps that would not shrink or grow."""
        super().require(settings)
        shrink, grow = settings["etas"]
        if not 0 < shrink < 1 < grow:
            raise ValueError(f"Invalid eta values: {shrink}, {grow}")

    def update(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
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
