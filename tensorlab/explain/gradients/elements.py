"""What comes back to one element from one use of its value: slopes times gradients that arrived."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number, same
from tensorlab.explain.arithmetic.terms import Term, constant, of_element
from tensorlab.explain.gradients.formulas import (
    ELSE,
    WORDS,
    equation,
    formulas_of,
    is_number,
    names_in,
    worked_out,
)
from tensorlab.explain.gradients.names import Names
from tensorlab.explain.gradients.values import Quantities, Use, Value, along, kept, read_for
from tensorlab.explain.looking.memory import place_in
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError
from tensorlab.explain.strategies.strategies import served

FAULTS = (CannotExplainError, TypeError, ValueError, ArithmeticError)
# For each slope, by result and element, the element that it is.
Read = dict[tuple[int, Index], Element]


def gradient_name(value: Value) -> str:
    """Return what the gradient of a value is called."""
    return f"grad of {value.name}"


class Product(NamedTuple):
    """How far an element of a result moves with an element, and the gradient that arrived there."""

    slope: Term
    gradient: Term
    where: Index  # in the result of the step
    # the same element of the value that it is moved into, with its gradient
    shown: Element

    @property
    def term(self) -> Term:
        """Slope times gradient, as short as it can be written."""
        if is_number(self.slope, 1):
            return self.gradient
        if is_number(self.slope, -1):
            return -self.gradient
        slope: Any = self.slope
        joined: Term = slope * self.gradient
        return joined


class Returned:
    """What comes back to the elements of a value from one of its uses."""

    def __init__(self, use: Use, names: Names) -> None:
        self.use = use
        self.names = names
        self.node = use.step.node
        self.result = use.results[0].shown if use.results else None
        self.forward = self.spelled()
        self.texts = names.operands(self.node)
        if self.result:
            self.texts["out"] = self.result.name
        self.saved = {name: kept(value) for name, value in use.step.still.saved.items()}
        self.operation = getattr(self.node, "operation", None)
        self.quantities = Quantities(use, self.saved, self.operation)
        self.formulas = formulas_of(self.operation, use.edge.name) if self.operation else ("",)
        self.choose(self.formulas[0])

    def choose(self, formula: str) -> None:
        """Take one of the derivatives that are declared, less what this call was not given."""
        missing = "|".join(
            name
            for name, value in self.saved.items()
            if value is None or (isinstance(value, int | float) and value == 1)
        )
        plain = re.sub(rf"\b(?:{missing})(?:\[\w+\])?\*", "", formula) if missing else formula
        self.stated = plain
        self.formula = plain.partition(", with ")[0]
        self.equation = equation(self.formula)

    def spelled(self, short: dict[str, str] | None = None) -> str:
        """Return the call that the program made."""
        return self.names.spelled(self.node, short, self.result.key if self.result else None)

    @property
    def is_elementwise(self) -> bool:
        """Whether the derivative holds element by element, of operands that are stretched."""
        is_it = self.operation and self.operation.elementwise and self.formula
        return bool(is_it and self.is_stretched)

    @property
    def is_choice(self) -> bool:
        """Whether the derivative says in words where it is 1."""
        return self.formula.endswith(ELSE)

    @property
    def is_turned(self) -> bool:
        """Whether letters for places of the step's own tensors are not those of the program's."""
        if self.equation and self.equation.is_along_one and self.saved.get("dim") is None:
            return False
        saved = [each for each in map(kept, self.node.saved.values()) if isinstance(each, Tensor)]
        return (
            bool(self.use.moved)
            or any(each.moving for each in self.use.results)
            or any(
                self.names.looked_at(each)._array.strides != each._array.strides for each in saved
            )
        )

    @property
    def is_words(self) -> bool:
        """Whether the derivative says in words alone how it comes about."""
        return self.formula.startswith(WORDS)

    @property
    def is_stretched(self) -> bool:
        """Whether the operand was stretched to the result's shape: a loss may reduce it besides."""
        shapes = [
            tuple(self.use.edge.shape),
            *(tuple(each.gradient.shape) for each in self.use.results),
        ]
        try:
            return tuple(broadcast_shapes(*shapes)) == shapes[-1]
        except RuntimeError:
            return False

    @cached_property
    def handed(self) -> Tensor:
        """The gradient that the step handed on."""
        handed = self.use.step.handed[self.use.slopes.place]
        assert handed is not None  # noqa: S101  it is a use since something was handed on
        return handed

    def products(self, index: Index) -> list[Product]:
        """Return slope times arriving gradient for each result element that moves with an element.

        Raises:
            CannotExplainError: they are not what the step handed on.
        """
        return [each for place in self.use.places(index) for each in self.products_at(place)]

    def products_at(self, index: Index) -> list[Product]:
        """Return the same for an element of the step's own operand.

        Raises:
            CannotExplainError: likewise.
        """
        for formula in self.formulas:
            self.choose(formula)
            with suppress(*FAULTS):
                return self.proven(index, list(self.by_stated(index)))
        read = {} if self.is_choice else self.slopes_read(index)
        return self.proven(index, list(self.by_slope(index, read)))

    def by_stated(self, index: Index) -> Iterable[Product]:
        """Return the products by the derivative that was chosen.

        Raises:
            CannotExplainError: it is none to work out, or does not give the slopes that there are.
        """
        if self.is_choice:
            products = list(self.by_slope(index))
            if all(is_number(product.slope, 1) for product in products):
                return products
        if not self.formula or self.is_choice or self.is_words:
            raise CannotExplainError
        return self.by_formula(index)

    def proven(self, index: Index, products: list[Product]) -> list[Product]:
        """Return products that add up to what the step handed on.

        Raises:
            CannotExplainError: they do not.
        """
        terms = [product.term for product in products]
        total = sum(term.value for term in terms)
        scale = max((term.scale for term in terms), default=1.0)
        if not same(total, number(self.handed, index), self.handed.dtype, scale):
            raise CannotExplainError
        return products

    def by_formula(self, index: Index) -> Iterator[Product]:
        """Yield the products by a derivative, element by element or in letters.

        Raises:
            CannotExplainError: it does not give the slopes that there are.
        """
        if self.is_elementwise and not self.equation:
            for at in self.read_for(index):
                slope = worked_out(self.formula, self.terms(at))
                yield self.product(slope, self.use.results[0], at)
            return
        for product in self.by_slope(index):
            if self.equation:
                slope = self.slope_between(product.where, index)
            else:
                slope = worked_out(self.formula, self.terms(product.where, index))
            yield self.agreeing(product, slope)

    def agreeing(self, product: Product, slope: Term) -> Product:
        """Return a product with its slope as arithmetic.

        Raises:
            CannotExplainError: that gives another slope.
        """
        if not same(slope.value, product.slope.value, self.handed.dtype, slope.scale):
            raise CannotExplainError
        return product._replace(slope=slope)

    def slope_between(self, at: Index, index: Index, called: Any = None) -> Term:
        """Return the slope of a result element with an element, by the derivative in letters.

        `called` says how an element of an operand is written, where not as its number.

        Raises:
            CannotExplainError: it is about other elements.
        """
        if self.equation is None:
            raise CannotExplainError
        dim = self.saved.get("dim") if self.equation.is_along_one else None
        inner = [each if dim is None else (each[dim],) for each in (at, index)]
        batch, places = self.equation.places(*inner)

        def element(name: str, where: Index) -> Term:
            whole = (*batch, *where) if dim is None else along(at, dim, where)
            value = self.quantities.of(name)
            if name in self.quantities.rules and isinstance(value, Tensor):
                return constant(number(value, served(value.shape, whole)))
            term = self.term(name, whole)
            return term if called is None else called(name, term)

        for name in self.equation.bare:
            value = self.quantities.of(name)
            if isinstance(value, Tensor):
                value = number(value, served(value.shape, index))
            places[name] = constant(value)
        return worked_out(self.equation.slope, places, element)

    def by_slope(self, index: Index, read: Read | None = None) -> Iterator[Product]:
        """Yield the products by slopes that are found by running the rule, or that were `read`."""
        numbered = {result.number: result for result in self.use.results}
        slopes = self.use.slopes
        for which, at, slope in slopes.at(index) if self.is_choice else slopes.reaching(index):
            known = [
                of_element(element)
                for element in [(read or {}).get((which, at))]
                if element is not None
            ]
            known += [-term for term in known]
            fitting = (term for term in known if same(term.value, slope, self.handed.dtype))
            yield self.product(next(fitting, constant(slope)), numbered[which], at)

    def slopes_read(self, index: Index) -> Read:
        """Return the slopes that are elements of an operand, as those of a product are."""
        found: Read = {}
        for name, tensor in self.saved.items():
            if not isinstance(tensor, Tensor) or name not in self.texts or name == "out":
                continue
            with suppress(*FAULTS):
                for key, at in self.use.slopes.read_at(name, tensor, index).items():
                    found.setdefault(key, self.element(name, at))
        return found

    def product(self, slope: Term, result: Value, at: Index) -> Product:
        """Return a slope times the gradient that arrived at an element of the result."""
        value, shown, where = number(result.gradient, at), result.shown, result.shown_at(at)
        gradient = of_element(Element(gradient_name(shown), where, value))
        return Product(slope, gradient, at, Element(shown.name, where, value))

    def element(self, name: str, at: Index) -> Element:
        """Return an element of what was saved under the name that the program has for it."""
        value = number(self.saved[name], at)
        if name == "out" and self.use.results:
            return Element(self.texts[name], self.use.results[0].shown_at(at), value)
        saved = self.node.saved[name]
        whole: Any = kept(saved)
        where = place_in(self.names.looked_at(whole), whole, at)
        return Element(self.texts[name], at if where is None else where, value)

    def read_for(self, index: Index) -> Iterator[Index]:
        """Yield the result elements that an element was read for, as operands are stretched."""
        whole = tuple(self.use.results[0].gradient.shape)
        return read_for(tuple(self.use.edge.shape), whole, index)

    def terms(self, at: Index, index: Index | None = None) -> dict[str, Term]:
        """Return what a derivative may ask for at a result element; no setting that is None.

        `index` is the element of the operand where the function does not work element by element.

        Raises:
            CannotExplainError: it asks for something that was not saved.
        """
        found = {}
        for name in names_in(self.formula):
            value = self.quantities.of(name)
            if isinstance(value, Tensor) and name not in self.saved:
                kept = at if len(at) == value.ndim else (index or at)
                found[name] = constant(number(value, served(value.shape, kept)))
            elif isinstance(value, Tensor):
                where = at if index is None or name == "out" else index
                found[name] = self.term(name, served(value.shape, where))
            elif value is not None:
                found[name] = constant(value)
        return found

    def drawn(self, name: str) -> Any:
        """Return the tensor that is drawn for what was saved: all of what it is a part of."""
        saved = self.saved.get(name)
        if name == "out" or not isinstance(saved, Tensor):
            return saved
        original: Any = kept(self.node.saved[name])
        whole: Any = self.names.looked_at(original)
        if whole is original or not whole.is_contiguous():
            return saved
        # a program may have written over it since
        then = whole.detach().clone()
        offset = original.storage_offset() - whole.storage_offset()
        then.as_strided(original.shape, original.stride(), offset).copy_(saved)
        return then

    def term(self, name: str, where: Index) -> Term:
        """Return an element of an operand, or of the result, as a term.

        Raises:
            CannotExplainError: it was not saved.
        """
        tensor = self.saved.get(name)
        if not isinstance(tensor, Tensor) or name not in self.texts:
            raise CannotExplainError
        return of_element(self.element(name, where))

    def deciding(self, index: Index, products: list[Product]) -> tuple[Element, ...]:
        """Return the elements that decide the slopes, where running the rule found these."""
        if self.is_elementwise:
            places = self.use.places(index) if "if" in self.formula else []
            asked = [self.terms(at) for place in places for at in self.read_for(place)]
            return tuple(
                element for terms in asked for term in terms.values() for element in term.elements
            )
        if any(product.slope.elements for product in products):
            return ()
        found = self.use.slopes.deciding.items()
        return tuple(
            self.element(name, at)
            for (name, at), mask in found
            if name in self.texts and any(mask[place] for place in self.use.places(index))
        )
