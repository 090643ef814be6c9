"""Derivatives as they are declared, worked out on numbers or on names."""

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from tensorlab.explain.frames import Index
from tensorlab.explain.numbers import literal
from tensorlab.explain.telling import CannotTellError
from tensorlab.explain.terms import ATOM, FUNCTIONS, Term, constant, magnitude

MOST_DIGITS = 6  # 1/3 is easier to read than its digits
OPERATORS = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.Pow: "__pow__",
}
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b,
}


EQUATION = re.compile(r"d out\[(.*)\] / d \w+\[(.*)\] = (.*)")  # which slope in which cells


class Equation(NamedTuple):
    """A derivative that says in letters which cell of a result moves with which cell, and how."""

    result: tuple[str, ...]
    operand: tuple[str, ...]
    slope: str

    @property
    def is_along_one(self) -> bool:
        """Whether it is about the cells along one dimension."""
        return len(self.result) == len(self.operand) == 1

    def places(self, result: Index, operand: Index) -> dict[str, Term] | None:
        """Return the letters as places, None where no letters are these cells."""
        if (len(self.result), len(self.operand)) != (len(result), len(operand)):
            return None
        pairs = [*zip(self.result, result, strict=True), *zip(self.operand, operand, strict=True)]
        found = dict(pairs)
        if any(found[letter] != place for letter, place in pairs):
            return None
        return {letter: constant(place) for letter, place in found.items()}


def equation(formula: str) -> Equation | None:
    """Return a formula that is an equation in letters, None for one that holds cell by cell."""
    match = EQUATION.fullmatch(formula)
    if match is None:
        return None
    result, operand, slope = match.groups()
    return Equation(tuple(result.split(", ")), tuple(operand.split(", ")), slope)


Cells = Callable[[str, Index], Term]


def worked_out(formula: str, terms: Mapping[str, Term], cell: Cells | None = None) -> Term:
    """Return a formula of terms as one term; what is known beforehand is worked out in it.

    `cell` gives the term of a cell that the formula names by its letters.

    Raises:
        CannotTellError: it asks for something that is not there.
    """
    return Working(terms, cell).of(parsed(formula))


@cache
def parsed(formula: str) -> ast.expr:
    """Return a formula as a tree."""
    return ast.parse(formula, mode="eval").body


def names_in(formula: str) -> set[str]:
    """Return the names that a formula asks for."""
    found = {node.id for node in ast.walk(parsed(formula)) if isinstance(node, ast.Name)}
    return found - set(FUNCTIONS)


class Working:
    """Works out one formula."""

    def __init__(self, terms: Mapping[str, Term], cell: Cells | None) -> None:
        self.terms = terms
        self.cell = cell

    def of(self, node: ast.expr) -> Term:
        """Return a part of a formula as a term."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return constant(value)
            case ast.Name(id=name) if name in self.terms:
                return self.terms[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return folded(-self.of(operand))
            case ast.BinOp(left=left, op=op, right=right):
                return combined(type(op), self.of(left), self.of(right))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.of(body if self.of(test).value else orelse)
            case ast.Compare():
                return constant(int(self.holds(node)))
            case ast.Call(func=ast.Name(id=name), args=[argument]) if name in FUNCTIONS:
                applied: Term = getattr(self.of(argument), name)()
                return applied
            case ast.Subscript(value=ast.Name(id=name), slice=places) if self.cell is not None:
                parts = places.elts if isinstance(places, ast.Tuple) else [places]
                return self.cell(name, tuple(int(self.of(part).value) for part in parts))
        raise CannotTellError

    def holds(self, test: ast.Compare) -> bool:
        """Return whether a comparison of numbers holds; a bound that is not given always does."""
        parts = [test.left, *test.comparators]
        return all(
            COMPARISONS[type(op)](self.of(left).value, self.of(right).value)
            for op, left, right in zip(test.ops, parts, parts[1:], strict=False)
            if self.is_given(left) and self.is_given(right)
        )

    def is_given(self, node: ast.expr) -> bool:
        """Return whether a part is no setting that was left out."""
        return not isinstance(node, ast.Name) or node.id in self.terms


def combined(op: type[ast.operator], left: Term, right: Term) -> Term:
    """Return two terms joined by an operator, what changes nothing left out."""
    if op is ast.Mult and is_number(left, 1):
        return right
    if op in {ast.Mult, ast.Div, ast.Pow} and is_number(right, 1):
        return left
    joined: Term = getattr(left, OPERATORS[op])(right)
    return folded(joined)


def is_number(term: Term, number: int) -> bool:
    """Return whether a term is a constant."""
    return not term.cells and bool(term.value == number)


def folded(term: Term) -> Term:
    """Return a term of constants as the constant that it is, unless it has many digits."""
    return term if term.cells or len(literal(term.value)) > MOST_DIGITS else constant(term.value)


def named(name: str, term: Term) -> Term:
    """Return a term that is written as a name."""
    return Term(term.value, name, ATOM, term.cells, magnitude(term.value))
