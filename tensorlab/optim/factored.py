"""Adafactor and Muon: steps for matrices, by their rows and columns or by their directions."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find
from tensorlab.optim.optimizer import Optimizer, Table, counted, not_negative


def require(name: str, value: object, is_good: bool, least: str) -> None:
    """Refuse a setting that no algorithm can use.

    Raises:
        ValueError: the setting lies outside of its range.
    """
    if not is_good:
        raise ValueError(f"{name} should be {least} but is: {value}")


class Adafactor(Optimizer):
    """Steps scaled by a mean of squares that is kept for rows and columns of a matrix only.

    Source: Shazeer and Stern, Adafactor: adaptive learning rates with sublinear memory cost (2018).

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.Adafactor([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8419, 1.8419])
    """

    _takes_complex = False

    def __init__(
        self, params: object, lr: float = 1e-2, beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3), d: float = 1.0, weight_decay: float = 0.0,
        *, foreach: bool | None = None, maximize: bool = False,
    ) -> None:  # fmt: skip
        require("Learning rate", lr, not_negative(lr), ">= 0")
        require("beta2_decay", beta2_decay, 0.0 >= beta2_decay, "<= 0")  # noqa: SIM300  as not_negative
        require("epsilon1", eps[0], eps[0] is None or not_negative(eps[0]), ">= 0")
        require("epsilon2", eps[1], not_negative(eps[1]), ">= 0")
        require("Clipping threshold d", d, 1.0 <= d, ">= 1")  # noqa: SIM300  likewise
        require("weight_decay", weight_decay, not_negative(weight_decay), ">= 0")
        self._begin_with(locals())

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter."""
        if not state:
            state["step"] = find("torch", "tensor")(0.0)
            shape = list(grad.shape)
            if grad.dim() > 1:
                state["row_var"] = grad.new_zeros([*shape[:-1], 1])
                state["col_var"] = grad.new_zeros([*shape[:-2], 1, shape[-1]])
            else:
                state["variance"] = find("torch", "zeros_like")(grad)
        step, (floor, least) = counted(state), group["eps"]
        floor = find("torch", "finfo")(parameter.dtype).eps if floor is None else floor
        size = parameter.norm(2).item() / parameter.numel() ** 0.5
        rate = max(least, size) * min(group["lr"], 1 / step**0.5)
        if group["weight_decay"]:
            parameter.mul_(1 - group["lr"] * group["weight_decay"])
        squares = mean_squares(grad, state, step ** group["beta2_decay"], floor)
        moved = squares.clamp_(min=floor * floor).rsqrt_().mul_(grad)
        spread = moved.norm(2).item() / (moved.numel() ** 0.5 * group["d"])
        parameter.add_(moved, alpha=-rate / max(1.0, spread))


def mean_squares(grad: Tensor, state: Table, weight: float, floor: float) -> Any:
    """Return the running mean of squared gradients; of a matrix, from its rows' and columns'."""
    if "variance" in state:
        return state["variance"].lerp_(grad * grad, weight).clone()
    for name, dim in (("row_var", -1), ("col_var", -2)):
        mean = grad.norm(dim=dim, keepdim=True).square_().div_(grad.size(dim))
        state[name].lerp_(mean, weight)
    rows = state["row_var"]
    return (rows @ state["col_var"]).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=floor))


class Muon(Optimizer):
    """Steps of a matrix along its momentum, made as long in every direction.

    Source: Jordan, Muon: an optimizer for hidden layers in neural networks (2024).

    >>> w = torch.tensor([[1., 2.]], requires_grad=True)
    >>> optimizer = torch.optim.Muon([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([[0.9593, 1.9187]])
    """

    _takes_complex = False
    _checks = ()

    def __init__(
        self, params: object, lr: float = 1e-3, weight_decay: float = 0.1, momentum: float = 0.95,
        nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (3.4445, -4.775, 2.0315), eps: float = 1e-7,
        ns_steps: int = 5, adjust_lr_fn: str | None = None,
    ) -> None:  # fmt: skip
        require("Learning rate", lr, not_negative(lr), ">= 0")
        require("momentum", momentum, not_negative(momentum), ">= 0")
        require("weight decay", weight_decay, not_negative(weight_decay), ">= 0")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        self._begin_with(locals())
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.ndim != 2:
                    raise ValueError(in_full("Muon only supports", parameter.size()))

    def _update_one(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one matrix."""
        if not state:
            state["momentum_buffer"] = find("torch", "zeros_like")(grad)
        moving, momentum = state["momentum_buffer"], group["momentum"]
        moving.lerp_(grad, 1 - momentum)
        ahead = grad.lerp(moving, momentum) if group["nesterov"] else moving
        turned = orthogonal(ahead, group["ns_coefficients"], group["ns_steps"], group["eps"])
        rows, columns = parameter.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            factor = 0.2 * max(rows, columns) ** 0.5
        else:
            factor = max(1, rows / columns) ** 0.5
        parameter.mul_(1 - group["lr"] * group["weight_decay"])
        parameter.add_(turned, alpha=-group["lr"] * factor)


def orthogonal(matrix: Tensor, coefficients: Any, steps: int, eps: float) -> Any:
    """Return a matrix with its singular values near 1, by steps of a polynomial, in bfloat16.

    Raises:
        ValueError: there are too many steps, or not three coefficients.
    """
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    tall = matrix.size(0) > matrix.size(1)
    found = matrix.bfloat16()
    found = found.T if tall else found
    found.div_(found.norm().clamp(min=eps))
    addmm = find("torch", "addmm")
    for _ in range(steps):
        gram = found @ found.T
        found = addmm(found, addmm(gram, gram, gram, beta=b, alpha=c), found, beta=a)
    return found.T if tall else found
