"""One sentence on how an element came about, in words that a beginner knows."""

import inspect
import re
from collections.abc import Callable
from typing import Any

from tensorlab.engine.facts import STRETCHED
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Number
from tensorlab.explain.strategies.explaining import Explained

HALF = 0.5
FEW = 3  # so many elements are named with their numbers

Words = Callable[[Call, Explained, Number], str]


def sentence_for(call: Call, explained: Explained, value: Number) -> str:
    """Return the sentence on an element whose way of explaining has none of its own."""
    return words_for(call, explained, value) + stretched(call, explained)


def words_for(call: Call, explained: Explained, value: Number) -> str:
    """Return what became of which elements, without a word on how they are stretched."""
    name = call.operation.name if call.operation else call.name
    words = WORDS.get(name)
    if words is not None:
        return words(call, explained, value)
    declared = call.operation.facts.get("words") if call.operation else None
    if declared and len(explained.inputs) == 1:
        return f"{declared.format(place(explained.inputs[0]))}."
    if explained.moved and explained.inputs:
        return f"Copied from {place(explained.inputs[0])}."
    if explained.moved and call.tensors:
        return f"A constant, {literal(value)}: no element of the input went into it."
    if explained.moved:
        return f"A constant, {literal(value)}: no tensor went into it."
    return f"{summary(call)} {made_of(explained)}".rstrip()


def made_of(explained: Explained) -> str:
    """Return which elements went into one, with their numbers where they are few."""
    elements = explained.inputs
    if len(elements) > FEW:
        return f"{len(elements)} elements go in: {place(elements[0])} to {place(elements[-1])}."
    words = [f"{place(element)} is {literal(element.value)}" for element in elements]
    return f"Here {' and '.join(words)}." if words else ""


def numbered(sentence: str, explained: Explained, value: Number) -> str:
    """Return a sentence that names an element or a number: of a 0-d tensor its number is said."""
    if re.search(r"\d", sentence) or literal(value) in sentence:
        return sentence
    elements = made_of(explained)
    words = elements if re.search(r"\d", elements) else f"{elements} It is {literal(value)}."
    return f"{sentence} {words.strip()}"


def place(element: Element) -> str:
    """Return an element as it would be written."""
    return (
        f"{element.name}[{', '.join(map(str, element.index))}]" if element.index else element.name
    )


def stretched(call: Call, explained: Explained) -> str:
    """Return the words on operands that are stretched over the result."""
    if call.operation is None or call.operation.kind not in STRETCHED:
        return ""
    shapes = {call.name_of(tensor): tuple(tensor.shape) for tensor in call.tensors}
    whole = tuple(broadcast_shapes(*shapes.values()))
    return "".join(
        f" {place(element)} is stretched: read again for every place along {along(shape, whole)}."
        for element in explained.inputs
        if (shape := shapes.get(element.name)) is not None and shape != whole
    )


def along(shape: tuple[int, ...], whole: tuple[int, ...]) -> str:
    """Return the dimensions of the result along which a shape is stretched."""
    missing = len(whole) - len(shape)
    dims = [
        dim
        for dim, size in enumerate(whole)
        if dim < missing or (shape[dim - missing] == 1 and size != 1)
    ]
    words = " and ".join(map(str, dims))
    return f"dimension{'s' * (len(dims) > 1)} {words}"


def summary(call: Call) -> str:
    """Return the first sentence of an operation's documentation as a statement."""
    if call.operation is None or not call.operation.doc:
        return f"This is what {call.source} gives."
    first = " ".join(inspect.cleandoc(call.operation.doc).partition("\n\n")[0].split())
    first = first.removeprefix("Return ")
    return first[:1].upper() + first[1:]


def between(verb: str) -> Words:
    """Return the words for an operator between two numbers."""

    def words(call: Call, explained: Explained, value: Number) -> str:
        sides = [side(call, explained, operand) for operand in operands(call)]
        factor = call.args[1] if in_older_order(call) else call.settings.get("alpha", 1)
        times = f" times {side(call, explained, factor)}" if factor != 1 else ""
        return f"{sides[0]} {verb} {sides[1]}{times}{ROUNDED[call.settings.get('rounding_mode')]}."

    return words


