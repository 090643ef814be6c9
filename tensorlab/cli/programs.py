"""The commands that run programs, a few lines each."""

import os
from typing import Annotated, NoReturn

import typer

from tensorlab.cli import options
from tensorlab.cli.options import argument, command, option
from tensorlab.process.program_text import program_of_file

programs = typer.Typer()


@command(
    programs,
    "tensorlab eval 'x = torch.arange(3)' 'x + 1' 'x.sum()'",
    "tensorlab eval --seed 0 --format json 'torch.rand(2)'",
    "echo 'torch.ones(2)' | tensorlab eval -",
    name="eval",
    kind=options.ExpressionCommand,
)
def evaluate(
    expressions: options.Expressions,
    form: options.Form = "auto",
    seed: options.Seed = None,
    dtype: options.TypeName = None,
    precision: options.Precision = None,
    set_: options.GivenValues = None,
    load: options.GivenFiles = None,
    save: options.SavedFile = None,
    max_steps: options.MaxSteps = None,
    max_memory: options.MaxMemory = None,
    timeout: options.Timeout = None,
    device: options.DeviceName = None,
    no_notices: options.NoNotices = False,
    color: options.ColourOption = "auto",
) -> int:
    """Evaluate tensor expressions and show their values."""
    from tensorlab.commands.evaluate import evaluate
    from tensorlab.commands.initial_options import InitialOptions, Values, limits

    options.use(device)
    budget = limits(max_steps, max_memory, timeout)
    beginning = InitialOptions(seed, dtype, precision)
    values = Values(set_ or (), load or (), save)
    return evaluate(
        expressions, form, budget, notices=not no_notices, beginning=beginning, values=values
    )


@command(
    programs,
    "tensorlab run --seed 0 program.py",
    "tensorlab run -i program.py   (and go on at the prompt)",
    "tensorlab run --check notes.md   (compare its >>> lines with what they give)",
)
def run(
    file: options.ProgramFile,
    interactive: Annotated[bool, option("-i", "Go on at the prompt, with its variables.")] = False,
    check: Annotated[bool, option("--check", "Run its >>> lines and show what differs.")] = False,
    form: options.PageForm = "auto",
    seed: options.Seed = None,
    dtype: options.TypeName = None,
    precision: options.Precision = None,
    max_steps: options.MaxSteps = None,
    max_memory: options.MaxMemory = None,
    timeout: options.Timeout = None,
    device: options.DeviceName = None,
    no_notices: options.NoNotices = False,
    color: options.ColourOption = "auto",
) -> int:
    """Run a program from a file, as Python would run it with PyTorch."""
    from tensorlab.commands.initial_options import InitialOptions, limits
    from tensorlab.commands.run import run

    beginning = InitialOptions(seed, dtype, precision)
    if interactive:
        from tensorlab.repl.start import start

        return start(device=device, first=typed(":run", file), prepare=beginning.enter)
    options.use(device)
    budget = limits(max_steps, max_memory, timeout)
    if check:
        from tensorlab.commands.check import check as compare

        return compare(file, budget, beginning)
    return run(file, form, budget, notices=not no_notices, beginning=beginning)


@command(
    programs,
    """echo '{"program": "torch.ones(2)"}' | tensorlab batch""",
    "tensorlab batch --jobs 4 -o answers.jsonl programs.jsonl",
    "tensorlab batch --resume -o answers.jsonl programs.jsonl",
)
def batch(
    file: Annotated[str, argument("[FILE]", "Lines of JSON; - is stdin.")] = "-",
    output: Annotated[str | None, option("--output", "Where answers go.", "FILE", "-o")] = None,
    jobs: Annotated[int, option("--jobs", "How many processes.", "N", "-j", min=1)] = 1,
    resume: Annotated[bool, option("--resume", "Go on with --output.")] = False,
    scheduler: Annotated[str | None, option("--scheduler", "Machines, by dask.", "ADDRESS")] = None,
    max_steps: options.MaxSteps = None,
    max_memory: options.MaxMemory = None,
    timeout: options.Timeout = None,
) -> int:
    """Answer a stream of programs: lines of JSON in, lines of JSON out."""
    from tensorlab.commands.batch import batch
    from tensorlab.commands.initial_options import limits

    budget = limits(max_steps, max_memory, timeout)
    return batch(file, output, budget, jobs=jobs, resume=resume, scheduler=scheduler)


@command(programs, "tensorlab python train.py --epochs 3", allow_interspersed_args=False)
def python(
    script: Annotated[str, argument("SCRIPT", "The script; - is stdin.")],
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[ARGS]...")] = None,
) -> NoReturn:
    """Run a script in plain Python, with torch answered by tensorlab.

    This is not the safe language: a script may read and write files and whatever else you may.
    """
    from tensorlab.commands.python import run_script

    run_script(script, arguments or ())


@command(programs, "tensorlab watch homework.py")
def watch(
    file: Annotated[str, argument("FILE", "The program.")],
    form: options.PageForm = "auto",
    color: options.ColourOption = "auto",
) -> int:
    """Run a program again whenever its file changes, until Ctrl-C."""
    from tensorlab.commands.watch import watch

    return watch(file, form)


@command(
    programs, "tensorlab repl", "tensorlab repl session.py   (as if it were typed, then you go on)"
)
def repl(
    file: Annotated[str | None, argument("[FILE]", "Statements to begin with.")] = None,
    no_config: options.NoConfig = False,
    seed: options.Seed = None,
    dtype: options.TypeName = None,
    precision: options.Precision = None,
    device: options.DeviceName = None,
    color: options.ColourOption = "auto",
) -> int:
    """Explore tensors at an interactive prompt."""
    from tensorlab.commands.initial_options import InitialOptions
    from tensorlab.repl.start import start

    prepare = InitialOptions(seed, dtype, precision).enter
    first = typed(":load", file) if file else []
    return start(use_configuration=not no_config, device=device, first=first, prepare=prepare)


def typed(colon_command: str, file: str) -> list[str]:
    """Return the line at the prompt that takes a file.

    Raises:
        WrongUsageError: it cannot be read.
    """
    if file != "-" and (not os.access(file, os.R_OK) or os.path.isdir(file)):  # noqa: PTH112
        # which says why it cannot be read; a pipe is not to be read twice
        program_of_file(file)
    return [f"{colon_command} {file}"]
