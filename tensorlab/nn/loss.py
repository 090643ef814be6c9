"""Losses as modules: how far predictions are from what they should be, and distances."""

from typing import Any, ClassVar

from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.nn.applied import Named, functional
from tensorlab.nn.module import Module

WEIGHTS = ("weight", "pos_weight")


def reduction_of(size_average: object, reduce: object, reduction: str) -> str:
    """Return how the losses of all samples become one; the two old switches still count."""
    if size_average is None and reduce is None:
        return reduction
    averaged = size_average is None or size_average
    reduced = reduce is None or reduce
    chosen = "mean" if averaged and reduced else "sum" if reduced else "none"
    warn(in_full("size_average and reduce", chosen))
    return chosen


class Loss(Named):
    """A function of predictions and targets, with settings chosen beforehand."""

    _function = "mse_loss"  # whose settings are those that all of them have
    _untaken: ClassVar[tuple[str, ...]] = ("weight",)

    def _take(self, settings: dict[str, Any]) -> None:
        """Begin with settings; tensors of weights belong to the state."""
        old = settings.pop("size_average", None), settings.pop("reduce", None)
        settings["reduction"] = reduction_of(*old, settings["reduction"])
        weights = {name: settings.pop(name) for name in list(settings) if name in WEIGHTS}
        super()._take(settings)
        for name, tensor in weights.items():
            self.register_buffer(name, tensor)
        self.__dict__["_names"] = (*weights, *self._names)

    def forward(self, input: Tensor, target: Tensor) -> Any:
        """Return the loss."""
        return self._of(input, target)

    def _of(self, *given: object) -> Any:
        """Return the loss of tensors, under the settings."""
        settings = {name: getattr(self, name) for name in self._names}
        return functional(self._function)(*given, **settings)


class Weighted(Loss):
    """A loss in which classes, or elements, count more or less."""

    _function = "binary_cross_entropy"
    _untaken = ()


class L1Loss(Loss):
    """The mean of the absolute differences.

    >>> torch.nn.L1Loss()(torch.tensor([1., 2.]), torch.tensor([2., 4.]))
    tensor(1.5000)
    """


class MSELoss(Loss):
    """The mean of the squared differences.

    >>> torch.nn.MSELoss()(torch.tensor([1., 2.]), torch.tensor([2., 4.]))
    tensor(2.5000)
    """


class SmoothL1Loss(Loss):
    """Squared differences where they are small, absolute ones where they are large.

    >>> torch.nn.SmoothL1Loss()(torch.tensor([0., 0.]), torch.tensor([0.5, 3.]))
    tensor(1.3125)
    """

    _function = "smooth_l1_loss"


class HuberLoss(Loss):
    """Smooth L1 times delta: squared differences up to delta, absolute ones beyond.

    >>> torch.nn.HuberLoss()(torch.tensor([0., 0.]), torch.tensor([0.5, 3.]))
    tensor(1.3125)
    """

    def _take(self, settings: dict[str, Any]) -> None:
        """Begin with settings.

        Raises:
            TypeError: delta is no number.
        """
        if not isinstance(settings["delta"], int | float):
            raise TypeError(in_full("delta must be a float", class_text(settings["delta"])))
        super()._take(settings)


class KLDivLoss(Loss):
    """The Kullback-Leibler divergence of logarithms of probabilities from probabilities.

    >>> torch.nn.KLDivLoss(reduction="sum")(torch.zeros(1, 2), torch.ones(1, 2))
    tensor(0.)
    """

    _function = "kl_div"


class BCELoss(Weighted):
    """Binary cross entropy of probabilities.

    >>> torch.nn.BCELoss()(torch.tensor([0.5]), torch.tensor([1.]))
    tensor(0.6931)
    """

    _function = "binary_cross_entropy"


class BCEWithLogitsLoss(Weighted):
    """Binary cross entropy of logits: a sigmoid and BCELoss in one, which does not overflow.

    >>> torch.nn.BCEWithLogitsLoss()(torch.tensor([0.]), torch.tensor([1.]))
    tensor(0.6931)
    """

    _function = "binary_cross_entropy_with_logits"


class NLLLoss(Weighted):
    """Minus the logarithm of the probability that was given to the right class.

    >>> torch.nn.NLLLoss()(torch.tensor([[-1., -2.]]), torch.tensor([1]))
    tensor(2.)
    """


class CrossEntropyLoss(Weighted):
    """Cross entropy of logits and classes: log_softmax and NLLLoss in one.

    Shapes: (batch, classes) and (batch) of whole numbers, or of probabilities as the logits are.

    >>> torch.nn.CrossEntropyLoss()(torch.tensor([[0., 0.]]), torch.tensor([1]))
    tensor(0.6931)
    """

    _function = "cross_entropy"


class CosineSimilarity(Named):
    """The cosine of the angle between vectors along a dimension.

    >>> torch.nn.CosineSimilarity()(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]))
    tensor([0.7071])
    """

    def forward(self, x1: Tensor, x2: Tensor) -> Any:
        """Return the cosines."""
        return functional("cosine_similarity")(x1, x2, self.dim, self.eps)


class PairwiseDistance(Module):
    """The distances between vectors along the last dimension.

    >>> torch.nn.PairwiseDistance()(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Any:
        """Return the distances."""
        return functional("pairwise_distance")(x1, x2, self.norm, self.eps, self.keepdim)
