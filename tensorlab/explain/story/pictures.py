"""What is to be seen of a frame: panels of elements with marks, for every form that draws."""

from collections.abc import Iterator
from typing import Literal

from tensorlab.explain.arithmetic.arithmetic import Arithmetic, arithmetic_of, operator_of, so_far
from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.story.frames import Chapter, Frame, Index, Number, Operand
from tensorlab.frozen import Frozen, replace
from tensorlab.wording import counted, joined

Mark = Literal["", "active", "past", "current", "waiting", "gap"]
GAP = "..."
WAITING = "."
WIDE = 1e7  # numbers from here on are written with a power of ten
MOST_FACETS = 4  # of a tensor, side by side


class Slot(Frozen):
    """One place of a panel: what is written there, and how it is marked."""

    text: str
    mark: Mark = ""
    # of what will stand here later, so that nothing moves then
    width: int = 0
    # of the arithmetic: active elements that are combined share it
    term: int | None = None
    # whether this one of the active elements was taken over
    wins: bool = False


Active = dict[Index, Slot]


class Panel(Frozen):
    """One tensor as rows of slots, with its name and what more there is to know in `facts`."""

    title: str
    facts: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    rows: tuple[tuple[Slot, ...], ...]
    is_result: bool = False
    # what the source has between this tensor and the one before
    operator: str = ""


def panels(chapter: Chapter, position: int, beat: int | None = None) -> tuple[Panel, ...]:
    """Return the operands and the result as they are when a frame is reached.

    While a frame is played, only what goes into one beat of it is active: a term, or a step.
    """
    frame = chapter.frames[position]
    known = None if beat is None else WAITING
    if frame.steps and beat is not None:
        frame, beat = frame.steps[min(beat, len(frame.steps) - 1)], None
    read = arithmetic_of(frame)
    if beat is not None:
        made = so_far(read, beat) if beat + 1 < read.count else chapter.frames[position].value
        known = WAITING if made is None else brief(made)
    drawn: list[Panel] = []
    for operand in chapter.operands:
        if operand.elements:
            first, *rest = facets(operand, active_elements(frame, operand.name, read, beat))
            sign = operator_of(chapter) if drawn else ""
            drawn += [replace(first, operator=sign), *rest]
    return (*drawn, *result_panels(chapter, position, known))


def active_elements(frame: Frame, name: str, read: Arithmetic, beat: int | None = None) -> Active:
    """Return the elements of a tensor that a frame is made of, each as it is marked."""
    found: Active = {}
    for element in frame.inputs:
        place = (element.name, element.index)
        term = read.terms.get(place)
        if element.name == name:
            mark = mark_at(beat, term)
            found[element.index] = Slot("", mark, term=term, wins=place == read.winner)
    return found


def mark_at(beat: int | None, term: int | None) -> Mark:
    """Return the mark of an element while a term of its sum is played."""
    if beat is None or term == beat:
        return "active"
    return "past" if term is not None and term < beat else ""


def result_panels(chapter: Chapter, position: int, made: str | None) -> tuple[Panel, ...]:
    """Return the result with its known elements; of the one being made what is, if told."""
    frame = chapter.frames[position]
    if not chapter.parts:
        return ()
    part = chapter.parts[frame.part or 0]
    known = {
        earlier.index for earlier in chapter.frames[: position + 1] if earlier.part == frame.part
    }
    current = Slot(made or "", "current")
    return (panel(part, {frame.index: current}, frame.index[:-2], known),)


def facets(operand: Operand, active: Active) -> Iterator[Panel]:
    """Yield the matrices of a tensor that have active elements; the last says what is left out."""
    origin = (0,) * max(len(operand.shape) - 2, 0)
    fronts = sorted({index[:-2] for index in active}) or [origin]
    shown = fronts[:MOST_FACETS]
    for front in shown:
        drawn = panel(operand, active, front)
        facts = drawn.facts if front == shown[0] else ""
        if front == shown[-1]:
            facts += elsewhere(sum(index[:-2] not in shown for index in active))
        yield replace(drawn, facts=facts.removeprefix(", "))


