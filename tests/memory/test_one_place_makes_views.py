"""Views by strides are made in one file, which looks at where they reach; no other may."""

import ast
from pathlib import Path

import pytest

import tensorlab

SOURCES = Path(tensorlab.__file__).parent
HOME = SOURCES / "engine" / "layout.py"
# What of numpy makes or moves a view without asking whether its storage holds it, or asks too
# little: the first argument of np.ndarray is a shape, any other one lays it over a buffer.
UNCHECKED = {"as_strided", "sliding_window_view", "stride_tricks", "lib", "ctypeslib"}
FIELDS = {"strides", "__array_interface__", "__array_struct__"}


def numpy_names(tree: ast.AST) -> set[str]:
    """Return the names under which a file knows numpy and what it imports from it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {
                part.asname or part.name.split(".")[0]
                for part in node.names
                if part.name.split(".")[0] == "numpy"
            }
    return found


def is_numpy(node: ast.AST, names: set[str]) -> bool:
    """Tell whether an expression is numpy or a part of it."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in names


def unchecked_views(source: str) -> list[str]:
    """Return the places where a file makes views by strides behind the engine's back."""
    tree = ast.parse(source)
    names = numpy_names(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "numpy":
            parts = {*(node.module or "").split("."), *(part.name for part in node.names)}
            wrong = parts & ({*UNCHECKED, "ndarray"} - {"lib"}) or parts == {"numpy", "lib"}
        elif isinstance(node, ast.Attribute) and is_numpy(node.value, names):
            wrong = node.attr in UNCHECKED
        elif isinstance(node, ast.Call):
            kind = node.func
            strided = isinstance(kind, ast.Attribute) and kind.attr == "strided"
            laid_over = (
                isinstance(kind, ast.Attribute)
                and kind.attr in {"ndarray", "__new__"}
                and (is_numpy(kind.value, names) or kind.attr == "__new__")
                and len(node.args) + len(node.keywords) > 2
                and any(is_numpy(part, names) for part in [kind.value, *node.args])
            )
            wrong = strided or laid_over
        elif isinstance(node, ast.Attribute) and node.attr in FIELDS:
            # An attribute of our own object, or one that a class of ours is given.
            name = node.value.id if isinstance(node.value, ast.Name) else ""
            own = name == "self" or name[:1].isupper()
            wrong = node.attr.startswith("__") or (isinstance(node.ctx, ast.Store) and not own)
        else:
            wrong = False
        if wrong:
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize(
    "source",
    [
        "from numpy.lib.stride_tricks import as_strided",
        "from numpy.lib import stride_tricks",
        "from numpy import lib",
        "import numpy as np\nnp.lib.stride_tricks.as_strided(x, (2,), (4,))",
        "import numpy\nview = numpy.lib.stride_tricks.sliding_window_view",
        "import numpy as np\nnp.ndarray((2,), np.int8, buffer=x, strides=(9,))",
        "import numpy as np\nnp.ndarray((2,), np.int8, x, 0, (9,))",
        "import numpy as np\nnp.ndarray.__new__(np.ndarray, (2,), np.int8, x)",
        "from numpy import ndarray",
        "x.strides = (8, 8)",
        "x.__array_interface__",
        "x.strided((2,), (9,))",
    ],
)
def test_the_look_at_a_source_finds_every_way_to_make_such_a_view(source: str) -> None:
    assert unchecked_views(source)


def test_no_file_but_one_makes_views_by_strides() -> None:
    found = {
        str(path.relative_to(SOURCES)): lines
        for path in sorted(SOURCES.rglob("*.py"))
        if path != HOME and (lines := unchecked_views(path.read_text(encoding="utf-8")))
    }
    assert not found


def test_that_file_does() -> None:
    assert unchecked_views(HOME.read_text(encoding="utf-8"))
