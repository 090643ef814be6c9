"""Airy's function: the solution of y'' = x * y that dies out to the right."""

import math
from typing import Any

import numpy as np

from tensorlab.numerics.chebyshev import chebyshev, piecewise

LOW, HIGH = -5.0, 3.0
VANISHES = 103.892  # from here on PyTorch's is 0
# Between them, in (x + 1) / 4. Beyond, with z = 2 / 3 * abs(x) ** 1.5: to the right the function
# times 2 * sqrt(pi) * x ** 0.25 * exp(z), in 2 * z(3) / z - 1; to the left the parts that are
# multiplied by the sine and, divided by z, the cosine of z + pi / 4, in 2 * (z(5) / z) ** 2 - 1.
NEAR = (
    0.12867299259029474, -0.04750395926521983, -0.03877788664733245, -0.20337060929975292,
    0.21911545571917185, 0.028945154570816586, -0.14827032754997924, 0.07322920945157495,
    0.011326328543215936, -0.02526594247971198, 0.008511689823621821, 0.0014610147129876995,
    -0.0020150540831383843, 0.0005097951787421652, 9.698935355110265e-05,
    -9.393410315284266e-05, 1.8649105525759857e-05, 3.937276424454801e-06,
    -2.8776745465022035e-06, 4.5927927448389323e-07, 1.0787256413527394e-07,
    -6.237942403718207e-08, 8.112323734266485e-09, 2.1289040155256437e-09,
    -1.0071685389286283e-09, 1.0741286805805443e-10, 3.1704285740543844e-11,
    -1.2579294137237558e-11, 1.1008786658217963e-12, 3.689384961512489e-13,
    -1.2512608945366985e-13, 8.941595232488016e-15, 3.447228926538655e-15,
    -1.0144190497971683e-15, 5.852670209921047e-17, 2.6431619888126698e-17,
    -6.8302197028930324e-18,
)  # fmt: skip
RIGHT = (
    0.9909253278629121, -0.008787979198916314, 0.0002708640061605207, -1.46317247353397e-05,
    1.0852260208359393e-06, -9.972552056312785e-08, 1.0739090386447278e-08,
    -1.309259653125608e-09, 1.765607635969083e-10, -2.5904351203535138e-11,
    4.084102938847913e-12, -6.853850259533148e-13, 1.2151224622938065e-13,
    -2.2621141137901326e-14, 4.399957412572512e-15, -8.904529694172307e-16,
    1.868404039422278e-16, -4.052458927104195e-17, 9.06199842241024e-18,
)  # fmt: skip
EVEN = (
    0.9996723415461005, -0.0003255483561055322, 2.069745155969119e-06, -3.890961736474424e-08,
    1.3645959446950337e-09, -7.265563438866682e-11, 5.234675629062907e-12,
    -4.749669415821452e-13, 5.172156139604189e-14, -6.533725295545284e-15, 9.33927407277721e-16,
    -1.4823330512580455e-16, 2.5745988399644002e-17, -4.8369440585693956e-18,
)  # fmt: skip
ODD = (
    0.06911528040160503, -0.0003251060364586695, 3.945977743866323e-06, -1.068929090514341e-07,
    4.800334718951617e-09, -3.0691067169997637e-10, 2.5517594369013928e-11,
    -2.601606731752434e-12, 3.123666855119186e-13, -4.2903251712839485e-14,
    6.596710595977435e-15, -1.116833216041688e-15, 2.0551350158850327e-16,
    -4.0680056098438254e-17, 8.589182631392619e-18, -1.921018818902053e-18,
    4.524779482719063e-19,
)  # fmt: skip


def phase(x: Any) -> Any:
    """Return z, by which the function falls or turns."""
    return 2 / 3 * np.absolute(x) ** 1.5


def falling(x: Any) -> Any:
    """Return the function of numbers to the right."""
    z = phase(x)
    value = chebyshev(2 * phase(np.float64(HIGH)) / z - 1, RIGHT)
    return value * np.exp(-z) / (2 * math.sqrt(math.pi) * x**0.25)


def turning(x: Any) -> Any:
    """Return the function of numbers to the left."""
    z = phase(x)
    t = 2 * (phase(np.float64(LOW)) / z) ** 2 - 1
    angle = z + math.pi / 4
    waves = chebyshev(t, EVEN) * np.sin(angle) - chebyshev(t, ODD) / z * np.cos(angle)
    return waves / (math.sqrt(math.pi) * np.absolute(x) ** 0.25)


def airy(x: Any) -> Any:
    """Return Airy's function, NaN at both infinities as PyTorch has it."""
    return piecewise(
        x,
        (np.isinf(x), lambda x: x * np.nan),
        ((x >= LOW) & (x <= HIGH), lambda x: chebyshev((x + 1) / 4, NEAR)),
        ((x > HIGH) & (x < VANISHES), falling),
        (x >= VANISHES, lambda x: x * 0.0),
        (x < LOW, turning),
    )