def panel(operand: Operand, active: Active, front: Index, known: set[Index] | None = None) -> Panel:
    """Return one matrix of a tensor, the one behind an index; what is not known yet is left out."""
    elements = {
        placed(index): value for index, value in operand.elements.items() if index[:-2] == front
    }
    marked = {placed(index): slot for index, slot in active.items() if index[:-2] == front}
    seen = None if known is None else {placed(at) for at in known if at[:-2] == front}
    rows, columns = axis(elements, 0, operand.shape[-2:-1]), axis(elements, 1, operand.shape[-1:])
    slots = tuple(
        tuple(slot(elements, row, column, marked, seen) for column in columns) for row in rows
    )
    title = operand.name + (f"[{', '.join(map(str, front))}]" if front else "")
    facts = f"{operand.shape} {operand.dtype.removeprefix('torch.')}"
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


def placed(index: Index) -> Index:
    """Return the row and the column of an element; a tensor of fewer dimensions has one row."""
    row_and_column = index[-2:]
    return (0,) * (2 - len(row_and_column)) + row_and_column


def elsewhere(count: int) -> str:
    """Return how many active elements lie in other matrices than those that are drawn."""
    return f", and {counted(count, 'such element')} in other matrices" if count else ""


def axis(elements: dict[Index, Number], dim: int, size: Index) -> list[int | None]:
    """Return the places along a dimension that are shown; None stands for those left out."""
    places = sorted({index[dim] for index in elements})
    shown: list[int | None] = [None] if places and places[0] > 0 else []
    for place in places:
        if shown and shown[-1] is not None and place > shown[-1] + 1:
            shown.append(None)
        shown.append(place)
    if size and places and places[-1] < size[0] - 1:
        shown.append(None)
    return shown


def slot(
    elements: dict[Index, Number], row: int | None, column: int | None, marked: Active,
    known: set[Index] | None,
) -> Slot:  # fmt: skip
    """Return one place of a panel."""
    if row is None or column is None or (row, column) not in elements:
        return Slot(GAP if known is None or row is None or column is None else WAITING, "gap")
    at = (row, column)
    if at in marked:
        whole = brief(elements[at])
        return replace(marked[at], text=marked[at].text or whole, width=len(whole))
    if known is not None and at not in known:
        return Slot(WAITING, "waiting", len(brief(elements[at])))
    return Slot(brief(elements[at]))


def brief(value: Number) -> str:
    """Return a number in the digits that PyTorch prints."""
    if isinstance(value, float):
        text = f"{value:.4g}"
        text = f"{value:.0f}" if "e+" in text and abs(value) < WIDE else text
        return text if any(sign in text for sign in ".einf") else f"{text}."
    return repr(value) if not isinstance(value, complex) else shown(literal(value)).strip("()")


def headline(chapter: Chapter) -> str:
    """Return what an operation is and gives, in one line."""
    return f"{chapter.operation}: {chapter.source} -> {outcome(chapter)}"


def outcome(chapter: Chapter) -> str:
    """Return the shape and the type of a result; of several tensors those of each, with names."""
    kinds = [
        f"{part.name * part.name.isidentifier()} {part.shape} {part.dtype[6:]}".strip()
        for part in chapter.parts
    ]
    if len(kinds) < 2:
        return f"{chapter.shape} {chapter.dtype.removeprefix('torch.')}"
    return f"{len(kinds)} tensors, each {kinds[0]}" if len({*kinds}) == 1 else joined(kinds)


def more_elements(count: int) -> str:
    """Return how many elements are left out."""
    return counted(count, "more element")


def place_text(frame: Frame) -> str:
    """Return which element a frame is about, as it would be written behind the result."""
    part = "" if frame.part is None or frame.name else f"[{frame.part}]"
    return frame.name + part + (f"[{', '.join(map(str, frame.index))}]" if frame.index else "")
