"""Words around what is counted and listed, as a reader expects them."""

from collections.abc import Iterable, Sequence

SEPARATOR = " · "  # between facts in a line


def counted(count: float, noun: str, plural: str = "") -> str:
    """Return a number and what it counts: 1 lesson, 2 lessons, 0.5 points.

    Args:
        count: How many there are; thousands are set apart by commas.
        noun: What one of them is called.
        plural: What several are called, where that is more than an s behind the noun.
    """
    number = f"{count:,}" if isinstance(count, int) else f"{count:g}"
    return f"{number} {noun if count == 1 else plural or f'{noun}s'}"


def joined(words: Iterable[str]) -> str:
    """Return words in a row: a, b and c."""
    *before, last = words
    return " and ".join(filter(None, (", ".join(before), last)))


def numbered(noun: str, numbers: Sequence[object]) -> str:
    """Return what has numbers, with these: row 0, columns 1 and 2."""
    return f"{noun}{'s' * (len(numbers) != 1)} {joined(map(str, numbers))}"
