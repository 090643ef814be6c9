"""The commands of `tensorlab` and their options, a few lines each."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Annotated, Any, NoReturn

import typer

from tensorlab.process import finish
from tensorlab.version import __version__


class Command(typer.core.TyperCommand):
    """A command that returns its exit code; what goes wrong inside is not Typer's business."""

    def invoke(self, ctx: Any) -> NoReturn:
        """End with the exit code that the command returns."""
        raise typer.Exit(finish(lambda: super(Command, self).invoke(ctx)))


class ExpressionCommand(Command):
    """A command on an expression, which may begin with minus signs: `tensorlab eval '-x'`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line; beside other words an unknown option is a slip, no expression."""
        before_end = args[: args.index("--")] if "--" in args else args
        options = [option for parameter in self.params for option in parameter.opts]
        for word in before_end if len(args) > 1 else ():
            option = word.partition("=")[0]
            if LONG_OPTION.fullmatch(option) and option not in (*options, "--help"):
                near = get_close_matches(option, options, 1)
                advice = f" Did you mean {near[0]}?" if near else ""
                raise typer.BadParameter(f"No such option: {option}.{advice}")
        return super().parse_args(ctx, args)


LONG_OPTION = re.compile(r"--[a-z]{2,}[a-z-]*")


class Format(StrEnum):
    """How a result is written; auto is rich on a terminal, plain elsewhere."""

    auto = "auto"
    rich = "rich"
    plain = "plain"
    json = "json"
    narrated = "narrated"
    grid = "grid"


class ExplanationFormat(StrEnum):
    """How an explanation is written; auto steps on a terminal, and is plain elsewhere."""

    auto = "auto"
    rich = "rich"
    plain = "plain"
    json = "json"
    svg = "svg"
    html = "html"
    narrated = "narrated"


EXPRESSION = {"ignore_unknown_options": True}

Expression = Annotated[str, typer.Argument(metavar="EXPR", help="The program; - reads it.")]
ProgramFile = Annotated[str, typer.Argument(metavar="FILE", help="The program; - reads it.")]
Form = Annotated[Format, typer.Option("--format", help="How the result is written.")]
MaxSteps = Annotated[
    int | None, typer.Option("--max-steps", min=0, help="Steps a program may take; 0 is no limit.")
]
MaxMemory = Annotated[
    str | None,
    typer.Option("--max-memory", metavar="SIZE", help="Memory, as 500MB or 2GB; 0 is no limit."),
]
Timeout = Annotated[
    float | None, typer.Option(min=0, metavar="SECONDS", help="Time; 0 is no limit.")
]
DeviceName = Annotated[
    str | None,
    typer.Option("--device", metavar="NAME", help="Where tensors are made: cpu, cuda or meta."),
]
NoNotices = Annotated[bool, typer.Option("--no-notices", help="No notes on surprising results.")]


def use(device: str | None) -> None:
    """Let the programs of a command make their tensors on a device."""
    if device is not None:
        from tensorlab.devices import choose

        choose(device)


def lessons_beginning_with(incomplete: str) -> list[str]:
    """Return the lessons that the shell can complete a word to."""
    from tensorlab.course.library import lesson_names

    return [name for name in lesson_names() if name.startswith(incomplete)]


