"""The command line of `tensorlab`: its commands, and those that explain."""

import os
import re
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated

import typer

from tensorlab.classes.command_line import classes
from tensorlab.cli import options
from tensorlab.cli.about import about
from tensorlab.cli.lessons import lessons
from tensorlab.cli.programs import programs
from tensorlab.process.lifecycle import ExitCode, Telling, finish, refuse
from tensorlab.version import VERSION

app = typer.Typer(
    name="tensorlab",
    cls=options.Commands,
    context_settings=options.NAMES,
    help="Type a tensor expression, get PyTorch's answer, and ask why.",
    epilog="tensorlab eval 'torch.arange(6).view(2, 3).sum(0)'\n"
    "tensorlab explain 'torch.ones(2, 3) @ torch.ones(3)'\n"
    "tensorlab help running product\n"
    "tensorlab lesson matmul",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def command_line(arguments: Sequence[str]) -> int:
    """Return the exit code of a command line after doing what it asks.

    Who asks for JSON is told in JSON, too, what is wrong with a command line.
    """
    Telling.json = asks_for_json(arguments)
    try:
        code: int = app(list(arguments), prog_name="tensorlab", standalone_mode=not Telling.json)
    except options.USAGE_ERROR as error:
        refuse(error.format_message())
        return ExitCode.WRONG_USAGE
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    return code or 0


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether the answer to a command line is to be JSON."""
    words = " ".join(options.IN_FULL.get(word, word) for word in takewhile("--".__ne__, arguments))
    given = re.findall(r"--format[ =](\w+)", words) or [os.environ.get("TENSORLAB_FORMAT", "")]
    return bool(given[-1] == "json")


@app.callback(invoke_without_command=True)
def before_command(
    context: typer.Context,
    version: Annotated[bool, options.option("--version", "Show the version.")] = False,
    color: options.ColourOption = "auto",
) -> None:
    """Take the options that stand before a command."""
    if version:
        typer.echo(f"tensorlab {VERSION}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from tensorlab.commands.welcome import welcome

        if sys.stdin.isatty() and sys.stdout.isatty():
            raise typer.Exit(finish(welcome))
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


app.add_typer(programs)
app.add_typer(lessons)
app.add_typer(classes, name="class")


@options.command(
    app,
    "tensorlab help cumprod",
    "tensorlab help x.sum",
    "tensorlab help running product",
    name="help",
    kind=options.ExpressionCommand,
)
def help_page(
    context: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", help="A function, method, operator, words, or a command."),
    ] = None,
    form: options.PageForm = "auto",
    color: options.ColourOption = "auto",
) -> int:
    """Explain a function, or find one by what it does."""
    from tensorlab.commands.help import show_help

    return show_help(" ".join(name) if name else None, context.find_root(), form)


@options.command(
    app,
    "tensorlab explain --element 0,1 'torch.ones(2, 3) @ torch.ones(3, 2)'",
    "tensorlab explain -o product.svg 'torch.ones(2, 3) @ torch.ones(3, 2)'",
    "tensorlab explain TL001",
    kind=options.ExpressionCommand,
)
def explain(
    expression: Annotated[str, options.argument("EXPR", "The program, or the code of an error.")],
    form: Annotated[
        options.ExplanationFormat, options.option("--format", "How it is written.")
    ] = "auto",
    element: Annotated[
        list[str] | None,
        options.option("--element", "An element, as 0,1; repeatable.", "INDEX", "--cell"),
    ] = None,
    output: Annotated[
        str | None, options.option("--output", "Write to a new file.", "FILE", "-o")
    ] = None,
    force: Annotated[bool, options.option("--force", "Overwrite it if it exists.")] = False,
    play: Annotated[bool, options.option("--play", "Go through it term by term.")] = False,
    seed: options.Seed = None,
    dtype: options.TypeName = None,
    precision: options.Precision = None,
    max_steps: options.MaxSteps = None,
    max_memory: options.MaxMemory = None,
    timeout: options.Timeout = None,
    device: options.DeviceName = None,
    color: options.ColourOption = "auto",
) -> int:
    """Show how a result came about, element by element."""
    from tensorlab.commands.explain import Output, explain
    from tensorlab.commands.initial_options import InitialOptions, limits

    options.use(device)
    budget = limits(max_steps, max_memory, timeout)
    file = None if output is None else Output(output, force)
    beginning = InitialOptions(seed, dtype, precision)
    return explain(expression, form, element or (), file, budget, beginning, play=play)


app.add_typer(about)
