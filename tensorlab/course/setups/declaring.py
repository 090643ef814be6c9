"""The declaration of a set-up: `a = ints(n, 3, low=0)`, a line for each name."""

import ast
import math
from typing import Any

from tensorlab.course.lessons.fields import FieldError
from tensorlab.frozen import Frozen

Length = int | str  # itself, or the name of a size
# What can be drawn, with the lowest and highest element where nothing else is said.
KINDS = {
    "size": (1, 4), "number": (1, 5), "ints": (-9, 9), "floats": (-4, 4), "bools": (0, 1),
    "indices": (0, 0), "order": (0, 0), "one_of": (0, 0),
}  # fmt: skip
SETTINGS = ("low", "high", "below", "distinct", "dtype", "grad")
LARGEST = 64  # elements of one tensor, which somebody is to read


class DeclarationError(FieldError):
    """A line declares nothing that can be drawn; `line` counts from 0."""


class Variable(Frozen):
    """One name of a set-up, and what may stand behind it."""

    name: str
    kind: str
    shape: tuple[Length, ...] = ()
    low: int = 0
    high: int = 0
    below: Length | None = None
    distinct: bool = False
    dtype: str = ""
    grad: bool = False
    choices: tuple[Any, ...] = ()

    @property
    def is_hidden(self) -> bool:
        """Whether it is a length alone, which programs do not see."""
        return self.kind == "size"


class Declaration(Frozen):
    """All names of a set-up, in order."""

    variables: tuple[Variable, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.variables)


NOTHING = Declaration()


def declaration(text: str) -> Declaration:
    """Return what some lines declare.

    Raises:
        DeclarationError: a line that cannot be drawn from.
    """
    try:
        lines = ast.parse(text).body
    except SyntaxError as error:
        raise DeclarationError(
            (error.lineno or 1) - 1, "this is not a line such as `a = ints(2, 3)`"
        ) from None
    known: dict[str, Variable] = {}
    for line in lines:
        variable = variable_of(line, known)
        known[variable.name] = variable
    return Declaration(tuple(known.values()))


def variable_of(line: ast.stmt, known: dict[str, Variable]) -> Variable:
    """Return the name that a line declares.

    Raises:
        DeclarationError: it is no such line.
    """
    match line:
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=kind)) as call
        ) if kind in KINDS:
            pass
        case _:
            kinds = ", ".join(KINDS)
            raise DeclarationError(line.lineno - 1, f"a line is `name = kind(...)`, of {kinds}")
    at = line.lineno - 1
    lengths = {name for name, variable in known.items() if variable.kind in {"size", "number"}}
    given = [argument(part, lengths, at) for part in call.args]
    settings = {str(word.arg): argument(word.value, lengths, at) for word in call.keywords}
    if unknown := set(settings) - set(SETTINGS):
        raise DeclarationError(at, f"{kind} takes no {unknown.pop()!r}; it takes {SETTINGS}")
    return checked(built(name, kind, given, settings), known, at)


def argument(node: ast.expr, lengths: set[str], line: int) -> Any:
    """Return a number, a text, or the name of a size.

    Raises:
        DeclarationError: it is something else.
    """
    if isinstance(node, ast.Name) and node.id in lengths:
        return node.id
    try:
        return ast.literal_eval(node)
    except ValueError:
        words = ast.unparse(node)
        raise DeclarationError(line, f"{words!r} is neither a number nor a size above") from None


def built(name: str, kind: str, given: list[Any], settings: dict[str, Any]) -> Variable:
    """Return a variable with what is usual for its kind."""
    low, high = KINDS[kind]
    if kind == "one_of":
        return Variable(name, kind, choices=tuple(given))
    if kind in {"size", "number"}:
        return Variable(
            name, kind, low=given[0] if given else low, high=given[-1] if given else high
        )
    if kind == "order":
        return Variable(name, kind, tuple(given[:1]), below=given[0] if given else 1, distinct=True)
    bounds = {"low": low, "high": high} | settings
    return Variable(name, kind, tuple(given), **bounds)


def checked(variable: Variable, known: dict[str, Variable], line: int) -> Variable:
    """Return a variable that can be drawn.

    Raises:
        DeclarationError: it cannot.
    """
    if variable.kind == "one_of" and not variable.choices:
        raise DeclarationError(line, "one_of needs what to choose from")
    if variable.kind == "indices" and variable.below is None:
        raise DeclarationError(line, "indices need below=, the length that they point into")
    if variable.low > variable.high:
        raise DeclarationError(line, f"low={variable.low} is above high={variable.high}")
    elements = math.prod(most(length, known) for length in variable.shape)
    if elements > LARGEST:
        raise DeclarationError(line, f"{elements} elements are too many to read; {LARGEST} at most")
    parts = 4 if variable.kind == "floats" else 1
    span = most(variable.below or 0, known) or (variable.high - variable.low) * parts + 1
    if variable.distinct and elements > span:
        raise DeclarationError(line, f"there are no {elements} distinct numbers in that range")
    return variable


def most(length: Length, known: dict[str, Variable]) -> int:
    """Return the greatest that a length can be."""
    return length if isinstance(length, int) else known[length].high
