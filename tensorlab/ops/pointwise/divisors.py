"""Greatest common divisors and least common multiples."""

import numpy as np

from tensorlab.engine.declaring import elementwise
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.signatures.support import WHOLE


@elementwise(twins=("gcd_",), inplace=True, takes=WHOLE, plain=np.gcd, related=("lcm",))
def gcd(input: Array, other: Array) -> Array:
    """Return the greatest whole number that divides both input and other.

    >>> torch.gcd(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5]))
    tensor([1, 2, 5])
    """
    return np.gcd(input, other)


@elementwise(twins=("lcm_",), inplace=True, takes=WHOLE, plain=np.lcm, related=("gcd",))
def lcm(input: Array, other: Array) -> Array:
    """Return the least positive whole number that both input and other divide.

    >>> torch.lcm(torch.tensor([5, 10, 15]), torch.tensor([3, 4, 5]))
    tensor([15, 20, 15])
    """
    return np.lcm(input, other)
