"""Programs that mean what another one means, spelled otherwise."""

import ast
import itertools
from copy import deepcopy

from tensorlab.course.misconceptions.edits import expressions, put

MODULES = {"torch", "F", "nn"}
OPERATORS = {
    ast.Add: ("add",), ast.Sub: ("sub",), ast.Mult: ("mul",), ast.Div: ("div",),
    ast.MatMult: ("matmul", "mm"), ast.Pow: ("pow",), ast.BitAnd: ("logical_and",),
    ast.FloorDiv: ("floor_divide",), ast.Mod: ("remainder",),
}  # fmt: skip
COMPARED = {
    ast.Gt: "gt", ast.Lt: "lt", ast.GtE: "ge", ast.LtE: "le", ast.Eq: "eq", ast.NotEq: "ne",
}  # fmt: skip
MIRRORED = {ast.Gt: ast.Lt, ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.LtE: ast.GtE, ast.Eq: ast.Eq}


def call(name, *parts):
    return ast.Call(ast.Attribute(ast.Name("torch"), name), list(map(deepcopy, parts)), [])


def method(owner, name, *parts, keywords=()):
    return ast.Call(ast.Attribute(owner, name), list(parts), list(keywords))


def spelled(node):  # noqa: PLR0915  a table
    """Yield other spellings of an expression."""
    match node:
        case ast.BinOp(left, op, right):
            for name in OPERATORS.get(type(op), ()):
                yield call(name, left, right)
                yield method(left, name, right)
            if isinstance(op, ast.Add | ast.Mult):
                yield ast.BinOp(right, op, left)
            if isinstance(op, ast.Sub):
                yield ast.BinOp(left, ast.Add(), ast.UnaryOp(ast.USub(), right))
            if isinstance(op, ast.Pow):
                yield ast.BinOp(left, ast.Mult(), left)
                yield method(left, "square")
                yield method(left, "pow", right)
            if isinstance(op, ast.Div):
                yield ast.BinOp(left, ast.Mult(), ast.BinOp(ast.Constant(1), ast.Div(), right))
            if isinstance(op, ast.Mult) and isinstance(right, ast.Constant) and right.value == 2:
                yield ast.BinOp(left, ast.Add(), left)
        case ast.Compare(left, [op], [right]) if type(op) in COMPARED:
            yield call(COMPARED[type(op)], left, right)
            yield method(left, COMPARED[type(op)], right)
            if type(op) in MIRRORED:
                yield ast.Compare(right, [MIRRORED[type(op)]()], [left])
            if isinstance(op, ast.Gt):
                less = ast.Compare(left, [ast.LtE()], [right])
                yield ast.UnaryOp(ast.Invert(), less)
        case ast.UnaryOp(ast.USub(), operand) if not isinstance(operand, ast.Constant):
            yield method(operand, "neg")
            yield ast.BinOp(ast.Constant(-1), ast.Mult(), operand)
        case ast.Attribute(value, "T"):
            yield method(value, "t")
            yield method(value, "transpose", ast.Constant(0), ast.Constant(1))
            yield method(value, "transpose", ast.Constant(-1), ast.Constant(-2))
            yield method(value, "permute", ast.Constant(1), ast.Constant(0))
            yield ast.Attribute(value, "mT")
            yield call("transpose", value, ast.Constant(0), ast.Constant(1))
        case ast.Subscript(value, ast.Tuple(elts)) if any(is_none(each) for each in elts):
            place = [is_none(each) for each in elts].index(True)
            yield method(value, "unsqueeze", ast.Constant(place))
            yield call("unsqueeze", value, ast.Constant(place))
            if place == len(elts) - 1:
                yield method(value, "unsqueeze", ast.Constant(-1))
                yield method(value, "view", ast.Constant(-1), ast.Constant(1))
                yield method(value, "reshape", ast.Constant(-1), ast.Constant(1))
                fore = [ast.Constant(...), ast.Constant(None)]
                yield ast.Subscript(value, ast.Tuple(fore))
        case ast.Subscript(ast.Attribute(value, "shape"), place):
            yield method(value, "size", place)
        case ast.Call(ast.Name("len"), [value]):
            yield method(value, "size", ast.Constant(0))
            yield ast.Subscript(ast.Attribute(value, "shape"), ast.Constant(0))
        case ast.Call(ast.Attribute(ast.Name(module), name), [first, *rest], keywords) if (
            module in MODULES
        ):
            yield method(first, name, *rest, keywords=keywords)
            named = zip(("input", "other"), node.args, strict=False)
            words = [ast.keyword(arg, each) for arg, each in named]
            yield ast.Call(ast.Attribute(ast.Name(module), name), [], [*words, *keywords])
        case ast.Call(ast.Attribute(owner, name), rest, keywords):
            yield ast.Call(ast.Attribute(ast.Name("torch"), name), [owner, *rest], keywords)
    if isinstance(node, ast.Call):
        yield from settings(node)


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def settings(node):
    """Yield a call with its settings by place, by name, from the end."""
    for word in node.keywords:
        rest = [each for each in node.keywords if each is not word]
        yield ast.Call(node.func, [*node.args, word.value], rest)
        if word.arg == "dim":
            yield ast.Call(node.func, node.args, [*rest, ast.keyword("axis", word.value)])
            if isinstance(word.value, ast.Constant) and isinstance(word.value.value, int):
                for other in (-1, -2, -3):
                    dim = ast.keyword("dim", ast.Constant(word.value.value + other))
                    yield ast.Call(node.func, node.args, [*rest, dim])
        if word.arg == "keepdim":
            yield ast.Call(node.func, node.args, [*rest, ast.keyword("keepdims", word.value)])
            yield ast.Subscript(
                ast.Call(node.func, node.args, rest),
                ast.Tuple([ast.Slice(), ast.Constant(None)]),
            )
            yield method(ast.Call(node.func, node.args, rest), "unsqueeze", ast.Constant(1))
            yield method(ast.Call(node.func, node.args, rest), "unsqueeze", ast.Constant(-1))
    if node.args and not node.keywords:
        last = ast.keyword("dim", node.args[-1])
        yield ast.Call(node.func, node.args[:-1], [last])
    if len(node.args) > 1 and all(
        isinstance(each, ast.Constant | ast.UnaryOp) for each in node.args
    ):
        yield ast.Call(node.func, [ast.Tuple(node.args)], node.keywords)
        yield ast.Call(node.func, [ast.List(node.args)], node.keywords)


