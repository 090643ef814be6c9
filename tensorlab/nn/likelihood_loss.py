"""Losses as modules that are likelihoods, one of them with a linear layer of its own."""

import math
from dataclasses import dataclass
from typing import Any

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.linear import Linear
from tensorlab.nn.loss import Loss, Weighted
from tensorlab.nn.module import arguments

FLOATS = [DTYPES[name] for name in ("float16", "bfloat16", "float32", "float64")]
ACCUMULATING = [None, *FLOATS]  # types in which losses are added up


class PoissonNLLLoss(Loss):
    """exp(input) - target * input: how unlikely counts are at a rate, whose logarithm is given.

    >>> torch.nn.PoissonNLLLoss()(torch.tensor([0., 1.]), torch.tensor([1., 2.]))
    tensor(0.8591)
    """

    _function = "poisson_nll_loss"

    def forward(self, log_input: Tensor, target: Tensor) -> Any:
        """Return the loss."""
        return self._of(log_input, target)


class GaussianNLLLoss(Loss):
    """The negative log likelihood of targets under normal distributions.

    >>> mean, seen, var = torch.tensor([1.]), torch.tensor([2.]), torch.tensor([4.])
    >>> torch.nn.GaussianNLLLoss()(mean, seen, var)
    tensor(0.8181)
    """

    _function = "gaussian_nll_loss"

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        self._take({"full": full, "eps": eps, "reduction": reduction})

    def forward(self, input: Tensor, target: Tensor, var: Tensor) -> Any:  # type: ignore[override]  # one more
        """Return the loss."""
        return self._of(input, target, var)


class CTCLoss(Loss):
    """How unlikely it is that steps spell a target, with blanks and repetitions in between.

    Source: Graves et al., Connectionist temporal classification (2006).

    >>> steps = torch.zeros(2, 1, 2).log_softmax(2)
    >>> torch.nn.CTCLoss()(steps, torch.tensor([[1]]), torch.tensor([2]), torch.tensor([1]))
    tensor(0.2877)
    """

    def forward(  # type: ignore[override]  # this loss takes a variance too
        self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor
    ) -> Any:
        """Return the loss."""
        return self._of(log_probs, targets, input_lengths, target_lengths)


@dataclass(frozen=True)
class LinearCrossEntropyOptions:
    """The sizes of the parts of the work, where memory is short; here it never is.

    >>> torch.nn.LinearCrossEntropyOptions(batch_chunk_size=4).batch_chunk_size
    4
    """

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: Any = None

    def __post_init__(self) -> None:
        """Refuse settings that PyTorch does not know.

        Raises:
            ValueError: there is one.
        """
        if self.acc_policy not in ("auto", "accurate", "balanced", "compact"):
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}")
        if self.acc_dtype not in ACCUMULATING:
            known = f"{{{', '.join(map(str, ACCUMULATING))}}}"
            raise ValueError(
                f"acc_dtype must be one of {known}, got {self.acc_dtype!r}. "
                "Pass acc_dtype=None to let the op pick automatically."
            )
        size = self.batch_chunk_size
        if size is not None and not (isinstance(size, int) and size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {size!r}")


class LinearCrossEntropyLoss(Weighted):
    """The cross entropy of what a linear layer of its own makes of the input.

    >>> _ = torch.manual_seed(0)
    >>> loss = torch.nn.LinearCrossEntropyLoss(2, 3)
    >>> loss(torch.zeros(1, 2), torch.tensor([1]))
    tensor(1.0986, grad_fn=<NllLossBackward0>)
    """

    def __init__(
        self, in_features: int, num_classes: int, *, out_features: tuple[int, ...] = (),
        bias: bool = False, device: Any = None, dtype: Any = None, reduction: str = "mean",
        weight: Tensor | None = None, ignore_index: int | None = None, label_smoothing: float = 0.0,
        options: LinearCrossEntropyOptions | None = None,
    ) -> None:  # fmt: skip
        if weight is not None and weight.shape != (num_classes,):
            raise RuntimeError(
                f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}"
            )
        if not 0 <= label_smoothing <= 1:
            raise RuntimeError(
                f"expected label_smoothing to be in range [0, 1], got {label_smoothing}"
            )
        self._take({"weight": weight, "reduction": reduction})
        wanted = "num_classes out_features ignore_index label_smoothing options"
        self.__dict__.update(arguments(locals(), wanted))
        rows = math.prod(out_features, start=num_classes)
        self.linear = Linear(in_features, rows, bias=bias, device=device, dtype=dtype)

    def forward(self, input: Tensor, target: Tensor) -> Any:
        """Return the loss."""
        shape = (self.num_classes, *self.out_features)
        bias = self.linear.bias
        return functional("linear_cross_entropy")(
            input,
            self.linear.weight.reshape((*shape, self.linear.in_features)),
            target,
            linear_bias=None if bias is None else bias.reshape(shape),
            weight=self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
            options=self.options,
        )

    def extra_repr(self) -> str:
        """Return the settings."""
        names = ("reduction", "ignore_index", "label_smoothing", "options")
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
            f"out_features={self.out_features}, bias={self.linear.bias is not None}, "
            + ", ".join(f"{name}={getattr(self, name)}" for name in names)
        )
