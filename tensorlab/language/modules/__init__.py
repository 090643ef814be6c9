"""Modules of Python's that programs can import: closed tables of ours, loaded when imported."""

import sys
from importlib import import_module
from typing import Any, Final

from tensorlab.language.values.attributes import get_attribute

# By the name that programs import: the file here whose `namespace()` makes the table.
FILES: Final = {
    "abc": "abstract",
    "argparse": "written",
    "bisect": "heaps",
    "calendar": "written",
    "cmath": "complex_mathematics",
    "collections": "containers",
    "contextlib": "contexts",
    "copy": "copies",
    "csv": "rows",
    "dataclasses": "records",
    "datetime": "calendar_days",
    "decimal": "decimals",
    "enum": "enumerations",
    "fractions": "written",
    "functools": "functions",
    "gc": "waste",
    "hashlib": "digests",
    "heapq": "heaps",
    "inspect": "inspection",
    "io": "streams",
    "itertools": "iterators",
    "json": "json_text",
    "logging": "written",
    "math": "mathematics",
    "matplotlib": "drawing",
    "numbers": "kinds_of_numbers",
    "numpy": ".numpy",  # a room of its own beside this one
    "operator": "operations",
    "os": "machine",
    "pathlib": "paths",
    "pprint": "pretty",
    "pylab": "drawing",
    "queue": "written",
    "random": "random_numbers",
    "re": "patterns",
    "seaborn": "drawing",
    "statistics": "averages",
    "string": "letters",
    "sys": "system",
    "textwrap": "paragraphs",
    "time": "clock",
    "timeit": "stopwatch",
    "tqdm": "progress",
    "traceback": "traces",
    "types": "namespaces",
    "typing": "types_for_readers",
    "unicodedata": "characters",
    "warnings": "warned",
}
# What is said when one of these is imported.
NOTES: Final = {
    "drawing": "drawing is not part of tensorlab; calls of matplotlib and seaborn do nothing",
}
LOADED: Final[dict[str, Any]] = {}


def module_of_python(name: str) -> Any:
    """Return the namespace of a module, or of a part of one.

    Raises:
        KeyError: there is none.
    """
    first, *parts = name.split(".")
    if first not in LOADED:
        file = import_module(f".{FILES[first]}", __name__)
        LOADED[first] = file.module_of(first) if FILES[first] == "written" else file.namespace()
    found = LOADED[first]
    for part in parts:
        try:
            found = get_attribute(found, part)
        except AttributeError:
            raise KeyError(name) from None
    return found


def has_few_names(name: str) -> bool:
    """Return whether all names of a module can be imported at once: not those of torch or numpy."""
    first, _, rest = name.partition(".")
    return "." in rest if first == "torch" else not FILES.get(first, ".").startswith(".")


def is_left_out(module: str, name: str) -> bool:
    """Return whether Python's module has a name that programs do not get."""
    own = module.partition(".")[0]
    return own in sys.stdlib_module_names and hasattr(import_module(module), name)


def note_on(name: str) -> str:
    """Return what is to be said where a module is imported, empty where there is nothing."""
    return NOTES.get(FILES.get(name.partition(".")[0], ""), "")
