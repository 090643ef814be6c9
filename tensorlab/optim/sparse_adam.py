"""SparseAdam: Adam that moves only the elements that have a gradient."""

from typing import Any

from tensorlab.ops.loading import find
from tensorlab.optim.optimizer import Optimizer, Table


class SparseAdam(Optimizer):
    """Adam for sparse gradients: elements without one keep still, and so do their means.

    >>> table = torch.nn.Embedding(2, 1, sparse=True, _weight=torch.tensor([[1.], [2.]]))
    >>> optimizer = torch.optim.SparseAdam(table.parameters(), lr=0.1)
    >>> table(torch.tensor([1])).sum().backward()
    >>> optimizer.step()
    >>> table.weight.detach()
    tensor([[1.0000],
            [1.9000]])
    """

    takes_sparse = True
    checks = (
        ("lr", "learning rate", lambda lr: 0.0 < lr),  # noqa: SIM300  as errors of other types tell
        ("eps", "epsilon value", lambda eps: 0.0 < eps),  # noqa: SIM300  likewise
    )

    def __init__(
        self, params: Any, lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8, maximize: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
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

    def update(self, parameter: Any, grad: Any, state: Table, group: Table) -> None:
        """Move the elements of one parameter that have a gradient."""
        if not grad.is_sparse:
            raise RuntimeError(
                "SparseAdam does not support dense gradients, please consider Adam instead"
            )
        if not state:
            zeros_like = find("torch", "zeros_like")
            state.update(step=0, exp_avg=zeros_like(parameter), exp_avg_sq=zeros_like(parameter))
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
            change = now.sub(old).mul_(1 - beta)
            state[name][places] = old + change
            means[name] = change.add_(old)
        first, second = (1 - beta ** state["step"] for beta in group["betas"])
        rate = group["lr"] * second**0.5 / first
        spread = means["exp_avg_sq"].sqrt_().add_(group["eps"])
        parameter[places] = parameter[places] + -rate * means["exp_avg"].div_(spread)
