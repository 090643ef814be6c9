"""The `math` module as programs see it, its few costly functions guarded."""

import math
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.guards import as_int, check_bits, multiply
from tensorlab.language.values.iteration import collected, items_of
from tensorlab.language.values.namespaces import Namespace

# Of Python's math module, not of ours.
PLAIN = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "degrees", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "floor", "fmod", "frexp",
    "gamma", "isclose", "isfinite", "isinf", "isnan", "isqrt", "ldexp", "lgamma", "log", "log10",
    "log1p", "log2", "modf", "nextafter", "pow", "radians", "remainder", "sin", "sinh", "sqrt",
    "tan", "tanh", "trunc", "ulp",
]  # fmt: skip
CONSTANTS = ("e", "inf", "nan", "pi", "tau")


def bits_of_product(count: int, largest: int) -> float:
    """Return about how many bits a product of so many numbers up to the largest has."""
    return max(count, 0) * max(largest, 2).bit_length()


def factorial(n: Any, /) -> int:
    """Return n!."""
    n = as_int(n)
    if isinstance(n, int):
        check_bits(bits_of_product(n, n))
    return math.factorial(n)


def comb(n: Any, k: Any, /) -> int:
    """Return in how many ways k of n can be chosen."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int) and isinstance(k, int):
        check_bits(bits_of_product(min(k, n - k), n))
    return math.comb(n, k)


def perm(n: Any, k: Any = None, /) -> int:
    """Return in how many ways k of n can be lined up."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int):
        check_bits(bits_of_product(n if k is None else k, n))
    return math.perm(n, k)


def product(items: Any, /, *, start: Any = 1) -> Any:
    """Return the product of the items."""
    total = start
    for item in collected(items):
        total = multiply(total, item)
    return total


def greatest_common_divisor(*numbers: Any) -> int:
    """Return the largest number that divides all."""
    divisor = 0
    for number in numbers:
        if isinstance(number, int):
            meter.spend_at_once(divisor.bit_length() * number.bit_length() >> 14)
        divisor = math.gcd(divisor, number)
    return divisor


def least_common_multiple(*numbers: Any) -> int:
    """Return the smallest number that all divide."""
    multiple = math.lcm()
    for number in numbers:
        if isinstance(number, int):
            divisor = greatest_common_divisor(multiple, number)
            check_bits(multiple.bit_length() + number.bit_length() - divisor.bit_length())
        multiple = math.lcm(multiple, number)
    return multiple


def distance(p: Any, q: Any, /) -> float:
    """Return the distance of two points."""
    first, second = collected(p), collected(q)
    meter.spend_at_once(len(first))
    return math.dist(first, second)


def length(*coordinates: Any) -> float:
    """Return the distance from the origin."""
    meter.spend_at_once(len(coordinates))
    return math.hypot(*coordinates)


def exact_sum(items: Any, /) -> float:
    """Return the sum of floats without loss."""
    return math.fsum(items_of(items))


def namespace() -> Namespace:
    """Return the table of `math`."""
    functions = {name: getattr(math, name) for name in PLAIN if hasattr(math, name)}
    functions |= {
        "factorial": factorial, "comb": comb, "perm": perm, "prod": product, "dist": distance,
        "fsum": exact_sum, "gcd": greatest_common_divisor, "hypot": length,
        "lcm": least_common_multiple,
    }  # fmt: skip
    constants = {name: getattr(math, name) for name in CONSTANTS}
    return namespace_of("math", functions, constants)
