"""`tensorlab watch`: a program run again whenever its file changes."""

import subprocess
import sys
import time
from pathlib import Path

from tensorlab.process import ExitCode, WrongUsageError

PAUSE = 0.2  # seconds between two looks at the file
CLEARED = "\x1b[H\x1b[2J\x1b[3J"


def watch(file: str) -> int:
    """Run a program now and after each change, each time in a process of its own, until Ctrl-C.

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
                run_once(file)
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


def run_once(file: str) -> None:
    """Run the program and say that its file is watched."""
    if sys.stdout.isatty():
        sys.stdout.write(CLEARED)
        sys.stdout.flush()
    code = subprocess.run([sys.executable, "-m", "tensorlab", "run", file], check=False).returncode  # noqa: S603  ourselves
    print(f"-- {file} ended with {code}; it is run again when it changes, Ctrl-C ends", flush=True)
