"""What is to be seen of a frame: panels of cells with marks, for every form that draws."""

from dataclasses import dataclass
from typing import Literal

from tensorlab.explain.frames import Chapter, Frame, Index, Number, Operand
from tensorlab.explain.numbers import literal

Mark = Literal["", "active", "current", "waiting", "gap"]
GAP = "..."
WAITING = "."


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a panel: what is written there, and how it is marked."""

    text: str
    mark: Mark = ""
    width: int = 0  # of what will stand here later, so that nothing moves then


@dataclass(frozen=True, slots=True)
class Panel:
    """One tensor as rows of slots, with its name and what more there is to know in `facts`."""

    title: str
    facts: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    rows: tuple[tuple[Slot, ...], ...]
    is_result: bool = False


def panels(chapter: Chapter, position: int) -> tuple[Panel, ...]:
    """Return the operands and the result as they are when a frame is reached."""
    frame = chapter.frames[position]
    drawn = [
        panel(operand, {cell.index for cell in frame.inputs if cell.name == operand.name})
        for operand in chapter.operands
        if operand.cells
    ]
    return (*drawn, *result_panels(chapter, position))


def result_panels(chapter: Chapter, position: int) -> tuple[Panel, ...]:
    """Return the result with the cells that are known so far."""
    frame = chapter.frames[position]
    if not chapter.parts:
        return ()
    part = chapter.parts[frame.part or 0]
    known = {
        earlier.index for earlier in chapter.frames[: position + 1] if earlier.part == frame.part
    }
    return (panel(part, {frame.index}, known=known, number=frame.part),)


def panel(
    operand: Operand, active: set[Index], known: set[Index] | None = None, number: int | None = None
) -> Panel:
    """Return the panel of a tensor: of the last two dimensions, where the active cells are."""
    front = min(active)[:-2] if active else (0,) * max(len(operand.shape) - 2, 0)
    flat = {index[-2:]: value for index, value in operand.cells.items() if index[:-2] == front}
    cells = {
        ((0, *index) if len(index) == 1 else index or (0, 0)): value
        for index, value in flat.items()
    }
    marked = {
        ((0, *at) if len(at) == 1 else at or (0, 0))
        for at in (index[-2:] for index in active if index[:-2] == front)
    }
    seen = (
        None
        if known is None
        else {
            ((0, *at) if len(at) == 1 else at or (0, 0))
            for at in (index[-2:] for index in known if index[:-2] == front)
        }
    )
    rows, columns = axis(cells, 0, operand.shape[-2:-1]), axis(cells, 1, operand.shape[-1:])
    slots = tuple(
        tuple(slot(cells, row, column, marked, seen) for column in columns) for row in rows
    )
    title = operand.name if known is None else "result"
    title += "" if number is None else f"[{number}]"
    title += f"[{', '.join(map(str, front))}]" if front else ""
    facts = f"{operand.shape} {operand.dtype.removeprefix('torch.')}{elsewhere(active, front)}"
    return Panel(
        title,
        facts,
        tuple(GAP if row is None else str(row) for row in rows)
        if len(operand.shape) > 1
        else ("",) * len(rows),
        tuple(GAP if column is None else str(column) for column in columns)
        if operand.shape
        else ("",) * len(columns),
        slots,
        is_result=known is not None,
    )


def elsewhere(active: set[Index], front: Index) -> str:
    """Return how many active cells lie in other matrices than the one that is drawn."""
    count = sum(index[:-2] != front for index in active)
    return f", and {count} such cell{'s' * (count != 1)} in other matrices" if count else ""


def axis(cells: dict[Index, Number], dim: int, size: Index) -> list[int | None]:
    """Return the places along a dimension that are shown; None stands for those left out."""
    places = sorted({index[dim] for index in cells})
    shown: list[int | None] = [None] if places and places[0] else []
    for place in places:
        if shown and shown[-1] is not None and place > shown[-1] + 1:
            shown.append(None)
        shown.append(place)
    if size and places and places[-1] < size[0] - 1:
        shown.append(None)
    return shown


def slot(
    cells: dict[Index, Number], row: int | None, column: int | None, marked: set[Index],
    known: set[Index] | None,
) -> Slot:  # fmt: skip
    """Return one place of a panel."""
    if row is None or column is None or (row, column) not in cells:
        return Slot(GAP if known is None or row is None or column is None else WAITING, "gap")
    at = (row, column)
    if at in marked:
        return Slot(brief(cells[at]), "active" if known is None else "current")
    if known is not None and at not in known:
        return Slot(WAITING, "waiting", len(brief(cells[at])))
    return Slot(brief(cells[at]))


def brief(value: Number) -> str:
    """Return a number in the digits that PyTorch prints."""
    if isinstance(value, float):
        text = f"{value:.4g}"
        return text if any(sign in text for sign in ".einf") else f"{text}."
    return repr(value) if not isinstance(value, complex) else literal(value).strip("()")


def headline(chapter: Chapter) -> str:
    """Return what an operation is and gives, in one line."""
    kind = chapter.dtype.removeprefix("torch.")
    return f"{chapter.operation}: {chapter.source} -> {chapter.shape} {kind}"


def more_cells(count: int) -> str:
    """Return how many cells are left out."""
    return f"{count} more cell{'s' * (count != 1)}"


def place_text(frame: Frame) -> str:
    """Return which cell a frame is about, as it would be written behind the result."""
    part = "" if frame.part is None else f"[{frame.part}]"
    return frame.name + part + (f"[{', '.join(map(str, frame.index))}]" if frame.index else "")
