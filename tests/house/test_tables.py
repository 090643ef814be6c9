"""Facts about functions stand in their declarations; tables of them may only become fewer."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tensorlab
from tensorlab.ops.index import FAMILIES

PACKAGE = Path(tensorlab.__file__).parent
# What Python calls for an operator is no function's own name.
FUNCTIONS = {name for names in FAMILIES.values() for name in names if not name.endswith("__")}
OF_NUMPY = (
    "language/numpy/",
    "explain/reference/functions.py",
)  # theirs are numpy's functions, not ours
FEWEST = 4  # names that make a table
SHARE = 0.3  # of its words
MOST = 231  # names of functions in all tables; lower it when one goes


class Table(NamedTuple):
    """A table of a module, the functions that it names, and whether a comment says why."""

    place: str
    names: list[str]
    has_reason: bool


def tables_of(text: str, place: str) -> Iterator[Table]:
    """Yield the tables of a module that name functions."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            if not target.isupper():
                continue  # a function, named in what declares it
            words = [
                word.rpartition(".")[2]
                for part in ast.walk(node.value)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
                for word in part.value.split()
            ]
            names = [word for word in words if word in FUNCTIONS]
            if len(names) >= FEWEST and len(names) > SHARE * len(words):
                comment = "#" in lines[node.lineno - 2] or "#" in lines[node.lineno - 1]
                yield Table(f"{place} {target}", names, comment)


@cache
def tables() -> list[Table]:
    """Every table that names functions, outside of calls that declare them."""
    return [
        table
        for path in sorted(PACKAGE.rglob("*.py"))
        if not (place := path.relative_to(PACKAGE).as_posix()).startswith(OF_NUMPY)
        for table in tables_of(path.read_text(encoding="utf-8"), place)
    ]


def test_tables_name_ever_fewer_functions() -> None:
    found = tables()
    count = sum(len(table.names) for table in found)
    listed = "\n".join(f"{len(table.names):4} {table.place}" for table in found)
    assert count == MOST, f"{count} names, not {MOST}; a fact belongs in the declaration:\n{listed}"


def test_each_table_says_why_it_is_one() -> None:
    assert [table.place for table in tables() if not table.has_reason] == []


def test_a_table_is_found() -> None:
    text = '# why\nX = ["mm", "bmm", "add", "sub"]\nadd = f("sub", "mm", "mm", "mm")\n'
    assert list(tables_of(text, "x.py")) == [Table("x.py X", ["mm", "bmm", "add", "sub"], True)]
