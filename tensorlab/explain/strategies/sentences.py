"""One sentence on how an element came about, in words that a beginner knows."""

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from tensorlab.engine.dtypes import bool_
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import SQUARED, literal, number, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.calls.calls import OPERATORS
from tensorlab.explain.story.frames import Element, Index, Number
from tensorlab.explain.strategies.explaining import Explained
from tensorlab.explain.strategies.regions import place, regions
from tensorlab.frozen import lines_beside, pattern
from tensorlab.wording import counted, joined

HALF = 0.5
# a longer name of a setting, of an operand, is left out of the idea
SHORT, LONG = 20, 40
OPERAND = pattern(
    "input|other|src|min_val|max_val|exponent|weight|lambd|alpha|beta|value|tau|[nkpqr]"
)
# with which a sentence begins
WORD = pattern(r"(?!input|[ex] |beta)[a-z]+[ :,.]")
PARAMETER = pattern(
    r"(?<!the )(?<!each )(?<!a )(?<!one )\b\w+\b(?!=|-th)"
)  # a word that may name one
DOUBLED = pattern(r"\(\(([^()]*)\)\)")  # exp((a + b))
ADDED = pattern(r" \+ (\w+)")  # as x @ weight.T + bias has it
PLURAL = pattern(r"\b1 (largest |)(?!plus|minus|wants|times \w)(\w+)s\b")
# What is no declared function has no documentation. Words that begin small name parameters.
IDEAS = dict(row.split(" | ") for row in lines_beside(__file__, "ideas.txt"))
ALONG = {"dim", "keepdim"}  # of a norm these make no other kind
# Of what an operation may be, where a row such as `where of one` has another idea of it.
KINDS: dict[str, Callable[[Call], bool]] = {
    "turns": lambda call: "[" not in call.source or " for " in call.source,
    "truths": lambda call: all(each.dtype is bool_ for each in call.tensors),
    "shares": lambda call: call.tensors[1].dtype.is_floating_point,
    "later": lambda call: not call.bound().get("training"),
    "one tensor": lambda call: len(call.tensors) == 1,
    "one": lambda call: len(call.args) + len({*call.settings} - ALONG) == 1,
}
QUOTED = pattern("`([^`]*)`")
FACTOR = re.compile(
    r", taken 1 time|(?<![\w.])(alpha|beta|1(\.0(?= \* [^(]))?) \* |"
    r" / 1(\.0)?(?=[:,]|$)|, times 1(?=,)"
)
# what a loss gives unless it is to be the mean
REDUCED = {"none": "", "sum": "the sum of "}
MEAN_ERROR = pattern("the mean (?=squared|absolute)")
# tensors of a layer and its arguments: of more the weights are counted
FEW_WEIGHTS = 4
FEW = 2  # so many elements are named with their numbers

SPOKEN = {row[2]: row[3] for row in OPERATORS if row[3:]}
Words = Callable[[Call, Explained, Number], str]


def words_for(call: Call, explained: Explained, value: Number) -> str:
    """Return what became of which elements, without a word on how they are stretched."""
    name = call.operation.name if call.operation else call.name * bool(call.args)
    words = WORDS.get(name, between)
    if call.recipe is None and (said := words(call, explained, value)):
        return SQUARED.sub("squared", said)
    declared = call.operation.facts.get("words") if call.operation else None
    if declared and len(explained.inputs) == 1:
        return f"{declared.format(place(explained.inputs[0]))}."
    is_read = len(explained.inputs) == 1 and explained.text == literal(explained.inputs[0].value)
    is_read &= not explained.choices  # the number may be the formula's own
    if explained.inputs and (explained.moved or is_read):
        return f"Copied from {place(explained.inputs[0])}."
    sides = {"tril": "above", "triu": "below", "eye": "on" if value else "off"}
    side = sides.get(call.name, "off" * call.name.startswith("diag"))
    if explained.moved and side:
        offset = next((at for key, at in call.bound().items() if key in {"diagonal", "offset"}), 0)
        side = f"{side} diagonal {offset}" if offset else f"{side} the diagonal"
        return f"A constant, {shown(literal(value))}: it lies {side}."
    if explained.moved:
        whose = "the tensors" if call.tensors[1:] else "".join(map(call.name_of, call.tensors))
        of = f"no element of {whose}" if whose else "no tensor"
        return f"A constant, {shown(literal(value))}: {of} went into it."
    shapes = {call.name_of(tensor): tuple(tensor.shape) for tensor in call.tensors}
    layer = call.settings.get("self") if call.recipe is not None else None
    if layer is not None and len(shapes) > FEW_WEIGHTS:
        own = {call.name_of(each) for each in layer.parameters()}
        given = [each for each in explained.inputs if each.name not in own]
        rest = counted(len(explained.inputs) - len(given), "weight or bias", "weights and biases")
        return f"From {regions(given, shapes)}, by {rest} of the layer."
    return from_regions(explained.inputs, shapes)


