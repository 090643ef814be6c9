"""The `csv` module: rows of a text that is in memory; no file is opened."""

import csv
from collections.abc import Iterator
from typing import Any

from tensorlab.language.iteration import iterate, lazily
from tensorlab.language.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values import Namespace, type_name

BYTES_OF_LETTER = 32


def lines_of(source: Any) -> Iterator[str]:
    """Yield the lines of a stream, or of what has texts as its items, each paid for."""
    import io  # noqa: PLC0415  few programs read rows

    for line in source if isinstance(source, io.StringIO) else iterate(source):
        if not isinstance(line, str):
            raise TypeError(f"iterator should return strings, not {type_name(line)}")
        meter.spend_at_once(len(line))
        meter.grow(BYTES_OF_LETTER * len(line))
        yield line


def read(source: Any, /, *, delimiter: str = ",", skipinitialspace: bool = False) -> Any:
    """Return an iterator over rows: lists of texts."""
    found = csv.reader(
        lines_of(source), delimiter=delimiter, skipinitialspace=bool(skipinitialspace)
    )
    return lazily("_csv.reader", found)


def read_by_name(source: Any, /, fieldnames: Any = None, *, delimiter: str = ",") -> Any:
    """Return an iterator over rows: dicts by the names in the first."""
    names = None if fieldnames is None else list(iterate(fieldnames))
    return lazily("DictReader", csv.DictReader(lines_of(source), names, delimiter=delimiter))


def namespace() -> Namespace:
    """Return the table of `csv`."""
    return namespace_of("csv", {"reader": read, "DictReader": read_by_name})
