"""The memory map: one block for each storage, one line for each name that looks at it."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.looking.memory import Occupant, Storage
from tensorlab.workspace.summary import shape_text


class MemoryMap:
    """Storages with their names, shapes, strides and index formulas."""

    def __init__(self, storages: tuple[Storage, ...]) -> None:
        self.storages = storages

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for storage in self.storages:
            names = ", ".join(occupant.name for occupant in storage.occupants)
            shared = " share" if len(storage.occupants) > 1 else ":"
            size = (
                f"{storage.elements} x {storage.dtype}, {storage.elements * storage.itemsize} bytes"
            )
            yield Text.assemble((names, "name"), (f"{shared} {size}", "badge"))
            for occupant in storage.occupants:
                yield Padding(line(occupant), (0, 0, 0, 2))


def line(occupant: Occupant) -> Text:
    """Return what there is to know of one name."""
    order = "contiguous" if occupant.contiguous else "not contiguous"
    facts = f"{shape_text(occupant.shape)} strides {shape_text(occupant.strides)} {order}"
    return Text().append(occupant.formula, "code").append(f"  {facts}", "badge")
