"""Determinants: by cofactors up to 3 x 3, by elimination above."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import behind_operator, literal, number, same, shown
from tensorlab.explain.arithmetic.terms import Term, constant, of_element
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Frame, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    distinct,
)
from tensorlab.frozen import replace

LARGEST = 8
COFACTORS = 3
ELIMINATION = "After elimination only the diagonal counts; each swap of two rows changes the sign."
MINOR = "minor: the determinant of what is left without the row and the column of a place."


def by_cofactors(call: Call) -> Explainer:
    """Tell of torch.det: the sum over the first row, or the product of the pivots."""
    input = call.args[0] if call.args else call.settings.get("input", call.settings.get("A"))
    if not isinstance(input, Tensor) or input.ndim < 2 or input.shape[-1] > LARGEST:
        raise CannotExplainError
    if input.dtype.is_complex:
        raise CannotExplainError
    size = input.shape[-1]

    def explain(part: int | None, index: Index) -> Explained:
        rows = [
            [of_element(call.element(input, (*index, row, column))) for column in range(size)]
            for row in range(size)
        ]
        elements = distinct(
            tuple(element for row in rows for term in row for element in term.elements)
        )
        value = number(call.result, index)
        if size > COFACTORS:
            return eliminated(rows, elements, index)
        term = expanded(rows) if size else constant(1.0)
        if not same(term.value, value, call.result.dtype, term.scale):
            raise CannotExplainError
        return Explained(
            term.text,
            distinct((*term.elements, *elements)),
            SENTENCES[size],
            tuple(minors(rows)) if size == 3 else (),
            derived=True,
        )

    return explain


SENTENCES = {
    0: "An empty matrix has determinant 1.",
    1: "The determinant of a single number is the number itself.",
    2: "The product down the diagonal, [0, 0]*[1, 1], minus the other one, [0, 1]*[1, 0].",
    3: "Each of the 3 elements of row 0 times the determinant of what is left without its row and "
    "column, with signs +, -, +.",
}


def expanded(rows: list[list[Any]]) -> Any:
    """Return the determinant of a small matrix of terms."""
    if len(rows) == 1:
        return rows[0][0]
    if len(rows) == 2:
        (a, b), (c, d) = rows
        return a * d - b * c
    first, *rest = rows
    parts = [element * expanded(without(rest, column)) for column, element in enumerate(first)]
    return parts[0] - parts[1] + parts[2]


def without(rows: list[list[Term]], column: int) -> list[list[Term]]:
    """Return rows without one column."""
    return [row[:column] + row[column + 1 :] for row in rows]


def minors(rows: list[list[Term]]) -> list[Frame]:
    """Return a step for the small determinant beside each element of the first row."""
    steps = []
    for column in range(len(rows)):
        term = expanded(without(rows[1:], column))
        steps.append(
            Frame(
                (0, column),
                term.value,
                distinct(term.elements),
                term.text,
                "" if column else MINOR,
                name="minor",
            )
        )
    return steps


def eliminated(rows: list[list[Term]], elements: tuple[Element, ...], index: Index) -> Explained:
    """Return the determinant as the product of the pivots, with the elimination as steps."""
    numbers = [[float(term.value) for term in row] for row in rows]
    steps: list[Frame] = []
    swaps: list[str] = []  # that no step has told yet
    sign = 1
    for column in range(len(numbers)):
        best = max(range(column, len(numbers)), key=lambda row: abs(numbers[row][column]))
        if numbers[best][column] == 0.0:
            return Explained(
                "0.0", elements, f"Column {column} has no pivot left, so it is 0.", (*steps,)
            )
        if best != column:
            numbers[column], numbers[best] = numbers[best], numbers[column]
            sign = -sign
            swaps.append(f"Rows {column} and {best} are swapped.")
        found = cleared(numbers, column)
        if found:
            found[0] = replace(found[0], sentence=" ".join([*swaps, found[0].sentence]))
            swaps.clear()
        steps += found
    factors = [behind_operator(numbers[place][place]) for place in range(len(numbers))]
    text = "*".join(factors)
    return Explained(
        text if sign > 0 else f"-({text})",
        elements,
        " ".join([ELIMINATION, *swaps]),
        tuple(steps),
        note=f"The factors are the pivots that are left, {factors[-1]} the last of them.",
    )


def cleared(numbers: list[list[float]], column: int) -> list[Frame]:
    """Subtract a pivot's row from those below it, and return a step for each changed element."""
    steps = []
    pivot = numbers[column]
    for place in range(column + 1, len(numbers)):
        row = numbers[place]
        factor = row[column] / pivot[column]
        if factor == 0.0:
            continue
        for at in range(column, len(row)):
            text = f"{literal(row[at])} - {behind_operator(factor)}*{behind_operator(pivot[at])}"
            row[at] = row[at] - factor * pivot[at] if at > column else 0.0
            if at > column:
                sentence = f"Row {place} minus {shown(literal(factor))} times row {column}."
                sentence = sentence if at == column + 1 else ""
                steps.append(Frame((place, at), row[at], (), text, sentence))
    return steps