ROUNDED = {None: "", "floor": ", rounded down", "trunc": ", rounded towards 0"}


def in_older_order(call: Call) -> bool:
    """Return whether a factor stands before what it multiplies, as in `torch.add(x, 3, y)`."""
    return len(call.args) > 2


def comparing(verb: str) -> Words:
    """Return the words for a comparison of two numbers."""

    def words(call: Call, explained: Explained, value: Number) -> str:
        sides = [side(call, explained, operand) for operand in operands(call)]
        return f"{sides[0]} is {'' if value else 'not '}{verb} {sides[1]}."

    return words


def operands(call: Call) -> list[Any]:
    """Return the two operands of an operator, also where a call gives them by name."""
    if in_older_order(call):
        return [call.args[0], call.args[2]]
    if len(call.args) > 1:
        return list(call.args[:2])
    bound = call.bound()  # in the order of the call
    parameters = call.operation.signature.parameters if call.operation else bound
    return [bound[name] for name in parameters if name in bound][:2]


def side(call: Call, explained: Explained, argument: Any) -> str:
    """Return an operand of an operator: an element, or the number itself."""
    if isinstance(argument, bool | int | float | complex):
        return literal(argument)
    name = call.name_of(argument)
    return next((place(element) for element in explained.inputs if element.name == name), name)


def divided_down(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for a quotient that is rounded down."""
    sides = [side(call, explained, operand) for operand in operands(call)]
    numbers = [value_of(explained, operand, call) for operand in operands(call)]
    if isinstance(numbers[1], complex) or not numbers[1] or isinstance(numbers[0], complex):
        return f"{sides[0]} divided by {sides[1]}, rounded down."
    quotient = f"{numbers[0] / numbers[1]:.4g}"
    return f"{sides[0]} divided by {sides[1]} is {quotient}, rounded down: {literal(value)}."


def remaining(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for what remains of a division that is rounded down."""
    sides = [side(call, explained, operand) for operand in operands(call)]
    first, second = (value_of(explained, operand, call) for operand in operands(call))
    if isinstance(first, complex) or isinstance(second, complex) or not second:
        return f"What remains of {sides[0]} divided by {sides[1]}."
    whole = literal(first // second)
    return f"{sides[1]} goes {whole} times into {sides[0]}, rounded down; {literal(value)} remains."


def value_of(explained: Explained, argument: Any, call: Call) -> Number:
    """Return the number that an operand of an operator has for an element."""
    if isinstance(argument, bool | int | float | complex):
        return argument
    name = call.name_of(argument)
    return next((element.value for element in explained.inputs if element.name == name), 0)


def nearest(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for a number that is rounded: halves go to the even neighbour."""
    element = explained.inputs[0]
    if (
        call.bound().get("decimals")
        or not isinstance(element.value, float)
        or element.value % 1 != HALF
    ):
        return f"{place(element)} = {literal(element.value)} is nearest to {literal(value)}."
    low = element.value - HALF
    pair = f"{literal(low)} and {literal(low + 1)}"
    return (
        f"{place(element)} = {literal(element.value)} lies halfway between {pair}: it goes to the "
        f"even one, {literal(value)}."
    )


def reduced(verb: str) -> Words:
    """Return the words for many elements that become one."""

    def words(call: Call, explained: Explained, value: Number) -> str:
        inputs = explained.inputs
        if not inputs:
            return f"There are no elements: nothing is {verb}, which is {literal(value)}."
        return f"{len(inputs)} elements {verb}: {place(inputs[0])} to {place(inputs[-1])}."

    return words


# A table, as the words are functions of this room, of which ops know nothing.
WORDS: dict[str, Words] = {
    "add": between("plus"),
    "sub": between("minus"),
    "mul": between("times"),
    "div": between("divided by"),
    "pow": between("to the power of"),
    "floor_divide": divided_down,
    "remainder": remaining,
    "round": nearest,
    "eq": comparing("equal to"),
    "ne": comparing("different from"),
    "gt": comparing("greater than"),
    "ge": comparing("greater than or equal to"),
    "lt": comparing("less than"),
    "le": comparing("less than or equal to"),
    "sum": reduced("added"),
    "prod": reduced("multiplied"),
    "mean": reduced("added, and the sum divided by their number"),
}
