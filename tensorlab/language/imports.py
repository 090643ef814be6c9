"""`import`: binds a namespace of ours to a name; there is nothing else to import."""

import ast
from typing import Any

from tensorlab.language.attributes import get_attribute
from tensorlab.language.compiler import STATEMENTS, Compiler, Execute, Frame
from tensorlab.language.elsewhere import instead_of_module
from tensorlab.language.place import Unsupported, at, fail
from tensorlab.language.values import Namespace
from tensorlab.language.variables import store_name

ONLY_THESE = "Only torch, its parts (torch.nn.functional ...), math and typing can be imported."


def find_module(compiler: Compiler, name: str, node: ast.stmt) -> Any:
    """Return a module's namespace, or say which ones there are."""
    try:
        return compiler.surroundings.import_module(name)
    except KeyError:
        raise at(unknown_module(name), node) from None


def unknown_module(name: str) -> Exception:
    """Return the error for a module that cannot be imported."""
    instead = instead_of_module(name)
    if name.partition(".")[0] == "torch" and not instead:
        return ModuleNotFoundError(f"No module named '{name}'", name=name)
    return Unsupported(f"The module {name} is not part of tensorlab.", instead or ONLY_THESE)


def import_(compiler: Compiler, node: ast.Import) -> Execute:
    """Compile `import torch`, `import torch.nn.functional as F`."""
    bindings = []
    for alias in node.names:
        whole = find_module(compiler, alias.name, node)
        first = alias.name.partition(".")[0]
        module = whole if alias.asname else find_module(compiler, first, node)
        name = ast.copy_location(ast.Name(alias.asname or first, ast.Store()), node)
        bindings.append((store_name(compiler, name), module))

    def execute(frame: Frame) -> None:
        for store, module in bindings:
            store(frame, module)

    return execute


def import_from(compiler: Compiler, node: ast.ImportFrom) -> Execute:
    """Compile `from torch import nn, tensor`."""
    if node.module == "__future__":
        return lambda frame: None
    if node.level or node.module is None:
        raise Unsupported("A relative import is not part of tensorlab.", "Import from torch.", node)
    module = find_module(compiler, node.module, node)
    bindings = []
    for alias in node.names:
        if alias.name == "*":
            raise Unsupported(
                "A star import is not part of tensorlab.",
                f"Import by name: from {node.module} import ...",
                node,
            )
        name = ast.copy_location(ast.Name(alias.asname or alias.name, ast.Store()), node)
        bindings.append((store_name(compiler, name), member(compiler, module, alias, node)))

    def execute(frame: Frame) -> None:
        for store, value in bindings:
            store(frame, value)

    return execute


def member(compiler: Compiler, module: Namespace, alias: ast.alias, node: ast.ImportFrom) -> Any:
    """Return what `from module import name` means."""
    try:
        return get_attribute(module, alias.name)
    except AttributeError:
        pass
    try:
        return compiler.surroundings.import_module(f"{node.module}.{alias.name}")
    except KeyError:
        fail(
            ImportError(f"cannot import name '{alias.name}' from '{module.name}'", name=alias.name),
            alias,
        )


STATEMENTS.update({ast.Import: import_, ast.ImportFrom: import_from})
