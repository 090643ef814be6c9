"""Where a user's files live: configuration, history, progress and logs.

platformdirs has the same folders, but takes relative paths and a missing home as they are; what is
checked here would stand around it all the same, and each coloured result would load it.
"""

import os
from pathlib import Path


def configuration_directory() -> Path:
    """Return the folder of the settings a user writes; it need not exist."""
    return user_directory("XDG_CONFIG_HOME", "APPDATA", ".config")


def state_directory() -> Path:
    """Return the folder of what tensorlab remembers between runs; it need not exist."""
    return user_directory("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")


def user_directory(xdg_variable: str, windows_variable: str, below_home: str) -> Path:
    """Return tensorlab's folder of one kind, by the rules of the operating system.

    TENSORLAB_HOME is one folder for all kinds: a USB stick, a shared computer, a test.
    """
    own = os.environ.get("TENSORLAB_HOME", "")
    if Path(own).is_absolute():
        return Path(own)
    # A relative path in these variables is invalid and ignored, says the XDG specification.
    for variable in (xdg_variable, windows_variable if os.name == "nt" else xdg_variable):
        base = os.environ.get(variable, "")
        if Path(base).is_absolute():
            return Path(base, "tensorlab")
    home = os.path.expanduser("~")  # noqa: PTH111  Path.home() raises where there is none
    if Path(home).is_absolute():
        return Path(home, below_home, "tensorlab")
    import tempfile  # with shutil and all that packs files it takes 4 ms

    return Path(tempfile.gettempdir(), "tensorlab")


def torch_home() -> str:
    """Return the folder where libraries that were written for torch keep what they fetch."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    return os.path.expanduser(os.environ.get("TORCH_HOME", f"{cache}/torch"))  # noqa: PTH111
