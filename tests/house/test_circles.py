"""No module of tensorlab needs, by way of others, itself: type-only and late imports included."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import tensorlab

PACKAGE = Path(tensorlab.__file__).parent


def modules() -> dict[str, Path]:
    """Every module's name and file."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(text: str, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module
        elif isinstance(node, ast.Call) and "import_module" in vars(node.func).values():
            yield from (part.value for part in node.args[:1] if isinstance(part, ast.Constant))


def graph() -> dict[str, set[str]]:
    """What each module imports of the package."""
    known = modules()
    return {
        name: {
            other
            for other in imported(path.read_text(encoding="utf-8"), known)
            if other in known and other != name
        }
        for name, path in known.items()
    }


def circle(needs: dict[str, set[str]]) -> list[str]:
    """One way from a module back to itself; none if there is none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_no_module_needs_itself() -> None:
    found = circle(graph())
    assert not found, " needs ".join(found)


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_late_and_type_only_imports_count() -> None:
    text = "if TYPE_CHECKING:\n    from a import X\ndef f():\n    import b; import_module('c')\n"
    assert set(imported(text, {})) == {"a", "b", "c"}
