"""Tables of numbers as text, to and from what is kept in memory: loadtxt, genfromtxt, savetxt."""

import io
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.streams import write
from tensorlab.language.numpy.arguments import Arguments, type_given
from tensorlab.language.numpy.calling import pay
from tensorlab.language.numpy.functions import as_array
from tensorlab.language.numpy.values import LONGEST_TEXT, plain, presented
from tensorlab.language.values.formatting import check_specification
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.values import type_name

# Of the settings, those whose values are texts, and those that are numbers, names of columns, ...
TEXTS: Final = frozenset({"delimiter", "comments", "quotechar", "missing_values", "deletechars",
                          "replace_space", "encoding"})  # fmt: skip
PLAIN: Final = frozenset({"skiprows", "max_rows", "ndmin", "unpack", "usecols", "skip_header",
                          "skip_footer", "filling_values", "autostrip", "invalid_raise",
                          "case_sensitive", "usemask"})  # fmt: skip
CELLS_OF_CHARACTER: Final = 4
FILES: Final = "A program of tensorlab reads and writes no files: give it an io.StringIO."
ENCODINGS: Final = (None, "utf-8", "utf8", "ascii", "bytes", "latin1")
CHARACTERS_OF_NUMBER: Final = 30


def lines_of(source: Any) -> list[str]:
    """Return the lines of a stream of text, or of a list of them.

    Raises:
        Unsupported: it is the name of a file.
        TypeError: it holds no text.
    """
    if isinstance(source, str):
        raise Unsupported("Reading a file is not part of tensorlab.", FILES)
    if isinstance(source, io.StringIO | io.BytesIO):
        found: Any = source.readlines()
    else:
        found = collected(source)
    lines = [line.decode("latin1") if isinstance(line, bytes) else line for line in found]
    if not all(isinstance(line, str) for line in lines):
        raise TypeError("a table is read from lines of text")
    size = sum(map(len, lines))
    meter.grow(4 * size)
    pay(CELLS_OF_CHARACTER * size, CELLS_OF_CHARACTER * size)
    return lines


def settings_of(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return settings as numpy gets them.

    Raises:
        TypeError: one is a function, or none of numpy's.
    """
    found: dict[str, Any] = {}
    for word, value in given.items():
        if word == "dtype":
            found[word] = None if value is None else type_given(value)
        elif word == "names" and not isinstance(value, bool | type(None)):
            found[word] = ",".join(value) if isinstance(value, list | tuple) else text(word, value)
        elif word in TEXTS and isinstance(value, str):
            found[word] = text(word, value)
        elif word in TEXTS | PLAIN | {"names"}:
            found[word] = Arguments((value,), {}).given[0]
        else:
            raise TypeError(f"{name}({word}=...) is not part of tensorlab")
    if found.get("encoding") not in ENCODINGS:
        raise LookupError(f"unknown encoding: {found['encoding']}")
    if found.get("usemask"):
        raise TypeError(f"{name}(usemask=True) is not part of tensorlab")
    return found


def text(word: str, value: Any) -> str:
    """Return a text that is short enough for a setting."""
    if not isinstance(value, str) or len(value) > 10 * LONGEST_TEXT:
        raise TypeError(f"{word} must be a short text, not '{type_name(value)}'")
    return value


def loadtxt(fname: Any, dtype: Any = float, **named: Any) -> Any:
    """Return the numbers of a table of text."""
    settings = settings_of("loadtxt", {"dtype": dtype, **named})
    return presented(np.loadtxt(lines_of(fname), **settings))


def genfromtxt(fname: Any, dtype: Any = float, **named: Any) -> Any:
    """Return the numbers of a table of text in which some may be missing."""
    settings = settings_of("genfromtxt", {"dtype": dtype, **named})
    found = np.genfromtxt(lines_of(fname), **settings)
    return presented(found)


def savetxt(
    fname: Any, X: Any, fmt: Any = "%.18e", delimiter: Any = " ", newline: Any = "\n",
    header: Any = "", footer: Any = "", comments: Any = "# ", encoding: Any = None,
) -> None:  # fmt: skip
    """Write the numbers of an array to a stream of text.

    Raises:
        Unsupported: it is the name of a file.
    """
    if isinstance(fname, str):
        raise Unsupported("Writing a file is not part of tensorlab.", FILES)
    if not isinstance(fname, io.StringIO | io.BytesIO):
        raise TypeError(f"a table is written to an io.StringIO, not to '{type_name(fname)}'")
    array = plain(as_array(X))
    forms = [text("fmt", part) for part in (fmt if isinstance(fmt, list | tuple) else [fmt])]
    for form in forms:
        check_specification(form)
    texts = [text("text", part) for part in (delimiter, newline, header, footer, comments)]
    width = CHARACTERS_OF_NUMBER + max(map(len, [*forms, *texts])) + 400  # as 1e308 by %f takes
    meter.grow(array.size * width)
    pay(array.size * 4, array.size * 64)
    out = io.StringIO()
    words = dict(zip(("delimiter", "newline", "header", "footer", "comments"), texts, strict=True))
    np.savetxt(out, array, fmt=forms if isinstance(fmt, list | tuple) else forms[0], **words)
    written = out.getvalue()
    write(fname, written.encode("latin1") if isinstance(fname, io.BytesIO) else written)


def fromstring(string: Any, dtype: Any = float, count: Any = -1, *, sep: Any) -> Any:
    """Return the numbers of a text."""
    if not isinstance(string, str):
        raise TypeError("the numbers are read from a text")
    pay(CELLS_OF_CHARACTER * len(string), CELLS_OF_CHARACTER * len(string))
    kind = type_given(dtype)
    return presented(np.fromstring(string, kind, int(count), sep=text("sep", sep) or " "))


def frombuffer(buffer: Any, dtype: Any = float, count: Any = -1, offset: Any = 0) -> Any:
    """Return bytes, read as numbers: an array that is not written to."""
    if not isinstance(buffer, bytes):
        raise TypeError(f"a bytes-like object is required, not '{type_name(buffer)}'")
    pay(len(buffer), len(buffer))
    return presented(np.frombuffer(buffer, type_given(dtype), int(count), int(offset)))


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "loadtxt": loadtxt, "genfromtxt": genfromtxt, "savetxt": savetxt, "fromstring": fromstring,
    "frombuffer": frombuffer,
}  # fmt: skip
