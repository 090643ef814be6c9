"""The `decimal` module: numbers of our own around Python's, of a bounded number of digits."""

import decimal
import operator
from collections.abc import Callable
from typing import Any, Final

from tensorlab.errors import LimitReached
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.kept import kept
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS, reading
from tensorlab.language.values.formatting import READING
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import CONTEXTS, ErrorType, TypeValue, type_name

MOST_DIGITS: Final = 1000
STEPS_FOR_CUBE: Final = 2000  # so much of the digits' cube is a step: exp and ln take as long
FARTHEST: Final = 5000  # powers of ten: a number written out has no more digits
ROUNDINGS: Final = ("ROUND_CEILING", "ROUND_DOWN", "ROUND_FLOOR", "ROUND_HALF_DOWN",
                    "ROUND_HALF_EVEN", "ROUND_HALF_UP", "ROUND_UP", "ROUND_05UP")  # fmt: skip
ERRORS: Final = ("InvalidOperation", "DivisionByZero", "Overflow", "Inexact", "DecimalException")
OF_TWO: Final = ("__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__",
                 "__pow__")  # fmt: skip
COMPARED: Final = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")
ALONE: Final = ("__neg__", "__pos__", "__abs__")


class Context:
    """How many digits results have, and how they are rounded."""

    __slots__ = ("inner",)

    def __init__(self, prec: Any = 28, rounding: Any = decimal.ROUND_HALF_EVEN) -> None:
        self.inner = decimal.Context(Emin=-FARTHEST, Emax=FARTHEST)
        put_precision(self, prec)
        put_rounding(self, rounding)

    def __repr__(self) -> str:
        return f"Context(prec={self.inner.prec}, rounding={self.inner.rounding})"


def put_precision(context: Context, digits: Any) -> None:
    """Set how many digits results have."""
    if not isinstance(digits, int) or not 0 < digits <= MOST_DIGITS:
        raise ValueError(f"valid range for prec is [1, {MOST_DIGITS}]")
    context.inner.prec = digits


def put_rounding(context: Context, rounding: Any) -> None:
    """Set how results are rounded."""
    if rounding not in ROUNDINGS:
        raise TypeError(f"valid values for rounding are: {', '.join(ROUNDINGS)}")
    context.inner.rounding = rounding


def current() -> Context:
    """Return the context of the program."""
    found: Context = kept.of_modules.setdefault("decimal", {}).setdefault("context", Context())
    return found


def put_current(context: Any, /) -> None:
    """Let another context count."""
    if not isinstance(context, Context):
        raise TypeError("optional argument must be a context")
    kept.of_modules.setdefault("decimal", {})["context"] = context


class Local:
    """A block with a context of its own."""

    __slots__ = ("before", "inside")

    def __init__(self, ctx: Any = None, **named: Any) -> None:
        inner = (current() if ctx is None else ctx).inner
        self.inside = Context(**{"prec": inner.prec, "rounding": inner.rounding, **named})
        self.before = current()

    def __enter__(self) -> Context:
        put_current(self.inside)
        return self.inside

    def __exit__(self, *error: object) -> None:
        put_current(self.before)


