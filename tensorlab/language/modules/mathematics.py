"""The `math` and `statistics` modules: functions of plain numbers, the costly ones paid for."""

import cmath
import math
from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import OFFERED, namespace_of, paid, taken_from
from tensorlab.language.modules.written import written
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.guards import as_int, charge_digits, check_bits
from tensorlab.language.values.iteration import collected, items_of
from tensorlab.language.values.values import ErrorType, Namespace, type_name

STEPS_PER_NUMBER = 64
MOST_BITS = 4096


def check_choices(n: object = None, k: object = None, /, *more: object) -> None:
    """Refuse a product of k numbers up to n that has too many digits: all n without a k."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int):
        count = k if isinstance(k, int) else n
        bits = max(count, 0) * max(n, 2).bit_length()
        check_bits(bits)
        charge_digits(bits * bits)


def check_combinations(n: object = None, k: object = None, /, *more: object) -> None:
    """Refuse a number of choices that has too many digits."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int) and isinstance(k, int):
        check_choices(n, min(k, n - k))


def math_module() -> Namespace:
    """Return the table of `math`."""
    functions = {
        **taken_from(math, "math"),
        "factorial": paid(math.factorial, check_choices),
        "isqrt": paid(math.isqrt, lambda n=None, /, *more: check_choices(n, 1)),
        "comb": paid(math.comb, check_combinations), "perm": paid(math.perm, check_choices),
        "fsum": lambda items, /: math.fsum(items_of(items)),
    }  # fmt: skip
    own = written("math", under_names({"_dist": math.dist, "_hypot": math.hypot}))
    return namespace_of("math", functions, {**taken_from(math, "math constants"), **own})


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


def statistics_module() -> Namespace:
    """Return the table of `statistics`."""
    import statistics  # noqa: PLC0415  few programs need it

    functions = {
        name: with_numbers(getattr(statistics, name), tables)
        for tables in (1, 2)
        for name in OFFERED[f"statistics, tables taken {tables}"]
    }
    wrong = ErrorType("statistics.StatisticsError", statistics.StatisticsError)
    own = written("statistics", {"_wrong": wrong, **under_names(functions)})
    return namespace_of("statistics", functions, {"StatisticsError": wrong, **own})


def cmath_module() -> Namespace:
    """Return the table of `cmath`."""
    return namespace_of("cmath", taken_from(cmath, "cmath"), taken_from(cmath, "cmath constants"))


MODULES = {"math": math_module, "cmath": cmath_module, "statistics": statistics_module}
