"""Modules under names of former times, and one that would spread its work over GPUs."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.nn.applied import Applied, functional
from tensorlab.nn.loss import NLLLoss
from tensorlab.nn.module import Module


class Container(Module):
    """A module made of others, given by name.

    >>> torch.nn.Container(first=torch.nn.ReLU())
    Container(
      (first): ReLU()
    )
    """

    def __init__(self, **kwargs: Any) -> None:
        warn(in_full("`nn.Container` is deprecated"), FutureWarning)
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


class NLLLoss2d(NLLLoss):
    """NLLLoss, as it was once called for images.

    >>> torch.nn.NLLLoss2d()(torch.tensor([[0., -2.]]), torch.tensor([1]))
    tensor(2.)
    """

    _function = "nll_loss"

    def __init__(
        self, weight: object = None, size_average: object = None, ignore_index: int = -100,
        reduce: object = None, reduction: str = "mean",
    ) -> None:  # fmt: skip
        warn(in_full("`NLLLoss2d` has been"), FutureWarning)
        super().__init__(weight, size_average, ignore_index, reduce, reduction)


class CrossMapLRN2d(Applied):
    """Elements divided by a power of a sum over neighbouring channels.

    >>> torch.nn.CrossMapLRN2d(1)(torch.ones(1, 1, 1, 2))
    tensor([[[[0.9999, 0.9999]]]])
    """

    _bare = ("size",)

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1) -> None:
        self._take({"size": size, "alpha": alpha, "beta": beta, "k": k})

    def forward(self, input: Tensor) -> Any:
        """Return the divided elements."""
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        squares = input.pow(2)
        reach = int((self.size - 1) / 2 + 1)
        total = squares[:, :reach].sum(1)
        scales = [total]
        # as PyTorch slides: the first never drops out
        for place in range(1, input.size(1)):
            if place + reach - 1 < input.size(1):
                total = total + squares[:, place + reach - 1]
            if place > reach:
                total = total - squares[:, place - reach]
            scales.append(total)
        scale = functional("stack")(scales, 1) * (self.alpha / self.size) + self.k
        return input * scale.pow(-self.beta)


class DataParallel(Module):
    """A module whose batches would be spread over GPUs: without one it is the module itself.

    >>> torch.nn.DataParallel(torch.nn.ReLU())(torch.tensor([-1., 1.]))
    tensor([0., 1.])
    """

    def __init__(
        self, module: Module, device_ids: object = None, output_device: object = None, dim: int = 0
    ) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **settings: Any) -> Any:
        """Return what the module makes of the inputs."""
        return self.module(*inputs, **settings)
