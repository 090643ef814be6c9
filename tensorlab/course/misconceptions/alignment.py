"""A wrong answer beside the solution: the places in which they differ, and what each tells.

Both are brought into one spelling first. Where no more than a few places differ, the answer is the
solution with just these slips, however many there are.
"""

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy

from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import RULES
from tensorlab.course.misconceptions.rewriting import (
    alike,
    canonical,
    half,
    name_of,
    number,
    setting,
)
from tensorlab.explain.reference.functions import declared

MOST_PLACES = 4
GENERIC = {
    "half-done", "one-step-too-many", "operation-mixed-up", "wrong-number", "setting-forgotten",
    "argument-missing", "part-mixed-up", "other-places", "several-parts", "wrong-tensor",
}  # fmt: skip
# told where nothing else is
VAGUE = {"argument-missing", "part-mixed-up", "several-parts"}

Pair = tuple[ast.AST, ast.AST]


def idea_of_differences(solution: str, answer: str) -> str | None:
    """Return the idea that all differences tell alike; None where there is none such."""
    one, other = canonical(solution), canonical(answer)
    if one is None or other is None:
        return None
    pairs = list(differing(one, other))
    if not 0 < len(pairs) <= MOST_PLACES:
        return None
    if exchanged(pairs):
        return "order-swapped"
    ideas = {idea_of(*pair) for pair in pairs}
    if ideas != {"other-places"} and len(pairs) > 1 and mostly(pairs, one):
        return None
    if len(ideas) > 1:
        return "several-parts"
    whole = size(pairs[0][0]) == size(one) and ideas == {"part-mixed-up"}
    return None if whole else ideas.pop()


def exchanged(pairs: Sequence[Pair]) -> bool:
    """Return whether all that differs are the same parts in each other's places."""
    rights, wrongs = (sorted(map(ast.dump, parts)) for parts in zip(*pairs, strict=True))
    return len(pairs) > 1 and rights == wrongs


def mostly(pairs: Sequence[Pair], tree: ast.AST) -> bool:
    """Return whether most of a program is different, so that nothing was meant to be alike."""
    return 2 * sum(1 if head_only(*pair) else size(pair[0]) for pair in pairs) > size(tree)


def head_only(right: ast.AST, wrong: ast.AST) -> bool:
    """Return whether two nodes differ in their operator or called name alone."""
    return type(right) is type(wrong) and all(map(alike, parts(right), parts(wrong)))


def size(tree: ast.AST) -> int:
    """Return how many parts a tree has."""
    return sum(isinstance(node, ast.expr) for node in ast.walk(tree))


def differing(one: ast.AST, other: ast.AST) -> Iterator[Pair]:
    """Yield the smallest parts in which two trees differ."""
    if alike(one, other):
        return
    renewed = with_head(one, other)
    if renewed is None or len(parts(renewed)) != len(parts(other)):
        yield one, other
        return
    if not alike(one, renewed):
        yield one, renewed
    for pair in zip(parts(renewed), parts(other), strict=True):
        yield from differing(*pair)


def parts(node: ast.AST) -> list[ast.AST]:
    """Return the expressions and statements right below a node."""
    skipped = ast.operator | ast.cmpop | ast.unaryop | ast.boolop | ast.expr_context
    return [each for each in ast.iter_child_nodes(node) if not isinstance(each, skipped)]


def with_head(one: ast.AST, other: ast.AST) -> ast.AST | None:
    """Return a node with the operator, the called name and the `dim` of another.

    None where more differs.
    """
    new = deepcopy(one)
    match new, other:
        case ast.BinOp(), ast.BinOp(op=op):
            new.op = op
        case ast.Compare(ops=[_]), ast.Compare(ops=[_] as ops):
            new.ops = ops
        case ast.Call(func=ast.Attribute()), ast.Call(func=ast.Attribute(attr=name)):
            new.func.attr = name  # type: ignore[attr-defined]  # the case says that it is one
            if (along := setting(other, "dim")) and setting(new, "dim"):
                for word in new.keywords:
                    word.value = along if word.arg == "dim" else word.value
    return new if type(new) is type(other) and heads(new) == heads(other) else None


def heads(node: ast.AST) -> list[object]:
    """Return what a node says itself: its name, its operator, its value, which of its parts are."""
    said: list[object] = []
    for field, value in ast.iter_fields(node):
        if field == "ops":
            said.append([type(each) for each in value])
        elif isinstance(value, ast.operator | ast.unaryop | ast.boolop):
            said.append(type(value))
        elif isinstance(value, ast.AST):
            said.append(field)
        elif not isinstance(value, list):
            said.append(value)
    return said


