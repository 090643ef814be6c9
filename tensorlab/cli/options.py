"""The options of `tensorlab`'s commands, each once, and how a command reads its command line."""

import re
import shlex
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeVar

import typer

from tensorlab.process.colour import Colour, Wish
from tensorlab.process.environment import let_environment_give, usual_words, where_it_was_given
from tensorlab.process.lifecycle import finish

WIDTH = 80
NAMES = {"help_option_names": ["-h", "--help"], "max_content_width": WIDTH}
EXPRESSION = NAMES | {"ignore_unknown_options": True}
# Of typer's own copy of click, or of the library.
USAGE_ERROR: Any = typer.BadParameter.__base__
# what stands in programs, and in no command's name
PROGRAM = re.compile(r"[^\w\s-]|\d")
LONG_OPTION = re.compile(r"--[a-z]{2,}[a-z-]*")
NEGATIVE = re.compile(r"-[^\W\d][\w.]*[(\[ ].*", re.DOTALL)  # an expression, such as -x.sum()
# The commands as somebody looks for them.
GROUPS = {
    "Run programs": ("eval", "run", "python", "watch", "repl", "batch"),
    "Learn": ("lesson", "review", "progress", "export", "help", "explain"),
    "Teach": ("course", "class"),
    "About tensorlab": ("info", "config", "man", "completion"),
}


# What other programs call the forms that scripts ask for.
IN_FULL = {"--json": "--format=json", "--plain": "--format=plain"}


def in_full(words: list[str], options: Collection[str]) -> list[str]:
    """Return a command line in which short ways to ask for a form are written out."""
    end = words.index("--") if "--" in words else len(words)
    known = IN_FULL if "--format" in options else {}
    return [known.get(word, word) for word in words[:end]] + words[end:]


class Command(typer.core.TyperCommand):
    """A command that returns its exit code; what goes wrong inside is not Typer's business."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        let_environment_give(self.params)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line; what the environment gives wrongly is said to be from there."""
        words = in_full(args, [name for each in self.params for name in each.opts])
        with told_where(ctx):
            return super().parse_args(ctx, [*usual_words(ctx, self.params), *words])

    def invoke(self, ctx: Any) -> NoReturn:
        """End with the exit code that the command returns."""
        raise typer.Exit(finish(lambda: super(Command, self).invoke(ctx)))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write examples, each on its own line."""
        if self.epilog:
            with formatter.section("Examples"):
                for line in self.epilog.split("\n"):
                    formatter.write(f"  {line}\n")


class ExpressionCommand(Command):
    """A command on an expression, which may begin with minus signs: `tensorlab eval '-x'`."""

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        """Read the command line; beside other words an unknown option is a slip, no expression."""
        options = [option for parameter in self.params for option in parameter.opts]
        args = in_full(args, options)
        negative = [word for word in args if NEGATIVE.fullmatch(word)]
        if negative and "--" not in args:  # or its letters were taken for options
            args = [*(word for word in args if word not in negative), "--", *negative]
        before_end = args[: args.index("--")] if "--" in args else args
        for word in before_end if len(args) > 1 else ():
            option = word.partition("=")[0]
            if LONG_OPTION.fullmatch(option) and option not in (*options, "--help"):
                near = get_close_matches(option, options, 1)
                advice = f" Did you mean {near[0]}?" if near else ""
                raise USAGE_ERROR(f"No such option: {option}.{advice}")
        return super().parse_args(ctx, args)


class Commands(typer.core.TyperGroup):
    """All commands, listed as somebody looks for them."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        let_environment_give(self.params)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what stands before the command."""
        with told_where(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; of a file or an expression say which command takes it."""
        word = args[0]
        if self.get_command(ctx, word) is None and not word.startswith("-"):
            is_file = Path(word).is_file() or word.endswith(".py")
            takes = "run" if is_file else "eval" * bool(PROGRAM.search(word))
            if takes:
                advice = f"Did you mean: tensorlab {takes} {shlex.quote(word)}"
                raise USAGE_ERROR(f"No such command {word!r}. {advice}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands in groups, each with what it does."""
        width = max(map(len, self.commands))
        for title, names in GROUPS.items():
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(WIDTH))
                for name in names
                if name in self.commands
            ]
            with formatter.section(title):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: object, formatter: Any) -> None:
        """Write examples, what the exit codes mean, and where options may come from."""
        with formatter.section("Examples"):
            for line in (self.epilog or "").split("\n"):
                formatter.write(f"  {line}\n")
        formatter.write_paragraph()
        formatter.write_text(NOTES)


