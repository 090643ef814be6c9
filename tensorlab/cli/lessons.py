"""The commands for lessons: to take them, to come back to them, to write them."""

from typing import Annotated

import typer

from tensorlab.classes.command_line import courses
from tensorlab.cli.options import ColourOption, DeviceName, PageForm, argument, command, option, use

lessons = typer.Typer()
Course = Annotated[
    str | None, option("--course", "Lessons to add to the installed ones.", "FOLDER")
]
Learner = Annotated[str, option("--learner", "Whose numbers and progress.", "ID")]


@command(lessons, "tensorlab lesson", "tensorlab lesson @", "tensorlab lesson --list shapes")
def lesson(
    name: Annotated[str | None, argument("[NAME]", "A function or a topic.")] = None,
    as_list: Annotated[
        bool, option("--list", "The map of the lessons, or a track's lessons.")
    ] = False,
    whole: Annotated[bool, option("--all", "With --list: all, with titles.")] = False,
    course: Course = None,
    learner: Learner = "",
    form: PageForm = "auto",
    device: DeviceName = None,
    color: ColourOption = "auto",
) -> int:
    """Take a lesson; without a name, the one that comes next."""
    from tensorlab.repl.lesson_start import go_on, list_lessons, take_lesson

    use(device)
    if as_list or whole:
        return list_lessons(course, form, "all" if whole else name or "", learner)
    if name is None:
        return go_on(course, learner, form)
    return take_lesson(name, None, course, learner, form)


@command(
    lessons, "tensorlab export matmul -o matmul.ipynb", "tensorlab export transcript -o solved.md"
)
def export(
    name: Annotated[str, argument("NAME", "A lesson, or: transcript.")],
    output: Annotated[
        str | None,
        option("--output", "Ends in .py, .ipynb, .md or .html.", "FILE", "-o"),
    ] = None,
    course: Course = None,
    learner: Learner = "",
) -> int:
    """Keep a lesson with your answers, or all that you solved, as a file."""
    from tensorlab.repl.course_commands import export

    return export(name, output, course, learner)


course = typer.Typer(help="Write lessons: new, check, preview, ideas.", no_args_is_help=True)
lessons.add_typer(course, name="course")
course.add_typer(courses)


@command(course, "tensorlab course new lessons/sum.md", name="new")
def new_lesson(file: Annotated[str, argument("FILE", "A new file.")]) -> int:
    """Begin a lesson."""
    from tensorlab.repl.course_commands import new

    return new(file)


@command(course, "tensorlab course check lessons", name="check")
def check_lessons(
    place: Annotated[str | None, argument("[PLACE]", "A folder or file.")] = None,
    form: PageForm = "auto",
    color: ColourOption = "auto",
) -> int:
    """Run all that lessons hold, and say what their authors should mend."""
    from tensorlab.repl.course_commands import check

    return check(place, form)


@command(course, "tensorlab course preview lessons/sum.md", name="preview")
def preview_lesson(
    file: Annotated[str, argument("FILE", "A lesson.")],
    color: ColourOption = "auto",
) -> int:
    """Show a whole lesson, again whenever it is saved."""
    from tensorlab.repl.course_commands import preview

    return preview(file)


@command(course, "tensorlab course ideas", name="ideas")
def list_ideas(form: PageForm = "auto", color: ColourOption = "auto") -> int:
    """List the wrong ideas that lessons know by name."""
    from tensorlab.repl.course_commands import list_ideas

    return list_ideas(form)


@command(lessons, "tensorlab review --missed")
def review(
    missed: Annotated[bool, option("--missed", "What was missed, due or not.")] = False,
    course: Course = None,
    learner: Learner = "",
    form: PageForm = "auto",
    color: ColourOption = "auto",
) -> int:
    """Answer questions that come back, with fresh numbers, for five minutes."""
    from tensorlab.repl.lesson_start import review

    return review(missed=missed, form=form, course=course, learner=learner)


@command(lessons, "tensorlab progress", "tensorlab progress --restart matmul")
def progress(
    restart: Annotated[
        str | None, option("--restart", "Forget a lesson, or all.", "LESSON")
    ] = None,
    course: Course = None,
    learner: Learner = "",
    form: PageForm = "auto",
    color: ColourOption = "auto",
) -> int:
    """Show what is done, what is due, and which ideas come up again."""
    from tensorlab.repl.lesson_start import show_progress

    return show_progress(restart, form, course, learner)
