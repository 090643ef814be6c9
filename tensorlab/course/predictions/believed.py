"""The idea behind a wrong prediction, as far as what was typed and what happens make it sure."""

import ast
import re
from collections.abc import Callable
from typing import Any

from tensorlab.course.answers.comparison import Seen, flatten
from tensorlab.course.answers.verdicts import Misconception, PredictionKind
from tensorlab.course.lessons.lesson import Predict
from tensorlab.course.misconceptions.alignment import differing
from tensorlab.course.misconceptions.diagnosis import known
from tensorlab.course.misconceptions.facts import FORETOLD, lengths_of_one
from tensorlab.course.misconceptions.readings import gone_in, left_out, misread, readings
from tensorlab.course.misconceptions.rewriting import alike
from tensorlab.course.predictions.prediction import nested_shape

LONGEST = 60  # characters of a part that is shown
OF: dict[PredictionKind, str] = {"shape": "the shape of ", "dtype": "the data type of "}


def idea_behind(
    predict: Predict, expected: object, given: object, gives: Callable[[str], bool]
) -> Misconception | None:
    """Return the idea behind a prediction of an answer, None where none is sure.

    A program that is read with an idea may give by chance what was typed: the idea is told where no
    other one gives it, nor a part of the program that is taken for the whole. Else the program is
    shown that would give it.
    """
    for part, program in gone_in(predict.source) if predict.what != "view-or-copy" else ():
        if len(part) <= LONGEST and gives(program):
            return known("as-it-was", f"That is {OF.get(predict.what, '')}`{part}`.")
    for line, program in left_out(predict.source):
        if gives(program):
            return known("line-ignored", f"That would be right without `{line}`.")
    found = [(idea, program) for idea, program in readings(predict.source) if gives(program)]
    if len({idea for idea, _ in found}) == 1:
        return known(found[0][0])
    if predict.what in {"shape", "value"}:
        for program in (*(each for _, each in found), *misread(predict.source)):
            if gives(program):
                return known("read-otherwise", f"That is right for `{put_in(predict, program)}`.")
    name = fact(predict.what, expected, given)
    return known(name) if name else None


def put_in(predict: Predict, program: str) -> str:
    """Return what a program has in place of something in that of the question, on one line."""
    one, other = ast.parse(predict.source), ast.parse(program)
    pairs = zip(one.body, other.body, strict=True)
    line = next(ast.unparse(new) for old, new in pairs if not alike(old, new))
    if len(line) <= LONGEST and "\n" not in line:
        return line
    return ast.unparse(next(differing(one, other))[1])


def fact(what: PredictionKind, expected: Any, given: Any) -> str | None:
    """Return the idea that what was typed shows beside what happens."""
    if what == "dtype":
        return "bits-mixed-up" if kind_of(expected) == kind_of(given) else "kind-mixed-up"
    if what == "view-or-copy":
        return "view-copies" if expected == "view" else "copy-shares"
    if what == "shape" and len(expected) != len(given):
        shapes = Seen("tensor", expected), Seen("tensor", given)
        return "ones-ignored" if lengths_of_one(*shapes) else "dimensions-miscounted"
    pair = seen(expected), seen(given)
    return next((idea for idea, holds in FORETOLD if holds(*pair)), None)


def seen(value: object) -> Seen:
    """Return the numbers of a value, or the lengths of a shape, as a tensor is seen."""
    numbers = list(value) if isinstance(value, tuple) else value
    return Seen("tensor", nested_shape(numbers) or (), elements=tuple(flatten(numbers)))


def kind_of(dtype: str) -> str:
    """Return the name of a data type without its bits."""
    return re.sub(r"\d|\bb(?=f)|\bu(?=i)", "", dtype)