def idea_of(right: ast.AST, wrong: ast.AST) -> str | None:
    """Return the idea of somebody who writes one part in place of another."""
    if isinstance(right, ast.expr) and isinstance(wrong, ast.expr):
        for rule in RULES:
            if any(alike(each, wrong) for each in rule.change(right)):
                return rule.idea
        for rule in RULES:
            if any(alike(each, right) for each in rule.change(wrong)):
                return IDEAS[rule.idea].mended
    return simple_idea(right, wrong)


def simple_idea(right: ast.AST, wrong: ast.AST) -> str | None:
    """Return what the kinds of two parts tell."""
    if is_number(right) and is_number(wrong):
        return "wrong-number"
    if isinstance(right, ast.Slice) or isinstance(wrong, ast.Slice):
        if is_number(right):
            return "slice-keeps-dim"
        return "rank-lost" if is_number(wrong) else "other-places"
    if inside(wrong, right):
        return "half-done"
    if isinstance(wrong, ast.expr) and any(alike(right, each) for each in half(wrong)):
        return "one-step-too-many"
    match right, wrong:
        case ast.Name(), ast.Name():
            return "wrong-tensor"
        case ast.Subscript(value=one), ast.Subscript(value=other) if alike(one, other):
            return "other-places"
        case ast.Call(), ast.Call():
            return idea_of_calls(right, wrong)
    return "part-mixed-up" if isinstance(right, ast.expr) else None


def idea_of_calls(right: ast.Call, wrong: ast.Call) -> str:
    """Return what two calls tell."""
    same_arguments = list(map(ast.dump, right.args)) == list(map(ast.dump, wrong.args))
    same_name = name_of(right) == name_of(wrong)
    if same_name and same_arguments:
        return "setting-forgotten"
    if not alike(owner(right), owner(wrong)) or not (same_name or same_arguments):
        return "part-mixed-up"
    if not same_name:
        return "operation-mixed-up"
    right_has, wrong_has = (len(call.args) + len(call.keywords) for call in (right, wrong))
    return "argument-missing" if wrong_has < right_has else "part-mixed-up"


def owner(node: ast.Call) -> ast.AST:
    """Return what a method is called of."""
    return node.func.value if isinstance(node.func, ast.Attribute) else node.func


def is_number(node: ast.AST) -> bool:
    """Return whether a part is a number, also one below 0."""
    match node:
        case ast.Constant(value=value) | ast.UnaryOp(operand=ast.Constant(value=value)):
            return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(node, ast.expr) and number(node) is not None


def inside(one: ast.AST, other: ast.AST) -> bool:
    """Return whether a part stands somewhere within another."""
    return any(alike(one, each) for each in ast.walk(other))


DOES = {
    ast.Add: "`+` adds", ast.Sub: "`-` subtracts", ast.Mult: "`*` multiplies",
    ast.Div: "`/` divides", ast.FloorDiv: "`//` divides and rounds down",
    ast.Mod: "`%` gives the remainder of a division",
    ast.Pow: "`**` raises to a power", ast.MatMult: "`@` is the matrix product",
    ast.BitAnd: "`&` is True where both are", ast.BitOr: "`|` is True where at least one is",
}  # fmt: skip
LONGEST = 60  # characters of a part that is shown


def pointed_at(name: str, sentence: str, wrong: str, right: str) -> str:
    """Return a sentence with the one place in which a wrong program differs from a right one."""
    one, other = canonical(right), canonical(wrong)
    pairs = list(differing(one, other)) if one is not None and other is not None else []
    # What was brought into another spelling, or taken together, is not there in these words.
    written = ast.unparse(ast.parse(wrong))
    found = [text * (text in written) for text in (ast.unparse(part) for _, part in pairs)]
    shown = " and ".join(f"`{text}`" for text in found)
    if name == "several-parts":
        return f"{sentence} Look at {shown}." if all(found) and len(shown) <= LONGEST else sentence
    if len(pairs) != 1 or other is None:
        return sentence
    part = pairs[0][1]
    whole = ast.unparse(part) == ast.unparse(other)
    if (name == "operation-mixed-up" or whole) and (does := what_it_does(part)):
        return f"{does}. {sentence}"
    is_bare = isinstance(part, ast.Constant)  # which says nothing of where it stands
    if whole or is_bare or not found[0] or len(shown) > LONGEST:
        return sentence
    return f"{sentence} Look at {shown}."


def what_it_does(part: ast.AST) -> str:
    """Return what an operator or a function does, nothing where that is not known."""
    if isinstance(part, ast.BinOp):
        return DOES.get(type(part.op), "")
    operation = declared(name_of(part)) if isinstance(part, ast.Call) and name_of(part) else None
    if operation is None:
        return ""
    first = operation.doc.strip().split("\n")[0].removeprefix("Return ")
    return f"`{operation.name}` gives {first.rstrip('.')}"
