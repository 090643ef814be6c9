"""`tensorlab class grade`: files in, points, a CSV table and a report out."""

import csv
import io
from collections.abc import Iterable
from os.path import realpath
from unicodedata import normalize

from tensorlab.classes.grading import Grading, files_in
from tensorlab.classes.kept import read_assignment
from tensorlab.classes.report import page
from tensorlab.classes.results import Row, class_object
from tensorlab.commands.batch import progress
from tensorlab.frozen import json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say, visible, write_file
from tensorlab.wording import counted

COLUMNS = ("name", "points", "total", "flags")
# What Canvas asks for in the first line, before the title of what is graded.
OF_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
# a spreadsheet would work out what begins so
FORMULA = ("=", "+", "-", "@", "\t", "\r")


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
    # some read the wide signs of East Asia as these, too
    read = normalize("NFKC", shown)
    return f"'{shown}" if read.lstrip().startswith(FORMULA) else shown


def grade(
    file: str,
    places: list[str],
    *,
    output: str | None,
    csv: str | None,
    canvas: str | None,
    form: str,
    jobs: int,
    scheduler: str | None,
    resume: bool,
    pseudonyms: bool,
) -> int:
    """Grade files, write what is asked for, and return the exit code.

    Raises:
        WrongUsageError: the assignment cannot be read, or a result not be written.
    """
    assignment = read_assignment(file)
    files = files_in(places)
    wanted = [name for name in (output, csv, canvas) if name is not None]
    taken = {realpath(path) for path in (*files, assignment.path)}
    for name in wanted:
        if realpath(name) in taken:
            raise WrongUsageError(f"{name} is one of the files to read: it is not overwritten")
    with progress(None, "files", len(files)) as report:
        results = Grading(assignment, jobs, scheduler).graded(files, report, resume=resume)
    graded = class_object(assignment, results, pseudonyms=pseudonyms)
    named = class_object(assignment, results, pseudonyms=False) if pseudonyms else graded
    for place, text in ((output, page(graded)), (csv, as_csv(named)), (canvas, for_canvas(named))):
        if place is not None:
            write_file(place, text)
            say(f"written to {place}")
    if form == "json":
        print(json_line(graded))
    else:
        tell(graded)
    return ExitCode.FAILED if graded["not_graded"] or graded["files"] else ExitCode.FINE


def tell(graded: Row) -> None:
    """Say how it went, and what could not be graded."""
    for row in graded["learners"]:
        if row["error"] is not None:
            say(f"{row['name']}: {row['error']}")
    half = ""
    if graded["graded"]:
        half = f", half of them {graded['median']:g} of {counted(graded['total'], 'point')} or more"
    print(f"{counted(graded['graded'], 'learner')} graded{half}")
