"""Losses as modules that ask for a margin."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.loss import Loss, PairwiseDistance, Weighted


class HingeEmbeddingLoss(Loss):
    """input where the target is 1; margin - input, if that is positive, where it is -1.

    >>> torch.nn.HingeEmbeddingLoss()(torch.tensor([0.5, 0.25]), torch.tensor([1., -1.]))
    tensor(0.6250)
    """


class SoftMarginLoss(Loss):
    """log(1 + exp(-target * input)), for targets that are 1 or -1.

    >>> torch.nn.SoftMarginLoss()(torch.tensor([0., 2.]), torch.tensor([1., -1.]))
    tensor(1.4100)
    """


class MultiLabelMarginLoss(Loss):
    """How far scores of right classes fall short of 1 above those of wrong ones.

    >>> scores = torch.tensor([[0.1, 0.2, 0.4, 0.8]])
    >>> torch.nn.MultiLabelMarginLoss()(scores, torch.tensor([[3, 0, -1, 1]]))
    tensor(0.8500)
    """

    _function = "multilabel_margin_loss"


class MultiLabelSoftMarginLoss(Weighted):
    """The binary cross entropy of each class's logit.

    >>> torch.nn.MultiLabelSoftMarginLoss()(torch.tensor([[1., -1.]]), torch.tensor([[1., 0.]]))
    tensor(0.3133)
    """

    _function = "multilabel_soft_margin_loss"


class MultiMarginLoss(Weighted):
    """How far the right class's score falls short of a margin above each other one.

    >>> torch.nn.MultiMarginLoss()(torch.tensor([[1., 2., 0.]]), torch.tensor([0]))
    tensor(0.6667)
    """

    def _take(self, settings: dict[str, Any]) -> None:
        """Begin with settings.

        Raises:
            ValueError: p is neither 1 nor 2, or the weights are no row.
        """
        super()._take(settings)
        if self.p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if self.weight is not None and self.weight.dim() != 1:
            raise ValueError(
                "MultiMarginLoss: expected weight to be None or 1D tensor, got "
                f"{self.weight.dim()}D instead"
            )


class OfTwoInputs(Loss):
    """A loss of two inputs and a target."""

    def forward(  # type: ignore[override]  # this loss takes two inputs
        self, input1: Tensor, input2: Tensor, target: Tensor
    ) -> Any:
        """Return the loss."""
        return self._of(input1, input2, target)


class OfAnchors(Loss):
    """A loss of anchors, what belongs to them, and what does not."""

    def _take(self, settings: dict[str, Any]) -> None:
        """Begin with settings.

        Raises:
            ValueError: the margin is none.
        """
        if settings["margin"] <= 0:
            raise ValueError(
                f"{type(self).__name__}: expected margin to be greater than 0, got "
                f"{settings['margin']} instead"
            )
        super()._take(settings)

    def forward(  # type: ignore[override]  # this loss takes three inputs
        self, anchor: Tensor, positive: Tensor, negative: Tensor
    ) -> Any:
        """Return the loss."""
        return self._of(anchor, positive, negative)


class MarginRankingLoss(OfTwoInputs):
    """How far the first input is from being larger than the second, or, for -1, smaller.

    >>> first, second = torch.tensor([1., 2.]), torch.tensor([3., 1.])
    >>> torch.nn.MarginRankingLoss()(first, second, torch.tensor([1., 1.]))
    tensor(1.)
    """


class CosineEmbeddingLoss(OfTwoInputs):
    """1 - cosine where the target is 1; cosine - margin, if that is positive, where it is -1.

    >>> first, second = torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]])
    >>> torch.nn.CosineEmbeddingLoss()(first, second, torch.tensor([1]))
    tensor(0.2929)
    """


class TripletMarginLoss(OfAnchors):
    """How far anchors are from being nearer, by a margin, to positives than to negatives.

    >>> anchor, near, far = torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[1.5]])
    >>> torch.nn.TripletMarginLoss()(anchor, near, far)
    tensor(0.5000)
    """


class TripletMarginWithDistanceLoss(OfAnchors):
    """The same, with any function of two tensors as the distance.

    >>> anchor, near, far = torch.tensor([[0.]]), torch.tensor([[1.]]), torch.tensor([[1.5]])
    >>> torch.nn.TripletMarginWithDistanceLoss()(anchor, near, far)
    tensor(0.5000)
    """

    def __init__(
        self, *, distance_function: object = None, margin: float = 1.0, swap: bool = False,
        reduction: str = "mean",
    ) -> None:  # fmt: skip
        self._take({"margin": margin, "swap": swap, "reduction": reduction})
        self.__dict__["_names"] = ("distance_function", *self._names)
        given = distance_function is not None
        self.distance_function = distance_function if given else PairwiseDistance()
