"""Runs tensorlab as its users do: as a process of its own, in a home of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.leaks import leaks_in
from tests.searched import python_path

ROOT = Path(__file__).resolve().parents[2]


class Terminal:
    """A user's surroundings: a home, a working folder, and the command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "XDG", "NO_COLOR", "COLUMNS", "LC_", "LANG"))
        }
        self.environment |= {
            "HOME": str(folder / "home"),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PYTHONPATH": python_path(),
            "LANG": "C.UTF-8",
        }
        (folder / "home").mkdir()

    def command(self, *arguments):
        return [sys.executable, "-m", "tensorlab", *arguments]

    def run(self, *arguments, input=b"", environment=None, **options):
        """Return the finished process; its output is text, whatever its bytes were."""
        done = subprocess.run(
            self.command(*arguments),
            input=input.encode() if isinstance(input, str) else input,
            capture_output=True,
            env=self.environment | (environment or {}),
            cwd=options.pop("cwd", self.folder),
            timeout=60,
            check=False,
            **options,
        )
        done.stdout = done.stdout.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
        done.stderr = done.stderr.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
        assert "Traceback" not in done.stderr
        assert "made a mistake" not in done.stderr, done.stderr
        timed = "import time:" in done.stderr  # Python itself tells what it loads
        if not timed and arguments[:1] != ("python",):  # which is plain Python
            assert not list(leaks_in(done.stdout + done.stderr))
        return done


@pytest.fixture
def terminal(tmp_path):
    return Terminal(tmp_path)