def spelled_out(solution):
    """Yield the same with names for parts, and with loops over the rows of what is there."""
    tree = ast.parse(solution)
    last = tree.body[-1].value
    names = sorted({n.id for n in ast.walk(last) if isinstance(n, ast.Name)} - MODULES - {"len"})
    head = "".join(f"{ast.unparse(line)}\n" for line in tree.body[:-1])
    for holder, field, index, node in list(expressions(tree)):
        if isinstance(node, ast.BinOp | ast.Call) and node is not last:
            part = ast.unparse(node)
            put(holder, field, index, ast.Name("part"))
            whole = ast.unparse(tree.body[-1])
            put(holder, field, index, node)
            if part in ast.unparse(last):
                yield f"{head}part = {part}\n{whole}"
                yield f"{head}part = {part}; {whole}"
    yield f"{head}import torch\n{ast.unparse(last)}"
    for name in names:
        text = ast.unparse(last)
        yield f"{head}x = {name}\n{replaced(last, {name: 'x'})}"
        yield f"{head}def f({name}):\n    return {text}\nf({name})"
        yield f"{head}f = lambda {name}: {text}\nf({name})"
        yield f"{head}[{text} for {name} in [{name}]][0]"
        yield f"{head}torch.stack([{text} for {name} in {name}])"
        yield f"{head}torch.stack([{lower(text)} for {name} in {name}])"
        yield f"{head}torch.tensor([({lower(text)}).item() for {name} in {name}])"
        loop = f"for {name} in {name}:\n    rows.append({lower(text)})"
        yield f"{head}rows = []\n{loop}\ntorch.stack(rows)"
    for one, other in itertools.permutations(names, 2):
        text = ast.unparse(last)
        pair = f"for {one}, {other} in zip({one}, {other})"
        yield f"{head}torch.stack([{lower(text)} {pair}])"
        yield f"{head}torch.stack([{lower(text).replace('[:, None]', '')} {pair}])"
        yield f"{head}{replaced(last, {one: other, other: one})}"


def lower(text):
    """Return a program about a row from one about a table: every dimension is one less."""
    return (
        text.replace("dim=1", "dim=0").replace("dim=2", "dim=1").replace("flatten(1)", "flatten()")
    )


def replaced(tree, names):
    new = deepcopy(tree)
    for node in ast.walk(new):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return ast.unparse(new)
