"""A rule of differentiation in the words of mathematics, on a program's names."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress

from tensorlab.engine.autograd.graph import Node
from tensorlab.engine.facts import Kind
from tensorlab.explain.arithmetic.numbers import shown
from tensorlab.explain.arithmetic.terms import Term
from tensorlab.explain.gradients.elements import FAULTS, Product, Returned
from tensorlab.explain.gradients.formulas import WORDS, condition_in, is_number, named, worked_out
from tensorlab.explain.gradients.names import is_simple, unbracketed
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.regions import place
from tensorlab.frozen import replace

FEW = 3  # different slopes are listed
Way = Callable[["Returned", "Letters", Index, list[Product]], str]


def rule(returned: Returned, index: Index, products: list[Product]) -> str:
    """Return the derivative of a use by its value, empty where none is declared: d(x**2)/dx = 2*x.

    Of one product it is that in its elements, else the one in general.
    """
    name = returned.use.edge.name
    if name not in returned.texts or is_of_list(returned.node):
        return ""  # one of several that have one name
    letters = Letters(returned.texts, name)
    if returned.is_choice:
        is_one = all(is_number(product.slope, 1) for product in products)
        words = f"{ratio(returned, letters)} = {returned.formula}"
        return letters.explained(words) if is_one else ""
    if not products:
        return ""
    for way in ways(returned):
        with suppress(*FAULTS):
            return letters.explained(way(returned, letters, index, products))
    return ""


def ways(returned: Returned) -> tuple[Way, ...]:
    """Return how a derivative may be told: as it is stated, else as it was found."""
    if not returned.formula:
        return (by_reading,)
    if returned.is_words:
        return (by_words, by_reading)
    if returned.equation and returned.is_turned:
        return (by_reading,)
    return (by_equation if returned.equation else by_formula, by_reading)


def is_of_list(node: Node) -> bool:
    """Return whether a step goes back through a function of a list of tensors."""
    operation = getattr(node, "operation", None)
    return operation is not None and operation.kind is Kind.LIST


class Letters:
    """Short names for operands: a letter in the place of an expression."""

    def __init__(self, texts: dict[str, str], first: str) -> None:
        letters = iter("uvst")
        self.short: dict[str, str] = {}
        self.texts = texts
        for name in sorted(texts, key=lambda name: name != first):
            # of x * x
            is_other = texts[name] == texts[first] and name not in {first, "out"}
            is_short = is_simple(texts[name]) or texts[name] == texts.get("out")
            is_short = is_short and not is_other
            self.short[name] = texts[name] if is_short else next(letters, texts[name])

    def explained(self, rule: str) -> str:
        """Return a rule behind what its letters stand for."""
        parts = [
            f"{short} = {unbracketed(self.texts[name])}"
            for name, short in self.short.items()
            if short != self.texts[name] and re.search(rf"\bd?{short}\b", rule)
        ]
        return f"With {' and '.join(parts)}: {rule[:1].lower()}{rule[1:]}" if parts else rule


def by_formula(returned: Returned, letters: Letters, index: Index, products: list[Product]) -> str:
    """Return a derivative that holds element by element on names.

    Raises:
        CannotExplainError: it gives another slope: it is one for other settings.
    """
    at, inner = products[0].where, returned.use.places(index)[0]
    terms = returned.terms(at, None if returned.is_elementwise else inner)
    # or it holds not for these
    returned.agreeing(products[0], worked_out(returned.formula, terms))
    words = {
        key: named(letters.short[key], term) if term.elements else term
        for key, term in terms.items()
    }
    slope = worked_out(returned.formula, words).text
    note = with_quantities(returned, letters)
    out = unbracketed(returned.spelled(letters.short))
    texts = {**letters.short, "out": out}
    if note:  # the whole formula, then what it is for these elements
        whole = on_names(returned.formula, texts)
        return f"{ratio(returned, letters)} = {whole}{note}, here {shown(slope)}"
    given = {key: term.text for key, term in words.items()} | texts
    condition = on_names(condition_in(returned.formula, terms), given)
    asked = [term for name, term in terms.items() if given[name] in condition]
    known = [each for each in asked if each.elements and " is " not in condition]
    is_one = len(known) == len(products) == 1
    here = f" (it is {shown(known[0].text)})" if is_one else ""
    case = f"Where {condition}{here}, " if condition else ""
    return f"{case}{ratio(returned, letters)} = {shown(slope)}"


def on_names(formula: str, texts: Mapping[str, str]) -> str:
    """Return a formula with what its names stand for."""
    return re.sub(r"[a-z_]\w*", lambda found: texts.get(found[0], found[0]), formula)


def ratio(returned: Returned, letters: Letters) -> str:
    """Return what is differentiated by what: d(x**2)/dx."""
    forward = returned.spelled(letters.short)
    space = "" if forward.startswith("(") else " "
    return f"d{space}{forward}/d{letters.short[returned.use.edge.name]}"


def by_equation(returned: Returned, letters: Letters, index: Index, products: list[Product]) -> str:
    """Return a derivative in letters on names: of one product in its elements."""
    forward = returned.spelled(letters.short)
    note = with_quantities(returned, letters)
    is_short = len(products) == 1 and products[0].slope.elements
    if not is_short:
        texts = {**letters.short, "out": forward}
        formula = re.sub(
            r"\w+(?=\[)", lambda found: texts.get(found[0], found[0]), returned.formula
        )
        read = returned.equation
        # a vector where matrices are possible
        if read and len(index) < len(read.operand):
            formula = re.sub(rf", (?:{'|'.join(read.only_shared)})(?=\])", "", formula)
        # of a result that is one number
        formula = formula.replace("[]", "")
        return formula + note + (f", here {products[0].slope.text}" if len(products) == 1 else "")

    def called(name: str, term: Term) -> Term:
        return named(place(replace(term.elements[0], name=letters.short[name])), term)

    slope = returned.slope_between(products[0].where, returned.use.places(index)[0], called)
    at = products[0].shown.index
    name = letters.short[returned.use.edge.name]
    return f"d {forward}{list(at) or ''} / d {name}{list(index)} = {slope.text}"


def with_quantities(returned: Returned, letters: Letters) -> str:
    """Return what a formula says of the quantities that it names, on names."""
    said = returned.stated.removeprefix(returned.formula)
    return re.sub(r"[a-z_]\w*", lambda found: letters.short.get(found[0], found[0]), said)


def by_words(returned: Returned, letters: Letters, index: Index, products: list[Product]) -> str:
    """Return a derivative in words, and the slopes that it comes to here."""
    said = returned.stated.removeprefix(WORDS)
    words = re.sub(
        r"\b(d?)([A-Za-z_]+)\b",
        lambda found: found[1] + letters.short.get(found[2], found[2]),
        said,
    )
    return f"{words}. Here {by_reading(returned, letters, index, products)}"


def by_reading(returned: Returned, letters: Letters, index: Index, products: list[Product]) -> str:
    """Return a derivative found by running the rule: numbers, or elements of an operand."""
    forward, name = returned.spelled(letters.short), returned.use.edge.name
    ratio_at = f"d {forward}{{}} / d {letters.short[name]}"
    names = {returned.texts[key]: short for key, short in letters.short.items()}
    read = [element for product in products for element in product.slope.elements]
    if len(products) == 1:
        at = ratio_at.format(list(products[0].shown.index) or "")
        minus = "-" if read and products[0].slope.value != read[0].value else ""
        value = minus + place(replace(read[0], name=names[read[0].name])) if read else ""
        return f"{at}{list(index) or ''} = {value or products[0].slope.text}"
    if len(read) == len(products) and len({element.name for element in read}) == 1:
        return f"{ratio_at.format('')} = the element of {names[read[0].name]} that meets it"
    slopes = list(dict.fromkeys(product.slope.text for product in products))
    known = " and ".join(slopes) if len(slopes) <= FEW else "the factors in the sum"
    return f"{ratio_at.format('')}{list(index) or ''} = {known}"
