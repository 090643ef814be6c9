"""Bessel functions of the first and second kind, of order 0 and 1."""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.chebyshev import Series, chebyshev, piecewise

BORDER = 8.0
# Up to 8, in x ** 2 / 32 - 1: J0; J1 / x; Y0 - 2 / pi * log(x) * J0; and
# (Y1 - 2 / pi * (log(x) * J1 - 1 / x)) / x.
# Beyond, in 128 / x ** 2 - 1: P and Q * x / 8, with J = sqrt(2 / (pi * x)) * (P * cos - Q * sin)
# and Y = sqrt(2 / (pi * x)) * (P * sin + Q * cos) of x - pi / 4 - order * pi / 2.
J0_NEAR = (
    0.15772797147489012, -0.008723442352852221, 0.2651786132033368, -0.37009499387264977,
    0.15806710233209725, -0.034893769411408884, 0.004819180069467605, -0.00046062616620627504,
    3.246032882100508e-05, -1.7619469077621507e-06, 7.608163592418782e-08,
    -2.679253530557673e-09, 7.848696314479465e-11, -1.9438346867370164e-12,
    4.125320595634374e-14, -7.588508125447546e-16, 1.2218515873961411e-17,
)  # fmt: skip
J1_NEAR = (
    0.08104484632565812, -0.1489751450676521, 0.1609992623572097, -0.08268049176681791,
    0.022213639654966037, -0.003646940600769276, 0.0004050337728354822, -3.255554866857259e-05,
    1.9858774049915165e-06, -9.521984756750436e-08, 3.687133759097148e-09,
    -1.178026622695885e-10, 3.160154580348003e-12, -7.221755239651773e-14,
    1.4232144003513942e-15, -2.4441972916190464e-17,
)  # fmt: skip
Y0_NEAR = (
    -0.03314611320328494, -0.2744743055297453, 0.17903431407718265, 0.26156734625504663,
    -0.17730201278114358, 0.04719668959576339, -0.007287962479552079, 0.0007531135932577742,
    -5.632079141056987e-05, 3.206532537654801e-06, -1.44072332740187e-07, 5.248794787330516e-09,
    -1.5837552541812015e-10, 4.02633081830612e-12, -8.747341203310769e-14,
    1.6434898714919468e-15, -2.6977881152566837e-17,
)  # fmt: skip
Y1_NEAR = (
    0.0025380132357417816, -0.01608717304766875, -0.09591204536083074, 0.08445197259652346,
    -0.028328123944594365, 0.005289897544167113, -0.0006414551451326356, 5.505982873338744e-05,
    -3.53808001868935e-06, 1.7707804556154404e-07, -7.11055004989928e-09, 2.344337905911516e-10,
    -6.4651518414115946e-12, 1.51429151205002e-13, -3.0511859694473254e-15,
    5.34668038572867e-17, -8.224911372021585e-19,
)  # fmt: skip
P0_FAR = (
    0.9994603493475187, -0.0005365220468132117, 3.0751847875194745e-06, -5.1705945376060975e-08,
    1.6306464635151382e-09, -7.86409137723707e-11, 5.168262387349193e-12,
    -4.3045788699253914e-13, 4.3265957431549404e-14, -5.069034095935236e-15,
    6.748072215733873e-16, -1.0011513723467786e-16, 1.6305919233744186e-17,
)  # fmt: skip
Q0_FAR = (
    -0.015555854605337009, 6.838519942611649e-05, -7.414498411060647e-07,
    1.7972457247968992e-08, -7.27191593686632e-10, 4.2201219046687385e-11,
    -3.206747420996635e-12, 3.006145125351706e-13, -3.336328185322427e-14,
    4.255225040245461e-15, -6.09993013164005e-16, 9.662128970303257e-17,
    -1.6686065214378146e-17, 3.1082440486738143e-18, -6.191115787358145e-19,
    1.309144871722012e-19,
)  # fmt: skip
P1_FAR = (
    1.0009030408600137, 0.0008989898330859408, -3.987284300488908e-06, 6.177633960644299e-08,
    -1.8718907491063067e-09, 8.816898659582339e-11, -5.704863640395645e-12,
    4.699195515230542e-13, -4.6842237839904895e-14, 5.452674896044717e-15,
    -7.221180842274018e-16, 1.0667689114335412e-16, -1.7312313216116335e-17,
)  # fmt: skip
Q1_FAR = (
    0.04677778706953532, -9.62772354915708e-05, 9.138615257955454e-07, -2.0959781384083424e-08,
    8.229193327650554e-10, -4.686363688176945e-11, 3.5152187949686082e-12, -3.2643156743279e-13,
    3.5967765829165294e-14, -4.5612523950772974e-15, 6.508282957783384e-16,
    -1.0269147531823243e-16, 1.767635548776479e-17, -3.2834519872981614e-18,
    6.524081149589261e-19,
)  # fmt: skip


def near(x: Any, series: Series) -> Any:
    """Return a series in the square of numbers up to the border."""
    return chebyshev(x * x * (2 / BORDER**2) - 1, series)


def waves(x: Any, order: int) -> tuple[Any, Any]:
    """Return the functions of the first and of the second kind beyond the border."""
    t = (BORDER / x) ** 2 * 2 - 1
    even, odd = (P1_FAR, Q1_FAR) if order else (P0_FAR, Q0_FAR)
    p, q = chebyshev(t, even), chebyshev(t, odd) * (BORDER / x)
    # The sine and the cosine of x - pi / 4, without rounding that difference.
    sine, cosine = np.sin(x) - np.cos(x), np.sin(x) + np.cos(x)
    if order:  # a quarter turn later
        sine, cosine = -cosine, sine
    height = 1 / np.sqrt(math.pi * x)
    return height * (p * cosine - q * sine), height * (p * sine + q * cosine)


def j0_of(x: Any) -> Any:
    """Return the function of the first kind of order 0, NaN at infinity as PyTorch has it."""
    x = np.absolute(x)
    return piecewise(
        x, (x <= BORDER, lambda x: near(x, J0_NEAR)), (x > BORDER, lambda x: waves(x, 0)[0])
    )


def j1_of(x: Any) -> Any:
    """Return the function of the first kind of order 1, likewise."""
    size = np.absolute(x)
    return np.where(x < 0, -1.0, 1.0) * piecewise(
        size,
        (size <= BORDER, lambda x: x * near(x, J1_NEAR)),
        (size > BORDER, lambda x: waves(x, 1)[0]),
    )


def y0_of(x: Any) -> Any:
    """Return the function of the second kind of order 0, NaN below 0."""
    return piecewise(
        x,
        (x == 0, lambda x: x - np.inf),
        (
            (x > 0) & (x <= BORDER),
            lambda x: near(x, Y0_NEAR) + 2 / math.pi * np.log(x) * near(x, J0_NEAR),
        ),
        (x > BORDER, lambda x: waves(x, 0)[1]),
    )


def y1_of(x: Any) -> Any:
    """Return the function of the second kind of order 1, NaN below 0."""
    return piecewise(
        x,
        (x == 0, lambda x: x - np.inf),
        (
            (x > 0) & (x <= BORDER),
            lambda x: (
                x * near(x, Y1_NEAR) + 2 / math.pi * (np.log(x) * x * near(x, J1_NEAR) - 1 / x)
            ),
        ),
        (x > BORDER, lambda x: waves(x, 1)[1]),
    )
