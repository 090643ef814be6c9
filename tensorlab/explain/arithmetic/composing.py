"""Texts put into texts: the arithmetic of a step where its number stood in the next one."""

import ast
import re

from tensorlab.explain.arithmetic.terms import CLOSE, OPEN
from tensorlab.frozen import pattern

MARK = pattern(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
# how strongly a text binds
CHOICE, LOGIC, ORDER, SUM, PRODUCT, SIGN, POWER, ATOM = range(8)
LEVELS: dict[type, int] = {
    ast.IfExp: CHOICE,
    ast.BoolOp: LOGIC,
    **dict.fromkeys((ast.Compare, ast.BitAnd, ast.BitOr, ast.BitXor), ORDER),
    **dict.fromkeys((ast.LShift, ast.RShift), ORDER),
    **dict.fromkeys((ast.Add, ast.Sub), SUM),
    **dict.fromkeys((ast.Mult, ast.Div, ast.FloorDiv, ast.Mod), PRODUCT),
    ast.UnaryOp: SIGN,
    ast.Pow: POWER,
}


def filled(text: str, written: dict[str, str]) -> str:
    """Return a text with the marks of elements replaced, in parentheses where they are needed."""
    pieces = []
    end = 0
    for found in MARK.finditer(text):
        inside = written.get(found[0], found[0])
        before, behind = text[: found.start()], text[found.end() :]
        pieces += [text[end : found.start()], wrapped(inside, before, behind)]
        end = found.end()
    return "".join([*pieces, text[end:]])


def wrapped(inside: str, before: str, behind: str) -> str:
    """Return a text for a place between others."""
    level = level_of(inside)
    asked = max(level_before(before), level_behind(behind))
    is_behind = before.rstrip(" ").endswith(("+", "-", "*", "/", "%", "<", ">", "="))
    negative = inside.startswith("-") and is_behind
    return inside if level >= asked and not negative else f"({inside})"


def level_of(text: str) -> int:
    """Return how strongly the parts of a text are bound together."""
    try:
        node = ast.parse(MARK.sub("element", text), mode="eval").body
    except SyntaxError:
        return CHOICE
    kind = type(node.op) if isinstance(node, ast.BinOp) else type(node)
    return LEVELS.get(kind, ATOM)


def level_before(text: str) -> int:
    """Return how strongly a text must be bound that stands behind another."""
    text = text.rstrip(" ")
    if not text or text[-1] in "(,[" or re.search(r"[^=!<>]=$", text):
        return CHOICE
    for signs, level in (
        (("**",), ATOM),
        (("*", "/", "%"), POWER),
        (("if", "else"), LOGIC),
        (("or", "and", "not"), ORDER),
    ):
        if text.endswith(signs):
            return level
    # A sign between two numbers has a blank before it, and one before a number has none.
    return PRODUCT if text.endswith((" +", " -")) else POWER


def level_behind(text: str) -> int:
    """Return how strongly a text must be bound that stands before another."""
    text = text.lstrip(" ")
    if not text or text.startswith((")", ",", "]", "if")):
        return LOGIC if text.startswith("if") else CHOICE
    if text.startswith(("**", ".", "[")):
        return ATOM
    if text.startswith(("*", "/", "%")):
        return PRODUCT
    if text.startswith(("else", "or", "and")):
        return ORDER
    return SUM if text.startswith(("+", "-")) else PRODUCT
