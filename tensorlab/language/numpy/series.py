"""`numpy.polynomial`: polynomials by their coefficients, the lowest power first."""

import math
import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.polynomial import Chebyshev, Hermite, HermiteE, Laguerre, Legendre, Polynomial

from tensorlab.language.expressions.invoking import CALLABLE
from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.calling import pay
from tensorlab.language.numpy.facts import MOST_TERMS
from tensorlab.language.numpy.sizes import cells_of
from tensorlab.language.numpy.values import presented
from tensorlab.language.running.keeping import KINDS, LEAF
from tensorlab.language.values.attributes import METHODS, PROPERTIES
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Builtin, TypeValue

FAMILIES: Final = (Polynomial, Chebyshev, Legendre, Laguerre, Hermite, HermiteE)
METHODS_OF_SERIES: Final = ("deriv", "integ", "roots", "degree", "convert", "linspace", "copy",
                            "trim", "truncate", "cutdeg", "mapparms")  # fmt: skip
MAKING: Final = ("fit", "fromroots", "identity", "basis")
OPERATORS: Final = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "eq": operator.eq, "ne": operator.ne,
    "divmod": divmod,
}  # fmt: skip
FUNCTIONS: Final = (
    "polyadd polysub polymul polydiv polypow polyval polyval2d polyder polyint polyfit polyroots "
    "polyfromroots polyvander polytrim polyline"
)
SLOW: Final = frozenset({"polyroots", "polyfromroots", "polypow", "polydiv"})
HIGHEST: Final = 100  # power of a polynomial
FEW: Final = 300  # terms, where finding what is wanted takes their cube


class Series:
    """A polynomial of a program's."""

    __slots__ = ("inner",)
    __hash__ = None  # type: ignore[assignment]  # as numpy's

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __call__(self, arg: Any) -> Any:
        """Return the value at a place, or at many."""
        arguments = Arguments((arg,), {})
        pay(arguments.cells, arguments.cells * self.inner.coef.size)
        return given_out(self.inner(arguments.given[0]))

    def __len__(self) -> int:
        return len(self.inner.coef)

    def __neg__(self) -> Any:
        return Series(-self.inner)

    def __pow__(self, power: Any) -> Any:
        """Return the polynomial times itself.

        Raises:
            ValueError: the power is too high.
        """
        if not isinstance(power, int) or power > HIGHEST:
            raise ValueError(f"a power of a polynomial is a whole number to {HIGHEST}")
        checked(len(self) * max(power, 1))
        pay(0, (len(self) * max(power, 1)) ** 2)
        return Series(self.inner**power)

    def __str__(self) -> str:
        pay(0, 1000 * len(self))
        return str(self.inner)

    def __repr__(self) -> str:
        pay(0, 1000 * len(self))
        return repr(self.inner)


def checked(terms: int, most: int = MOST_TERMS) -> None:
    """Refuse polynomials of very many terms.

    Raises:
        ValueError: it is one.
    """
    if terms > most:
        raise ValueError(f"a polynomial has at most {most:,} terms here")


def given_out(value: Any) -> Any:
    """Return what numpy gave as a program may have it."""
    if isinstance(value, FAMILIES):
        checked(value.coef.size)
        return Series(value)
    if isinstance(value, tuple):
        return tuple(map(given_out, value))
    return presented(value)


def both(function: Callable[[Any, Any], Any], *, turned: bool) -> Callable[..., Any]:
    """Return the method of an operator."""

    def method(self: Series, other: Any) -> Any:
        if not isinstance(other, Series | int | float | complex | np.generic | np.ndarray | list):
            return NotImplemented
        taken = other.inner if isinstance(other, Series) else Arguments((other,), {}).given[0]
        terms = taken.coef.size if isinstance(other, Series) else np.size(taken)
        checked(len(self) + terms)
        pay(len(self) + terms, len(self) * terms)
        return given_out(function(taken, self.inner) if turned else function(self.inner, taken))

    return method


