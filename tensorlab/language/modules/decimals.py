"""The `decimal` module: Python's own numbers, none so far from one that its digits fill a page."""

import decimal
from decimal import Context, Decimal
from typing import Any, Final

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import paid, taken_from
from tensorlab.language.running.keeping import KINDS, Kind, nothing
from tensorlab.language.running.screen import kept
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS, reading
from tensorlab.language.values.formatting import READING
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.guards import POWERED
from tensorlab.language.values.types import TYPE_VALUES, members
from tensorlab.language.values.values import CONTEXTS, ErrorType, Namespace, SwitchTable, TypeValue

MOST_DIGITS: Final = 1_000  # of a result: finding a logarithm takes milliseconds then
FARTHEST: Final = 70_000  # the power of ten of any number, so that each can be an int
LAST: Final[list[Any]] = [None]  # what the session keeps whose context is in force
COSTLY: Final = ("exp", "ln", "log10", "sqrt")


def pay(*given: object, **named: object) -> None:
    """Take the steps for a logarithm or a power."""
    meter.spend_at_once(decimal.getcontext().prec ** 2 >> 3)


def make(value: Any = "0", context: Any = None) -> Decimal:
    """Return a number as it is written.

    Raises:
        LimitReached: its digits would fill books.
    """
    meter.spend_at_once(len(value) if isinstance(value, str | tuple) else 64)
    made = Decimal(value)
    if made.is_finite() and abs(made.adjusted()) > FARTHEST:
        raise LimitReached("number size", f"its exponent is beyond {FARTHEST:,}")
    return made


def put_digits(context: Context, digits: int) -> None:
    """Let results have so many digits."""
    if digits > MOST_DIGITS:
        raise LimitReached("number size", f"a result has {MOST_DIGITS:,} digits at most")
    context.prec = digits


def within(ctx: Context | None = None, **named: Any) -> Any:
    """Return a block in which numbers are rounded otherwise."""
    inner = (ctx or decimal.getcontext()).copy()
    for word, value in named.items():
        SETTERS[Context][word](inner, value)
    return decimal.localcontext(inner)


def enter() -> None:
    """Round as the session at work does."""
    own = kept.of_modules.setdefault("decimal", {})
    if LAST[0] is not own:
        LAST[0] = own
        fresh = Context(Emin=-FARTHEST, Emax=FARTHEST)
        decimal.setcontext(own.setdefault("context", fresh))


def decimal_module() -> Namespace:
    """Return the table of `decimal`: whoever looks into it rounds as its own session does."""
    READING.add(Decimal)
    POWERED[Decimal] = pay
    plain = taken_from(Decimal, "decimal.Decimal")
    METHODS[Decimal] = {**plain, **{name: paid(plain[name], pay) for name in COSTLY}}
    PROPERTIES[Decimal] = reading(("real", "imag"))
    known = members(Decimal, from_float=Decimal.from_float)
    TYPE_VALUES[Decimal] = TypeValue("decimal.Decimal", (Decimal,), make, known)
    PROPERTIES[Context] = reading(("prec", "rounding"))
    SETTERS[Context] = {
        "prec": put_digits,
        "rounding": lambda own, way: setattr(own, "rounding", way),
    }
    KINDS[Context] = Kind(lambda own: own.prec, nothing, put_digits)
    CONTEXTS.add(type(decimal.localcontext()))
    acts = under_names({"getcontext": decimal.getcontext, "localcontext": within})
    ways = taken_from(decimal, "decimal constants")
    errors = taken_from(decimal, "decimal errors").items()
    wrong = {name: ErrorType(f"decimal.{name}", error) for name, error in errors}
    table = {**acts, **ways, **wrong, "Decimal": TYPE_VALUES[Decimal]}

    def find(name: str) -> Any:
        enter()
        return table[name]

    return Namespace("decimal", SwitchTable({}, find, lambda: table))


MODULES = {"decimal": decimal_module}
