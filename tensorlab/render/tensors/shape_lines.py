"""An expression with the shape and the type of each of its parts underneath."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from tensorlab.explain.looking.memory import Occupant, Storage
from tensorlab.explain.looking.subexpressions import Part
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.narration import shape_words
from tensorlab.render.look.tables import Pairs
from tensorlab.wording import counted
from tensorlab.workspace.summary import shape_text, short_dtype

ROOM = 24  # for a shape and a type behind the underlines


class ShapeLines:
    """Underlines below the source, or a table where the source is too wide for that."""

    def __init__(self, source: str, parts: tuple[Part, ...]) -> None:
        self.source = source
        self.parts = parts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if is_for_the_ear():
            for part in self.parts:
                kind = short_dtype(part.dtype)
                yield Text(f"{part.source} is {shape_words(part.shape)}, {kind}.")
            return
        if "\n" in self.source or len(self.source) + ROOM > options.max_width:
            yield Pairs((part.source, facts(part)) for part in self.parts)
            return
        yield coloured(self.source)
        for part in self.parts:
            start, end = part.span.column, part.span.end_column
            mark = (" " * start + "^" * (end - start)).ljust(len(self.source))
            yield Text.assemble((mark, "name"), (f"  {facts(part)}", "badge"))


def facts(part: Part) -> str:
    """Return a part's shape and type."""
    return f"{shape_text(part.shape)} {short_dtype(part.dtype)}"


class MemoryMap:
    """Storages with their names, shapes, strides and index formulas."""

    def __init__(self, storages: tuple[Storage, ...]) -> None:
        self.storages = storages

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for storage in self.storages:
            names = ", ".join(occupant.name for occupant in storage.occupants)
            shared = " share" if len(storage.occupants) > 1 else ":"
            held = counted(storage.elements * storage.itemsize, "byte")
            size = f"{storage.elements} x {storage.dtype}, {held}"
            yield Text.assemble((names, "name"), (f"{shared} {size}", "badge"))
            for occupant in storage.occupants:
                yield Padding(line(occupant), (0, 0, 0, 2))


def line(occupant: Occupant) -> Text:
    """Return what there is to know of one name."""
    order = "contiguous" if occupant.contiguous else "not contiguous"
    facts = f"{shape_text(occupant.shape)} strides {shape_text(occupant.strides)} {order}"
    return Text().append(occupant.formula, "code").append(f"  {facts}", "badge")
