"""Terms: stand-ins for numbers that remember how they were combined, and from which elements.

A forward that runs on terms instead of numbers writes its own explanation. Whatever a term cannot
say, such as which of two terms is larger, it refuses with TypeError: the caller then explains in
another way.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.chains import Chain
from tensorlab.explain.arithmetic.numbers import laid_out_as, literal, number
from tensorlab.explain.story.frames import Element, Number

SUM, PRODUCT, POWER, ATOM = range(4)
CHAINED = ("+", "*")
# What numpy asks an object for when a ufunc runs on it, with PyTorch's name of the function.
FUNCTIONS = ("exp", "log", "sqrt", "sin", "cos", "tan", "tanh", "sinh", "cosh", "log2", "log10",
             "log1p", "expm1", "exp2", "erf")  # fmt: skip


class Writing:
    """How an element is written in a term: as its number, unless it is to be found again."""

    marked = False

    @classmethod
    def of(cls, element: Element) -> str:
        """Return the text for an element."""
        return mark(element) if cls.marked else literal(element.value)


# around the name of an element where its number will stand
OPEN, CLOSE = "\x02", "\x03"


def mark(element: Element) -> str:
    """Return what stands for an element until it is known how its number is written."""
    return f"{OPEN}{element.name}{list(element.index)}{CLOSE}"


@contextmanager
def marked_elements() -> Iterator[None]:
    """Let terms write marks in the place of their elements' numbers."""
    before, Writing.marked = Writing.marked, True
    try:
        yield
    finally:
        Writing.marked = before


class Term:
    """A number with the expression that gives it and the elements that it was made of.

    `chain` has the terms of a sum or a product, `note` what is to be said of one that is not
    written out.
    """

    __slots__ = ("chain", "level", "note", "scale", "sources", "text", "value")
    __hash__ = None  # type: ignore[assignment]  # terms compare as programs' values do

    def __init__(
        self,
        value: Any,
        text: str,
        level: int,
        elements: "tuple[Element | Term, ...]",
        scale: float,
    ) -> None:
        self.value = value
        self.text = text
        self.level = level
        self.sources: tuple[Element | Term, ...] = elements
        self.chain: Chain | None = None
        self.note = ""
        # the largest number on the way: rounding errors are relative to it
        self.scale = scale

    def __repr__(self) -> str:
        return self.text

    @property
    def elements(self) -> tuple[Element, ...]:
        """The elements that the number was made of, in order; looked for when asked for."""
        found: list[Element] = []
        waiting: list[Element | Term] = [self]
        while waiting:
            source = waiting.pop()
            if isinstance(source, Term):
                waiting.extend(reversed(source.sources))
            else:
                found.append(source)
        return tuple(found)

    @property
    def is_element(self) -> bool:
        """Whether this is one element, moved and not combined."""
        return len(self.elements) == 1 and self.text == Writing.of(self.elements[0])

    def as_operand(self, level: int, *, first: bool) -> str:
        """Return the text for a place that binds as strongly as a level."""
        negative = self.text.startswith("-")
        if self.level < level or (self.level == level and not first):
            return f"({self.text})"
        if negative and (not first or level == POWER):
            return f"({self.text})"
        return self.text

    def __neg__(self) -> "Term":
        text = f"-{self.as_operand(POWER, first=True)}"
        return self.made(-self.value, text, PRODUCT)

    def __abs__(self) -> "Term":
        text = f"abs({self.text})"
        return self.made(abs(self.value), text, ATOM)

    def made(self, value: Any, text: str, level: int) -> "Term":
        """Return a term that is made of this one alone."""
        scale = max(self.scale, magnitude(value))
        term = Term(value, text, level, (self,), scale)
        term.note = self.note
        return term

    def squared(self) -> "Term":
        """Return the term times itself, written as a power."""
        return self.made(self.value**2, f"{self.as_operand(POWER, first=False)}**2", POWER)

    def __pos__(self) -> "Term":
        return self

    @property
    def dtype(self) -> Any:
        """What numpy calls the type: a sum over terms is one term, where numbers give an array."""
        return np.dtype(object)

    @property
    def real(self) -> "Term":
        """The term itself: only real numbers are told by terms."""
        return self.conjugate()

    def astype(self, *args: object, **settings: object) -> Any:
        """Return the term as an array of one element, as it is."""
        return np.array(self, object)

    def conjugate(self) -> "Term":
        """Return the term itself: only real numbers are told by terms."""
        if isinstance(self.value, complex):
            raise TypeError("terms do not conjugate")
        return self

    def refuse(self, *others: object) -> NoReturn:
        """Refuse to be compared: that is another explanation's business."""
        raise TypeError("terms have no order")

    __bool__ = __lt__ = __le__ = __gt__ = __ge__ = refuse
    __eq__ = __ne__ = refuse
    __float__ = __int__ = __index__ = refuse


