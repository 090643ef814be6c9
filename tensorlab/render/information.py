"""What tensorlab runs on, as tables."""

from rich.console import Group

from tensorlab.render.look.remarks import heading
from tensorlab.render.look.tables import Pairs
from tensorlab.workspace.information import information


def information_page() -> Group:
    """Return versions, devices and paths as tables."""
    known = information()
    own = known["versions"].pop("tensorlab")
    return Group(
        heading(f"tensorlab {own}"),
        Pairs(known["versions"].items()),
        heading("\nDevices"),
        Pairs(known["devices"].items()),
        heading("\nFiles"),
        Pairs(known["files"].items()),
    )
