"""The parts of the page that others made: fetched once, checked by their sums, kept in a cache."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PYODIDE = "0.29.5"
NUMPY = "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
NUMPY_SUM = "2ca46b70661caea8f9f8089d22495c7a24c120fc5881e68934ac3a04d3fc8a02"
DISTRIBUTION = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/{NUMPY}"
# A package on PyPI that carries the same wheel: for where only the registries can be reached.
CARRIER = "gbdraw==0.14.2"


class MissingPartError(Exception):
    """A part can be had nowhere; the message says from where it was tried."""


def cache() -> Path:
    """Return the folder in which what was fetched is kept."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "tensorlab-site"


def node_modules() -> Path:
    """Return the folder of the packages from npm, installed where this lock file was not yet.

    Raises:
        MissingPartError: there is no npm, or it failed.
    """
    lock = (HERE / "package-lock.json").read_bytes()
    folder = cache() / f"npm-{hashlib.sha256(lock).hexdigest()[:16]}"
    modules = folder / "node_modules"
    if (folder / "complete").exists():
        return modules
    npm = shutil.which("npm")
    if npm is None:
        raise MissingPartError("npm is not installed; Node 20 or later brings it")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    if subprocess.run(command, cwd=folder, check=False).returncode:  # noqa: S603  npm, found above
        raise MissingPartError(f"npm ci failed in {folder}")
    (folder / "complete").touch()
    return modules


def numpy_wheel(given: Path | None = None) -> Path:
    """Return numpy for WebAssembly: from a folder that is given, the cache, or the network.

    Raises:
        MissingPartError: it is nowhere, or what is there is another file.
    """
    if given is not None:
        return checked(given / NUMPY)
    kept = cache() / NUMPY
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        data = from_distribution() or from_carrier()
        fresh = kept.with_suffix(".part")
        fresh.write_bytes(data)
        checked(fresh).replace(kept)
    return checked(kept)


def checked(wheel: Path) -> Path:
    """Return a wheel if it is the right one.

    Raises:
        MissingPartError: it is not there, or its sum differs.
    """
    if not wheel.exists():
        raise MissingPartError(f"there is no {wheel}")
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != NUMPY_SUM:
        raise MissingPartError(f"{wheel} is not the file that was expected: its sha256 differs")
    return wheel


def from_distribution() -> bytes:
    """Return the wheel as Pyodide distributes it, nothing where that cannot be reached."""
    try:
        with urllib.request.urlopen(DISTRIBUTION, timeout=20) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError):
        return b""


def from_carrier() -> bytes:
    """Return the wheel out of the package on PyPI that carries it.

    Raises:
        MissingPartError: that cannot be had either.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder]
        subprocess.run([*command, CARRIER], check=False)  # noqa: S603  pip, and a constant
        for carrier in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(carrier) as archive:
                for name in archive.namelist():
                    if name.endswith(f"/{NUMPY}"):
                        return archive.read(name)
    raise MissingPartError(
        f"{NUMPY} is neither at {DISTRIBUTION} nor in {CARRIER} on PyPI; "
        "download it and name its folder: --wheels FOLDER"
    )
