"""Wrong ideas about shapes: turning, reshaping, repeating, products."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from tensorlab.course.misconceptions.rewriting import (
    Change,
    constant,
    either,
    expression,
    name_of,
    number,
    of_calls,
    of_operator,
    operands,
    renaming,
    takes,
)

LENGTHS = ("size", "repeats", "shape")


def turned(node: ast.expr) -> ast.expr | None:
    """Return the tensor that is turned by an expression."""
    match node:
        case ast.Attribute(value=value, attr="T" | "mT"):
            return value
        case ast.Call() if name_of(node) in {"t", "transpose", "swapaxes", "permute"}:
            return operands(node)[0] if operands(node) else None
    return None


def view_is_transpose(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a reshape to the turned shape."""
    tensor = turned(node)
    if tensor is not None:
        yield expression("a.reshape(b.shape)", a=tensor, b=node)


def flip_is_transpose(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a table in which an order is turned around."""
    tensor = turned(node)
    if tensor is not None:
        for dims in ("0", "1", "0, 1"):
            yield expression(f"a.flip({dims})", a=tensor)


def repeat_is_interleave(node: ast.expr) -> Iterator[ast.expr]:
    """Yield each element repeated for the whole repeated."""
    if not isinstance(node, ast.Call) or name_of(node) not in {"repeat", "tile"}:
        return
    given = operands(node)
    for dim, times in enumerate(given[1:]):
        yield expression("a.repeat_interleave(n)", a=given[0], n=times)
        yield expression(f"a.repeat_interleave(n, dim={dim})", a=given[0], n=times)


def order_of_lengths(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a shape with its lengths the other way round."""
    if not isinstance(node, ast.Call) or not any(takes(name_of(node), each) for each in LENGTHS):
        return
    for place, part in enumerate(node.args):
        if isinstance(part, ast.Tuple | ast.List) and len(part.elts) > 1:
            new = deepcopy(node)
            new.args[place] = ast.Tuple(part.elts[::-1], ast.Load())
            yield new
    if len(node.args) > 1:
        new = deepcopy(node)
        new.args.reverse()
        yield new


def permutation(node: ast.expr) -> list[int | None]:
    """Return the order of dimensions that a call of `permute` is given, empty for anything else."""
    if not isinstance(node, ast.Call) or name_of(node) != "permute" or not node.args:
        return []
    listed = node.args[-1]
    parts = listed.elts if isinstance(listed, ast.Tuple | ast.List) else node.args
    return list(map(number, parts))


def permute_inverted(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the permutation that leads back."""
    order = permutation(node)
    if isinstance(node, ast.Call) and order and set(order) == set(range(len(order))):
        method = ast.Attribute(operands(node)[0], "permute", ast.Load())
        yield ast.Call(method, [constant(order.index(place)) for place in range(len(order))], [])


def flattens_everything(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a flat list for a list of flat ones."""
    if isinstance(node, ast.Call) and name_of(node) in {"view", "reshape"} and operands(node):
        yield expression("a.flatten()", a=operands(node)[0])
    if isinstance(node, ast.Call) and name_of(node) == "flatten":
        start = "" if node.args or node.keywords else "1"
        yield expression(f"a.flatten({start})", a=operands(node)[0])


def pad_order(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a padding that begins with another side."""
    if not isinstance(node, ast.Call) or name_of(node) != "pad":
        return
    for place, part in enumerate(node.args):
        if isinstance(part, ast.Tuple | ast.List):
            pairs = [part.elts[n : n + 2] for n in range(0, len(part.elts), 2)]
            for sides in (
                [side for pair in reversed(pairs) for side in pair],
                [side for pair in pairs for side in reversed(pair)],
                part.elts[::-1],
            ):
                new = deepcopy(node)
                new.args[place] = ast.Tuple(list(sides), ast.Load())
                yield new


matmul_is_star = either(
    of_operator(ast.MatMult, "a * b", "a * b.T"),
    of_calls({"mm", "matmul", "bmm", "mv", "dot"}, "a * b"),
)
unset_is_zero = renaming(empty="zeros", empty_like="zeros_like", new_empty="new_zeros")
CHANGES: tuple[tuple[str, Change], ...] = (
    ("view-is-transpose", view_is_transpose),
    ("transpose-is-view", of_calls({"view", "reshape"}, "a.T", "a.transpose(0, 1)")),
    ("flip-is-transpose", flip_is_transpose),
    ("permute-inverted", permute_inverted),
    ("matmul-is-star", matmul_is_star),
    ("star-is-matmul", either(of_operator(ast.Mult, "a @ b"), of_calls({"mul"}, "a @ b"))),
    (
        "mm-only",
        either(
            of_operator(ast.MatMult, "torch.mm(a, b)"), renaming(matmul="mm", bmm="mm", mv="mm")
        ),
    ),
    ("repeat-is-interleave", repeat_is_interleave),
    ("repeat-multiplies", of_calls({"repeat", "tile", "repeat_interleave"}, "a * b")),
    ("order-swapped", order_of_lengths),
    ("flattens-everything", flattens_everything),
    ("pad-order", pad_order),
    ("unset-is-zero", unset_is_zero),
    ("lengths-added", of_calls({"numel"}, "sum(a.shape)")),
    ("numel-is-length", of_calls({"numel"}, "len(a)", "a.shape[1]")),
)
