"""Answers that are neither right nor wrong: what is right in them, so that nobody loses a try."""

import math
import re
from typing import Any

from tensorlab.course.answers.comparison import flatten
from tensorlab.course.answers.verdicts import PredictionKind
from tensorlab.course.predictions import reader
from tensorlab.course.predictions.prediction import ACCEPTS, judge, nested_shape
from tensorlab.frozen import pattern

JOINED = pattern(r"(?<![\d.])([+-]?\d+),(\d+)(?![\d.])")
SHAPE_SAID = pattern(r"\d\s*(x|by|\u00d7)\s*\d|\(|rows?|columns?|shape|size", re.IGNORECASE)
ROW = pattern(
    r"\b(row|column)(?: vector)? (?:of|with)(?: length)? \w+(?: (?!col)\w+)?[.!]*$", re.IGNORECASE
)
RIGHT_SHAPE = "That is the right shape. And which numbers are in it?"
FEWEST_DECIMALS = 3


def nearly(what: PredictionKind, expected: object, given: object, text: str) -> str:
    """Return what is right in an answer and what is missing; nothing where it is to be judged."""
    if what == "shape" and (line := either_line(expected, given, text)):
        two = "(1, 3)" if line == "row" else "(3, 1)"
        return f"A {line} may have one dimension, as in (3,), or two, as in {two}. Which one is it?"
    if reader.ERROR in (expected, given) or isinstance(expected, str) or what != "value":
        return same_but_for_blanks(expected, given) if what == "text" else ""
    if meant_decimals(expected, given, text):
        return (
            "Is the comma a decimal point? Then write a point: 0.5. Between numbers leave a space."
        )
    if judge(what, expected, given).equal:
        return other_type(expected, given)
    one, other = flatten(expected), flatten(given)
    if not isinstance(given, list) and len(one) > 1 and judge(what, one, other * len(one)).equal:
        return "The number is right, and every element has it. Type them all, in brackets."
    same_elements = judge(what, one, other).equal or same_numbers(one, other)
    if same_elements and nested_shape(expected) != nested_shape(given):
        return "The numbers are right, the brackets are not yet: each dimension has its own pair."
    if same_elements:
        return other_type(expected, given)
    if right_shape(what, expected, text):
        return RIGHT_SHAPE
    if nested_shape(expected) == nested_shape(given) and rounded_off(one, other):
        return "Right as far as it goes: PyTorch prints four decimals."
    return ""


def either_line(expected: Any, given: Any, text: str) -> str:
    """Return "row" where "a row of 3" was said and it has its other form; so with a column."""
    said = ROW.search(text)
    if not said or reader.ERROR in (expected, given):
        return ""
    one, other = tuple(expected), tuple(given)
    either = one in ((1, *other), (*other, 1)) or other in ((1, *one), (*one, 1))
    return said[1].lower() if either else ""


def right_shape(what: PredictionKind, expected: object, text: str) -> bool:
    """Return whether somebody names the shape of the value that is asked."""
    said = what == "value" and expected != reader.ERROR and SHAPE_SAID.search(text)
    return bool(said) and reader.read_shape(text) == nested_shape(expected)


def same_but_for_blanks(expected: object, given: object) -> str:
    """Return what is missing where only the numbers of a printed tensor were typed."""
    if not (isinstance(expected, str) and isinstance(given, str)):
        return ""
    inner = re.fullmatch(r"tensor\((.*)\)", "".join(expected.split()))
    if inner and inner[1] == "".join(given.split()):
        return "The value is right. And what does PyTorch print around it?"
    return ""


def other_type(expected: object, given: object) -> str:
    """Return what is wrong with the type of elements whose values are right."""
    one, other = flatten(expected), flatten(given)
    truths = [any(isinstance(element, bool) for element in each) for each in (one, other)]
    if truths[0] != truths[1]:
        asked = "truth values, True or False" if truths[0] else "numbers, not True or False"
        return f"The right elements, but of another type: here they are {asked}."
    whole = all(isinstance(element, int) for element in one)
    if whole and any(isinstance(element, float) for element in other):
        return "The numbers are right, but these are whole: PyTorch prints them without a point."
    return ""


def same_numbers(one: list[Any], other: list[Any]) -> bool:
    """Return whether elements are equal when True counts as 1."""
    try:
        return len(one) == len(other) and all(
            complex(a) == complex(b) for a, b in zip(one, other, strict=True)
        )
    except (TypeError, ValueError, OverflowError):
        return False


def rounded_off(one: list[Any], other: list[Any]) -> bool:
    """Return whether the given numbers are the expected ones with fewer decimals."""
    numbers = all(isinstance(element, float | int) for element in (*one, *other))
    return numbers and len(one) == len(other) and all(map(is_rounded, one, other))


def is_rounded(expected: float, given: float) -> bool:
    """Return whether a number is another one, cut or rounded to at least one decimal."""
    if isinstance(given, int) or not (math.isfinite(expected) and math.isfinite(given)):
        return expected == given
    decimals = len(f"{given!r}".partition(".")[2]) if isinstance(given, float) else 0
    if not 0 < decimals < FEWEST_DECIMALS or abs(expected) < 10**-decimals:
        return expected == given
    scale = 10.0**decimals
    return given in (round(expected, decimals), math.trunc(expected * scale) / scale)


def meant_decimals(expected: object, given: object, text: str) -> bool:
    """Return whether somebody may have written decimal commas: 0,5 for 0.5."""
    joined = JOINED.sub(r"\1.\2", text)
    if joined == text or judge("value", expected, given).equal:
        return False
    other = reader.read_value(joined)
    if other is None or not any(isinstance(element, float) for element in flatten(expected)):
        return False
    return nested_shape(other) == nested_shape(expected) or text.count(",") == 1


def advice(what: PredictionKind, text: str) -> str:
    """Return what to type instead of a text that could not be understood."""
    words = " ".join(text.split())
    accepts = ACCEPTS[what]
    if reader.NO_IDEA.fullmatch(words):
        return (
            "Take a guess: being wrong costs nothing here. Or type hint, or skip to see the answer."
        )
    if reader.SAME.fullmatch(words):
        return f"The same as what? Type {accepts}."
    if what == "dtype" and words.lower() in reader.WHOLE:
        return "Whole numbers of how many bits: int64, int32 ...?"
    if what == "dtype" and words.lower() == "complex":
        return "Of how many bits, both parts together: complex64, complex128 ...?"
    if what in {"shape", "dtype"} and isinstance(reader.read_value(words), bool):
        return f"This is not a yes-or-no question. Type {accepts}."
    if what == "dtype" and reader.read_value(words) is not None:
        return f"That is a value; the data type is asked for. Type {accepts}."
    if what == "shape" and reader.read_value(words) is not None:
        return f"Those are numbers; the shape says how many there are. Type {accepts}."
    if what == "shape" and reader.SAID["counted"].fullmatch(words.lower()):
        return f"That is only a part of the shape: how long is each dimension? Type {accepts}."
    if what == "value" and words.count("[") != words.count("]"):
        return "The brackets do not close: every [ needs its ]."
    if what == "value" and "*" not in words and reader.read_shape(words) is not None:
        return f"That sounds like a shape; the numbers are asked for. Type {accepts}."
    if reader.PROGRAM.search(words):
        return f"Nothing is computed here: predict it yourself. Type {accepts}."
    return f"That was not understood, and is not counted. Type {accepts}."
