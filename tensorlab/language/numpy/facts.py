"""How an array lies in memory, what numpy says of odd results, and polynomials as values."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.expressions.invoking import CALLABLE
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.calling import call
from tensorlab.language.numpy.values import base_of, plain
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import CONTEXTS, Builtin, TypeValue

FLAGS: Final = {
    "C_CONTIGUOUS": "c_contiguous", "F_CONTIGUOUS": "f_contiguous", "OWNDATA": "owndata",
    "WRITEABLE": "writeable", "ALIGNED": "aligned", "WRITEBACKIFCOPY": "writebackifcopy",
}  # fmt: skip
STEPS_OF_TERM: Final = 100
MOST_TERMS: Final = 10_000
STATES: Final = ("ignore", "warn", "raise")
KINDS: Final = frozenset({"all", "divide", "over", "under", "invalid"})


class Flags:
    """What `x.flags` says; a program can only say that an array is not to be written to."""

    __slots__ = ("array", "facts")

    def __init__(self, array: Any) -> None:
        self.array = array
        self.facts = {word: bool(getattr(array.flags, name)) for word, name in FLAGS.items()}
        self.facts["OWNDATA"] = base_of(array) is None

    def __getitem__(self, name: Any) -> bool:
        short = {"C": "C_CONTIGUOUS", "F": "F_CONTIGUOUS", "O": "OWNDATA", "W": "WRITEABLE"}
        return self.facts[short.get(name, name)]

    def __setitem__(self, name: Any, value: Any) -> None:
        if name not in {"W", "WRITEABLE"}:
            raise ValueError(f"{name} of an array stays as it is")
        self.put_writeable(value)

    def put_writeable(self, value: Any) -> None:
        """Let an array not be written to from here on.

        Raises:
            ValueError: it is to be written to again, which others may not expect.
        """
        if value and not self.array.flags.writeable:
            raise ValueError("cannot set WRITEABLE flag to True of this array")
        self.array.flags.writeable = bool(value)
        self.facts["WRITEABLE"] = bool(value)

    def __repr__(self) -> str:
        return "".join(f"  {word} : {value}\n" for word, value in self.facts.items())


class ErrorState:
    """What `with np.errstate(...)` switches: whether odd results are told, or are errors."""

    __slots__ = ("given", "inner")

    def __init__(self, **given: Any) -> None:
        for word, state in given.items():
            if word not in KINDS or state not in STATES:
                raise ValueError(f"np.errstate({word}={state!r}) is not part of tensorlab")
        self.given = given
        self.inner: Any = None

    def __enter__(self) -> None:
        self.inner = np.errstate(**self.given)
        self.inner.__enter__()

    def __exit__(self, *error: object) -> None:
        self.inner.__exit__(None, None, None)


def seterr(**given: Any) -> dict[str, Any]:
    """Say what becomes of odd results from here on in this session; return what was said before."""
    words = {word: state for word, state in given.items() if state is not None}
    ErrorState(**words)
    if "raise" in words.values():
        raise ValueError("np.seterr(...='raise') is not part of tensorlab: use np.errstate")
    if "all" in words:
        words = {**dict.fromkeys(np.geterr(), words.pop("all")), **words}
    before = np.geterr()
    np.seterr(**words)
    return dict(before)


class Polynomial:
    """A polynomial by its coefficients, the highest power first: what `np.poly1d` makes."""

    __slots__ = ("cells",)

    def __init__(self, c_or_r: Any, r: Any = False) -> None:
        given = c_or_r.cells if isinstance(c_or_r, Polynomial) else c_or_r
        if r:
            given = call("poly", np.poly, (given,), {})
        given = call("atleast_1d", np.atleast_1d, (given,), {})
        if given.size > MOST_TERMS:
            raise ValueError(f"a polynomial has at most {MOST_TERMS:,} terms")
        trimmed = call("trim_zeros", np.trim_zeros, (given, "f"), {})
        self.cells: Any = trimmed if trimmed.size else call("zeros", np.zeros, (1,), {})

    def __call__(self, values: Any) -> Any:
        """Return the value at a place, or at many."""
        return call("polyval", np.polyval, (self.cells, values), {})

    def inner(self) -> Any:
        """Return numpy's own, to be written: each of its cells is paid for."""
        meter.spend_at_once(STEPS_OF_TERM * self.cells.size)
        return np.poly1d(plain(self.cells))

    def __repr__(self) -> str:
        return repr(self.inner())

    def __str__(self) -> str:
        return str(self.inner())

    def with_other(self, other: Any, name: str) -> Any:
        """Return what arithmetic with another polynomial, or with a number, gives."""
        other = other.cells if isinstance(other, Polynomial) else other
        if not isinstance(other, np.ndarray | int | float | np.generic):
            return NotImplemented
        return Polynomial(call(name, getattr(np, name), (self.cells, other), {}))

    def __add__(self, other: Any) -> Any:
        return self.with_other(other, "polyadd")

    def __sub__(self, other: Any) -> Any:
        return self.with_other(other, "polysub")

    def __mul__(self, other: Any) -> Any:
        return self.with_other(other, "polymul")

    __radd__, __rmul__ = __add__, __mul__

    def derived(self, m: Any = 1) -> "Polynomial":
        """Return the derivative."""
        return Polynomial(call("polyder", np.polyder, (self.cells, m), {}))

    def integrated(self, m: Any = 1) -> "Polynomial":
        """Return the integral."""
        return Polynomial(call("polyint", np.polyint, (self.cells, m), {}))


Polynomial.__name__ = "poly1d"
Flags.__name__ = "numpy.flagsobj"


def fact(word: str) -> Callable[[Flags], bool]:
    """Return what reads one of the flags."""
    return lambda flags: flags.facts[word]


def names() -> dict[str, Any]:
    """Return what this file adds to numpy's table."""
    CONTEXTS.add(ErrorState)
    SETTERS[Flags] = {"writeable": Flags.put_writeable}
    PROPERTIES[Flags] = {name: fact(word) for word, name in FLAGS.items()}
    PROPERTIES[Polynomial] = {
        **dict.fromkeys(("c", "coef", "coeffs", "coefficients"), lambda value: value.cells),
        **dict.fromkeys(("r", "roots"), lambda v: call("roots", np.roots, (v.cells,), {})),
        **dict.fromkeys(("o", "order"), lambda value: value.cells.size - 1),
    }
    METHODS[Polynomial] = {"deriv": Polynomial.derived, "integ": Polynomial.integrated}
    CALLABLE[Polynomial] = Polynomial.__call__
    TYPE_VALUES[Polynomial] = TypeValue("numpy.poly1d", (Polynomial,), Polynomial)
    return {
        "seterr": Builtin("seterr", seterr),
        "geterr": Builtin("geterr", lambda: dict(np.geterr())),
        "errstate": TypeValue("numpy.errstate", (ErrorState,), ErrorState),
        "poly1d": TYPE_VALUES[Polynomial],
    }