def inside(function: Callable[..., Any], *given: Any) -> Any:
    """Return what a function of Python's decimals gives under the program's context."""
    meter.spend_at_once(4 + current().inner.prec ** 3 // STEPS_FOR_CUBE)
    try:
        with decimal.localcontext(current().inner):
            return presented(function(*given))
    except decimal.DecimalException as error:  # it holds classes: programs get their names
        raise type(error)(str(error)) from None


def presented(value: Any) -> Any:
    """Return a number of Python's as ours, if it is not too long to be written out.

    Raises:
        LimitReached: it is.
    """
    if type(value) is not decimal.Decimal:
        return value
    far = value.is_finite() and abs(value.adjusted()) > FARTHEST
    if far or len(value.as_tuple().digits) > FARTHEST:
        raise LimitReached("integer size", f"a decimal has {FARTHEST:,} places at most")
    made = object.__new__(Decimal)
    made.inner = value
    return made


def bare(value: Any) -> Any:
    """Return what Python's decimals calculate with: one of them, or a whole number."""
    return value.inner if type(value) is Decimal else value


class Decimal:
    """A decimal number of the program's."""

    __slots__ = ("inner",)
    inner: decimal.Decimal

    def __hash__(self) -> int:
        return hash(self.inner)

    def __repr__(self) -> str:
        return repr(self.inner)

    def __str__(self) -> str:
        return str(self.inner)

    def __bool__(self) -> bool:
        return bool(self.inner)

    def __int__(self) -> int:
        return int(self.inner)

    __trunc__ = __int__

    def __float__(self) -> float:
        return float(self.inner)

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return round(self.inner)
        if not isinstance(digits, int) or abs(digits) > FARTHEST:
            raise TypeError("'ndigits' is a whole number of no great size")
        return inside(round, self.inner, digits)

    def __format__(self, specification: str) -> str:
        with decimal.localcontext(current().inner):
            return format(self.inner, specification)


def of_two(name: str, *, turned: bool) -> Callable[..., Any]:
    """Return an operator of two numbers; `turned` is the one that stands behind."""
    operation = getattr(operator, name)

    def operate(own: Decimal, other: Any) -> Any:
        if type(other) is not Decimal and type(other) not in {int, bool}:
            return NotImplemented
        pair = (bare(other), own.inner) if turned else (own.inner, bare(other))
        return inside(operation, *pair)

    return operate


def compared(name: str) -> Callable[..., Any]:
    """Return a comparison with a number."""
    operation = getattr(operator, name)

    def compare(own: Decimal, other: Any) -> Any:
        if type(other) not in {Decimal, int, bool, float}:
            return NotImplemented
        with decimal.localcontext(current().inner):
            return operation(own.inner, bare(other))

    return compare


def alone(name: str) -> Callable[..., Any]:
    """Return an operator of one number."""
    operation = getattr(operator, name)
    return lambda own: inside(operation, own.inner)


Decimal.__name__ = "decimal.Decimal"
for name in OF_TWO:
    setattr(Decimal, name, of_two(name, turned=False))
    setattr(Decimal, f"__r{name[2:]}", of_two(name, turned=True))
for name in COMPARED:
    setattr(Decimal, name, compared(name))
for name in ALONE:
    setattr(Decimal, name, alone(name))


def made(value: Any = "0", /) -> Decimal:
    """Return a decimal number of a text, a number, or the parts of one."""
    if isinstance(value, str | tuple | list):
        meter.spend_at_once(len(value))
        if len(value) > FARTHEST:
            raise LimitReached("integer size", f"a decimal has {FARTHEST:,} places at most")
    elif isinstance(value, int) and value.bit_length() > 3 * FARTHEST:
        raise LimitReached("integer size", f"a decimal has {FARTHEST:,} places at most")
    elif not isinstance(value, int | float | Decimal):
        raise TypeError(f"conversion from {type_name(value)} to Decimal is not supported")
    found: Decimal = inside(decimal.Decimal, bare(value))
    return found


def method(name: str) -> Callable[..., Any]:
    """Return a method of decimal numbers."""
    function = getattr(decimal.Decimal, name)

    def call(own: Decimal, *given: Any, rounding: Any = None) -> Any:
        for value in given:
            if not isinstance(value, int | Decimal | None):
                raise TypeError(f"{name}() takes numbers, not {type_name(value)}")
        known = {"quantize", "to_integral_value", "to_integral", "to_integral_exact"}
        named = {"rounding": rounding} if name in known and rounding in ROUNDINGS else {}
        return inside(lambda *parts: function(*parts, **named), own.inner, *map(bare, given))

    return call


NUMBERS: Final = (
    "adjusted", "as_integer_ratio", "compare", "copy_abs", "copy_negate", "copy_sign", "exp",
    "is_finite", "is_infinite", "is_nan", "is_signed", "is_zero", "ln", "log10", "max", "min",
    "next_minus", "next_plus", "normalize", "number_class", "quantize", "remainder_near", "sqrt",
    "to_integral", "to_integral_exact", "to_integral_value",
)  # fmt: skip


def as_tuple(own: Decimal) -> Any:
    """Return the sign, the digits and the exponent."""
    return own.inner.as_tuple()


def namespace() -> Namespace:
    """Return the table of `decimal`."""
    METHODS[Decimal] = {**{name: method(name) for name in NUMBERS}, "as_tuple": as_tuple}
    METHODS[Context] = {}
    PROPERTIES[Context] = reading(("prec", "rounding"), of="inner")
    SETTERS[Context] = {"prec": put_precision, "rounding": put_rounding}
    CONTEXTS.add(Local)
    READING.add(Decimal)
    TYPE_VALUES[Decimal] = TypeValue("decimal.Decimal", (Decimal,), made)
    TYPE_VALUES[Context] = TypeValue("decimal.Context", (Context,), Context)
    errors = {name: ErrorType(f"decimal.{name}", getattr(decimal, name)) for name in ERRORS}
    return namespace_of(
        "decimal",
        {"getcontext": current, "setcontext": put_current, "localcontext": Local},
        {
            **{name: name for name in ROUNDINGS}, **errors, "Decimal": TYPE_VALUES[Decimal],
            "Context": TYPE_VALUES[Context],
        },
    )  # fmt: skip
