"""What programs for PyTorch use and tensorlab has not, with what to write instead."""

import re
import sys
from importlib import import_module
from typing import Any, Final, NoReturn

from tensorlab.absent import inner, is_question, why_absent
from tensorlab.frozen import lines_beside
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.values.attributes import GATES
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import ErrorType
from tensorlab.ops.modules import home_of, is_made, is_public, names_in

CLOSED: Final = (
    "A program in tensorlab reaches no disk, no processes and no network: "
    "`tensorlab python FILE` runs it with all of Python."
)
ALL_OF_PYTHON: Final = "`tensorlab python FILE` runs a program with all of Python."

# Modules, by the first part of their name.
ROWS: Final = [line.partition(":") for line in lines_beside(__file__, "elsewhere.txt")]
MODULES: Final = {
    name: instead.strip() or CLOSED for names, _, instead in ROWS for name in names.split()
}
NO_SUCH_MODULE: Final = "tensorlab has no such module: derive one from nn.Module."
WORD_BEGINS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Absent:
    """A module that is not part of tensorlab, or a name in it: whoever uses it is told so."""

    __slots__ = ("instead", "name")
    kinds = ()  # nothing is an instance

    def __init__(self, name: str, instead: str) -> None:
        self.name = name
        self.instead = instead

    def refuse(self, *given: Any, **named: Any) -> NoReturn:
        """Say that it is not here.

        Raises:
            Unsupported: always.
        """
        raise Unsupported(f"{self.name} is not part of tensorlab.", self.instead)

    __call__ = __iter__ = refuse

    def __repr__(self) -> str:
        return f"<{self.name}, which is not part of tensorlab>"


class AbsentGate:
    """What is in it is not here either; what is asked of it is told at the dot."""

    def find(self, value: Absent, name: str) -> Any:
        """Answer what asks whether something is there; errors are here, all else says it is not."""
        title = f"{value.name}.{name}"
        known = inner(title)
        if isinstance(known, type) and issubclass(known, Exception):
            return ErrorType(title, known)
        if not is_question(name):
            Absent(title, value.instead).refuse()
        return Builtin(name, lambda *given, **named: False)

    def put(self, value: Absent, name: str, new: Any) -> NoReturn:
        """Say that it is not here."""
        value.refuse()

    def names(self, value: Absent) -> list[str]:
        """Return the names that it is known to have: none."""
        return []


Absent.__name__ = "module"
GATES[Absent] = AbsentGate()


def absent(name: str) -> Absent:
    """Return what stands for a name of PyTorch's.

    Raises:
        KeyError: PyTorch has none of this name either.
    """
    instead = instead_of_module(name)
    if not instead:
        raise KeyError(name)
    return Absent(name, instead)


def instead_of_module(name: str) -> str:
    """Return what to do without a module, empty where nothing is known of it."""
    first = name.partition(".")[0]
    if first != "torch" or name in MODULES:
        return MODULES.get(name) or MODULES.get(
            first, ALL_OF_PYTHON if first in sys.stdlib_module_names else ""
        )
    if why := why_absent(name):
        return f"{why[0].upper()}{why[1:]}."
    return ALL_OF_PYTHON if is_module(name) or is_in_python(name) else ""


def is_in_python(name: str) -> bool:
    """Return whether torch itself has a public name where Python imports it."""
    parent, _, last = name.rpartition(".")
    return parent == "torch" and last in {
        *names_in(parent),
        *vars(sys.modules["tensorlab"])["FILES"],
    }


def is_module(name: str) -> bool:
    """Return whether it is one of torch's modules that Python's own `import` finds by its name."""
    return bool(home_of(name) or is_made(name) or is_public(name))


def instead_of_member(module: str, name: str) -> str:
    """Return what to do without a name of a module of Python's, empty if it has none such."""
    first = module.partition(".")[0]
    known = first in sys.stdlib_module_names and hasattr(import_module(module), name)
    return ALL_OF_PYTHON if known else ""


def instead_of_layer(name: str) -> str:
    """Return what to write for a class of torch.nn: its function, if there is one."""
    from tensorlab.ops.index import FAMILIES  # noqa: PLC0415  only failures ask

    snake = WORD_BEGINS.sub("_", name).lower()
    for guess in (snake, name.lower(), snake.removesuffix("_loss"), snake.rstrip("123d")):
        if guess in FAMILIES["torch.nn.functional"]:
            return f"tensorlab has no such module: call F.{guess}(...)."
    return NO_SUCH_MODULE
