"""Rows of numbers (.csv, .tsv), with or without a line of names above."""

import csv
from pathlib import Path
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.files.arrays import dense
from tensorlab.ops.loading import find

VECTOR = "value"  # the name above a column that is a vector, not a matrix
TRUTH = {"True": True, "False": False}
Number = int | float


def read(path: Path) -> Tensor:
    """Return the rows as a matrix: of int64 if all numbers are whole, else of floats.

    A column below the name `value` is a vector.

    Raises:
        ValueError: the rows are not equally long, or something in them is not a number.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [(n, row) for n, row in enumerate(csv.reader(file, **separated(path)), 1) if row]
    names = (
        rows.pop(0)[1] if rows and all(number(element) is None for element in rows[0][1]) else []
    )
    found = [
        [number_at(n, place, element) for place, element in enumerate(row, 1)] for n, row in rows
    ]
    for (n, _), row in zip(rows, found, strict=True):
        if len(row) != len(found[0]):
            raise ValueError(f"line {n} has {len(row)} numbers, the first has {len(found[0])}")
    elements = [row[0] for row in found] if names == [VECTOR] else found
    made: Tensor = find("torch", "tensor")(elements)
    return made


def write(path: Path, value: object) -> None:
    """Write a vector as a column with a name above it, a matrix row by row.

    Raises:
        TypeError: it is neither, or has other elements than real numbers and truth values.
    """
    if not isinstance(value, Tensor) or value.ndim not in {1, 2} or value.dtype.is_complex:
        raise TypeError("such a file holds a tensor of one or two dimensions, of real numbers")
    if value.ndim == 2 and not value.numel():
        raise TypeError(f"rows of {value.shape[1]} numbers would be lost where there are none")
    rows = dense(value).detach().tolist()
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, **separated(path))
        lines.writerows(rows if value.ndim == 2 else [[VECTOR], *([element] for element in rows)])


def separated(path: Path) -> dict[str, Any]:
    """Return how the numbers of a row are kept apart."""
    tabs = path.suffix.lower() == ".tsv"
    return {"delimiter": "\t" if tabs else ",", "lineterminator": "\n"}


def number(text: str) -> Number | None:
    """Return the number in an element, or the truth value; None if there is none."""
    if text in TRUTH:
        return TRUTH[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def number_at(line: int, place: int, text: str) -> Number:
    """Return the number in an element.

    Raises:
        ValueError: there is none.
    """
    found = number(text)
    if found is None:
        raise ValueError(f"line {line}, column {place}: {text!r} is not a number")
    return found
