"""What tensorlab runs on: versions, devices and where files are kept."""

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from tensorlab.engine.cuda import cupy_backend
from tensorlab.process.paths import configuration_directory, state_directory
from tensorlab.version import VERSION
from tensorlab.wording import counted

LIBRARIES = ("ml_dtypes", "rich", "prompt_toolkit", "typer", "cupy-cuda12x", "cupy-cuda13x")


def information() -> dict[str, dict[str, str]]:
    """Return versions, devices and paths, by what they are and by name."""
    return {
        "versions": {"tensorlab": VERSION, **dict(versions())},
        "devices": dict(devices()),
        "files": dict(files()),
    }


def versions() -> Iterator[tuple[str, str]]:
    """Yield the versions of what the answers depend on."""
    yield "Python", f"{platform.python_version()} ({sys.executable})"
    yield "system", platform.platform()
    yield "numpy", np.__version__
    for library in LIBRARIES:
        try:
            yield library, version(library)
        except PackageNotFoundError:
            continue


def devices() -> Iterator[tuple[str, str]]:
    """Yield the devices and whether they can be used."""
    yield "cpu", counted(os.cpu_count() or 1, "core")
    yield "meta", "shapes and data types without values"
    yield "cuda", gpu()


def gpu() -> str:
    """Return the name of the GPU, or why none can be used."""
    why = cupy_backend.obstacle()
    return cupy_backend.device_name() if why is None else f"none. {why}"


def files() -> Iterator[tuple[str, str]]:
    """Yield the folders that a user may look into."""
    yield "settings", str(configuration_directory() / "config.toml")
    yield "history", str(state_directory() / "history")
    yield "progress and logs", str(state_directory())
