"""Calls of special functions, and further slopes of 16-bit floats."""

from collections.abc import Iterator

import numpy as np

Operands = dict[str, np.ndarray]

CELLS = """
    torch.special.erfcx(x) torch.special.ndtri(p) torch.special.log_ndtr(x)
    torch.special.bessel_j0(x) torch.special.bessel_j1(x) torch.special.bessel_y0(x.abs())
    torch.special.bessel_y1(x.abs()) torch.special.modified_bessel_k0(x.abs())
    torch.special.spherical_bessel_j0(x) torch.special.airy_ai(x)
    torch.special.chebyshev_polynomial_t(x,n) torch.special.shifted_chebyshev_polynomial_w(p,n)
    torch.special.laguerre_polynomial_l(x,n)
"""
SLOPES = "torch.special.xlog1py(x,p) torch.special.erfcx(x) torch.special.ndtri(p)"
NARROW = "torch.sigmoid(x) F.logsigmoid(x) F.glu(x[...,:x.shape[-1]//2*2])"
SIZES = [(2, 2), (7,), (4, 6), (100,), (300,)]


def expressions(random: np.random.RandomState) -> Iterator[tuple[str, str, str, Operands, str]]:
    """Yield group, name, expression, operands and type of each call."""
    for group, listed, dtype in (
        ("elementwise", CELLS, "float32"),
        ("gradients:cells", SLOPES, "float32"),
        ("gradients:halves", NARROW, "float16"),
    ):
        for name in listed.split():
            for size in SIZES:
                operands = {
                    "x": random.normal(size=size) * random.choice([1, 4]),
                    "p": random.uniform(0.001, 0.999, size=size),
                    "n": random.randint(0, 9, size=size).astype(float),
                }
                leaves = ",".join(
                    leaf for leaf in "xp" if f"({leaf}" in name or f",{leaf})" in name
                )
                slope = f"gradient(lambda {leaves}:{name},{leaves})"
                yield group, name, slope if "grad" in group else name, operands, dtype