def from_regions(elements: Sequence[Element], shapes: Mapping[str, Index]) -> str:
    """Return which elements went into one: few with their numbers, others by region."""
    if not elements:
        return ""
    if len(elements) > FEW:
        return f"From {with_choices(regions(elements, shapes), elements)}."
    written = [each for each in elements if not is_written_number(each.name, each.index)]
    words = [f"{place(each)} is {shown(literal(each.value))}" for each in written]
    return f"Here {joined(words)}." if words else ""


def with_choices(words: str, elements: Sequence[Element]) -> str:
    """Return a list of elements with the numbers of those that choose: whole ones, one a tensor."""
    for each in elements:
        if type(each.value) is int and sum(each.name == other.name for other in elements) == 1:
            words = words.replace(place(each), f"{place(each)} = {each.value}")
    return words


def numbered(sentence: str, explained: Explained, value: Number) -> str:
    """Return a sentence that names an element or a number: of a 0-d tensor its number is said."""
    if sentence or explained.steps or explained.text != literal(value):
        return sentence
    return f"It is {shown(literal(value))}."


def idea_of(call: Call) -> str:
    """Return what an operation gives, as the first sentence of its documentation says it."""
    if call.recipe is not None:
        return str(call.recipe.idea)
    kinds = ((f"{call.name} of {kind}", fits) for kind, fits in KINDS.items())
    row = next((row for row, fits in kinds if row in IDEAS and fits(call)), call.name)
    own = IDEAS.get(row, "")
    doc = call.operation.doc if call.operation else call.replay.__doc__ or ""
    if own[:1].isupper() or (not (call.operation and doc) and not doc.startswith("Return ")):
        return own
    first = own or " ".join(inspect.cleandoc(doc).partition("\n\n")[0].split())
    words = unquoted(call, first.removeprefix("Return ").partition(";")[0].rstrip("."))
    names = given_names(call)
    reduced = REDUCED.get(call.settings.get("reduction", ""))
    if reduced is not None:
        words = MEAN_ERROR.sub("the ", words.replace("the mean of ", reduced))
    words = words.replace(", then weighted", "") if not was_given(call, "weight") else words
    words = ADDED.sub(lambda found: found[0] * was_given(call, found[1]), words)
    if "other" in names and "alpha" not in words and call.settings.get("alpha", 1) != 1:
        names["other"] = f"{literal(call.settings['alpha'])} * {names['other']}"
    if "x" not in names and len(names.get("input", "")) <= LONG:
        # in formulas it stands for each number
        names["x"] = names.get("input", "x")
    idea = PARAMETER.sub(lambda found: names.get(found[0], found[0]), words)
    idea = DOUBLED.sub(r"(\1)", PLURAL.sub(r"1 \1\2", idea))
    if isinstance(call.result, Tensor) and not call.result.ndim:
        idea = idea.removesuffix(", element by element")  # there is one
    is_word = WORD.match(words) or idea.startswith("the ")
    idea = SQUARED.sub("squared", FACTOR.sub("", idea))  # nobody gave another factor
    return f"{idea[:1].upper() if is_word else idea[:1]}{idea[1:]}."


def unquoted(call: Call, words: str) -> str:
    """Return words with the numbers that were given for the parameters in quotes."""
    given: dict[str, object] = {}
    with suppress(TypeError):
        given = call.bound()
    return QUOTED.sub(
        lambda found: str(given[found[1]]) if is_plain(given.get(found[1])) else found[1], words
    )


def given_names(call: Call) -> dict[str, str]:
    """Return what was given for the parameters of a call: short names of tensors, numbers."""
    with suppress(Exception):  # then the parameters keep their names
        defaults = call.operation.signature.defaults if call.operation else {}
        texts = {
            name: name_in_words(call, value) if isinstance(value, Tensor) else repr(value)
            for name, value in {**defaults, **call.bound()}.items()
            if isinstance(value, Tensor) or (OPERAND.fullmatch(name) and is_plain(value))
        }
        first = "the tensor" if len(call.tensors) == 1 else "the first tensor"
        unnamed = {"input": first, "other": "the second one"}
        most = {name: LONG if name in unnamed or name[-1].isdigit() else SHORT for name in texts}
        return {
            name: text if len(text) <= most[name] else unnamed.get(name, name)
            for name, text in texts.items()
        }
    return {}


def is_plain(value: object) -> bool:
    """Return whether a setting is a number."""
    return type(value) in {int, float, complex}


def was_given(call: Call, parameter: str) -> bool:
    """Return whether a call has something for a parameter, or takes none of this name."""
    asked: Mapping[str, object] = call.operation.signature.defaults if call.operation else {}
    with suppress(TypeError):
        asked = {**asked, **call.bound()}
    return asked.get(parameter, 0) is not None


