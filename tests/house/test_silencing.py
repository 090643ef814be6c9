"""Where mypy and the formatter are told to look away."""

import ast
import re
from pathlib import Path

SOURCES = sorted(Path("tensorlab").rglob("*.py"))
IGNORED = re.compile(r"  # type: ignore\[[\w, -]+\](?P<reason>  # \w.*)?$")
TABLES = (ast.Dict, ast.DictComp, ast.List, ast.Set, ast.Tuple)


def heads(tree: ast.AST) -> set[int]:
    """Return the lines of declarations and signatures: what stands above a body."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            lines.update(range(first, node.body[0].lineno))
    return lines


def is_table(statement: ast.stmt) -> bool:
    """Return whether a statement names a table or walks over one."""
    value = getattr(statement, "value", None) or getattr(statement, "iter", None)
    if isinstance(value, ast.Call):
        return any(isinstance(part, TABLES) for part in [*value.args, *ast.walk(value.func)])
    return isinstance(value, TABLES)


def tables(tree: ast.AST) -> set[int]:
    """Return the lines on which tables end."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and is_table(node)]
    return {getattr(node, "iter", node).end_lineno for node in found}


def by_hand(path: Path) -> set[int]:
    """Return the lines at which the formatter is told to skip something else."""
    text = path.read_text(encoding="utf-8")
    skipped = {line for line, part in enumerate(text.splitlines(), 1) if "# fmt: skip" in part}
    return skipped and skipped - heads(tree := ast.parse(text)) - tables(tree)


def without_reason(path: Path) -> list[int]:
    """Return the lines at which mypy is silenced with no reason behind or above it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [(place, IGNORED.search(line)) for place, line in enumerate(lines)]
    return [
        place + 1
        for place, ignored in found
        if ignored and not (ignored["reason"] or lines[place - 1].lstrip().startswith("# "))
    ]


def test_only_signatures_and_tables_are_laid_out_by_hand() -> None:
    assert not {str(path): lines for path in SOURCES if (lines := by_hand(path))}


def test_mypy_is_silenced_for_a_reason() -> None:
    assert not {str(path): lines for path in SOURCES if (lines := without_reason(path))}