Function = TypeVar("Function", bound=Callable[..., Any])


def command(
    group: typer.Typer,
    *examples: str,
    name: str | None = None,
    kind: type[Command] = Command,
    **context: object,
) -> Callable[[Function], Function]:
    """Return what enters a function as a command, with the examples that its help shows."""
    known = EXPRESSION if kind is ExpressionCommand else NAMES
    epilog = "\n".join(examples)
    return group.command(name, cls=kind, context_settings=known | context, epilog=epilog)


@contextmanager
def told_where(context: object) -> Iterator[None]:
    """Let an error say which variable of the environment is at fault."""
    try:
        yield
    except USAGE_ERROR as error:
        if variable := where_it_was_given(context, error):
            error.message = f"{error.message} ({variable} in the environment)"
        raise


NOTES = (
    "Exit codes: 0 fine, 1 the program failed, 2 wrong usage, 3 a check failed, 130 interrupted. "
    "Each option can be given by the environment, too: TENSORLAB_TIMEOUT=60 for --timeout 60."
)


# How a result is written; auto is rich on a terminal, plain elsewhere.
Format = Literal["auto", "rich", "plain", "json", "narrated", "grid"]
# How what is shown to people is written; auto is text, json is for programs.
PageFormat = Literal["auto", "json"]
# How an explanation is written; auto steps on a terminal, and is plain elsewhere.
ExplanationFormat = Literal["auto", "rich", "plain", "json", "svg", "html", "narrated"]


def wish_for(context: typer.Context, colour: Wish) -> Wish:
    """Let what is shown have the colours that are wished for, before the command or behind it."""
    source = context.get_parameter_source("color")
    if context.parent is None or (source is not None and source.name == "COMMANDLINE"):
        Colour.wish = colour
    return colour


def option(name: str, help: str, metavar: str | None = None, *short: str, **more: Any) -> Any:
    """Return an option."""
    return typer.Option(name, *short, help=help, metavar=metavar, **more)


def argument(metavar: str, help: str) -> Any:
    """Return an argument."""
    return typer.Argument(metavar=metavar, help=help)


Expressions = Annotated[list[str], argument("EXPR...", "Programs in order; - is stdin.")]
GivenValues = Annotated[list[str] | None, option("--set", "A value to begin with.", "NAME=EXPR")]
GivenFiles = Annotated[
    list[str] | None,
    option("--load", "A value from a file: .npy, .csv, .pt ...", "NAME=FILE"),
]
SavedFile = Annotated[str | None, option("--save", "A new file for the last value.", "FILE")]
ProgramFile = Annotated[str, argument("FILE", "The program; - is stdin.")]
Form = Annotated[Format, option("--format", "How the result is written.")]
PageForm = Annotated[PageFormat, option("--format", "Text, or JSON for programs.")]
MaxSteps = Annotated[
    int | None, option("--max-steps", "Steps a program may take; 0 is no limit.", "N", min=0)
]
MaxMemory = Annotated[
    str | None, option("--max-memory", "Memory, as 500MB or 2GB; 0 is no limit.", "SIZE")
]
Timeout = Annotated[float | None, option("--timeout", "Time; 0 is no limit.", "SECONDS", min=0)]
DeviceName = Annotated[
    str | None, option("--device", "Where tensors are made: cpu, cuda or meta.", "NAME")
]
Seed = Annotated[int | None, option("--seed", "As torch.manual_seed(SEED) before.", "SEED")]
TypeName = Annotated[str | None, option("--dtype", "The default data type, as float64.", "NAME")]
Precision = Annotated[int | None, option("--precision", "Digits that are shown.", "N", min=0)]
NoNotices = Annotated[bool, option("--no-notices", "No notes on surprising results.")]
NoConfig = Annotated[bool, option("--no-config", "Ignore the settings.")]
ColourOption = Annotated[Wish, option("--color", "Whether there are colours.", callback=wish_for)]


def use(device: str | None) -> None:
    """Let the programs of a command make their tensors on a device."""
    if device is not None:
        from tensorlab.process.devices import choose

        choose(device)
