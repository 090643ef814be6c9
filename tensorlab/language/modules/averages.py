"""The `statistics` module: of plain numbers, each paid for."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import type_name

OF_NUMBERS = (
    "fmean", "geometric_mean", "harmonic_mean", "mean", "median", "median_grouped", "median_high",
    "median_low", "pstdev", "pvariance", "quantiles", "stdev", "variance",
)  # fmt: skip
OF_PAIRS = ("correlation", "covariance", "linear_regression")
OF_ANY = ("mode", "multimode")
STEPS_PER_NUMBER = 64
MOST_BITS = 4096


def numbers(items: Any) -> list[Any]:
    """Return items that are all plain numbers.

    Raises:
        TypeError: one of them is none.
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

    def call(*given: Any, **named: Any) -> Any:
        for count in (*given[tables:], *named.values()):
            meter.grow(64 * count if isinstance(count, int) else 0)
            meter.spend_at_once(8 * count if isinstance(count, int) else 0)
        return function(*map(numbers, given[:tables]), *given[tables:], **named)

    return call


def with_values(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that counts values of any kind."""

    def call(data: Any) -> Any:
        from tensorlab.language.values.container_methods import keys_of  # noqa: PLC0415  seldom needed

        found = collected(data)
        keys_of(found)
        return function(found)

    return call


def namespace() -> Namespace:
    """Return the table of `statistics`."""
    import statistics  # noqa: PLC0415  few programs need it

    return namespace_of(
        "statistics",
        {
            **{name: with_numbers(getattr(statistics, name), 1) for name in OF_NUMBERS},
            **{name: with_numbers(getattr(statistics, name), 2) for name in OF_PAIRS},
            **{name: with_values(getattr(statistics, name)) for name in OF_ANY},
        },
    )
