"""The `math` and `statistics` modules: functions of plain numbers, the costly ones paid for."""

import cmath
import math
from collections.abc import Callable
from functools import reduce
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of, paid, taken_from
from tensorlab.language.values.container_methods import keys_of
from tensorlab.language.values.guards import as_int, check_bits, multiply
from tensorlab.language.values.iteration import collected, items_of
from tensorlab.language.values.values import ErrorType, Namespace, type_name

# Of Python's math module, not of ours.
# Of Python's statistics module: how many tables of numbers each takes.
OF_NUMBERS = {
    "fmean": 1, "geometric_mean": 1, "harmonic_mean": 1, "mean": 1, "median": 1, "median_high": 1,
    "median_low": 1, "pstdev": 1, "pvariance": 1, "quantiles": 1, "stdev": 1, "variance": 1,
    "correlation": 2, "covariance": 2, "linear_regression": 2,
}  # fmt: skip
STEPS_PER_NUMBER = 64
MOST_BITS = 4096


def check_choices(n: object = None, k: object = None, /, *more: object) -> None:
    """Refuse a product of k numbers up to n that has too many digits: all n without a k."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int):
        count = k if isinstance(k, int) else n
        check_bits(max(count, 0) * max(n, 2).bit_length())


def check_combinations(n: object = None, k: object = None, /, *more: object) -> None:
    """Refuse a number of choices that has too many digits."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int) and isinstance(k, int):
        check_choices(n, min(k, n - k))


def product(items: object, /, *, start: object = 1) -> Any:
    """Return the product of the items."""
    return reduce(multiply, collected(items), start)


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


def distance(p: object, q: object, /) -> float:
    """Return the distance of two points."""
    return math.dist(collected(p), collected(q))


def length(*coordinates: Any) -> float:
    """Return the distance from the origin."""
    meter.spend_at_once(len(coordinates))
    return math.hypot(*coordinates)


def math_module() -> Namespace:
    """Return the table of `math`."""
    functions = {
        **taken_from(math, "math"),
        "factorial": paid(math.factorial, check_choices),
        "comb": paid(math.comb, check_combinations), "perm": paid(math.perm, check_choices),
        "prod": product, "dist": distance, "fsum": lambda items, /: math.fsum(items_of(items)),
        "gcd": greatest_common_divisor, "hypot": length, "lcm": least_common_multiple,
    }  # fmt: skip
    return namespace_of("math", functions, taken_from(math, "math constants"))


def numbers(items: object) -> list[Any]:
    """Return items that are all plain numbers.

    Raises:
        TypeError: one of them is no number, or has thousands of digits.
    """
    found = collected(items)
    for item in found:
        if type(item) not in (int, float, bool) or (
            type(item) is int and item.bit_length() > MOST_BITS
        ):
            raise TypeError(f"can't convert type '{type_name(item)}' to numerator/denominator")
    meter.spend_at_once(STEPS_PER_NUMBER * len(found))
    return found


def with_numbers(function: Callable[..., Any], tables: int) -> Callable[..., Any]:
    """Return a function whose first arguments are tables of numbers."""

    def call(*given: object, **named: object) -> Any:
        for count in (*given[tables:], *named.values()):
            meter.grow(64 * count if isinstance(count, int) else 0)
            meter.spend_at_once(8 * count if isinstance(count, int) else 0)
        return function(*map(numbers, given[:tables]), *given[tables:], **named)

    return call


def with_values(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that counts values of any kind."""

    def call(data: object) -> Any:
        found = collected(data)
        keys_of(found)
        return function(found)

    return call


def statistics_module() -> Namespace:
    """Return the table of `statistics`."""
    import statistics  # noqa: PLC0415  few programs need it

    functions = {n: with_numbers(getattr(statistics, n), k) for n, k in OF_NUMBERS.items()}
    functions |= {name: with_values(getattr(statistics, name)) for name in ("mode", "multimode")}
    wrong = ErrorType("statistics.StatisticsError", statistics.StatisticsError)
    return namespace_of("statistics", functions, {"StatisticsError": wrong})


def cmath_module() -> Namespace:
    """Return the table of `cmath`."""
    return namespace_of("cmath", taken_from(cmath, "cmath"), taken_from(cmath, "cmath constants"))


MODULES = {"math": math_module, "cmath": cmath_module, "statistics": statistics_module}
