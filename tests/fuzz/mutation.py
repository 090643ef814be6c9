"""Changing a statement in a place or two: another number, argument, variable or function."""

import ast
from collections.abc import Mapping
from random import Random

from tests.fuzz.arguments import hostile, realistic
from tests.fuzz.calls import anything
from tests.fuzz.vocabulary import callables, text_of


def mutated(random: Random, statement: str, variables: Mapping[str, object]) -> str:
    """Return a statement with one or two changes; unchanged where a change breaks its syntax."""
    for _ in range(random.choice((1, 1, 2))):
        tree = ast.parse(statement)
        places = [node for node in ast.walk(tree) if isinstance(node, CHANGED)]
        if not places:
            return statement
        change(random, random.choice(places), variables)
        statement = text_of(tree) or statement
    return statement


CHANGED = (ast.Constant, ast.Call, ast.Tuple, ast.List, ast.Subscript, ast.BinOp, ast.keyword)


def expression(text: str) -> ast.expr:
    """Return the tree of an expression."""
    return ast.parse(text, mode="eval").body


def change(random: Random, node: ast.AST, variables: Mapping[str, object]) -> None:
    """Change one node in place."""
    new = expression(hostile(random) if random.random() < 0.6 else anything(random, variables))
    if isinstance(node, ast.Constant):
        number = expression(hostile(random))
        if isinstance(number, ast.Constant):
            node.value = number.value
        elif isinstance(node.value, int):
            node.value = random.choice((-1, 0, 2**31, 2**62, 2**63, 2**64, -(2**63)))
    elif isinstance(node, ast.Call):
        change_call(random, node, new)
    elif isinstance(node, ast.Tuple | ast.List):
        node.elts.insert(random.randint(0, len(node.elts)), new)
    elif isinstance(node, ast.Subscript):
        node.slice = new
    elif isinstance(node, ast.BinOp):
        node.right = new
    elif isinstance(node, ast.keyword):
        node.value = new


def change_call(random: Random, node: ast.Call, new: ast.expr) -> None:
    """Change the arguments of a call, or what is called."""
    what = random.random()
    if what < 0.5 and node.args:
        node.args[random.randrange(len(node.args))] = new
    elif what < 0.65:
        node.args.append(new)
    elif what < 0.75 and node.args:
        node.args.pop()
    elif what < 0.9:
        name = random.choice(("dim", "out", "dtype", "keepdim", "size", "device", "generator"))
        if name not in {keyword.arg for keyword in node.keywords}:
            value = expression(realistic(random, name, None)) if what < 0.82 else new
            node.keywords.append(ast.keyword(name, value))
    else:
        node.func = expression(random.choice(callables()))
