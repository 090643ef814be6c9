"""`import`: binds a namespace of ours to a name; what is not here is told where it is used."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.engine.warning import warn
from tensorlab.language.compiling.compiler import STATEMENTS, Compiler, Execute, Frame
from tensorlab.language.compiling.place import NOT_THE_PROGRAMS, Unsupported, at
from tensorlab.language.compiling.variables import store_name
from tensorlab.language.failing.hints import meant_by
from tensorlab.language.library.elsewhere import Absent, instead_of_member, instead_of_module
from tensorlab.language.modules import has_few_names, note_on
from tensorlab.language.values.attributes import get_attribute
from tensorlab.language.values.values import Namespace


def say_once(name: str, node: ast.AST) -> None:
    """Tell that a module which the program imports is not here."""
    if not hasattr(node, NOT_THE_PROGRAMS):
        text = f"{name} is not part of tensorlab; the program goes on until it uses it"
        warn(text, ImportWarning)


ONLY_THESE = (
    "Only torch and its parts, numpy, and some of Python's own modules can be imported: math, "
    "random, time, itertools, functools, collections ..."
)
Get = Callable[[], Any]


def module_at(compiler: Compiler, name: str, node: ast.AST) -> Get:
    """Return what gives a module when its import is reached: one that is not here is absent.

    The closure raises ModuleNotFoundError for a part of torch that PyTorch has not either.
    """
    try:
        module = compiler.surroundings.import_module(name)
    except KeyError:
        guarded = compiler.imports_guarded
        return lambda: absent(name, node, guarded=guarded)
    note = note_on(name)
    return (lambda: said(note, module)) if note else lambda: module


def is_here(compiler: Compiler, name: str) -> bool:
    """Return whether there is a module of this name."""
    try:
        compiler.surroundings.import_module(name)
    except KeyError:
        return False
    return True


def said(note: str, module: object) -> Any:
    """Return a module, of which something is to be said."""
    warn(note, ImportWarning)
    return module


def absent(name: str, node: ast.AST, *, guarded: bool) -> Absent:
    """Return what stands for a module that is not here.

    Raises:
        ModuleNotFoundError: torch has none of the name, it is a slip in the name of one that is
            here, or the program is prepared for the error.
    """
    instead, (first, *parts) = instead_of_module(name), name.split(".")
    while parts and first.startswith("torch") and (first == "torch" or instead_of_module(first)):
        first = f"{first}.{parts.pop(0)}"
    if guarded or (not instead and (first.startswith("torch.") or meant_by(first))):
        raise at(ModuleNotFoundError(f"No module named '{first}'", name=first), node)
    say_once(name, node)
    return Absent(name, instead or ONLY_THESE)


def import_(compiler: Compiler, node: ast.Import) -> Execute:
    """Compile `import torch`, `import torch.nn.functional as F`."""
    bindings = []
    for alias in node.names:
        whole = module_at(compiler, alias.name, node)
        first = alias.name.partition(".")[0]
        apart = alias.asname or not is_here(compiler, first)
        module = whole if apart else module_at(compiler, first, node)
        name = ast.copy_location(ast.Name(alias.asname or first, ast.Store()), node)
        compiler.imported[name.id] = alias.name if alias.asname else first
        bindings.append((store_name(compiler, name), whole, module))

    def execute(frame: Frame) -> None:
        for store, whole, module in bindings:
            found = whole()
            store(frame, found if whole is module else module())

    return execute


def import_from(compiler: Compiler, node: ast.ImportFrom) -> Execute:
    """Compile `from torch import nn, tensor`."""
    if node.module == "__future__":
        compiler.annotations_unread |= any(alias.name == "annotations" for alias in node.names)
        return lambda frame: None
    if node.level or node.module is None:
        raise Unsupported("A relative import is not part of tensorlab.", "Import from torch.", node)
    module_of = module_at(compiler, node.module, node)
    bindings = []
    whole = node.names[0].name == "*" and compiler.scope.kind == "program"
    if whole and has_few_names(node.module):
        return lambda frame: compiler.names.update(public_members(module_of()))
    for alias in node.names:
        if alias.name == "*":
            raise Unsupported(
                "A star import is not part of tensorlab.",
                f"Import by name: from {node.module} import ...",
                node,
            )
        name = ast.copy_location(ast.Name(alias.asname or alias.name, ast.Store()), node)
        compiler.imported[name.id] = f"{node.module}.{alias.name}"
        bindings.append((store_name(compiler, name), alias))

    def execute(frame: Frame) -> None:
        module = module_of()
        for store, alias in bindings:
            store(frame, member(compiler, module, alias, str(node.module)))

    return execute


def public_members(module: object) -> dict[str, Any]:
    """Return what a star import binds."""
    if not isinstance(module, Namespace):
        return {}
    names = [name for name in module.table.names() if not name.startswith("_")]
    return {name: module.table.member(name) for name in names}


def member(compiler: Compiler, module: Any, alias: ast.alias, source: str) -> Any:
    """Return what `from module import name` means."""
    name = f"{source}.{alias.name}"
    if type(module) is Absent:
        return Absent(name, module.instead)
    try:
        return get_attribute(module, alias.name)
    except AttributeError:
        pass
    except Unsupported as refusal:
        raise at(refusal, alias) from None
    try:
        return compiler.surroundings.import_module(name)
    except KeyError:
        return absent_member(module, alias, name)


def absent_member(module: Namespace, alias: ast.alias, name: str) -> Absent:
    """Return what stands for a part of torch that is known not to be here.

    Raises:
        ImportError: PyTorch has none of this name either.
    """
    instead = (
        instead_of_module(name)
        if name.startswith("torch.")
        else instead_of_member(module.name, alias.name)
    )
    if not instead:
        text = f"cannot import name '{alias.name}' from '{module.name}'"
        raise at(ImportError(text, name=alias.name), alias)
    say_once(name, alias)
    return Absent(name, instead)


STATEMENTS.update({ast.Import: import_, ast.ImportFrom: import_from})