def settings(named: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a call as numpy gets them.

    Raises:
        TypeError: one of them is not for programs.
    """
    kind = named.pop("kind", None)
    found = Arguments((), named).named
    if kind is not None:
        if getattr(kind, "classes", (None,))[0] is not Series:
            raise TypeError("kind is a class of polynomials: np.polynomial.Chebyshev")
        found["kind"] = kind.convert.family
    return found


def method_of(name: str) -> Callable[..., Any]:
    """Return a method of polynomials."""

    def method(self: Series, *given: Any, **named: Any) -> Any:
        if name in {"roots", "convert"}:
            checked(len(self), FEW)
        for number in given:
            if isinstance(number, int):
                checked(number)
        pay(len(self), len(self) ** 3 if name == "roots" else len(self) ** 2)
        found = getattr(self.inner, name)(*Arguments(given, {}).given, **settings(named))
        return given_out(found)

    method.__name__ = method.__qualname__ = name
    return method


class Making:
    """What makes polynomials of a family."""

    __slots__ = ("family", "name")

    def __init__(self, family: Any, name: str = "") -> None:
        self.family = family
        self.name = name

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return a polynomial: of coefficients, or as a method of the family makes it."""
        arguments = Arguments(given, named, "full")
        for number in (*given[2:3], *given[:1], *named.values()):
            if isinstance(number, int):
                checked(number, FEW)
        degree = named.get("deg", given[2] if self.name == "fit" and len(given) > 2 else 1)
        terms = (degree if isinstance(degree, int) else FEW) + 2
        pay(arguments.cells * terms, arguments.cells * terms * terms)
        if self.name == "fromroots":
            checked(arguments.cells, FEW)
        make = getattr(self.family, self.name) if self.name else self.family
        found = make(*arguments.given, **arguments.named)
        return given_out(found)


def function_of(name: str) -> Builtin:
    """Return one of the functions on coefficients."""
    function = getattr(np.polynomial.polynomial, name)

    def run(*given: Any, **named: Any) -> Any:
        arguments = Arguments(given, named, name)
        if name in SLOW:
            checked(arguments.cells, FEW)
        for number in (*given, *named.values()):
            if isinstance(number, int):
                checked(abs(number), HIGHEST if name == "polypow" else MOST_TERMS)
        sizes = [abs(n) if isinstance(n, int) else cells_of(n) for n in (*given, *named.values())]
        cells = math.prod(size + 2 for size in sizes[:2]) * (max(sizes[2:], default=0) + 1)
        pay(cells, cells * max([FEW, *sizes] if name in SLOW else [1]))
        return presented(function(*arguments.given, **arguments.named))

    return Builtin(name, run)


def namespace() -> Namespace:
    """Return the table of `numpy.polynomial`."""
    found: dict[str, Any] = {}
    for family in FAMILIES:
        members = {name: Builtin(name, Making(family, name)) for name in MAKING}
        title = f"{family.__module__}.{family.__name__}"
        found[family.__name__] = TypeValue(title, (Series,), Making(family), members)
    TYPE_VALUES[Series] = found["Polynomial"]
    functions = {name: function_of(name) for name in FUNCTIONS.split()}
    part = Namespace(
        "numpy.polynomial.polynomial",
        Table({**functions, "Polynomial": found["Polynomial"]}),
    )
    return Namespace("numpy.polynomial", Table({**found, "polynomial": part}))


Series.__name__ = "Polynomial"
for _name, _function in OPERATORS.items():
    setattr(Series, f"__{_name}__", both(_function, turned=False))
    if _name not in {"eq", "ne"}:
        setattr(Series, f"__r{_name}__", both(_function, turned=True))
METHODS[Series] = {name: method_of(name) for name in METHODS_OF_SERIES}
PROPERTIES[Series] = {
    name: lambda value, name=name: presented(getattr(value.inner, name))  # type: ignore[misc]  # a text
    for name in ("coef", "domain", "window", "symbol")
}
CALLABLE[Series] = Series.__call__
KINDS[Series] = LEAF
