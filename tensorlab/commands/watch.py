"""`tensorlab watch`: a program run again whenever its file changes."""

import subprocess
import sys
import time
from pathlib import Path

from tensorlab.process.lifecycle import Drawn, ExitCode, WrongUsageError

PAUSE = 0.2  # seconds between two looks at the file
CLEARED = Drawn("\x1b[H\x1b[2J\x1b[3J")


def watch(file: str, form: str = "auto") -> int:
    """Run a program now and after each change, each time in a process of its own, until Ctrl-C.

    In the form `json` each run is a line, as `run` writes it.

    Raises:
        WrongUsageError: there is no such file.
    """
    path = Path(file)
    if not path.is_file():
        raise WrongUsageError(f"cannot read {file!r}: there is no such file")
    seen = None
    try:
        while True:
            now = stamp(path)
            if now not in {seen, None}:
                seen = now
                run_once(file, form)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return ExitCode.FINE


def stamp(path: Path) -> tuple[float, int] | None:
    """Return what changes with a file; None while an editor is replacing it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime, found.st_size


def run_once(file: str, form: str) -> None:
    """Run the program and say that its file is watched."""
    to_read = form != "json"
    if to_read and sys.stdout.isatty():
        sys.stdout.write(CLEARED)
        sys.stdout.flush()
    command = [sys.executable, "-m", "tensorlab", "run", "--format", form, "--", file]
    code = subprocess.run(command, check=False).returncode  # noqa: S603  ourselves
    if to_read:
        told = f"-- {file} ended with {code}; it is run again when it changes, Ctrl-C ends"
        print(told, flush=True)
