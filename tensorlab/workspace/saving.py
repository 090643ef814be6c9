"""What was typed at a prompt as a program that stands for itself."""

import ast
import builtins
from collections.abc import Sequence
from pathlib import Path

from tensorlab.workspace.entered import Statement
from tensorlab.workspace.naming import with_names

IMPORTS = {
    "torch": "import torch",
    "F": "import torch.nn.functional as F",
    "nn": "from torch import nn",
}


def program_of(statements: Sequence[Statement]) -> str:
    """Return the statements after the imports that a prompt does without."""
    written = with_names(statements)
    lines = [*imports_for("\n".join(written)), *written]
    return "".join(f"{line}\n" for line in lines)


def imports_for(program: str) -> list[str]:
    """Return the imports of the names that a program uses and does not give."""
    from tensorlab.ops.namespace import NAMESPACES  # noqa: PLC0415  it loads every operation

    tree = ast.parse(program)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    given = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    used = used_before_imported(tree) - given - set(dir(builtins))
    bare = sorted((used & set(NAMESPACES["torch"])) - set(IMPORTS))
    imports = [line for name, line in IMPORTS.items() if name in used]
    return [*imports, f"from torch import {', '.join(bare)}"] if bare else imports


def used_before_imported(tree: ast.Module) -> set[str]:
    """Return the names that statements use which none before them has imported."""
    used: set[str] = set()
    imported: set[str] = set()
    for statement in tree.body:
        used |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} - imported
        if isinstance(statement, ast.Import | ast.ImportFrom):
            found = (each.asname or each.name.partition(".")[0] for each in statement.names)
            imported.update(found)
    return used


def save(statements: Sequence[Statement], path: Path) -> None:
    """Write the program to a new file.

    Raises:
        OSError: the file exists already or cannot be written.
    """
    with path.open("x", encoding="utf-8") as file:
        file.write(program_of(statements))
