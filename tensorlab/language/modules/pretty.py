"""The `pprint` module: values written over several lines."""

import pprint
from collections import OrderedDict
from typing import Any, Final

from tensorlab.language.limits.contents import weight
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.running.screen import screen
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.display import FORMS, describe
from tensorlab.language.values.guards import as_int
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import Builtin

WIDEST: Final = 1000
STEPS_PER_VALUE: Final = 64


class Printer:
    """A way to write values: how wide, and how far each level is set in."""

    __slots__ = ("printer",)

    def __init__(
        self, indent: int = 1, width: int = 80, depth: int | None = None, *,
        compact: bool = False, sort_dicts: bool = True,
    ) -> None:  # fmt: skip
        indent, width, depth = as_int(indent), as_int(width), as_int(depth)
        if max(indent, width) > WIDEST:
            raise ValueError(f"a line has {WIDEST} characters at most")
        self.printer = Plain(
            indent=indent,
            width=width,
            depth=depth,
            compact=bool(compact),
            sort_dicts=bool(sort_dicts),
        )

    def pformat(self, value: Any, /) -> str:
        """Return the text of a value."""
        before = describe(value)  # which counts it, and stops where it is endless
        meter.spend_at_once(STEPS_PER_VALUE * (weight(value) + len(before) // 8))
        meter.grow(8 * len(before))
        text = self.printer.pformat(value)
        meter.grow(4 * len(text))
        return text

    def pprint(self, value: Any, /) -> None:
        """Show a value."""
        screen.write(self.pformat(value) + "\n")


class Plain(pprint.PrettyPrinter):
    """What writes the values of programs: of each that is no container, its own text."""

    def format(self, value: Any, context: Any, maxlevels: int, level: int) -> Any:
        """Return a text, whether it can be read back, and whether it holds itself."""
        if type(value) in FORMS and type(value) not in CONTAINERS:
            return describe(value), False, False
        return super().format(value, context, maxlevels, level)


CONTAINERS: Final = (dict, list, tuple, set, frozenset, OrderedDict)
Printer.__name__ = "PrettyPrinter"
METHODS[Printer] = {"pformat": Printer.pformat, "pprint": Printer.pprint}


def pformat(object: Any, *given: Any, **named: Any) -> str:
    """Return the text of a value."""
    return Printer(*given, **named).pformat(object)


def show(object: Any, stream: Any = None, *given: Any, **named: Any) -> None:
    """Show a value."""
    Printer(*given, **named).pprint(object)


def show_in_order(object: Any, *given: Any, sort_dicts: bool = False, **named: Any) -> None:
    """Show a value, dicts in their own order."""
    Printer(*given, sort_dicts=sort_dicts, **named).pprint(object)


def namespace() -> Namespace:
    """Return the table of `pprint`."""
    return namespace_of(
        "pprint",
        {"pprint": show, "pp": show_in_order, "pformat": pformat},
        {"PrettyPrinter": Builtin("PrettyPrinter", Printer)},
    )
