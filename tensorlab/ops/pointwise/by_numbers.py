"""Products with plain numbers and quotients, as steps that keep nothing for the way back.

PyTorch's own functions multiply so: their steps may be walked back twice, unlike those of `x * 2`.
"""

from typing import Any

from tensorlab.engine.declaring import Array, Tensor, operation


@operation(inner=True, node="MulBackward0")
def multiplied(input: Array, factor: Any) -> Array:
    """Return input times a number."""
    return input * input.dtype.type(factor)


@operation(inner=True, node="DivBackward0")
def divided(input: Array, divisor: Any) -> Array:
    """Return input over a number."""
    return input / input.dtype.type(divisor)


multiplied.gradient(input=lambda g, factor: multiplied(g, conjugate(factor)))
divided.gradient(input=lambda g, divisor: divided(g, conjugate(divisor)))


def conjugate(number: object) -> Any:
    """Return a number's conjugate."""
    return number.conjugate() if isinstance(number, complex) else number


def times(input: Tensor, number: object) -> Any:
    """Return input times a number, which is not kept."""
    return multiplied(input, number) if is_plain(input, number) else input * number


def over(input: Tensor, number: object) -> Any:
    """Return input over a number, which is not kept."""
    return divided(input, number) if is_plain(input, number) else input / number


def is_plain(input: Tensor, number: object) -> bool:
    """Return whether there is a step to be recorded, and a number of the tensor's own kind."""
    fits = isinstance(number, int | float) or input.is_complex()
    return bool(input.tracked and isinstance(number, int | float | complex) and fits)
