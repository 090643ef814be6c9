"""The activations between layers: functions of each element, and parts of one whole."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn.applied import Applied, functional
from tensorlab.nn.init import constant_
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter


class ReLU(Applied):
    """max(0, x), element by element.

    >>> torch.nn.ReLU()(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """


class LeakyReLU(Applied):
    """x where it is positive, else x times a small slope.

    >>> torch.nn.LeakyReLU()(torch.tensor([-1., 2.]))
    tensor([-0.0100,  2.0000])
    """


class ELU(Applied):
    """x where it is positive, else alpha * (exp(x) - 1).

    >>> torch.nn.ELU()(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """


class CELU(Applied):
    """x where it is positive, else alpha * (exp(x / alpha) - 1).

    >>> torch.nn.CELU()(torch.tensor([-1., 2.]))
    tensor([-0.6321,  2.0000])
    """


class SELU(Applied):
    """ELU scaled so that mean 0 and variance 1 are kept.

    >>> torch.nn.SELU()(torch.tensor([-1., 2.]))
    tensor([-1.1113,  2.1014])
    """


class GELU(Applied):
    """x times the probability that a standard normal number lies below x.

    >>> torch.nn.GELU()(torch.tensor([-1., 2.]))
    tensor([-0.1587,  1.9545])
    """

    _extra_text = "approximate={m.approximate!r}"

    def __init__(self, approximate: str = "none") -> None:
        self._take({"approximate": approximate})


class SiLU(Applied):
    """x * sigmoid(x), also called swish.

    >>> torch.nn.SiLU()(torch.tensor([-1., 2.]))
    tensor([-0.2689,  1.7616])
    """


class Mish(Applied):
    """x * tanh(softplus(x)).

    >>> torch.nn.Mish()(torch.tensor([-1., 2.]))
    tensor([-0.3034,  1.9440])
    """


class Sigmoid(Applied):
    """1 / (1 + exp(-x)): numbers between 0 and 1.

    >>> torch.nn.Sigmoid()(torch.tensor([0., 2.]))
    tensor([0.5000, 0.8808])
    """


class Tanh(Applied):
    """The hyperbolic tangent: numbers between -1 and 1.

    >>> torch.nn.Tanh()(torch.tensor([0., 2.]))
    tensor([0.0000, 0.9640])
    """


class Tanhshrink(Applied):
    """x - tanh(x).

    >>> torch.nn.Tanhshrink()(torch.tensor([0., 2.]))
    tensor([0.0000, 1.0360])
    """


class Softplus(Applied):
    """log(1 + exp(beta * x)) / beta: a smooth relu.

    >>> torch.nn.Softplus()(torch.tensor([0., 30.]))
    tensor([ 0.6931, 30.0000])
    """

    _placed = True


class Softsign(Applied):
    """x / (1 + abs(x)).

    >>> torch.nn.Softsign()(torch.tensor([-1., 3.]))
    tensor([-0.5000,  0.7500])
    """


class LogSigmoid(Applied):
    """The logarithm of the sigmoid, which does not underflow.

    >>> torch.nn.LogSigmoid()(torch.tensor([0., -200.]))
    tensor([  -0.6931, -200.0000])
    """

    _function = "logsigmoid"


class GLU(Applied):
    """The first half times the sigmoid of the second half.

    >>> torch.nn.GLU()(torch.tensor([1., 2., 0., 0.]))
    tensor([0.5000, 1.0000])
    """


class RReLU(Applied):
    """x where it is positive, else x times a slope: random while training, then their mean.

    >>> torch.nn.RReLU().eval()(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """

    _function = "rrelu"
    _untaken = ("training",)

    def forward(self, input: Tensor) -> Any:
        """Return the numbers, those below 0 scaled."""
        return functional("rrelu")(input, self.lower, self.upper, self.training, self.inplace)


class PReLU(Module):
    """x where it is positive, else x times a learnt slope: one, or one for each channel.

    >>> torch.nn.PReLU()(torch.tensor([-1., 2.]))
    tensor([-0.2500,  2.0000], grad_fn=<PreluKernelBackward0>)
    """

    _extra_text = "num_parameters={m.num_parameters}"

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(functional("empty")(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Let the parts that are learnt begin anew."""
        constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Any:
        """Return the numbers, those below 0 scaled."""
        return functional("prelu")(input, self.weight)


class Parts(Applied):
    """A function that makes parts of one whole along a dimension."""

    _untaken = ("_stacklevel", "dtype")


class Softmax(Parts):
    """Each score's share along a dimension: e to the score, divided by the sum of these.

    >>> torch.nn.Softmax(dim=0)(torch.tensor([0., 0.]))
    tensor([0.5000, 0.5000])
    """


class Softmin(Parts):
    """Softmax of -x: the smallest number gets the largest share.

    >>> torch.nn.Softmin(dim=0)(torch.tensor([0., 0.]))
    tensor([0.5000, 0.5000])
    """


class LogSoftmax(Parts):
    """The logarithm of softmax, which does not overflow.

    >>> torch.nn.LogSoftmax(dim=0)(torch.tensor([0., 0.]))
    tensor([-0.6931, -0.6931])
    """


class Softmax2d(Module):
    """Softmax over the channels of images, separately at each place.

    >>> torch.nn.Softmax2d()(torch.zeros(1, 2, 1, 1)).flatten()
    tensor([0.5000, 0.5000])
    """

    def forward(self, input: Tensor) -> Any:
        """Return the parts of each channel.

        Raises:
            ValueError: the input is neither an image nor a batch of them.
        """
        if input.dim() not in (3, 4):
            raise ValueError(in_full("Softmax2d: expected input to be", input.dim()))
        return functional("softmax")(input, -3)
