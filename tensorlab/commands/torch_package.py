"""The installed package torch, as libraries ask for its version by `importlib.metadata`."""

from importlib.metadata import Distribution
from typing import Any

from tensorlab.version import PYTORCH


class TorchPackage(Distribution):
    """What tensorlab answers for: a package with a name and a version, and no files."""

    def read_text(self, filename: str) -> str | None:
        """Return what its metadata says; of other files nothing is there."""
        metadata = f"Metadata-Version: 2.1\nName: torch\nVersion: {PYTORCH}\n"
        return metadata if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Any:
        """Return where a file of the package would lie.

        Raises:
            FileNotFoundError: always, since nothing is installed under this name.
        """
        raise FileNotFoundError(f"tensorlab answers for torch, which has no file {path}")
