"""Losses as modules that are likelihoods."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.loss import Loss


class PoissonNLLLoss(Loss):
    """exp(input) - target * input: how unlikely counts are at a rate, whose logarithm is given.

    >>> torch.nn.PoissonNLLLoss()(torch.tensor([0., 1.]), torch.tensor([1., 2.]))
    tensor(0.8591)
    """

    function = "poisson_nll_loss"

    def __init__(
        self, log_input: bool = True, full: bool = False, size_average: Any = None,
        eps: float = 1e-8, reduce: Any = None, reduction: str = "mean",
    ) -> None:  # fmt: skip
        super().__init__(size_average, reduce, reduction, log_input=log_input, full=full, eps=eps)

    def forward(self, log_input: Tensor, target: Tensor) -> Any:
        """Return the loss."""
        return self.of(log_input, target)


class GaussianNLLLoss(Loss):
    """The negative log likelihood of targets under normal distributions.

    >>> mean, seen, var = torch.tensor([1.]), torch.tensor([2.]), torch.tensor([4.])
    >>> torch.nn.GaussianNLLLoss()(mean, seen, var)
    tensor(0.8181)
    """

    function = "gaussian_nll_loss"

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(reduction=reduction, full=full, eps=eps)

    def forward(self, input: Tensor, target: Tensor, var: Tensor) -> Any:  # type: ignore[override]  # one more
        """Return the loss."""
        return self.of(input, target, var)


class CTCLoss(Loss):
    """How unlikely it is that steps spell a target, with blanks and repetitions in between.

    Source: Graves et al., Connectionist temporal classification (2006).

    >>> steps = torch.zeros(2, 1, 2).log_softmax(2)
    >>> torch.nn.CTCLoss()(steps, torch.tensor([[1]]), torch.tensor([2]), torch.tensor([1]))
    tensor(0.2877)
    """

    def __init__(
        self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False
    ) -> None:
        super().__init__(reduction=reduction, blank=blank, zero_infinity=zero_infinity)

    def forward(  # type: ignore[override]  # this loss takes a variance too
        self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor
    ) -> Any:
        """Return the loss."""
        settings = {name: getattr(self, name) for name in self.names}
        return functional(self.function)(
            log_probs, targets, input_lengths, target_lengths, **settings
        )