def name_in_words(call: Call, tensor: Tensor) -> str:
    """Return what the source calls a tensor; one that is a written number is that number."""
    name = call.name_of(tensor)
    return literal(number(tensor, ())) if is_written_number(name, tensor.shape) else name


def is_written_number(name: str, shape: Sequence[int]) -> bool:
    """Return whether a tensor is a number that stands in the call: torch.tensor(2.0)."""
    return not shape and name.startswith("torch.tensor(")


def between(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for an operator between two numbers, nothing for other functions."""
    verb = SPOKEN.get(call.operation.symbol or "") if call.operation else None
    if verb is None:
        return ""
    (first, _), (second, _) = sides(call, explained)
    factor = call.args[1] if in_older_order(call) else call.settings.get("alpha", 1)
    times = f" times {side(call, explained, factor)[0]}" if factor != 1 else ""
    said = verb if value else verb.replace("is ", "is not ")
    return f"{first} {said} {second}{times}{ROUNDED[call.settings.get('rounding_mode')]}."


ROUNDED = {None: "", "floor": ", rounded down", "trunc": ", rounded towards 0"}


def in_older_order(call: Call) -> bool:
    """Return whether a factor stands before what it multiplies, as in `torch.add(x, 3, y)`."""
    return len(call.args) > 2


def operands(call: Call) -> list[Any]:
    """Return the two operands of an operator."""
    return [call.args[0], call.args[2 if in_older_order(call) else 1]]


def sides(call: Call, explained: Explained) -> list[tuple[str, Number]]:
    """Return the two operands of an operator with their numbers."""
    return [side(call, explained, operand) for operand in operands(call)]


def side(call: Call, explained: Explained, argument: Any) -> tuple[str, Number]:
    """Return an operand of an operator, an element or the number itself, and its number."""
    if isinstance(argument, bool | int | float | complex):
        return literal(argument), argument
    name = call.name_of(argument)
    known = ((place(each), each.value) for each in explained.inputs if each.name == name)
    return next(known, (name, 0))


def divided_down(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for a quotient that is rounded down."""
    (first, dividend), (second, divisor) = sides(call, explained)
    if isinstance(divisor, complex) or not divisor or isinstance(dividend, complex):
        return f"{first} divided by {second}, rounded down."
    quotient = f"{dividend / divisor:.4g}"
    return f"{first} divided by {second} is {quotient}, rounded down: {literal(value)}."


def remaining(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for what remains of a division that is rounded down, or towards zero."""
    (first, dividend), (second, divisor) = sides(call, explained)
    if isinstance(dividend, complex) or isinstance(divisor, complex) or not divisor:
        return f"What remains of {first} divided by {second}."
    is_down = call.name == "remainder"
    sign = -1 if (dividend < 0) != (divisor < 0) else 1
    whole = dividend // divisor if is_down else abs(dividend) // abs(divisor) * sign
    count = int(whole) if math.isfinite(whole) else whole
    times = "once" if whole == 1 else f"{literal(count)} times"
    way = "down" if is_down else "towards 0"
    return f"{second} goes {times} into {first}, rounded {way}; {literal(value)} remains."


def in_bits(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for what is done bit by bit: the numbers in binary."""
    bits = [f"{each:b}" for _, each in sides(call, explained) if type(each) is int and each >= 0]
    return f"In binary: {joined(bits)} give {value:b}." if len(bits) == 2 else ""


def nearest(call: Call, explained: Explained, value: Number) -> str:
    """Return the words for a number that is rounded: halves go to the even neighbour."""
    element, decimals = explained.inputs[0], call.bound().get("decimals")
    if decimals:
        goal = counted(decimals, "decimal") if decimals > 0 else f"a multiple of {10**-decimals}"
        return f"{place(element)} = {shown(literal(element.value))}, rounded to {goal}."
    if element.value == value:
        return f"{place(element)} = {literal(element.value)} is a whole number already."
    if not isinstance(element.value, float) or element.value % 1 != HALF:
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
        if len(inputs) == 1:
            return f"{place(inputs[0])} is alone."
        shapes = {call.name_of(tensor): tuple(tensor.shape) for tensor in call.tensors}
        return f"{len(inputs)} elements {verb}: {regions(inputs, shapes)}."

    return words


# A table, as the words are functions of this room, of which ops know nothing.
WORDS: dict[str, Words] = {
    "floor_divide": divided_down,
    "remainder": remaining,
    "fmod": remaining,
    "round": nearest,
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), in_bits),
    "sum": reduced("added"),
    "prod": reduced("multiplied"),
    "mean": reduced("added, and the sum divided by their number"),
}
