"""Parts of modules that are written in the language itself: nothing in them can do more than it.

They stand in `tensorlab/language/written/`, a file for each module; some modules of Python's run as
Python has written them. What they raise is told at the call in the program, and no program changes
them.
"""

import ast
from collections.abc import Set as AbstractSet
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from tensorlab.frozen import names_beside
from tensorlab.language.classes.lookup import Instance
from tensorlab.language.classes.members import Property
from tensorlab.language.compiling.compiler import Compiler, Surroundings
from tensorlab.language.compiling.place import NOT_THE_PROGRAMS
from tensorlab.language.library.names import torch_library
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.reading.source import Source, parse
from tensorlab.language.running.screen import kept
from tensorlab.language.values.builtins import BUILTINS
from tensorlab.language.values.functions import Builtin, Function
from tensorlab.language.values.values import Namespace, Table

CHANGEABLE: Final = (dict, list, set)  # no program gets one that the next would find changed
FOLDER: Final = Path(__file__).parent.parent / "written"
AFTERWARDS: Final = "# After what Python has written."  # so begins what only adds to that


def written(module: str, given: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what the file of a module defines; `given` is what it finds besides the built-ins.

    Functions of ours among that are wrapped as programs may have them.
    """
    names: Any = {
        name: Builtin(name, value) if isinstance(value, FunctionType | partial) else value
        for name, value in (given or {}).items()
    }
    left, meter.left = meter.left, 1 << 40  # steps for any module
    try:
        imported = define(text_of(module), names)
    finally:
        # a program that names the module first pays no more than the next
        meter.left = left
    own = names.keys() - (given or {}).keys() - imported
    made = {name: closed(module, names[name]) for name in names if name in own}
    return {
        name: value
        for name, value in made.items()
        if name[0] != "_" and not isinstance(value, (*CHANGEABLE, Instance))
    }


def text_of(module: str) -> str:
    """Return the text of a module: ours, or that of the Python which is at work, or both."""
    ours = FOLDER / f"{module}.txt"
    text = ours.read_text("utf-8") if ours.exists() else AFTERWARDS
    if not text.startswith(AFTERWARDS):
        return text
    loader: Any = find_spec(module).loader  # type: ignore[union-attr]  # these it always has
    return f"{loader.get_source(module)}\n{text}"


def define(
    text: str, names: dict[str, Any], surroundings: Surroundings | None = None
) -> AbstractSet[str]:
    """Run a text that stands nowhere in the program, in these names; return what it imports.

    What is wrong in it is told at the call in the program that runs it.
    """
    tree = parse(Source(text))
    for node in ast.walk(tree):
        setattr(node, NOT_THE_PROGRAMS, True)
    compiler = Compiler(names, surroundings or torch_library(BUILTINS, preload=False))
    compiler.unbinds = "del " in text or "except" in text
    for statement in tree.body:
        compiler.statement(statement)(names)  # type: ignore[arg-type]  # the program's frame
    return compiler.imported.keys()


def closed(module: str, value: Any) -> Any:
    """Return a value as programs may have it: they cannot change it, nor classes within it."""
    if not getattr(value, "closed", True):
        value.closed = True
        value.name = value.name.replace("__main__", module)
        for name, part in value.table.items():
            if isinstance(part, CHANGEABLE):
                value.table[name] = Property(Builtin(name, lambda owner, part=part: part.copy()))
            closed(module, getattr(part, "read", None) or getattr(part, "function", part))
    return Builtin(value.code.name, value) if type(value) is Function else value


def state_of(module: str) -> dict[str, Any]:
    """Return what a module keeps for the program at work."""
    return kept.of_modules.setdefault(module, {})


def module_of(name: str) -> Namespace:
    """Return a module that is written in the language from beginning to end."""
    given = {"_state": partial(state_of, name), "_digest": digest, "_is_there": is_there}
    return namespace_of(name, {}, written(name, {**given, "__name__": name}))


def is_there(name: str) -> bool:
    """Return whether programs can import a module of this name."""
    try:
        return bool(torch_library(BUILTINS, preload=False).import_module(name))
    except KeyError:
        return False


def digest(kind: str, data: bytes) -> bytes:
    """Return what stands for bytes, by a way of `hashlib`."""
    import hashlib  # noqa: PLC0415  few programs need it

    meter.spend_at_once(len(data))
    return hashlib.new(kind, data).digest()


NAMES: Final = names_beside(__file__, "files.txt")["written"]
MODULES: dict[str, Any] = {name: partial(module_of, name) for name in NAMES}
MODULES["concurrent"] = lambda: Namespace("concurrent", Table({"futures": module_of("futures")}))
