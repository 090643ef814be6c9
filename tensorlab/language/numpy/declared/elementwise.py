"""Functions that work element by element: numpy's ufuncs with their methods, and a few more."""

from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.counting import broadcast, count
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import declares

FEW: Final = 32  # elements, of which it costs more to reckon than to work
UFUNCS: Final = (
    "abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_not "
    "bitwise_or bitwise_xor cbrt ceil conj conjugate copysign cos cosh deg2rad degrees divide "
    "divmod equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod gcd greater "
    "greater_equal heaviside hypot invert isfinite isinf isnan lcm left_shift less less_equal log "
    "log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor maximum "
    "minimum mod modf multiply negative not_equal positive pow power rad2deg radians reciprocal "
    "remainder right_shift rint sign signbit sin sinh sqrt square subtract tan tanh true_divide "
    "trunc"
)


@declares(
    "clip(a, a_min, a_max, out, *, min, max, where, dtype, casting)",
    "ndarray.clip(a, min, max, out, *, where, dtype, casting)",
    "nan_to_num(x, *, nan, posinf, neginf)", "sinc(x)", "isreal(x)", "iscomplex(x)",
    "angle(z, deg)", "fix(x, out)", "ndarray.conj(a)",
    "copyto(dst!, src, casting, where)", "ndarray.fill(a!, value)",
    "interp(x, xp, fp, left, right, period)", "select(condlist, choicelist, default)",
    "cross(a, b, axisa, axisb, axisc, axis)", "fill_diagonal(a!, val, wrap)",
    "average(a, axis, weights, returned, *, keepdims)", "trapezoid(y, x, dx, axis)",
    "ufunc.reduce(array, axis, dtype, out, keepdims, initial, where)",
    "ufunc.accumulate(array, axis, dtype, out)", "ufunc.at(a!, indices, b)",
)  # fmt: skip
def stretched(operands: Any, elements: int) -> int:
    """Return the elements of operands broadcast with one another, and of copies on the way."""
    if elements <= FEW:
        return elements**2
    return COPIES * max(broadcast(operands), elements)


@declares("round(a, decimals, out)", "around(a, decimals, out)")
def rounded(a: Any, decimals: Any = 0) -> tuple[int, int]:
    """Return the elements of a copy; the power of ten is found by counting."""
    return COPIES * count(a), COPIES * count(a) + abs(int(decimals))


def signature_of(name: str) -> str:
    """Return the signature of a function that works element by element."""
    function = getattr(np, name)
    places = [f"x{place + 1}" for place in range(function.nin)]
    further = [f"out{place + 1}!" for place in range(1, function.nout)]
    words = ", ".join((*places, "out", *further))
    return f"{name}({words}, *, where, casting, order, dtype)"


declares(*map(signature_of, UFUNCS.split()))(stretched)


@declares("ufunc.outer(A, B, *, out, dtype)", "outer(a, b, out)", "kron(a, b)")
def every_pair(operands: Any) -> int:
    """Return the elements where every element meets every other."""
    first, second = operands[:2]
    return count(first) * count(second)
