"""The commands of `tensorlab` and their options, a few lines each."""

import os
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, NoReturn

import typer

from tensorlab.cli_about import about
from tensorlab.cli_lessons import lessons
from tensorlab.options import (
    AUTO,
    EXPRESSION,
    IN_FULL,
    NAMES,
    USAGE_ERROR,
    ColourOption,
    Command,
    Commands,
    DeviceName,
    ExplanationFormat,
    ExpressionCommand,
    Expressions,
    Form,
    Format,
    GivenFiles,
    GivenValues,
    MaxMemory,
    MaxSteps,
    NoConfig,
    NoNotices,
    PageForm,
    PageFormat,
    Precision,
    ProgramFile,
    SavedFile,
    Seed,
    Timeout,
    TypeName,
    option,
    use,
)
from tensorlab.process import ExitCode, Telling, finish, refuse
from tensorlab.reading import program_of_file
from tensorlab.version import __version__

app = typer.Typer(
    name="tensorlab",
    cls=Commands,
    context_settings=NAMES,
    help="Type a tensor expression, get PyTorch's answer, and ask why.",
    epilog="tensorlab eval 'torch.arange(6).view(2, 3).sum(0)'\n"
    "tensorlab explain 'torch.ones(2, 3) @ torch.ones(3)'\n"
    'tensorlab help "running product"\n'
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
    except USAGE_ERROR as error:
        refuse(error.format_message())
        return ExitCode.WRONG_USAGE
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else int(ending.code is not None)
    return code or 0


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether the answer to a command line is to be JSON."""
    words = " ".join(IN_FULL.get(word, word) for word in takewhile("--".__ne__, arguments))
    given = re.findall(r"--format[ =](\w+)", words) or [os.environ.get("TENSORLAB_FORMAT", "")]
    return bool(given[-1] == "json")


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    color: ColourOption = AUTO,
) -> None:
    """Take the options that stand before a command."""
    if version:
        typer.echo(f"tensorlab {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from tensorlab.commands.welcome import is_at_terminal, welcome

        if is_at_terminal():
            raise typer.Exit(finish(welcome))
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


@app.command(
    "eval",
    cls=ExpressionCommand,
    context_settings=EXPRESSION,
    epilog="tensorlab eval 'x = torch.arange(3)' 'x + 1' 'x.sum()'\n"
    "tensorlab eval --seed 0 --format json 'torch.rand(2)'\n"
    "echo 'torch.ones(2)' | tensorlab eval -",
)
def evaluate(
    expressions: Expressions,
    form: Form = Format.auto,
    seed: Seed = None,
    dtype: TypeName = None,
    precision: Precision = None,
    set_: GivenValues = None,
    load: GivenFiles = None,
    save: SavedFile = None,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
    device: DeviceName = None,
    no_notices: NoNotices = False,
    color: ColourOption = AUTO,
) -> int:
    """Evaluate tensor expressions and show their values."""
    from tensorlab.commands.beginning import Beginning
    from tensorlab.commands.evaluate import evaluate
    from tensorlab.commands.limits import limits
    from tensorlab.commands.values import Values

    use(device)
    budget = limits(max_steps, max_memory, timeout)
    beginning = Beginning(seed, dtype, precision)
    values = Values(set_ or (), load or (), save)
    return evaluate(
        expressions, form.value, budget, notices=not no_notices, beginning=beginning, values=values
    )


@app.command(cls=Command, context_settings=NAMES, epilog="tensorlab run --seed 0 program.py\n"
             "tensorlab run -i program.py   (and go on at the prompt)")  # fmt: skip
def run(
    file: ProgramFile,
    interactive: Annotated[
        bool, typer.Option("-i", help="Go on at the prompt, with its names.")
    ] = False,
    form: PageForm = PageFormat.auto,
    seed: Seed = None,
    dtype: TypeName = None,
    precision: Precision = None,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
    device: DeviceName = None,
    no_notices: NoNotices = False,
    color: ColourOption = AUTO,
) -> int:
    """Run a program from a file, as Python would run it with PyTorch."""
    from tensorlab.commands.beginning import Beginning
    from tensorlab.commands.limits import limits
    from tensorlab.commands.run import run

    beginning = Beginning(seed, dtype, precision)
    if interactive:
        from tensorlab.repl.start import start

        return start(device=device, first=typed(":run", file), prepare=beginning.enter)
    use(device)
    budget = limits(max_steps, max_memory, timeout)
    return run(file, form.value, budget, notices=not no_notices, beginning=beginning)


@app.command(
    cls=Command,
    context_settings=NAMES,
    epilog="""echo '{"program": "torch.ones(2)"}' | tensorlab batch\n"""
    "tensorlab batch --jobs 4 -o answers.jsonl programs.jsonl\n"
    "tensorlab batch --resume -o answers.jsonl programs.jsonl",
)
def batch(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="Lines of JSON; - reads them.")
    ] = "-",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where answers go.")
    ] = None,
    jobs: Annotated[int, option("--jobs", "Processes at work.", "N", "-j", min=1)] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with --output.")] = False,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Spread over machines by dask.")
    ] = None,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
) -> int:
    """Answer a stream of programs: lines of JSON in, lines of JSON out."""
    from tensorlab.commands.batch import batch
    from tensorlab.commands.limits import limits

    budget = limits(max_steps, max_memory, timeout)
    return batch(file, output, budget, jobs=jobs, resume=resume, scheduler=scheduler)


@app.command(cls=Command, context_settings=NAMES | {"allow_interspersed_args": False},
             epilog="tensorlab python train.py --epochs 3")  # fmt: skip
def python(
    script: Annotated[str, typer.Argument(metavar="SCRIPT", help="The script; - reads it.")],
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[ARGS]...")] = None,
) -> NoReturn:
    """Run a script in plain Python, with torch answered by tensorlab.

    This is not the safe language: a script may read and write files and whatever else you may.
    """
    from tensorlab.commands.python import run_script

    run_script(script, arguments or ())


@app.command(cls=Command, context_settings=NAMES, epilog="tensorlab watch homework.py")
def watch(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The program.")],
    form: PageForm = PageFormat.auto,
    color: ColourOption = AUTO,
) -> int:
    """Run a program again whenever its file changes, until Ctrl-C."""
    from tensorlab.commands.watch import watch

    return watch(file, form.value)


@app.command(cls=Command, context_settings=NAMES, epilog="tensorlab repl\n"
             "tensorlab repl session.py   (as if it were typed, then you go on)")  # fmt: skip
def repl(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="Statements to begin with.")
    ] = None,
    no_config: NoConfig = False,
    seed: Seed = None,
    dtype: TypeName = None,
    precision: Precision = None,
    device: DeviceName = None,
    color: ColourOption = AUTO,
) -> int:
    """Explore tensors at an interactive prompt."""
    from tensorlab.commands.beginning import Beginning
    from tensorlab.repl.start import start

    prepare = Beginning(seed, dtype, precision).enter
    first = typed(":load", file) if file else []
    return start(use_configuration=not no_config, device=device, first=first, prepare=prepare)


def typed(command: str, file: str) -> list[str]:
    """Return the line at the prompt that takes a file.

    Raises:
        WrongUsageError: it cannot be read.
    """
    if file != "-" and (not os.access(file, os.R_OK) or os.path.isdir(file)):  # noqa: PTH112
        program_of_file(file)  # which says why it cannot be read; a pipe is not to be read twice
    return [f"{command} {file}"]


app.add_typer(lessons)


@app.command(
    "help",
    cls=ExpressionCommand,
    context_settings=EXPRESSION,
    epilog='tensorlab help cumprod\ntensorlab help x.sum\ntensorlab help "running product"',
)
def help_page(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A function, method, operator, words, or a command."),
    ] = None,
    form: PageForm = PageFormat.auto,
    color: ColourOption = AUTO,
) -> int:
    """Explain a function, or find one by what it does."""
    from tensorlab.commands.help import show_help

    return show_help(name, context.find_root(), form.value)


@app.command(
    cls=ExpressionCommand,
    context_settings=EXPRESSION,
    epilog="tensorlab explain --cell 0,1 'torch.ones(2, 3) @ torch.ones(3, 2)'\n"
    "tensorlab explain -o product.svg 'torch.ones(2, 3) @ torch.ones(3, 2)'\n"
    "tensorlab explain TL001",
)
def explain(
    expression: Annotated[
        str, typer.Argument(metavar="EXPR", help="The program, or the code of an error.")
    ],
    form: Annotated[
        ExplanationFormat, option("--format", "How it is written.")
    ] = ExplanationFormat.auto,
    cell: Annotated[
        list[str] | None, typer.Option(metavar="INDEX", help="A cell, as 0,1; repeatable.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a new file.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite it if it exists.")] = False,
    play: Annotated[bool, typer.Option("--play", help="Go through it term by term.")] = False,
    seed: Seed = None,
    dtype: TypeName = None,
    precision: Precision = None,
    max_steps: MaxSteps = None,
    max_memory: MaxMemory = None,
    timeout: Timeout = None,
    device: DeviceName = None,
    color: ColourOption = AUTO,
) -> int:
    """Show how a result came about, cell by cell."""
    from tensorlab.commands.beginning import Beginning
    from tensorlab.commands.explain import Output, explain
    from tensorlab.commands.limits import limits

    use(device)
    budget = limits(max_steps, max_memory, timeout)
    file = None if output is None else Output(output, force)
    beginning = Beginning(seed, dtype, precision)
    return explain(expression, form.value, cell or (), file, budget, beginning, play=play)


app.add_typer(about)
