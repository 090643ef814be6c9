"""The regularised incomplete gamma functions."""

import numpy as np

from tensorlab.engine.declaring import elementwise
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import FLOATS
from tensorlab.numerics.functions.incomplete_gamma import parts
from tensorlab.ops.pointwise.flat import refuse_gradient


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