app = typer.Typer(
    name="tensorlab",
    help="Type a tensor expression, get PyTorch's answer, and ask why.",
    epilog="Exit codes: 0 fine, 1 the program failed, 2 wrong usage, 3 a check failed, "
    "130 interrupted.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def command_line(arguments: Sequence[str]) -> int:
    """Return the exit code of a command line after doing what it asks."""
    try:
        app(list(arguments), prog_name="tensorlab")
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    return 0


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Take the options that stand before a command."""
    if version:
        typer.echo(f"tensorlab {__version__}")
        raise typer.Exit


@app.command("eval", cls=ExpressionCommand, context_settings=EXPRESSION)
def evaluate(
    expression: Expression,
    form: Form = Format.auto,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
    device: DeviceName = None,
    no_notices: NoNotices = False,
) -> int:
    """Evaluate a tensor expression and show its value."""
    from tensorlab.commands.evaluate import evaluate
    from tensorlab.commands.limits import limits

    use(device)
    budget = limits(max_steps, max_memory, timeout)
    return evaluate(expression, form.value, budget, notices=not no_notices)


@app.command(cls=Command)
def run(
    file: ProgramFile,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
    device: DeviceName = None,
    no_notices: NoNotices = False,
) -> int:
    """Run a program from a file, as Python would run it with PyTorch."""
    from tensorlab.commands.limits import limits
    from tensorlab.commands.run import run

    use(device)
    return run(file, limits(max_steps, max_memory, timeout), notices=not no_notices)


@app.command(cls=Command)
def batch(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="Lines of JSON; - reads them.")
    ] = "-",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where answers go.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes at work.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with --output.")] = False,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Spread over machines by dask.")
    ] = None,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
) -> int:
    """Answer a stream of programs, a line of JSON for each: {"program": "torch.ones(2)"}."""
    from tensorlab.commands.batch import batch
    from tensorlab.commands.limits import limits

    budget = limits(max_steps, max_memory, timeout)
    return batch(file, output, budget, jobs=jobs, resume=resume, scheduler=scheduler)


@app.command(cls=Command, context_settings={"allow_interspersed_args": False})
def python(
    script: Annotated[str, typer.Argument(metavar="SCRIPT", help="The script; - reads it.")],
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[ARGS]...")] = None,
) -> NoReturn:
    """Run a script in plain Python, with torch answered by tensorlab.

    This is not the safe language: a script may read and write files and whatever else you may.
    """
    from tensorlab.commands.python import run_script

    run_script(script, arguments or ())


@app.command(cls=Command)
def repl(
    no_config: Annotated[bool, typer.Option("--no-config", help="Ignore the settings.")] = False,
    device: DeviceName = None,
) -> int:
    """Explore tensors at an interactive prompt."""
    from tensorlab.repl.start import start

    return start(use_configuration=not no_config, device=device)


@app.command(cls=Command)
def lesson(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A function or a topic.", autocompletion=lessons_beginning_with
        ),
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the lessons.")] = False,
    course: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Lessons to add to the installed ones.")
    ] = None,
    learner: Annotated[
        str, typer.Option(metavar="ID", envvar="TENSORLAB_LEARNER", help="Whose numbers.")
    ] = "",
    device: DeviceName = None,
) -> int:
    """Take a lesson; without a name, the one that comes next."""
    from tensorlab.repl.lesson_start import go_on, list_lessons, take_lesson

    use(device)
    if list_all:
        return list_lessons(course)
    return go_on(course=course) if name is None else take_lesson(name, None, course, learner)


@app.command(cls=Command)
def export(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A lesson, or: transcript.")],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Ends in .py, .ipynb, .md or .html."),
    ] = None,
) -> int:
    """Keep a lesson with your answers, or all that you solved, as a file."""
    from tensorlab.repl.exporting import export

    return export(name, output)


course = typer.Typer(help="Write lessons: new, check, preview, ideas.", no_args_is_help=True)
app.add_typer(course, name="course")


@course.command("new", cls=Command)
def new_lesson(file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.")]) -> int:
    """Begin a lesson."""
    from tensorlab.repl.course_commands import new

    return new(file)


@course.command("check", cls=Command)
def check_lessons(
    place: Annotated[
        str | None, typer.Argument(metavar="[PLACE]", help="A folder or file.")
    ] = None,
) -> int:
    """Run all that lessons hold, and say what their authors should mend."""
    from tensorlab.repl.course_commands import check

    return check(place)


@course.command("preview", cls=Command)
def preview_lesson(file: Annotated[str, typer.Argument(metavar="FILE", help="A lesson.")]) -> int:
    """Show a whole lesson, again whenever it is saved."""
    from tensorlab.repl.course_commands import preview

    return preview(file)


@course.command("ideas", cls=Command)
def list_ideas() -> int:
    """List the wrong ideas that lessons know by name."""
    from tensorlab.repl.course_commands import list_ideas

    return list_ideas()


@app.command(cls=Command)
def review(
    missed: Annotated[bool, typer.Option("--missed", help="What was missed, due or not.")] = False,
) -> int:
    """Answer questions that come back, with fresh numbers, for five minutes."""
    from tensorlab.repl.review_start import review

    return review(missed=missed)


@app.command(cls=Command)
def progress(
    restart: Annotated[
        str | None, typer.Option(metavar="LESSON", help="Forget a lesson, or all.")
    ] = None,
) -> int:
    """Show what is done, what is due, and which ideas come up again."""
    from tensorlab.repl.review_start import show_progress

    return show_progress(restart)


@app.command("help", cls=ExpressionCommand, context_settings=EXPRESSION)
def help_page(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A function, method or operator.")],
) -> int:
    """Explain a function: signature, examples, gradient, relatives."""
    from tensorlab.commands.help import show_help

    return show_help(name)


@app.command(cls=ExpressionCommand, context_settings=EXPRESSION)
def explain(
    expression: Annotated[
        str, typer.Argument(metavar="EXPR", help="The program, or the code of an error.")
    ],
    form: Annotated[ExplanationFormat, typer.Option("--format", help="How it is written.")] = (
        ExplanationFormat.auto
    ),
    cell: Annotated[
        list[str] | None, typer.Option(metavar="INDEX", help="A cell, as 0,1; repeatable.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")
    ] = None,
) -> int:
    """Show how a result came about, cell by cell."""
    from tensorlab.commands.explain import explain

    return explain(expression, form.value, cell or (), output)


@app.command(cls=Command)
def info() -> int:
    """Show versions, devices and where files are kept."""
    from tensorlab.commands.info import show_information

    return show_information()
