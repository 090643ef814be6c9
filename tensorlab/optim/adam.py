"""Adam: steps as large as a gradient's running mean is sure of itself."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.pointwise.comparison import maximum
from tensorlab.optim.optimizer import Optimizer, Table, begin, counted, not_negative


class Adam(Optimizer):
    """parameter -= lr * mean / (sqrt(mean of squares) + eps), both means freed of their start.

    Source: Kingma and Ba, Adam: a method for stochastic optimization (2015).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    elementwise = True
    checks = (
        ("lr", "learning rate", not_negative),
        ("eps", "epsilon value", not_negative),
        ("weight_decay", "weight_decay value", not_negative),
    )

    def __init__(
        self, params: Any, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 0, amsgrad: bool = False, *,
        foreach: bool | None = None, maximize: bool = False, capturable: bool = False,
        differentiable: bool = False, fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "amsgrad": amsgrad, "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        })  # fmt: skip

    def update(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        largest = ("max_exp_avg_sq",) if group["amsgrad"] else ()
        begin(state, parameter, "exp_avg", "exp_avg_sq", *largest)
        step = counted(state)
        grad = pulled(grad, parameter, group)
        mean, squares = running_means(grad, state, group["betas"])
        first, second = (1 - beta**step for beta in group["betas"])
        if group["amsgrad"]:
            squares = maximum(state["max_exp_avg_sq"], squares, out=state["max_exp_avg_sq"])
        spread = (squares.sqrt() / second**0.5).add_(group["eps"])
        parameter.addcdiv_(mean, spread, value=-(group["lr"] / first))


class AdamW(Adam):
    """Adam whose weight decay shrinks the parameters themselves, not by way of the gradient.

    Source: Loshchilov and Hutter, Decoupled weight decay regularization (2019).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.AdamW([w], lr=0.1, weight_decay=0.5)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8500, 1.8000])
    """

    def __init__(
        self, params: Any, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 1e-2, amsgrad: bool = False, *,
        maximize: bool = False, foreach: bool | None = None, capturable: bool = False,
        differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )


def pulled(grad: Tensor, parameter: Tensor, group: Table) -> Any:
    """Return the gradient with the weight decay in it, unless that shrinks the parameter itself."""
    decay = group["weight_decay"]
    if not decay:
        return grad
    if group["decoupled_weight_decay"]:
        parameter.mul_(1 - group["lr"] * decay)
        return grad
    return grad.add(parameter, alpha=decay)


def running_means(grad: Tensor, state: Table, betas: tuple[float, float]) -> tuple[Any, Any]:
    """Return the running means of the gradients and of their squares, this one included."""
    state["exp_avg"].lerp_(grad, 1 - betas[0])
    state["exp_avg_sq"].mul_(betas[1]).addcmul_(grad, grad.conj(), value=1 - betas[1])
    return state["exp_avg"], state["exp_avg_sq"]
