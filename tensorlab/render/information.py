"""What tensorlab runs on, as tables."""

from rich.console import Group
from rich.text import Text

from tensorlab.render.tables import Pairs
from tensorlab.workspace.information import information


def information_page() -> Group:
    """Return versions, devices and paths as tables."""
    known = information()
    own = known["versions"].pop("tensorlab")
    return Group(
        Text(f"tensorlab {own}", "name"),
        Pairs(known["versions"].items()),
        Text("\nDevices", "name"),
        Pairs(known["devices"].items()),
        Text("\nFiles", "name"),
        Pairs(known["files"].items()),
    )
