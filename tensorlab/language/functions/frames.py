"""The variables of the functions that are running, for programs that ask for them: copies.

Only a program that names `currentframe` has its functions write down that they run.
"""

import ast
from typing import Any, Final, NamedTuple

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.scope import Scope
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import PROPERTIES
from tensorlab.language.values.values import MARK

ASKS: Final = "currentframe"
RUNNING: Final[list[tuple[str, dict[str, int], Frame]]] = []  # the innermost function last


class FrameView(NamedTuple):
    """A function at work, or the program itself, as it is told to a program."""

    place: int  # among those that run; -1 is the program
    name: str
    names: dict[str, Any]
    outermost: dict[str, Any]


class CodeView(NamedTuple):
    """What is told of the function of a frame."""

    name: str


class ArgInfo(NamedTuple):
    """The parameters and variables of a function at work."""

    args: list[str]
    varargs: Any
    keywords: Any
    locals: dict[str, Any]


def tracked(evaluate: Evaluate, name: str, scope: Scope) -> Evaluate:
    """Return the body of a function, written down while it runs."""
    slots = scope.slots

    def run(frame: Frame) -> Any:
        RUNNING.append((name, slots, frame))
        try:
            return evaluate(frame)
        finally:
            RUNNING.pop()

    return run


def variables_in(slots: dict[str, int], frame: Frame) -> dict[str, Any]:
    """Return the variables that have a value, by name."""
    meter.spend(len(slots))
    return {
        name: frame[slot]
        for name, slot in slots.items()
        if frame[slot] is not UNBOUND and name != MARK
    }


def outermost_of(frame: Frame) -> dict[str, Any]:
    """Return a copy of the program's own variables."""
    found: Any = frame
    while isinstance(found, list):
        found = found[0]
    meter.spend(len(found))
    return dict(found)


def view(place: int) -> Any:
    """Return what is told of one of those that run; None beyond the program."""
    if place < 0:
        names = outermost_of(RUNNING[0][2]) if RUNNING else {}
        return FrameView(place, "<module>", names, names) if place == -1 else None
    name, slots, frame = RUNNING[place]
    return FrameView(place, name, variables_in(slots, frame), outermost_of(frame))


def currentframe() -> Any:
    """Return the function that runs."""
    return view(len(RUNNING) - 1)


def getargvalues(frame: Any, /) -> ArgInfo:
    """Return the variables of a frame."""
    if not isinstance(frame, FrameView):
        raise TypeError("getargvalues() takes a frame")
    return ArgInfo([*frame.names], None, None, frame.names)


def names_call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile `globals()`, `locals()` and `vars()`: copies of the variables."""
    inner = compiler.scope
    if getattr(node.func, "id", "") == "globals" or inner.kind == "program":
        return outermost_of
    return lambda frame: variables_in(inner.slots, frame)


FrameView.__name__ = "frame"
PROPERTIES[FrameView] = {
    "f_back": lambda frame: view(frame.place - 1),
    "f_locals": lambda frame: frame.names,
    "f_globals": lambda frame: frame.outermost,
    "f_code": lambda frame: CodeView(frame.name),
}
PROPERTIES[CodeView] = {"co_name": lambda code: code.name}
