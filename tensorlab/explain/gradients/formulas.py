"""Derivatives as they are declared, worked out on numbers or on names."""

import ast
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from tensorlab.engine.facts import Kind
from tensorlab.engine.operation import Operation
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.arithmetic.terms import ATOM, Term, constant, magnitude
from tensorlab.explain.arithmetic.terms import FUNCTIONS as APPLIED
from tensorlab.explain.calls.calls import FUNCTIONS, SYMBOLS
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError

MOST_DIGITS = 6  # 1/3 is easier to read than its digits
OPPOSITES = {ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<", ast.Eq: "!="}
# which slope in which elements
EQUATION = re.compile(r"d out\[(.*)\] / d \w+\[(.*)\] = (.*)")


class Equation(NamedTuple):
    """A derivative that says in letters which result element moves with which element, and how."""

    result: tuple[str, ...]
    operand: tuple[str, ...]
    slope: str

    @property
    def is_along_one(self) -> bool:
        """Whether it is about the elements along one dimension."""
        return len(self.result) == len(self.operand) == 1

    @property
    def bare(self) -> set[str]:
        """The names that the slope asks for without a place."""
        tree = parsed(self.slope)
        read = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
        names = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and id(node) not in read
        }
        return names - set(APPLIED) - {"abs"} - {*self.result, *self.operand}

    @property
    def only_shared(self) -> set[str]:
        """The letters that both elements have and the slope does not ask for."""
        return {*self.result} & {*self.operand} - {*re.findall(r"\w+", self.slope)}

    def places(self, result: Index, operand: Index) -> tuple[Index, dict[str, Term]]:
        """Return the places that both elements share before those of the letters, and the letters.

        A letter alone stands for a whole index where there are several places.

        Raises:
            CannotExplainError: no letters are these elements.
        """
        if self.is_along_one and max(len(result), len(operand)) > 1:
            letters = {self.result[0]: result, self.operand[0]: operand}
            return (), {
                letter: Term(at, str(list(at)), ATOM, (), 0.0) for letter, at in letters.items()
            }
        cut = len(result) - len(self.result)
        if cut < 0 or cut != len(operand) - len(self.operand) or result[:cut] != operand[:cut]:
            raise CannotExplainError
        pairs = [
            *zip(self.result, result[cut:], strict=True),
            *zip(self.operand, operand[cut:], strict=True),
        ]
        found = dict(pairs)
        if any(found[letter] != place for letter, place in pairs):
            raise CannotExplainError
        return result[:cut], {letter: constant(place) for letter, place in found.items()}


def equation(formula: str) -> Equation | None:
    """Return a formula that is an equation in letters, None for one of each element."""
    match = EQUATION.fullmatch(formula)
    if match is None:
        return None
    result, operand, slope = match.groups()
    return Equation(letters(result), letters(operand), slope)


def letters(text: str) -> tuple[str, ...]:
    """Return the letters of an index; of a result that is one number there are none."""
    return tuple(text.split(", ")) if text else ()


Elements = Callable[[str, Index], Term]


def worked_out(formula: str, terms: Mapping[str, Term], element: Elements | None = None) -> Term:
    """Return a formula of terms as one term; what is known beforehand is worked out in it.

    `element` gives the term of an element that the formula names by its letters.

    Raises:
        CannotExplainError: it asks for something that is not there.
    """
    return Working(terms, element).of(parsed(formula))


def condition_in(formula: str, terms: Mapping[str, Term]) -> str:
    """Return on which condition a formula takes what it takes, nothing where it has no choice."""
    working, node, failed = Working(terms, None), parsed(formula), list[ast.expr]()
    while isinstance(node, ast.IfExp):
        if working.of(node.test).value:
            # That a number lies between two others is a comparison with two signs.
            outside = [
                working.opposite(each) for each in failed if len(getattr(each, "ops", ())) > 1
            ]
            return " and ".join([*outside, working.written(node.test)])
        failed.append(node.test)
        node = node.orelse
    if len(failed) < 2:
        return "".join(map(working.opposite, failed))
    return f"neither {' nor '.join(map(working.written, failed))}"


