"""How one element of a gradient is explained: what came back from each use, and the rule."""

from functools import reduce
from operator import add

from tensorlab.explain.arithmetic.numbers import literal, number, same, shown
from tensorlab.explain.arithmetic.terms import ATOM, Term, constant
from tensorlab.explain.gradients.elements import Product, Returned, gradient_name
from tensorlab.explain.gradients.formulas import is_number
from tensorlab.explain.gradients.names import Names
from tensorlab.explain.gradients.rules import rule as rule_of
from tensorlab.explain.gradients.values import Value
from tensorlab.explain.story.frames import Element, Frame, Index, Number
from tensorlab.explain.strategies.explaining import CannotExplainError, distinct
from tensorlab.explain.strategies.regions import place
from tensorlab.wording import joined

SHOWN = 8  # products of a longer sum are added up in the middle
ENDS = 2  # but for the last ones
DIGITS = 14  # of a number of float64


class GradientExplainer:
    """Tells of the elements of one value's gradient."""

    def __init__(self, value: Value, names: Names) -> None:
        self.value = value
        self.returned = [Returned(use, names) for use in value.uses]

    def frame(self, index: Index, part: int | None = None) -> Frame:
        """Return how one element of the gradient came about."""
        given = number(self.value.gradient, index)
        element = Element(self.value.name, index, given)
        if not self.returned:
            return Frame(index, given, (), literal(given), beginning(element, given), (), part)
        try:
            used = [each for each in self.returned if each.products(index)] or self.returned
            steps = [self.step(each, index, element) for each in used]
        except CannotExplainError:
            return Frame(index, given, (), literal(given), self.untold(element, given), (), part)
        total = reduce(add, (term for term, _ in steps))
        if not same(total.value, given, self.value.gradient.dtype, total.scale):
            return Frame(index, given, (), literal(given), self.changed(element, total), (), part)
        frames = tuple(frame for _, frame in steps)
        inputs = distinct(tuple(element for frame in frames for element in frame.inputs))
        if len(frames) == 1:
            return Frame(index, given, inputs, total.text, frames[0].sentence, (), part)
        return Frame(index, given, inputs, total.text, several(element, used), frames, part)

    def step(self, returned: Returned, index: Index, element: Element) -> tuple[Term, Frame]:
        """Return what comes back from one use, as a term and as a frame."""
        products = returned.products(index)
        total, note = added(products)
        sentence = self.words(returned, index, element, products) + note
        inputs = distinct((*total.elements, *returned.deciding(index, products)))
        return total, Frame(index, total.value, inputs, total.text, sentence)

    def words(
        self, returned: Returned, index: Index, element: Element, products: list[Product]
    ) -> str:
        """Return the rule and what it comes to in words."""
        rule = rule_of(returned, index, products)
        if not products:
            head = f"{rule}: " if rule else ""
            results = joined([result.shown.name for result in returned.use.results] or ["it"])
            return f"{head}{place(element)} changes no element of {results}: derivative 0."
        if len(products) > 1:
            return self.sum_words(returned, element, products, rule)
        slope, gradient, _, where = products[0]
        came = f"{shown(literal(gradient.value))} that came from {place(where)}"
        if is_number(slope, 1):
            head = f"{rule}: " if rule else f"{place(where)} changes as {place(element)} does: "
            return f"{head}the {came} goes on as it is."
        if not rule:
            far = f"{shown(literal(slope.value))} times as fast as {place(element)}"
            return f"{place(where)} changes {far}: that times the {came}."
        is_said = rule.endswith(f" {slope.text}")
        worked = "" if is_said else f" = {shown(literal(float(slope.value)))}"
        times = ": minus" if is_number(slope, -1) else ", times"
        return f"{rule}{worked}{times} the {came}."

    def sum_words(
        self, returned: Returned, element: Element, products: list[Product], rule: str
    ) -> str:
        """Return the words where an element was read for several elements of a result."""
        head = f"{rule}. " if rule else ""
        results = joined(dict.fromkeys(product.shown.name for product in products))
        stretched = "was stretched over" if returned.is_elementwise else "changes"
        return (
            f"{head}{place(element)} {stretched} {len(products)} elements of {results}: "
            "derivative times arrived gradient of each, added."
        )

    def untold(self, element: Element, given: Number) -> str:
        """Return what is said where the arithmetic is not known."""
        forwards = joined(dict.fromkeys(each.forward for each in self.returned))
        return f"{literal(given)} came back to {place(element)} from {forwards}."

    def changed(self, element: Element, total: Term) -> str:
        """Return what is said where something else changed the gradient on its way."""
        return (
            f"{literal(total.value)} came back to {place(element)}; a hook of the program made it "
            "another number."
        )


def several(element: Element, used: list[Returned]) -> str:
    """Return the words where an element is used more than once."""
    forwards = joined(dict.fromkeys(each.forward for each in used))
    return f"{place(element)} is used {len(used)} times, in {forwards}: what comes back is added."


def beginning(element: Element, given: Number) -> str:
    """Return the words for the value from which a walk back starts."""
    begins = f"The backward pass begins at {place(element)}"
    if given == 1:
        return f"{begins}, which changes as itself: derivative 1.0."
    return f"{begins} with {literal(given)}, as the call gave it."


def added(products: list[Product]) -> tuple[Term, str]:
    """Return the sum of products, and words on what of a long one is left out or added up."""
    arrived = [product for product in products if product.gradient.value != 0]
    left_out = len(products) - len(arrived) if len(products) > SHOWN and arrived else 0
    terms = [product.term for product in (arrived if left_out else products)]
    elements = tuple(element for product in products for element in product.term.elements)
    verb = "is" if left_out == 1 else "are"
    note = f" {left_out} of them, where 0.0 arrived, {verb} left out." if left_out else ""
    if len(terms) > SHOWN:
        front, rest = terms[: SHOWN - ENDS - 1], terms[SHOWN - ENDS - 1 :]
        middle, end = rest[:-ENDS], rest[-ENDS:]
        inner = reduce(add, middle)
        short = literal(float(f"{inner.value:.{DIGITS}g}"))
        between = Term(inner.value, short, ATOM, inner.elements, inner.scale)
        note += f" {shown(between.text)} is the sum of the {len(middle)} in between."
        terms = [*front, between, *end]
    total = reduce(add, terms) if terms else constant(0.0)
    return Term(total.value, total.text, total.level, elements, total.scale), note


__all__ = ["GradientExplainer", "gradient_name"]
