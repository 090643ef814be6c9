"""Adam, steps as large as a gradient's running mean is sure of itself, and its kin."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.pointwise.comparison import maximum
from tensorlab.optim.optimizer import Optimizer, Table, as_number, begin, counted, decayed


def require_single(settings: Table, **numbers: object) -> None:
    """Refuse tensors as numbers where all parameters are moved together.

    Raises:
        ValueError: one is a tensor.
    """
    for name, value in numbers.items():
        if isinstance(value, Tensor) and settings.get("foreach") and not settings["capturable"]:
            raise ValueError(in_full("{} as a Tensor is not", name))


class Adam(Optimizer):
    """Adaptive steps: parameter -= lr * mean / (sqrt(mean of squares) + eps), bias-corrected.

    Source: Kingma and Ba, Adam: a method for stochastic optimization (2015).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Adam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    _elementwise = True
    _checks = ("lr", "eps", "weight_decay")

    def __init__(
        self, params: object, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 0, amsgrad: bool = False, *,
        foreach: bool | None = None, maximize: bool = False, capturable: bool = False,
        differentiable: bool = False, fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals(), first="lr betas eps weight_decay amsgrad maximize")

    def _require_settings(self, settings: Table) -> None:
        """Refuse settings that no algorithm can use, and shares that are not two of a kind."""
        require_single(settings, lr=settings["lr"])
        super()._require_settings(settings)
        first, second = betas = settings["betas"][0], settings["betas"][1]
        if not any(all(isinstance(each, kind) for each in betas) for kind in (float, Tensor)):
            raise ValueError("betas must be either both floats or both Tensors")
        require_single(settings, **{"betas[0]": first, "betas[1]": second})
        settings["betas"] = tuple(settings["betas"])

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        largest = ("max_exp_avg_sq",) if group["amsgrad"] else ()
        _, mean, squares, first, second = moments(parameter, grad, state, group, *largest)
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
        self, params: object, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 1e-2, amsgrad: bool = False, *,
        maximize: bool = False, foreach: bool | None = None, capturable: bool = False,
        differentiable: bool = False, fused: bool | None = None,
    ) -> None:  # fmt: skip
        self._begin_with({**locals(), "decoupled_weight_decay": True})

    def _take_over(self, state: Any, groups: list[Table]) -> None:
        """Take over what Adam remembered, too."""
        super()._take_over(state, groups)
        for group in groups:
            group["decoupled_weight_decay"] = True


def pulled(grad: Tensor, parameter: Tensor, group: Table) -> Any:
    """Return the gradient with the weight decay in it, unless that shrinks the parameter itself."""
    if group["decoupled_weight_decay"] and group["weight_decay"]:
        parameter.mul_(1 - group["lr"] * group["weight_decay"])
        return grad
    return decayed(grad, parameter, group)


def running_means(grad: Tensor, state: Table, betas: tuple[float, float]) -> tuple[Any, Any]:
    """Return the running means of the gradients and of their squares, this one included."""
    first, second = betas
    state["exp_avg"].lerp_(grad, 1 - first)
    state["exp_avg_sq"].mul_(second).addcmul_(grad, grad.conj(), value=1 - second)
    return state["exp_avg"], state["exp_avg_sq"]


def moments(parameter: Tensor, grad: Tensor, state: Table, group: Table, *more: str) -> Any:
    """Return how many steps there were, both running means, and the shares that they have seen."""
    begin(state, parameter, "exp_avg", "exp_avg_sq", *more)
    step = counted(state)
    means = running_means(pulled(grad, parameter, group), state, group["betas"])
    return step, *means, *(1 - beta**step for beta in group["betas"])


class Adamax(Optimizer):
    """Adam with the largest recent gradient in place of the mean of squares.

    Source: Kingma and Ba, Adam: a method for stochastic optimization (2015), section 7.

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Adamax([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000, 1.9000])
    """

    _checks = Adam._checks

    def __init__(
        self, params: object, lr: float = 2e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 0, foreach: bool | None = None, *,
        maximize: bool = False, differentiable: bool = False, capturable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals())

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        begin(state, parameter, "exp_avg", "exp_inf")
        step = counted(state)
        grad = decayed(grad, parameter, group)
        first, second = group["betas"]
        state["exp_avg"].lerp_(grad, 1 - first)
        largest = state["exp_inf"]
        maximum(largest.mul_(second), grad.abs().add_(group["eps"]), out=largest)
        parameter.addcdiv_(state["exp_avg"], largest, value=-(group["lr"] / (1 - first**step)))


