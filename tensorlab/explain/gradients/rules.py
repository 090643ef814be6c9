"""A rule of differentiation in the words of mathematics, on a program's names."""

import re
from dataclasses import replace

from tensorlab.explain.frames import Index
from tensorlab.explain.gradients.cells import FAULTS, Product, Returned
from tensorlab.explain.gradients.formulas import named, worked_out
from tensorlab.explain.gradients.names import is_simple, unbracketed
from tensorlab.explain.sentences import place
from tensorlab.explain.terms import Term


def rule(returned: Returned, index: Index, products: list[Product]) -> str:
    """Return the derivative of a use by its value, empty where none is declared: d(x**2)/dx = 2*x.

    Of one product it is that in its cells, else the one in general.
    """
    name = returned.use.edge.name
    if not (returned.formula and name in returned.texts and products):
        return ""
    letters = Letters(returned.texts, name)
    try:
        if returned.equation is None:
            return letters.legend + by_formula(returned, letters, index, products)
        return letters.legend + by_equation(returned, letters, index, products)
    except FAULTS:
        return ""


class Letters:
    """Short names for operands: a letter in the place of an expression."""

    def __init__(self, texts: dict[str, str], first: str) -> None:
        letters = iter("uvst")
        self.short: dict[str, str] = {}
        self.texts = texts
        for name in sorted(texts, key=lambda name: name != first):
            is_short = is_simple(texts[name]) or name == "out"
            self.short[name] = texts[name] if is_short else next(letters, texts[name])

    @property
    def legend(self) -> str:
        """The letters with what they stand for."""
        parts = [
            f"{short} = {unbracketed(self.texts[name])}"
            for name, short in self.short.items()
            if short != self.texts[name]
        ]
        return f"With {' and '.join(parts)}: " if parts else ""


def by_formula(returned: Returned, letters: Letters, index: Index, products: list[Product]) -> str:
    """Return a derivative that holds cell by cell on names.

    Raises:
        CannotTellError: it gives another slope: it is one for other settings.
    """
    at = products[0].where.index
    terms = returned.terms(at, None if returned.is_cellwise else index)
    returned.agreeing(products[0], worked_out(returned.formula, terms))  # or it holds not for these
    words = {
        key: named(letters.short[key], term) if term.cells else term for key, term in terms.items()
    }
    slope = worked_out(returned.formula, words).text
    if " if " in returned.formula:  # both cases, then the one of these cells
        texts = {
            **letters.short,
            "out": unbracketed(returned.names.spelled(returned.node, letters.short)),
        }
        cases = re.sub(r"[a-z_]\w*", lambda found: texts.get(found[0], found[0]), returned.formula)
        slope = f"{cases}, here {slope}"
    return f"{ratio(returned, letters)} = {slope}"


def ratio(returned: Returned, letters: Letters) -> str:
    """Return what is differentiated by what: d(x**2)/dx."""
    forward = returned.names.spelled(returned.node, letters.short)
    space = "" if forward.startswith("(") else " "
    return f"d{space}{forward}/d{letters.short[returned.use.edge.name]}"


def by_equation(returned: Returned, letters: Letters, index: Index, products: list[Product]) -> str:
    """Return a derivative in letters on names: of one product in its cells."""
    forward = returned.names.spelled(returned.node, letters.short)
    if len(products) > 1:
        texts = {**letters.short, "out": forward}
        return re.sub(r"\w+(?=\[)", lambda found: texts.get(found[0], found[0]), returned.formula)

    def called(name: str, term: Term) -> Term:
        return named(place(replace(term.cells[0], name=letters.short[name])), term)

    at = products[0].where.index
    slope = returned.slope_between(at, index, called)
    name = letters.short[returned.use.edge.name]
    return f"d {forward}{list(at)} / d {name}{list(index)} = {slope.text}"
