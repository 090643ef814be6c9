"""What somebody writes who calls for each row what takes the whole."""

import ast
import itertools
from collections.abc import Iterator
from copy import deepcopy

from tensorlab.course.misconceptions.dimensions import dimension, with_dimension
from tensorlab.course.misconceptions.rewriting import constant, expression, names_in, number

STACKED = "torch.stack([_ for {} in {}])"
NUMBERS = "torch.tensor([_.item() for {} in {}])"


def row_by_row(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression taken of the rows of one name or of two, and put together again."""
    names = names_in(node)
    for inner in (node, lowered(node)):
        for together in (STACKED, NUMBERS):
            yield from (looped(together, inner, name) for name in names)
        for one, other in itertools.combinations(names, 2):
            yield looped(STACKED, inner, one, other)


def looped(together: str, inner: ast.expr, *names: str) -> ast.expr:
    """Return a list of an expression's values for the rows of some names."""
    rows = names[0] if len(names) == 1 else f"zip({', '.join(names)})"
    return expression(together.format(", ".join(names), rows), _=deepcopy(inner))


def lowered(node: ast.expr) -> ast.expr:
    """Return an expression with each `dim` one less, as rows have it."""

    class Lower(ast.NodeTransformer):
        def visit_Call(self, call: ast.Call) -> ast.expr:
            self.generic_visit(call)
            found = dimension(call)
            value = number(found[0]) if found else None
            return with_dimension(call, constant(value - 1)) if value and value > 0 else call

    changed: ast.expr = Lower().visit(deepcopy(node))
    return changed
