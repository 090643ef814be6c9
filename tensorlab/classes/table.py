"""Grades as a table that spreadsheets and learning platforms read: CSV."""

import csv
import io
from collections.abc import Iterable
from unicodedata import normalize

from tensorlab.classes.results import Row
from tensorlab.process.lifecycle import visible

COLUMNS = ("name", "points", "total", "flags")
# What Canvas asks for in the first line, before the title of what is graded.
OF_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would work out what begins so


def as_csv(graded: Row) -> str:
    """Return a row for each learner: name, points, total and flags."""
    rows = [
        (row["name"], row["points"], row["total"], " ".join(row["flags"]))
        for row in graded["learners"]
    ]
    return written([COLUMNS, *rows])


def for_canvas(graded: Row) -> str:
    """Return a row for each learner, as Canvas exports and imports its gradebook."""
    rows = [(row["name"], "", "", row["name"], "", row["points"]) for row in graded["learners"]]
    return written([(*OF_CANVAS, graded["title"]), *rows])


def written(rows: Iterable[tuple[object, ...]]) -> str:
    """Return rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(tuple(map(harmless, row)) for row in rows)
    return text.getvalue()


def harmless(cell: object) -> object:
    """Return what may stand in a cell: no formula, and no characters that control a screen."""
    if not isinstance(cell, str):
        return cell
    shown = visible(cell.replace("\n", " "))
    read = normalize("NFKC", shown)  # some read the wide signs of East Asia as these, too
    return f"'{shown}" if read.lstrip().startswith(FORMULA) else shown
