"""The files that a word behind a command may become."""

import os
from collections.abc import Iterator
from pathlib import Path

MOST = 500


def files_beginning_with(text: str) -> Iterator[tuple[str, str]]:
    """Yield the paths that begin with a text, each with what it is; hidden ones on demand."""
    name = os.path.basename(text)  # noqa: PTH119  a Path drops the slash at the end
    before = text.removesuffix(name)
    folder = Path(before or ".").expanduser()
    try:
        found = sorted(folder.iterdir())[:MOST]
    except OSError:
        return
    for path in found:
        if path.name.startswith(name) and (name or not path.name.startswith(".")):
            is_folder = path.is_dir()
            yield f"{before}{path.name}{'/' * is_folder}", "folder" if is_folder else "file"
