"""`tensorlab class grade`: files in, points and a report out."""

import sys
from os.path import realpath

from tensorlab.classes.grading import Grading, files_in
from tensorlab.classes.kept import read_assignment
from tensorlab.classes.report import counted, page
from tensorlab.classes.results import Row, class_object
from tensorlab.classes.table import as_csv, for_canvas
from tensorlab.commands.batch import progress
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say, write_file
from tensorlab.workspace.pages_json import line


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
            raise WrongUsageError(f"{name} is to be read: it is not written over")
    with progress(sys.stdout, "files", len(files)) as report:
        results = Grading(assignment, jobs, scheduler).graded(files, report, resume=resume)
    graded = class_object(assignment, results, pseudonyms=pseudonyms)
    named = class_object(assignment, results, pseudonyms=False) if pseudonyms else graded
    for place, text in ((output, page(graded)), (csv, as_csv(named)), (canvas, for_canvas(named))):
        if place is not None:
            write_file(place, text)
            say(f"written to {place}")
    if form == "json":
        print(line(graded))
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
        half = f", half of them {graded['median']:g} of {graded['total']:g} points or more"
    print(f"{counted(graded['graded'], 'learner')} graded{half}")
