"""Rows of numbers (.csv, .tsv), with or without a line of names above."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


def read(path: Path) -> Tensor:
    """Return the rows as a matrix: of int64 if all numbers are whole, else of floats.

    Raises:
        ValueError: the rows are not equally long, or something in them is no number.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [(n, row) for n, row in enumerate(csv.reader(file, **separated(path)), 1) if row]
    if rows and all(number(cell) is None for cell in rows[0][1]):
        del rows[0]  # names
    found = [[number_at(n, place, cell) for place, cell in enumerate(row, 1)] for n, row in rows]
    for (n, _), row in zip(rows, found, strict=True):
        if len(row) != len(found[0]):
            raise ValueError(f"line {n} has {len(row)} numbers, the first has {len(found[0])}")
    made: Tensor = find("torch", "tensor")(found)
    return made


def write(path: Path, value: Any) -> None:
    """Write a vector as a row for each number, a matrix row by row."""
    if not isinstance(value, Tensor) or value.ndim not in {1, 2} or value.dtype.is_complex:
        raise TypeError("such a file holds a tensor of one or two dimensions, of real numbers")
    rows = value.detach().tolist()
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, **separated(path)).writerows(
            row if isinstance(row, Sequence) else [row] for row in rows
        )


def separated(path: Path) -> dict[str, Any]:
    """Return how the numbers of a row are kept apart."""
    tabs = path.suffix.lower() == ".tsv"
    return {"delimiter": "\t" if tabs else ",", "lineterminator": "\n"}


def number(text: str) -> int | float | None:
    """Return the number in a cell, None if there is none."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def number_at(line: int, place: int, text: str) -> int | float:
    """Return the number in a cell.

    Raises:
        ValueError: there is none.
    """
    found = number(text)
    if found is None:
        raise ValueError(f"line {line}, column {place}: {text!r} is no number")
    return found
