"""The inverse of the normal distribution.

Source: Moshier, Cephes mathematical library (1989), ndtri.c.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.numerics.functions.series import in_double, piecewise, ratio

TAIL = math.exp(-2)  # parts below it, and those above 1 less it, lie in the tails
# In the middle, in the square of how far a part is from a half.
MIDDLE = (
    (-59.96335010141079, 98.00107541859997, -56.67628574690703, 13.931260938727968,
     -1.2391658386738125),
    (1.0, 1.9544885833814176, 4.676279128988815, 86.36024213908905, -225.46268785411937,
     200.26021238006066, -82.03722561683334, 15.90562251262117, -1.1833162112133),
)  # fmt: skip
# In the tails, in the inverse of sqrt(-2 * log(part)), as far as that root is below 8, and beyond.
NEAR = (
    (4.0554489230596245, 31.525109459989388, 57.16281922464213, 44.08050738932008,
     14.684956192885803, 2.1866330685079025, -0.1402560791713545, -0.03504246268278482,
     -0.0008574567851546854),
    (1.0, 15.779988325646675, 45.39076351288792, 41.3172038254672, 15.04253856929075,
     2.504649462083094, -0.14218292285478779, -0.03808064076915783, -0.0009332594808954574),
)  # fmt: skip
FAR = (
    (3.2377489177694603, 6.915228890689842, 3.9388102529247444, 1.3330346081580755,
     0.20148538954917908, 0.012371663481782003, 0.00030158155350823543, 2.6580697468673755e-06,
     6.239745391849833e-09),
    (1.0, 6.02427039364742, 3.6798356385616087, 1.3770209948908132, 0.21623699359449663,
     0.013420400608854318, 0.00032801446468212774, 2.8924786474538068e-06,
     6.790194080099813e-09),
)  # fmt: skip
BORDER = 8
ROOT_TWO_PI = math.sqrt(2 * math.pi)


def in_middle(part: NDArray[Any]) -> Any:
    """Return the quantiles of parts in the middle."""
    beyond = part - 0.5
    square = beyond * beyond
    return (beyond + beyond * square * ratio(square, MIDDLE)) * ROOT_TWO_PI


def in_tail(part: NDArray[Any]) -> Any:
    """Return how far below the mean the quantiles of small parts are."""
    root = np.sqrt(-2 * np.log(part))
    share = 1 / root
    bend = np.where(root < BORDER, ratio(share, NEAR), ratio(share, FAR))
    return root - np.log(root) * share - share * bend


@in_double
def ndtri(part: NDArray[Any]) -> Any:
    """Return the number below which a part of a normal distribution lies: NaN of what is none."""
    above = part > 1 - TAIL
    small = np.where(above, 1 - part, part)
    pieces = (
        (small == 0, lambda part: part - np.inf),
        ((small > 0) & (small <= TAIL), lambda part: -in_tail(part)),
        (small > TAIL, in_middle),
    )
    found = piecewise(small, *pieces)
    return np.where(above, -found, found)
