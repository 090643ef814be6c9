"""Where in an answer a general idea shows, in the learner's own words."""

import ast

from tensorlab.course.misconceptions.alignment import differing
from tensorlab.course.misconceptions.canonical import canonical
from tensorlab.course.misconceptions.rewriting import name_of
from tensorlab.explain.reference.functions import declared

DOES = {
    ast.Add: "`+` adds", ast.Sub: "`-` subtracts", ast.Mult: "`*` multiplies",
    ast.Div: "`/` divides", ast.FloorDiv: "`//` divides and rounds down",
    ast.Mod: "`%` gives what is left of a division",
    ast.Pow: "`**` raises to a power", ast.MatMult: "`@` is the matrix product",
    ast.BitAnd: "`&` asks for both", ast.BitOr: "`|` asks for one of the two",
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
    if whole or not found[0] or len(shown) > LONGEST:
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
