"""The arithmetic of a frame read back: its terms, the elements in each, and which element won.

Every form that draws takes from it which elements share a hue: those that stand in one term.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tensorlab.explain.arithmetic.numbers import literal, shown
from tensorlab.explain.calls.calls import FUNCTIONS, SYMBOLS
from tensorlab.explain.story.frames import Chapter, Element, Frame, Index, Number
from tensorlab.frozen import NOTHING, Frozen

LONGEST = 4000  # a longer text is drawn in one piece
# of a sum that is abbreviated in the middle, the elements at its ends
MOST_ELEMENTS = 48
OPENED = re.compile(rb"(?<!\w)\($")  # no call
PLAIN = {"+", "-", "*", "/"}  # signs of sums that are played term by term
# what a factor is worth that comes from the tensor of the factor before
SAME_TENSOR = 0.98
Place = tuple[str, Index]


class Piece(NamedTuple):
    """A stretch of a frame's text: a term of its sum, by its number, or what stands between."""

    text: str
    term: int | None = None


class Arithmetic(Frozen):
    """A frame's text in pieces, the term of each input element, and the winning element."""

    pieces: tuple[Piece, ...]
    terms: Mapping[Place, int] = NOTHING
    winner: Place | None = None

    @property
    def count(self) -> int:
        """How many terms there are."""
        return sum(piece.term is not None for piece in self.pieces)


class Way(NamedTuple):
    """How well numbers and elements can be matched up to a place, and what was taken last."""

    worth: float
    step: str


NEITHER, NUMBER, ELEMENT, BOTH = "", "number", "cell", "both"


class Atom(NamedTuple):
    """A number in a text, and the term in which it stands."""

    value: Number
    term: int


def arithmetic_of(frame: Frame) -> Arithmetic:
    """Return a frame's text in its terms, each input element in the first that has its number."""
    try:
        tree = ast.parse(frame.text if len(frame.text) <= LONGEST else "", mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return Arithmetic((Piece(shown(frame.text)),))
    nodes = list(terms_of(core(tree)))
    atoms = [Atom(value, term) for term, node in enumerate(nodes) for value in numbers_in(node)]
    found = aligned(atoms, at_the_ends(frame.counted or frame.inputs))
    chosen = winner_of(frame, tree)
    return Arithmetic(tuple(pieces(frame.text, nodes)), found, chosen)


def core(node: ast.expr) -> ast.expr:
    """Return the sum inside a text: behind a root, a sign, a constant divisor or factor."""
    while True:
        match node:
            case ast.Call(args=[inner], keywords=[]) if not is_number(inner):
                node = inner
            case ast.UnaryOp(operand=inner) if not is_number(inner):
                node = inner
            case ast.BinOp(left=inner, op=ast.Div(), right=right) if is_number(
                right
            ) and not is_number(inner):
                node = inner
            case _:
                return node


def terms_of(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the terms of a sum from left to right; a long one is no deep recursion."""
    behind: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        if is_number(node):
            break
        behind.append(node.right)
        node = node.left
    yield node
    yield from reversed(behind)


def is_number(node: ast.expr) -> bool:
    """Return whether a node is one number, whatever its sign, also a complex one."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub(), ast.Constant(value=complex())):
            return is_number(left)
    node = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.Name) and node.id in {"nan", "inf"}
    )


def numbers_in(node: ast.AST) -> Iterator[Number]:
    """Yield the numbers of a term in the order of its text."""
    match node:
        case ast.expr() if is_number(node) and (value := value_of(node)) is not None:
            yield value
        case ast.BinOp(left=left, right=right):
            yield from numbers_in(left)
            yield from numbers_in(right)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from numbers_in(child)


def pieces(text: str, nodes: Sequence[ast.expr]) -> Iterator[Piece]:
    """Yield a text in its terms, with brackets around one, and what stands between them."""
    at = 0
    raw = text.encode()  # the places in it are those of bytes
    for term, node in enumerate(nodes):
        start, end = node.col_offset, node.end_col_offset or 0
        if OPENED.search(raw[:start]) and raw[end : end + 1] == b")":
            start, end = start - 1, end + 1
        if at < start:
            yield Piece(shown(raw[at:start].decode(), text))
        yield Piece(shown(raw[start:end].decode(), text), term)
        at = end
    if at < len(raw):
        yield Piece(shown(raw[at:].decode(), text))


def at_the_ends(elements: Sequence[Element]) -> Sequence[Element]:
    """Return the elements, of very many those at both ends: the text has no others."""
    half = MOST_ELEMENTS // 2
    return elements if len(elements) <= MOST_ELEMENTS else (*elements[:half], *elements[-half:])


