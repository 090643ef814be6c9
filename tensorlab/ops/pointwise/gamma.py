"""The gamma function's kin, element by element."""

import math

import numpy as np

from tensorlab.engine.calling.writing import written_under_name
from tensorlab.engine.declaring import Array, Casts, Operand, composite, elementwise, operation
from tensorlab.engine.dtypes import bool_
from tensorlab.engine.layout import laid_as, row_major
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.signatures.support import FLOATS, HALVES, leave_to_check
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.functions import gamma as kernels
from tensorlab.numerics.functions.incomplete import parts
from tensorlab.ops.pointwise.flat import analytic, refuse_gradient, special


@analytic(passes=True, takes=FLOATS, kernel="lgamma_vml_cpu", aliases=("special.gammaln",),
          related=("digamma",), methods_only=("lgamma_",))  # fmt: skip
def lgamma(input: Array) -> Array:
    """Return the logarithm of the gamma function's absolute value: of n, log((n - 1)!).

    >>> torch.lgamma(torch.tensor([0.5, 1., 5.]))
    tensor([0.5724, 0.0000, 3.1781])
    """
    return kernels.lgamma(input)


@analytic(passes=True, takes=FLOATS, kernel="digamma", aliases=("special.digamma", "special.psi"),
          related=("lgamma", "polygamma"), methods_only=("digamma_",))  # fmt: skip
def digamma(input: Array) -> Array:
    """Return the derivative of lgamma.

    >>> torch.digamma(torch.tensor([1., 0.5]))
    tensor([-0.5772, -1.9635])
    """
    return kernels.digamma(input)


@operation(casts=Casts.FLOATING, takes=FLOATS, inner=True, name="polygamma",
           kernel=lambda n: {0: "digamma", 1: "trigamma"}.get(n, "polygamma"))  # fmt: skip
def derivative(input: Array, n: int) -> Array:
    """Return the n-th derivative of digamma."""
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    return laid_as(input, kernels.polygamma(n, input))


@composite(method=False, aliases=("special.polygamma",), out=True, related=("digamma",))
def polygamma(n: int, input: Array) -> Tensor:
    """Return the n-th derivative of digamma.

    >>> torch.polygamma(1, torch.tensor([1., 0.5]))
    tensor([1.6449, 4.9348])
    """
    return derivative(input, n)


lgamma.gradient(input=lambda g, input: g * input.digamma())
lgamma.derivative(input="psi, with psi = digamma(input)")
lgamma.quantity(psi=lambda input: input.digamma())
digamma.gradient(input=lambda g, input: g * derivative(input, 1))
digamma.derivative(input="trigamma, with trigamma = polygamma(1, input)")
digamma.quantity(trigamma=lambda input: derivative(input, 1))
derivative.gradient(input=lambda g, input, n: g * derivative(input, n + 1))
derivative.derivative(input="next, with next = polygamma(n + 1, input)")
derivative.quantity(next=lambda input, n: derivative(input, n + 1))


@composite(name="polygamma", function=False, related=("digamma",))
def polygamma_method(input: Array, n: int) -> Tensor:
    """Return the n-th derivative of digamma.

    >>> torch.tensor([1., 0.5]).polygamma(1)
    tensor([1.6449, 4.9348])
    """
    return derivative(input, n)


@composite(function=False, related=("polygamma",))
def polygamma_(input: Array, n: int) -> Array:
    """Overwrite the tensor with the n-th derivative of digamma.

    >>> torch.tensor([1.]).polygamma_(1)
    tensor([1.6449])
    """
    before = input.clone()  # what the gradient is asked of
    return written_under_name(input, derivative(before, n), "PolygammaBackward1")


def check_multivariate(input: Tensor, p: int) -> None:
    """Refuse truth values, and dimensions that there are not.

    Raises:
        RuntimeError: the elements are truth values, or the dimension is not positive.
    """
    if input.dtype is bool_:
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")


