"""`sys`, `platform`, `gc` and `warnings`: what a program asks of Python itself."""

import platform
import re
import sys
import warnings
from typing import Any, Final

from tensorlab.engine.warning import warn as give_notice
from tensorlab.language.modules.tables import OFFERED, namespace_of, taken_from
from tensorlab.language.running.screen import Aside, Screen, aside, screen
from tensorlab.language.statements.blocks import handled
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.builtins import BUILTINS, exit_
from tensorlab.language.values.display import text_of, trace_of
from tensorlab.language.values.guards import size_of
from tensorlab.language.values.types import type_of
from tensorlab.language.values.values import CONTEXTS, ErrorType, ErrorValue, Namespace, TypeValue

BYTES_OF_OBJECT: Final = 56


def write(stream: Any, text: str, /) -> int:
    """Write a text to the screen."""
    if not isinstance(text, str):
        raise TypeError(f"write() argument must be str, not {type(text).__name__}")
    stream.write(text)
    return len(text)


for own in (Screen, Aside):
    # What is written is shown at once: nothing is to be flushed.
    METHODS[own] = {
        "write": write, "flush": lambda stream: None, "isatty": lambda stream: False,
    }  # fmt: skip
    own.__name__ = "TextIOWrapper"


for word in ("version_info", "float_info", "hash_info", "int_info"):
    PROPERTIES[type(getattr(sys, word))] = reading(OFFERED[f"sys.{word}"])


def exc_info() -> tuple[Any, Any, Any]:
    """Return the type of the error whose `except` block runs, the error, and its lines."""
    error = handled[-1] if handled else None
    return (type_of(error), error, trace_of(error)) if error else (None, None, None)


def sys_module() -> Namespace:
    """Return the table of `sys`."""
    return namespace_of(
        "sys",
        {"exit": exit_, "getsizeof": lambda value, /: BYTES_OF_OBJECT + size_of(value),
         "exc_info": exc_info, "getrecursionlimit": sys.getrecursionlimit,
         "setrecursionlimit": lambda limit, /: None},
        {**taken_from(sys, "sys"), "argv": ["program.py"], "executable": "python", "modules": {},
         "path": [""], "stdout": screen, "stderr": aside, "__stdout__": screen,
         "__stderr__": aside},
    )  # fmt: skip


def warn(message: object, category: object = None, *given: object, **named: object) -> None:
    """Add a notice."""
    kind = category.raised if isinstance(category, ErrorType) else UserWarning
    if not issubclass(kind, Warning) or kind.__module__ != "builtins":
        kind = UserWarning
    first = next((row for row in warnings.filters if issubclass(kind, row[2])), None)
    if first is not None and first[3] is OF_PROGRAMS:
        raise kind(text_of(message))
    give_notice(text_of(message), kind)


# Where the notices are given of which errors are made: nowhere in the library.
OF_PROGRAMS: Final = re.compile("(?!)")


def switch(action: object, *given: object, category: Any = None, **named: object) -> None:
    """Show notices from here on, or show none, or make errors of those that the program gives."""
    if action == "error":
        row = action, None, getattr(category, "raised", Warning), OF_PROGRAMS, 0
        warnings.filters.insert(0, row)  # type: ignore[attr-defined]  # it is a list
    elif action in {"ignore", "always", "default", "once"}:
        warnings.simplefilter(action)
    elif action != "module":
        raise ValueError(f"invalid action: {text_of(action)}")


def caught(*, record: bool = False, **named: object) -> Any:
    """Return a block after which the filters stand as before; what it records it hands out."""
    return warnings.catch_warnings(record=bool(record))


CONTEXTS.add(warnings.catch_warnings)
PROPERTIES[warnings.WarningMessage] = {
    "message": lambda said: ErrorValue(said.category, (str(said.message),)),
    "category": lambda said: ErrorType(said.category.__name__, said.category),
}


def warnings_module() -> Namespace:
    """Return the table of `warnings`."""
    blocks = TypeValue("warnings.catch_warnings", (warnings.catch_warnings,), caught)
    return namespace_of(
        "warnings",
        {"warn": warn, "filterwarnings": switch, "simplefilter": switch, "resetwarnings": list},
        {"catch_warnings": blocks},
    )


def platform_module() -> Namespace:
    """Return the table of `platform`: the kind of machine, but not which one it is."""
    told = {name: getattr(platform, name)() for name in OFFERED["platform"]}
    told["platform"] = f"{told['system']}-{told['machine']}"
    acts = {name: lambda *_, text=text, **__: text for name, text in told.items()}
    return namespace_of("platform", acts)


def builtins_module() -> Namespace:
    """Return the table of `builtins`: what every program has, but for its way to files."""
    return namespace_of(
        "builtins", {}, {name: BUILTINS[name] for name in BUILTINS if name != "open"}
    )


OF_GC: Final = dict.fromkeys(("collect", "enable", "disable"), lambda: 0)
MODULES = {
    "sys": sys_module, "gc": lambda: namespace_of("gc", OF_GC), "platform": platform_module,
    "warnings": warnings_module, "builtins": builtins_module,
}  # fmt: skip