@cache
def parsed(formula: str) -> ast.expr:
    """Return a formula as a tree."""
    return ast.parse(formula, mode="eval").body


def names_in(formula: str) -> set[str]:
    """Return the names that a formula asks for."""
    found = {node.id for node in ast.walk(parsed(formula)) if isinstance(node, ast.Name)}
    return found - set(APPLIED) - {"abs"}


class Working:
    """Works out one formula."""

    def __init__(self, terms: Mapping[str, Term], element: Elements | None) -> None:
        self.terms = terms
        self.element = element

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
            case ast.Call(func=ast.Name(id=name), args=[argument]) if name in APPLIED:
                applied: Term = getattr(self.of(argument), name)()
                return applied
            case ast.Call(func=ast.Name(id="abs"), args=[argument]):
                return abs(self.of(argument))
            case ast.Subscript(value=ast.Name(id=name), slice=places) if self.element is not None:
                parts = places.elts if isinstance(places, ast.Tuple) else [places]
                found = [self.of(part).value for part in parts]
                whole = found[0] if isinstance(found[0], tuple) else tuple(map(int, found))
                return self.element(name, whole)
        raise CannotExplainError

    def holds(self, test: ast.Compare) -> bool:
        """Return whether a comparison of numbers holds; a bound that is not given always does."""
        parts = [test.left, *test.comparators]
        return all(
            FUNCTIONS[SYMBOLS[type(op)]](self.of(left).value, self.of(right).value)
            for op, left, right in zip(test.ops, parts, parts[1:], strict=False)
            if self.is_given(left) and self.is_given(right)
        )

    def written(self, test: ast.expr) -> str:
        """Return a condition as it is written, without bounds that are not given."""
        if not isinstance(test, ast.Compare):
            return f"{ast.unparse(test)} is True"
        parts = [test.left, *test.comparators]
        kept = [each for each in parts if self.is_given(each)]
        ops = test.ops if len(kept) == len(parts) else test.ops[: len(kept) - 1]
        return ast.unparse(ast.Compare(kept[0], ops, kept[1:]))

    def opposite(self, test: ast.expr) -> str:
        """Return the opposite of a condition as it is written."""
        if not isinstance(test, ast.Compare):
            return f"{ast.unparse(test)} is False"
        written = self.written(test)
        match parsed(written):
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                return f"{ast.unparse(left)} {OPPOSITES[type(sign)]} {ast.unparse(right)}"
        return f"not {written}"

    def is_given(self, node: ast.expr) -> bool:
        """Return whether a part is no setting that was left out."""
        return not isinstance(node, ast.Name) or node.id in self.terms


def combined(op: type[ast.operator], left: Term, right: Term) -> Term:
    """Return two terms joined by an operator, what changes nothing left out."""
    if op is ast.Mult and is_number(left, 1):
        return right
    if op in {ast.Mult, ast.Div, ast.Pow} and is_number(right, 1):
        return left
    return folded(FUNCTIONS[SYMBOLS[op]](left, right))


def is_number(term: Term, number: int) -> bool:
    """Return whether a term is a constant."""
    return not term.elements and bool(term.value == number)


def folded(term: Term) -> Term:
    """Return a term of constants as the constant that it is, unless it has many digits."""
    return term if term.elements or len(literal(term.value)) > MOST_DIGITS else constant(term.value)


def named(name: str, term: Term) -> Term:
    """Return a term that is written as a name."""
    return Term(term.value, name, ATOM, term.elements, magnitude(term.value))


ELSE = ", else 0"  # at the end of a derivative in words
# at the beginning of one that is told and not worked out
WORDS = "in words: "
MOVED = f"1 where it was moved to{ELSE}"
READ = f"1 where it was kept or put{ELSE}"


def formulas_of(operation: Operation, name: str) -> tuple[str, ...]:
    """Return the derivatives that are declared, for what only moves elements that it is 1 there."""
    if name in operation.derivatives:
        stated = operation.derivatives[name]
        return (stated,) if isinstance(stated, str) else stated
    moves = operation.kind is Kind.VIEW or bool(operation.facts.get("stored"))
    return (MOVED,) if moves else (READ,) if operation.kind is Kind.SELECTING else ("",)
