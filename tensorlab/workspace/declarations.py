"""How what a name stands for is declared: the text of a function, a class, or of a statement."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tensorlab.language.classes.members import LibraryFunction, LibraryMethod
from tensorlab.language.classes.values import LibraryClass
from tensorlab.language.running.session import Session
from tensorlab.workspace.reaching import operation_of, reached


def declaration_of(session: Session, name: str, typed: Sequence[str]) -> str:
    """Return how a name is declared: here, in what was typed, or in tensorlab; empty if nowhere."""
    here = declared_here(name, typed)
    if here:
        return here
    operation = operation_of(session, name)
    value = reached(session, name)
    if operation is None and isinstance(value, LibraryClass):
        return source_of_class(value.made)
    found = operation.forward if operation is not None else python_of(value)
    try:
        return textwrap.dedent(inspect.getsource(found)).rstrip() if found is not None else ""
    except (OSError, TypeError):
        return ""


def source_of_class(made: type) -> str:
    """Return the text of a class of the library, which goes by the name of another module."""
    functions = [value for value in vars(made).values() if inspect.isfunction(value)]
    try:
        text = Path(inspect.getfile(functions[0])).read_text(encoding="utf-8")
    except (OSError, TypeError, IndexError):
        return ""
    return declared_here(made.__name__, [text])


def python_of(value: object) -> Any:
    """Return what stands in tensorlab's own files for a value; None where nothing does."""
    function = getattr(value, "function", None)  # of a method, a function of the library's
    if isinstance(function, LibraryMethod | LibraryFunction):
        function = function.function
    return function if inspect.isfunction(function) else None


def declared_here(name: str, typed: Iterable[str]) -> str:
    """Return the last statement typed that gave a name its meaning, as it was typed."""
    for source in reversed([*typed]):
        for statement in reversed(ast.parse(source).body):
            if name in bound_by(statement):
                first = statement.lineno
                decorators = getattr(statement, "decorator_list", [])
                first = min([first, *(decorator.lineno for decorator in decorators)])
                return "\n".join(source.split("\n")[first - 1 : statement.end_lineno])
    return ""


def bound_by(statement: ast.stmt) -> set[str]:
    """Return the names that a statement gives a meaning."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
    nodes = ast.walk(statement)
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
