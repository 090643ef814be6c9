"""Where elements lie, in words: row 0 of x; rows 0 to 2, columns 1 to 3 of image."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from tensorlab.explain.story.frames import Element, Index
from tensorlab.wording import joined

LISTED = 6  # so many elements that make no block are named one by one
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ENDINGS = {1: "st", 2: "nd", 3: "rd"}
MATRICES = 3  # so many matrices with the same block are named one by one


def place(element: Element) -> str:
    """Return an element as it would be written."""
    return placed(element.name, element.index)


def placed(name: str, index: Sequence[int]) -> str:
    """Return a name with an index behind it."""
    return f"{name}[{', '.join(map(str, index))}]" if index else name


def the_nth(element: Element, rank: int, kind: str = "True", at: Index | None = None) -> str:
    """Return which of the elements of a kind one is, the first having rank 0, and where it is."""
    name = element.name[1:-1] if element.name.startswith("(") else element.name
    where = element.index if at is None else at
    text = str(where[0]) if len(where) == 1 else str(list(where))
    return f"The {ordinal(rank)} element of {name} that is {kind} is at {text}"


def ordinal(rank: int) -> str:
    """Return a place in an order, that of the first being 0, as a word."""
    if rank < len(ORDINALS):
        return ORDINALS[rank]
    number = rank + 1
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else ENDINGS.get(number % 10, 'th')}"


def regions(elements: Sequence[Element], shapes: Mapping[str, Index]) -> str:
    """Return elements in words, those of each tensor together."""
    places: dict[str, set[Index]] = {name: set() for name in shapes}
    for each in elements:
        places.setdefault(each.name, set()).add(each.index)
    found = ((name, sorted(its)) for name, its in places.items() if its)
    return joined(each for name, its in found for each in region(name, its, shapes.get(name, ())))


def region(name: str, found: list[Index], shape: Index) -> Iterator[str]:
    """Yield the elements of one tensor in words: a block, or one by one, or how many there are."""
    axes = [sorted(set(places)) for places in zip(*found, strict=True)]
    if len(shape) != len(axes) or len(found) == 1:
        is_block = False
    else:
        is_block = found == list(product(*axes))
    if is_block and all(len(axis) == size for axis, size in zip(axes, shape, strict=True)):
        yield f"{'both' if len(found) == 2 else f'all {len(found)}'} elements of {name}"
    elif is_block:
        yield block(name, axes, shape)
    elif len(found) <= LISTED:
        yield from (placed(name, index) for index in found)
    else:
        ends = f"{placed(name, found[0])} to {placed(name, found[-1])}"
        yield f"{len(found)} elements of {name}, {ends}"


def block(name: str, axes: list[list[int]], shape: Index) -> str:
    """Return a block of elements in words."""
    fronts = list(product(*axes[:-2])) if any(size > 1 for size in shape[:-2]) else [()]
    if len(fronts) > MATRICES:
        whose = f"{placed(name, fronts[0])} to {placed(name, fronts[-1])}"
    else:
        whose = joined([placed(name, front) for front in fronts])
    if len(axes) == 1:
        return f"{along('element', axes[0])} of {whose}"
    sides = zip(("row", "column"), axes[-2:], shape[-2:], strict=True)
    words = [along(word, axis) for word, axis, size in sides if len(axis) < size]
    return f"{', '.join(words)} of {whose}" if words else f"all of {whose}"


def along(word: str, places: list[int]) -> str:
    """Return places along one dimension: row 2, rows 0 to 2, rows 0, 2 and 4."""
    if len(places) == 1:
        return f"{word} {places[0]}"
    if len(places) > 2 and places == list(range(places[0], places[-1] + 1)):
        return f"{word}s {places[0]} to {places[-1]}"
    return f"{word}s {joined([str(place) for place in places])}"


def counting(spot: Sequence[int], sizes: Sequence[int]) -> str:
    """Return the arithmetic that counts a place: rows times their length, plus the column."""
    text = ""
    for at, size in zip(spot, sizes, strict=True):
        if size != 1:  # nothing is counted along one of them
            row = f"({text})" if " " in text else text
            text = f"{row}*{size} + {at}" if row else str(at)
    return text or "0"
