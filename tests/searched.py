"""Where processes that the tests start find modules."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WITHOUT_POSIX = ROOT / "tests" / "without_posix"
FOLDERS = [ROOT]  # --without-posix adds another


def python_path() -> str:
    """Return the PYTHONPATH of a process."""
    return os.pathsep.join(map(str, FOLDERS))
