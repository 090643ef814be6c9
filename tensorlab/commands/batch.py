"""`tensorlab batch`: a stream of programs in, a stream of answers out."""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from tensorlab.batch import answers
from tensorlab.batch.supervisor import PROGRAMS, Worker
from tensorlab.language.running.session import Budget
from tensorlab.process.lifecycle import ExitCode, WrongUsageError


def batch(
    file: str, output: str | None, budget: Budget, *, jobs: int, resume: bool, scheduler: str | None
) -> int:
    """Answer the programs in a file, or on standard input for a `-`, and return the exit code."""
    if resume and output is None:
        raise WrongUsageError("--resume goes on with a file: name it with --output")
    with ExitStack() as stack:
        lines: Iterable[str] = stack.enter_context(programs_in(file))
        done = 0
        out: IO[str] = sys.stdout
        if output is not None:
            done = kept_answers(Path(output), resume=resume)
            out = stack.enter_context(Path(output).open("a", encoding="utf-8"))
        found = stream_of(skipped(lines, done), budget, jobs, scheduler)
        stack.callback(found.close)
        report = stack.enter_context(progress(out, "programs", None))
        for count, answer in enumerate(found, done + 1):
            out.write(answer + "\n")
            out.flush()  # who waits for an answer before the next line is to get it
            report(count)
    return ExitCode.FINE


def stream_of(
    lines: Iterable[str], budget: Budget, jobs: int, address: str | None, worker: Worker = PROGRAMS
) -> Generator[str]:
    """Return the answers of processes here, or of the machines of a cluster."""
    if address is None:
        return answers(lines, jobs=jobs, budget=budget, worker=worker)
    from tensorlab.batch.cluster import answers_on_cluster

    return answers_on_cluster(lines, address, budget=budget, worker=worker)


def programs_in(file: str) -> IO[str]:
    """Return the lines of a file."""
    if file == "-":
        return open(0, encoding="utf-8", errors="replace", closefd=False)
    try:
        return Path(file).open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise WrongUsageError(f"cannot read {file!r}: {error.strerror}") from None


def kept_answers(output: Path, *, resume: bool) -> int:
    """Return how many answers a file has; half a line, at which it was cut off, is taken away."""
    if not output.exists():
        return 0
    if not resume:
        raise WrongUsageError(f"{str(output)!r} is there already: --resume goes on with it")
    with output.open("r+b") as answered:
        whole = [len(line) for line in answered if line.endswith(b"\n")]
        answered.truncate(sum(whole))
    return len(whole)


def skipped(lines: Iterable[str], done: int) -> Iterator[str]:
    """Return the lines, those answered already as blank ones: the others keep their numbers."""
    for line in lines:
        yield "" if done and line.strip() else line
        done -= bool(done and line.strip())


@contextmanager
def progress(out: IO[str] | None, what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show how many there are done of programs or the like, on a terminal that `out` is not."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from tensorlab.render.look.console import terminal_console

    console = terminal_console(sys.stderr)
    shown = console.is_terminal and not (out and out.isatty())
    bar_of_all = () if total is None else (BarColumn(),)
    columns = (TextColumn(what), *bar_of_all, MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not shown, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.update(task, completed=count)
