"""Programs like another one that have a slip: what a learner gets wrong in it."""

import ast

from tests.course.spellings import MODULES, method

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
        yield from alike(node)
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