def aligned(atoms: Sequence[Atom], elements: Sequence[Element]) -> dict[Place, int]:
    """Return each element's term: elements and numbers come in one order, and some have no other.

    Of several ways that match equally many, factors of one term come from different tensors.
    """
    ways = [[Way(0.0, NEITHER)] * (len(elements) + 1)]
    for at in range(len(atoms)):
        row = [Way(0.0, NEITHER)]
        for place in range(len(elements)):
            ways_on = [Way(ways[at][place + 1].worth, NUMBER), Way(row[place].worth, ELEMENT)]
            if same(atoms[at].value, elements[place].value):
                before = ways[at][place]
                more = SAME_TENSOR if repeats(atoms, elements, at, place, before) else 1.0
                ways_on.append(Way(before.worth + more, BOTH))
            row.append(max(ways_on, key=lambda way: way.worth))
        ways.append(row)
    found: dict[Place, int] = {}
    at, place = len(atoms), len(elements)
    while at and place:
        step = ways[at][place].step
        at, place = at - (step in {NUMBER, BOTH}), place - (step in {ELEMENT, BOTH})
        if step == BOTH:
            found[elements[place].name, elements[place].index] = atoms[at].term
    return found


def repeats(
    atoms: Sequence[Atom], elements: Sequence[Element], at: int, place: int, before: Way
) -> bool:
    """Return whether a number would be the second of its term that comes from one tensor."""
    is_next = before.step == BOTH and atoms[at].term == atoms[at - 1].term
    return is_next and elements[place].name == elements[place - 1].name


def same(first: Number, second: Number) -> bool:
    """Return whether two numbers are written alike: 2 is an index where 2.0 is counted with."""
    if isinstance(first, float) != isinstance(second, float):
        return False
    return first == second or (first != first and second != second)  # noqa: PLR0124


def winner_of(frame: Frame, tree: ast.expr) -> Place | None:
    """Return the one of several elements that was taken, nothing where numbers were combined."""
    if len(frame.inputs) < 2 or not (is_number(tree) or is_extreme(tree)):
        return None
    for element in frame.inputs:
        told = f"{element.name}{list(element.index)} = {literal(element.value)} "
        if frame.sentence.startswith(told):
            return element.name, element.index
    largest = [each for each in frame.inputs if is_extreme(tree) and same(each.value, frame.value)]
    return (largest[0].name, largest[0].index) if largest else None


def is_extreme(node: ast.expr) -> bool:
    """Return whether a node is the largest or the smallest of some numbers."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min")):
            return True
    return False


def operator_of(chapter: Chapter) -> str:
    """Return the sign that the source has between an operation's two tensors, else nothing."""
    drawn = [operand for operand in chapter.operands if operand.elements]
    match expression_of(chapter):
        case ast.BinOp(left, sign, right) if len(drawn) == 2 or ast.dump(left) == ast.dump(right):
            return SYMBOLS[type(sign)]
        case ast.Compare(ops=[sign]) if len(drawn) == 2:
            return SYMBOLS.get(type(sign), "")
    return ""


def takes_twice(chapter: Chapter) -> bool:
    """Return whether the source gives one tensor to an operation as both of its factors."""
    match expression_of(chapter):
        case (
            ast.BinOp(left, _, right)
            | ast.Call(ast.Attribute(), [left, right])
            | ast.Call(ast.Attribute(left), [right])
        ):
            return not is_number(left) and ast.dump(left) == ast.dump(right)
    return False


def expression_of(chapter: Chapter) -> ast.expr | None:
    """Return an operation's source as a tree, without the name that it is bound to."""
    try:
        return ast.parse(chapter.source.rpartition(" = ")[2], mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None


def beats(frame: Frame) -> int:
    """Return in how many beats a frame is played: its steps, or the terms of its sum."""
    if frame.steps:
        return len(frame.steps)
    count = arithmetic_of(frame).count
    return count if count > 1 else 0


def up_to(read: Arithmetic, term: int) -> Sequence[Piece]:
    """Return the pieces of a text up to a term."""
    last = next(at for at, piece in enumerate(read.pieces) if piece.term == term)
    return read.pieces[: last + 1]


def so_far(read: Arithmetic, term: int) -> Number | None:
    """Return what the terms of a sum make up to one of them; None where they are not plain."""
    shown = up_to(read, term)
    first = next(at for at, piece in enumerate(shown) if piece.term == 0)
    try:
        return value_of(ast.parse("".join(piece.text for piece in shown[first:]), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None


def value_of(node: ast.expr) -> Number | None:
    """Return the value of arithmetic on written numbers, None of anything else."""
    match node:
        case ast.Constant(value=int() | float() | complex() as value):
            return value
        case ast.Name(id="inf" | "nan" as name):
            return float(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            under = value_of(operand)
            return None if under is None else -under
        case ast.BinOp(left=left, op=sign, right=right) if SYMBOLS[type(sign)] in PLAIN:
            first, second = value_of(left), value_of(right)
            if first is None or second is None:
                return None
            made: Number = FUNCTIONS[SYMBOLS[type(sign)]](first, second)
            return made
    return None