class NAdam(Optimizer):
    """Adam with Nesterov momentum, which looks one step ahead.

    Source: Dozat, Incorporating Nesterov momentum into Adam (2016).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.NAdam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8944, 1.8944])
    """

    _checks = (*Adam._checks, "momentum_decay")
    _numbers = ("step", "mu_product")

    def __init__(
        self, params: object, lr: float = 2e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 0, momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False, *, foreach: bool | None = None,
        maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(
            locals(),
            first="lr betas eps weight_decay momentum_decay decoupled_weight_decay maximize",
        )

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        if not state:
            begin(state, parameter, "mu_product", "exp_avg", "exp_avg_sq")
            state["mu_product"] = as_number(1.0)
        step = counted(state)
        grad = pulled(grad, parameter, group)
        beta, decay = group["betas"][0], group["momentum_decay"]
        now = beta * (1.0 - 0.5 * (0.96 ** (step * decay)))
        ahead = beta * (1.0 - 0.5 * (0.96 ** ((step + 1) * decay)))
        state["mu_product"] *= now
        mean, squares = running_means(grad, state, group["betas"])
        spread = squares.div(1 - group["betas"][1] ** step).sqrt().add_(group["eps"])
        product = state["mu_product"].item()
        parameter.addcdiv_(grad, spread, value=-group["lr"] * (1.0 - now) / (1.0 - product))
        value = (-group["lr"] * ahead) / (1.0 - product * ahead)
        parameter.addcdiv_(mean, spread, value=value)


class RAdam(Optimizer):
    """Adam that leaves out the mean of squares until it has seen enough gradients.

    Source: Liu and others, On the variance of the adaptive learning rate and beyond (2019).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.RAdam([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000, 1.6000])
    """

    _checks = Adam._checks

    def __init__(
        self, params: object, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, weight_decay: float = 0, decoupled_weight_decay: bool = False, *,
        foreach: bool | None = None, maximize: bool = False, capturable: bool = False,
        differentiable: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals(), first="lr betas eps weight_decay maximize foreach capturable")

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        step, mean, squares, first, second = moments(parameter, grad, state, group)
        beta = group["betas"][1]
        most = 2 / (1 - beta) - 1
        seen = most - 2 * step * (beta**step) / second
        change = (mean / first) * group["lr"]
        if seen > 5.0:
            trust = (seen - 4) * (seen - 2) * most / ((most - 4) * (most - 2) * seen)
            change = change * ((second**0.5) / squares.sqrt().add_(group["eps"])) * trust**0.5
        parameter.add_(change, alpha=-1.0)


class SparseAdam(Optimizer):
    """Adam for sparse gradients: elements without one stay as they are, and so do their means.

    >>> table = torch.nn.Embedding(2, 1, sparse=True, _weight=torch.tensor([[1.], [2.]]))
    >>> optimizer = torch.optim.SparseAdam(table.parameters(), lr=0.1)
    >>> table(torch.tensor([1])).sum().backward()
    >>> optimizer.step()
    >>> table.weight.detach()
    tensor([[1.0000],
            [1.9000]])
    """

    _takes_sparse = True
    _numbers = ()
    _checks = ("lr", "eps")
    _ranges = dict.fromkeys(_checks, lambda value: 0.0 < value)  # noqa: SIM300  as not_negative

    def __init__(
        self, params: object, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, maximize: bool = False,
    ) -> None:  # fmt: skip
        self._begin_with(locals())
        for words, refused, why in (
            ("Sparse", "is_sparse", "requires dense parameter tensors"),
            ("Complex", "is_complex", "does not support complex parameters"),
        ):
            places = [
                [number, place]
                for number, group in enumerate(self.param_groups)
                for place, each in enumerate(group["params"])
                if (each.is_sparse if refused == "is_sparse" else each.is_complex())
            ]
            if places:
                raise ValueError(f"{words} params at indices {places}: SparseAdam {why}")

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move the elements of one parameter that have a gradient."""
        if not grad.is_sparse:
            raise RuntimeError(in_full("SparseAdam does not support dense"))
        if not state:
            begin(state, parameter, "exp_avg", "exp_avg_sq")
            state["step"] = 0
        state["step"] += 1
        grad = grad.coalesce()
        values, places = grad.values(), tuple(grad.indices())
        if not values.numel():
            return
        means = {}
        for name, now, beta in zip(
            ("exp_avg", "exp_avg_sq"), (values, values.pow(2)), group["betas"], strict=True
        ):
            old = state[name][places]
            state[name][places] = means[name] = now.sub(old).mul_(1 - beta).add_(old)
        first, second = (1 - beta ** state["step"] for beta in group["betas"])
        rate = group["lr"] * second**0.5 / first
        spread = means["exp_avg_sq"].sqrt_().add_(group["eps"])
        parameter[places] = parameter[places] + -rate * means["exp_avg"].div_(spread)
