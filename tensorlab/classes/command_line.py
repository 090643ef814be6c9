"""The commands of a class: `tensorlab class ...`."""

import os
from typing import Annotated

import typer

from tensorlab.cli.options import ColourOption, DeviceName, PageForm, argument, command, option, use
from tensorlab.process.lifecycle import WrongUsageError

classes = typer.Typer(help="Teach a class: new, check, take, hand-in, grade.", no_args_is_help=True)
CORES = os.cpu_count() or 1
courses = typer.Typer()  # of the command `course`, what is remembered
File = Annotated[str, argument("FILE", "The assignment, as class.toml.")]
Learner = Annotated[str, option("--learner", "Who takes it: whose numbers and answers.", "NAME")]
Output = Annotated[str | None, option("--output", "Where it is written.", "FILE", "-o")]


@command(classes, "tensorlab class new week1 --lessons add,matmul --due 2026-12-01")
def new(
    folder: Annotated[str, argument("FOLDER", "Where class.toml is written.")],
    lessons: Annotated[str, option("--lessons", "What is asked, separated by commas.", "NAMES")],
    course: Annotated[
        str | None, option("--course", "A folder of your own lessons.", "PATH")
    ] = None,
    title: Annotated[str | None, option("--title", "What the class is called.", "TEXT")] = None,
    due: Annotated[str | None, option("--due", "The last day, or a time.", "2026-12-01")] = None,
    seed: Annotated[int | None, option("--seed", "A seed for the learners' numbers.", "N")] = None,
) -> int:
    """Begin an assignment, to edit by hand."""
    from tensorlab.classes.preparing import new

    return new(folder, lessons, course, title, due, seed)


@command(classes, "tensorlab class check class.toml")
def check(file: File, form: PageForm = "auto", color: ColourOption = "auto") -> int:
    """Find mistakes in an assignment, and say which questions are the same for everybody."""
    from tensorlab.classes.preparing import check

    return check(file, form)


@command(
    classes,
    "tensorlab class take class.toml --learner ada",
    "tensorlab class take class.toml --learner ada --list",
)
def take(
    file: File,
    learner: Learner,
    lesson: Annotated[str | None, argument("[LESSON]", "One of its lessons.")] = None,
    as_list: Annotated[bool, option("--list", "What is done and what is missing.")] = False,
    form: PageForm = "auto",
    device: DeviceName = None,
    color: ColourOption = "auto",
) -> int:
    """Take the lessons of an assignment, with numbers of your own."""
    from tensorlab.classes.doing import take

    use(device)
    return take(file, known(learner), lesson, form, as_list=as_list)


@command(classes, "tensorlab class hand-in class.toml --learner ada -o ada.jsonl", name="hand-in")
def hand_in(file: File, learner: Learner, output: Output = None) -> int:
    """Write one file of what you answered, with hints and times, and nothing else."""
    from tensorlab.classes.doing import hand_in

    return hand_in(file, known(learner), output)


@command(
    classes,
    "tensorlab class grade class.toml handed-in -o report.html --csv grades.csv",
    "tensorlab class grade class.toml *.jsonl --format json --pseudonyms",
)
def grade(
    file: File,
    files: Annotated[list[str], argument("FILES...", "Hand-ins, or a folder of them.")],
    output: Output = None,
    csv: Annotated[str | None, option("--csv", "Grades for a spreadsheet.", "FILE")] = None,
    canvas: Annotated[str | None, option("--canvas", "Grades for Canvas.", "FILE")] = None,
    form: PageForm = "auto",
    jobs: Annotated[int, option("--jobs", "How many processes.", "N", "-j", min=1)] = CORES,
    scheduler: Annotated[
        str | None, option("--scheduler", "Use several machines, with dask.", "ADDRESS")
    ] = None,
    resume: Annotated[bool, option("--resume", "Go on where it was interrupted.")] = False,
    pseudonyms: Annotated[bool, option("--pseudonyms", "No names in the report.")] = False,
    color: ColourOption = "auto",
) -> int:
    """Judge every answer anew, and report on the class."""
    from tensorlab.classes.reporting import grade

    return grade(
        file,
        files,
        output=output,
        csv=csv,
        canvas=canvas,
        form=form,
        jobs=jobs,
        scheduler=scheduler,
        resume=resume,
        pseudonyms=pseudonyms,
    )


@command(courses, "tensorlab course add ~/course", name="add")
def add_course(place: Annotated[str, argument("PATH", "A folder of lessons.")]) -> int:
    """Remember a folder of lessons: all commands know them from now on."""
    from tensorlab.classes.courses import add

    return add(place)


@command(courses, "tensorlab course list", name="list")
def list_courses(form: PageForm = "auto", color: ColourOption = "auto") -> int:
    """List the courses that are installed or added."""
    from tensorlab.classes.courses import list_courses

    return list_courses(form)


@command(courses, "tensorlab course remove ~/course", name="remove")
def remove_course(
    place: Annotated[str, argument("PATH", "A course, as the list names it.")],
) -> int:
    """Forget a folder of lessons; its files stay."""
    from tensorlab.classes.courses import remove

    return remove(place)


def known(learner: str) -> str:
    """Return the name of a learner.

    Raises:
        WrongUsageError: there is none, or one that is too long.
    """
    from tensorlab.assignments.hand_in import is_name, named

    name = named(learner)
    if not is_name(name):
        raise WrongUsageError("say who takes it: --learner NAME, of 200 characters at most")
    return name
