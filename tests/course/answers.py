"""Answers that people type for a solution: other spellings of it, and slips.

Which of them are right is not decided here: whoever asks runs them.
"""

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
OTHER_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult, ast.FloorDiv)
DIMENSIONAL = {
    "sum", "mean", "amax", "amin", "argmax", "argmin", "cumsum", "cumprod", "cat", "stack", "max",
    "softmax", "unsqueeze", "squeeze", "flatten", "any", "all", "prod", "log_softmax",
}  # fmt: skip
ALIKE = {
    "view": ("reshape",), "reshape": ("view",), "cat": ("concat", "concatenate", "stack"),
    "stack": ("cat",), "sum": ("mean", "prod", "nansum"), "mean": ("sum", "nanmean"),
    "amax": ("amin", "argmax"), "argmax": ("argmin", "amax"), "abs": ("absolute", "neg"),
    "exp": ("exp2", "log", "expm1"), "gt": ("ge",), "repeat": ("tile", "repeat_interleave"),
    "repeat_interleave": ("repeat",), "cumprod": ("cumsum", "prod"), "float": ("double", "int"),
    "int": ("long", "short", "float"), "clamp": ("clip",), "permute": ("transpose",),
    "ones": ("zeros", "eye"), "full": ("empty",), "round": ("floor", "ceil", "trunc"),
    "det": ("logdet", "trace"), "bmm": ("matmul",), "relu": ("sigmoid", "tanh"),
    "softmax": ("log_softmax",), "squeeze": ("flatten",), "numel": ("size", "dim"),
    "masked_select": ("where",), "unsqueeze": ("squeeze",), "vsplit": ("split", "hsplit"),
}  # fmt: skip


def candidates(solution):
    """Yield programs near a solution, each once: its spellings and slips, and slips of these."""
    seen = set()
    for program in itertools.chain(wrapped(solution), changed(solution), spelled_out(solution)):
        if program not in seen:
            seen.add(program)
            yield program


def wrapped(solution):
    """Yield the solution as it stands, in what people put around it."""
    *before, last = solution.split("\n")
    head = "".join(f"{line}\n" for line in before)
    yield solution
    yield f"  {solution}" if not before else solution
    yield f"\t{solution}  " if not before else solution + "\n\n"
    yield f"{head}print({last})"
    yield f"{head}answer = {last}"
    yield f"{head}answer: object = {last}"
    yield f"{head}({last})"
    yield f"{head}answer = {last}\nanswer"
    yield f"{head}answer = {last}\nprint(answer)"
    yield "\n".join(f">>> {line}" for line in solution.split("\n"))
    yield "\n".join(f"In [{n}]: {line}" for n, line in enumerate(solution.split("\n"), 1))
    yield f"```python\n{solution}\n```"
    yield f"`{solution}`" if not before else solution
    yield f"{head}{last};"
    yield f"{head}{last}  # done"
    yield f"# the answer\n{solution}"
    yield f"{head}(lambda: {last})()"
    yield f"{head}[{last}][0]"
    yield ast.unparse(ast.parse(solution))
    body = "\n    ".join([*before, f"return {last}"])
    yield f"def solve():\n    {body}\nsolve()"
    yield f"def solve():\n    {body}\n\nresult = solve()"
    yield f"{head}if True:\n    answer = {last}\nanswer"
    yield f"{head}for _ in range(1):\n    answer = {last}\nanswer"


def changed(solution):
    """Yield the solution with one place written otherwise."""
    tree = ast.parse(solution)
    for holder, field, index, node in list(expressions(tree)):
        for new in (*spelled(node), *slips(node)):
            put(holder, field, index, new)
            try:
                yield ast.unparse(ast.fix_missing_locations(tree))
            finally:
                put(holder, field, index, node)


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
        yield from alike(node)


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


def alike(node):
    """Yield a call of a function with a similar name or meaning."""
    if isinstance(node.func, ast.Attribute):
        for name in ALIKE.get(node.func.attr, ()):
            yield ast.Call(ast.Attribute(node.func.value, name), node.args, node.keywords)


def slips(node):
    """Yield what somebody writes who is wrong, or nearly so."""
    match node:
        case ast.BinOp(left, op, right):
            yield ast.BinOp(right, op, left)
            for other in OTHER_OPERATORS:
                if not isinstance(op, other):
                    yield ast.BinOp(left, other(), right)
            yield left
            yield right
        case ast.Compare(left, [op], [right]):
            for other in (ast.Gt, ast.GtE, ast.Lt, ast.LtE, ast.Eq, ast.NotEq):
                yield ast.Compare(left, [other()], [right])
            yield left
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.Attribute(value, "T" | "mT"):
            yield value
            shape = ast.Attribute(node, "shape")
            yield method(value, "view", shape)
            yield method(value, "reshape", shape)
            yield method(value, "flip", ast.Constant(0))
        case ast.Constant(bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(int()):
            for other in (node.value + 1, node.value - 1, 0, 2):
                yield ast.Constant(other)
            yield ast.Constant(float(node.value))
        case ast.Constant(float()):
            yield ast.Constant(node.value * 10)
            yield ast.Constant(1 - node.value)
        case ast.Subscript(value, part):
            yield value
            parts = part.elts if isinstance(part, ast.Tuple) else [part]
            if len(parts) > 1:
                yield ast.Subscript(value, ast.Tuple(parts[::-1]))
                yield ast.Subscript(value, parts[-1])
                yield ast.Subscript(value, parts[0])
        case ast.Slice(lower, upper, step):
            yield ast.Slice(None, upper, step)
            yield ast.Slice(lower, None, step)
            yield ast.Slice(lower, upper, None)
        case ast.Tuple(elts) | ast.List(elts) if len(elts) > 1:
            yield type(node)(elts[::-1])
            yield type(node)(elts[:-1])
    if isinstance(node, ast.Call):
        yield from slips_of_call(node)
    elif isinstance(node, ast.BinOp | ast.Subscript):
        for name in ("float", "int", "double", "sum", "long"):
            yield method(node, name)


def slips_of_call(node):
    """Yield wrong calls."""
    if isinstance(node.func, ast.Attribute):
        name, owner = node.func.attr, node.func.value
        if not (isinstance(owner, ast.Name) and owner.id in MODULES):
            yield owner
        elif node.args:
            yield node.args[0]
        if name in DIMENSIONAL:
            for dim in (0, 1, -1):
                for keep in ({}, {"keepdim": True}):
                    given = {"dim": dim} | keep
                    words = [
                        ast.keyword(each, ast.Constant(value)) for each, value in given.items()
                    ]
                    args = [each for each in node.args if not isinstance(each, ast.Constant)]
                    yield ast.Call(node.func, args, words)
    for word in node.keywords:
        yield ast.Call(node.func, node.args, [each for each in node.keywords if each is not word])
    if len(node.args) > 1:
        yield ast.Call(node.func, node.args[::-1], node.keywords)
        yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)
        yield ast.Call(node.func, node.args[:-1], node.keywords)
    for name in ("float", "long"):
        yield method(node, name)


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
