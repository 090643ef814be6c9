"""The `csv` module: rows of a text that is in memory; no file is opened."""

import csv
from collections.abc import Iterator
from typing import Any

from tensorlab.language.expressions.invoking import call_value
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.attributes import METHODS, get_attribute
from tensorlab.language.values.display import text_of
from tensorlab.language.values.iteration import collected, iterate, lazily
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import Builtin, ErrorType, type_name

BYTES_OF_LETTER = 32
DIALECTS = ("excel", "excel-tab", "unix")
QUOTING = ("QUOTE_ALL", "QUOTE_MINIMAL", "QUOTE_NONE", "QUOTE_NONNUMERIC")


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


class Line:
    """What one row is written to, before the program's stream has it."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        """Keep a text."""
        self.text = text
        return len(text)


class Writer:
    """What `csv.writer` makes: rows go to a stream as lines."""

    __slots__ = ("inner", "line", "stream")

    def __init__(
        self, csvfile: Any, dialect: Any = "excel", *, delimiter: str = ",", quotechar: str = '"',
        quoting: Any = 0, lineterminator: str = "\r\n",
    ) -> None:  # fmt: skip
        if dialect not in DIALECTS:
            raise csv.Error("unknown dialect")
        self.stream, self.line = csvfile, Line()
        settings: Any = {"delimiter": delimiter, "quotechar": quotechar, "quoting": quoting}
        self.inner = csv.writer(self.line, dialect, lineterminator=lineterminator, **settings)

    def row(self, row: Any, /) -> Any:
        """Write a row, and return how long it is."""
        plain = (None if item is None else cell(item) for item in collected(row))
        self.inner.writerow(list(plain))
        meter.grow(BYTES_OF_LETTER * len(self.line.text))
        return call_value(get_attribute(self.stream, "write"), [self.line.text], {})

    def rows(self, rows: Any, /) -> None:
        """Write several rows."""
        for row in iterate(rows):
            self.row(row)


def cell(item: Any) -> Any:
    """Return an item as a number or a text."""
    return item if type(item) in {int, float} else text_of(item)


def namespace() -> Namespace:
    """Return the table of `csv`."""
    METHODS[Writer] = {"writerow": Writer.row, "writerows": Writer.rows}
    own = written("csv", {"writer": Builtin("writer", Writer)})
    constants = {name: getattr(csv, name) for name in QUOTING}
    wrong = ErrorType("_csv.Error", csv.Error)
    return namespace_of(
        "csv",
        {"reader": read, "DictReader": read_by_name, "writer": Writer},
        {**own, **constants, "Error": wrong},
    )
