"""Measures how long one waits: for commands, the first prompt, and keys and questions there.

Starts are told as a multiple of `python -c "import numpy"`, too.

Run it with the Python of an environment that tensorlab is installed in, on a quiet machine:

    python -m tests.bench.startup [ROUNDS]

The commands take turns, so that a busy moment hits all of them; the medians are compared.
"""

import io
import os
import signal
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from docs.working import long_work

PYTHON = sys.executable
SCRIPT = Path(sysconfig.get_path("scripts"), "tensorlab")
TENSORLAB = [str(SCRIPT)] if SCRIPT.exists() else [PYTHON, "-P", "-m", "tensorlab"]
MATMUL = "torch.tensor([[1., 2.], [3., 4.]]) @ torch.tensor([[5., 6.], [7., 8.]])"

COMMANDS = {
    "Python itself": [PYTHON, "-c", ""],
    "import numpy": [PYTHON, "-c", "import numpy"],
    "eval of a 2x2 matmul": [*TENSORLAB, "eval", MATMUL],
    "the same with --format json": [*TENSORLAB, "eval", "--format", "json", MATMUL],
    "--version": [*TENSORLAB, "--version"],
    "--help": [*TENSORLAB, "--help"],
    "lesson --list": [*TENSORLAB, "lesson", "--list"],
    "help cumprod": [*TENSORLAB, "help", "cumprod"],
    "progress": [*TENSORLAB, "progress"],
    "first question of a lesson": [*TENSORLAB, "lesson", "add"],
    "explain one element": [*TENSORLAB, "explain", "--element", "0,0", MATMUL],
}
SQUARES = "a, b = torch.rand(3, 3), torch.rand(3, 3)"


def seconds(command: list[str]) -> float:
    """Return how long a whole process takes."""
    with tempfile.TemporaryDirectory() as home:  # in which nobody has begun a lesson
        environment = {**os.environ, "TENSORLAB_HOME": home}
        before = time.perf_counter()
        subprocess.run(
            command, check=True, capture_output=True, stdin=subprocess.DEVNULL, env=environment
        )
        return time.perf_counter() - before


def seconds_to_the_prompt() -> float:
    """Return how long it takes from the start of a process to its prompt on a terminal."""
    import pty

    with tempfile.TemporaryDirectory() as home:
        before = time.perf_counter()
        process, terminal = pty.fork()
        if not process:
            os.environ["TENSORLAB_HOME"] = home
            os.execv(TENSORLAB[0], [*TENSORLAB, "repl"])  # noqa: S606
        shown = b""
        while b">>>" not in shown:
            shown += os.read(terminal, 65536)
        passed = time.perf_counter() - before
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    return passed


def medians(rounds: int, done: Callable[[], None] = lambda: None) -> dict[str, float]:
    """Return how long each command takes; they take turns, and after each round `done` is told."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        seconds(command)  # the first run writes bytecode
    times["first prompt"] = []
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            times[name].append(seconds(command))
        times["first prompt"].append(seconds_to_the_prompt())
        done()
    return {name: statistics.median(values) for name, values in times.items()}


def ratios(rounds: int) -> dict[str, float]:
    """Return how many times an `import numpy` each command takes."""
    found = medians(rounds)
    base = found.pop("import numpy")
    return {name: median / base for name, median in found.items()}


def waits(rounds: int) -> dict[str, float]:
    """Return how long one waits at the prompt after a key or a question, once both were used."""
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from tensorlab.repl.prompt import TensorCompleter
    from tensorlab.repl.response import respond
    from tensorlab.workspace.workspace import Workspace

    workspace = Workspace(print)
    with redirect_stdout(io.StringIO()):
        respond(workspace, SQUARES, "plain")
    completer = TensorCompleter(lambda: workspace.session, {})
    asked = {
        "Tab after torch.": lambda: list(
            completer.get_completions(Document("torch."), CompleteEvent())
        ),
        ":why of a 3x3 product": lambda: respond(workspace, ":why a @ b", "plain"),
    }
    times: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(rounds + 1):
        for name, ask in asked.items():
            before = time.perf_counter()
            with redirect_stdout(io.StringIO()):
                ask()
            times[name].append(time.perf_counter() - before)
    return {name: statistics.median(values[1:]) for name, values in times.items()}


def main() -> None:
    """Print the medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 31
    with long_work("rounds", rounds) as done:
        found = medians(rounds, done)
    base = found["import numpy"]
    print(f"Python {sys.version.split()[0]}, {rounds} rounds, medians")
    for name, median in found.items():
        print(f"{name:30} {median * 1000:7.0f} ms  {median / base:5.2f} x import numpy")
    for name, median in waits(rounds).items():
        print(f"{name:30} {median * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