def constant(value: Number) -> Term:
    """Return a term for a number that comes from no element."""
    return Term(value, literal(value), ATOM, (), magnitude(value))


def of_element(element: Element) -> Term:
    """Return the term that stands for one element."""
    text = Writing.of(element)
    return Term(element.value, text, ATOM, (element,), magnitude(element.value))


def terms_of(tensor: Tensor, name: str) -> Any:
    """Return a tensor's elements as terms."""
    terms = laid_out_as(tensor, object)
    for index in np.ndindex(tensor._array.shape):
        terms[index] = of_element(Element(name, index, number(tensor, index)))
    return terms


def as_term(value: Any) -> Term:
    """Return a term for what a forward combined with terms, or left among them."""
    if isinstance(value, Term):
        return value
    if isinstance(value, np.ndarray | np.generic) and value.ndim == 0:
        value = value.item()
        if isinstance(value, Term):
            return value
    if isinstance(value, bool | int | float | complex):
        return constant(value)
    raise TypeError(f"{type(value).__name__} is no term")


def magnitude(value: Any) -> float:
    """Return how large a number is, 0 where it is none."""
    try:
        size = float(abs(value))
    except (OverflowError, TypeError):
        return 0.0
    return size if size < float("inf") else 0.0


def combined(symbol: str, level: int, compute: Callable[[Any, Any], Any]) -> Any:
    """Return the two methods of an operator."""
    space = " " if level == SUM else ""

    def join(left: Term, right: Term) -> Term:
        if left is right and symbol == "*":
            return left.squared()
        start = left.as_operand(level, first=level != POWER)
        behind = right.as_operand(level, first=False)
        value = compute(left.value, right.value)
        scale = max(left.scale, right.scale, magnitude(value))
        term = Term(value, "", level, (left, right), scale)
        term.note = left.note or right.note
        if symbol in CHAINED:
            chain = left.chain or Chain(symbol, (start,))
            chain = chain if chain.symbol == symbol else Chain(symbol, (start,))
            term.chain = chain.joined((behind, right.value), compute)
            term.text, term.note = term.chain.text, term.chain.note or term.note
        else:
            term.text = f"{start}{space}{symbol}{space}{behind}"
        return term

    def forward(self: Term, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else join(self, as_term(other))

    def backward(self: Term, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else join(as_term(other), self)

    return forward, backward


def quotient(a: Any, b: Any) -> Any:
    """Return a / b as PyTorch has it: division by zero is infinite."""
    with np.errstate(all="ignore"):
        return np.true_divide(a, b).item()


def power(a: Any, b: Any) -> Any:
    """Return a to the power of b, not a number where there is none."""
    with np.errstate(all="ignore"):
        is_whole = isinstance(a, int) and isinstance(b, int) and b >= 0
        return a**b if is_whole else np.power(float(a), float(b)).item()


for name, symbol, level, compute in (
    ("add", "+", SUM, lambda a, b: a + b),
    ("sub", "-", SUM, lambda a, b: a - b),
    ("mul", "*", PRODUCT, lambda a, b: a * b),
    ("truediv", "/", PRODUCT, quotient),
    ("pow", "**", POWER, power),
):
    there, back = combined(symbol, level, compute)
    setattr(Term, f"__{name}__", there)
    setattr(Term, f"__r{name}__", back)


def applied(name: str) -> Callable[[Term], Term]:
    """Return the method that numpy calls for a function of one number."""

    def method(self: Term) -> Term:
        with np.errstate(all="ignore"):
            value = float(getattr(np, name, math.erf)(self.value))
        return self.made(value, f"{name}({self.text})", ATOM)

    return method


for name in FUNCTIONS:
    setattr(Term, name, applied(name))