def halves(p: int) -> list[float]:
    """Return the steps down from a number at which the multivariate function looks at lgamma."""
    return (np.arange(1 - p, 1) / 2).tolist()  # type: ignore[no-any-return]  # of methods


@operation(passes=True, aliases=("special.multigammaln",), casts=Casts.FLOATING, takes=FLOATS,
           kernel="arange_cpu", check=check_multivariate, inplace=True,
           rounds_intermediates=True, related=("lgamma",), methods_only=("mvlgamma_",),
           wrong_cast="mvlgamma: result type {own} can't be cast to the desired output type {own}",
           )  # fmt: skip
def mvlgamma(input: Array, p: int) -> Array:
    """Return the logarithm of the multivariate gamma function of dimension p.

    >>> torch.mvlgamma(torch.tensor([3., 4.]), 2)
    tensor([1.5502, 3.5651])
    """
    leave_to_check(p < 1)
    reserve_memory(8 * p * (input.size + 1))
    kind = input.dtype
    wide = kind if kind.itemsize > 2 else np.dtype(np.float32)
    arguments = (input[..., None] + np.array(halves(p), kind)).astype(wide)
    terms = kernels.lgamma(row_major(arguments)).astype(kind).astype(wide)
    return np.add.reduce(terms, -1).astype(kind) + kind.type(p * (p - 1) / 4 * math.log(math.pi))


mvlgamma.gradient(
    input=lambda g, input, p: (
        g * (input.unsqueeze(-1) + input.new_tensor(halves(p), dtype=g.dtype)).digamma().sum(-1)
    )
)
mvlgamma.derivative(input="in words: the sum of digamma(input - i/2), for i from 0 to p - 1")


def zeta_step(input: object, other: object) -> str:
    """Return PyTorch's name of the step back through zeta of tensors, or a tensor and a number."""
    number = 1 if not isinstance(input, Tensor) else 2
    return f"SpecialZetaBackward{0 if isinstance(other, Tensor) and number == 2 else number}"


@special(passes=True, takes=FLOATS - HALVES, related=("polygamma",), node=zeta_step)
def zeta(input: Operand, other: Operand) -> Array:
    """Return Hurwitz's zeta function: the sum of 1 / (k + other) ** input over all k from 0.

    >>> torch.special.zeta(2., torch.tensor([1., 3.]))
    tensor([1.6449, 0.3949])
    """
    return kernels.zeta(input, other)


zeta.gradient(
    input=lambda g: refuse_gradient("zeta"),
    other=lambda g, input, other: g * -input * zeta(input + 1, other),
)


@elementwise(passes=True, inplace=True, takes=FLOATS, aliases=("special.gammainc",),
             related=("igammac", "lgamma"))  # fmt: skip
def igamma(input: Array, other: Array) -> Array:
    """Return the part of gamma's integral that lies below other, for the parameter input.

    >>> torch.igamma(torch.tensor([1., 4.]), torch.tensor([1., 4.]))
    tensor([0.6321, 0.5665])
    """
    return parts(input, other)[0].astype(np.result_type(input, other))


@elementwise(passes=True, inplace=True, takes=FLOATS, aliases=("special.gammaincc",),
             related=("igamma", "lgamma"))  # fmt: skip
def igammac(input: Array, other: Array) -> Array:
    """Return the part of gamma's integral that lies above other, for the parameter input.

    >>> torch.igammac(torch.tensor([1., 4.]), torch.tensor([1., 4.]))
    tensor([0.3679, 0.4335])
    """
    return parts(input, other)[1].astype(np.result_type(input, other))


igamma.gradient(
    input=lambda g: refuse_gradient("igamma: input"),
    other=lambda g, input, other: g * (-other + (input - 1) * other.log() - input.lgamma()).exp(),
)
igammac.gradient(
    input=lambda g: refuse_gradient("igammac: input"),
    other=lambda g, input, other: -g * (-other + (input - 1) * other.log() - input.lgamma()).exp(),
)
