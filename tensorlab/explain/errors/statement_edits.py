"""Edits of whole statements: conditions, writes into a part of a tensor, layers of another size."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from tensorlab.explain.errors.edit import repair, repair_of_call
from tensorlab.explain.errors.scene import Candidate, Scene


@repair
def masks(scene: Scene) -> Iterator[Candidate]:
    """Join masks element by element: & for and, | for or, ~ for not."""
    joined = Joining().visit(copy.deepcopy(scene.tree))
    if ast.dump(joined) == ast.dump(scene.tree):
        return
    if not scene.decides:
        yield Candidate(joined, "Element by element: & is and, | is or, ~ is not.")
        return
    for word, meaning in (("all", "every element"), ("any", "at least one element")):
        call = ast.Call(ast.Attribute(joined, word, ast.Load()), [], [])
        yield Candidate(call, f"True if it holds for {meaning}.")


class Joining(ast.NodeTransformer):
    """Writes &, | and ~ for and, or and not."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Return the operands joined element by element."""
        self.generic_visit(node)
        operator = ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr()
        found = node.values[0]
        for value in node.values[1:]:
            found = ast.BinOp(found, operator, value)
        return found

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Return a chain, which Python reads with and, as comparisons joined element by element."""
        self.generic_visit(node)
        values = [node.left, *node.comparators]
        parts = [
            ast.Compare(values[place], [sign], [values[place + 1]])
            for place, sign in enumerate(node.ops)
        ]
        found: ast.expr = parts[0]
        for part in parts[1:]:
            found = ast.BinOp(found, ast.BitAnd(), part)
        return found

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Return a truth value turned round element by element."""
        self.generic_visit(node)
        return ast.UnaryOp(ast.Invert(), node.operand) if isinstance(node.op, ast.Not) else node


@repair
def under_no_grad(scene: Scene) -> Iterator[Candidate]:
    """Write in place where nothing is recorded."""
    if scene.writes or scene.updates or scene.call_name.endswith("_"):
        statement = ast.unparse(scene.statement(Candidate(scene.tree, "")))
        yield Candidate(
            scene.tree,
            "Written without being recorded, as in a step of training.",
            statement=f"with torch.no_grad():\n    {statement}",
        )


@repair
def fitted(scene: Scene) -> Iterator[Candidate]:
    """Make what is written fit the place that it is written into."""
    if not scene.writes or not isinstance(scene.around, ast.Assign):
        return
    place, value = ast.unparse(scene.tree), ast.unparse(scene.around.value)
    changes = (
        ("({})[:len({place})]", "Only as many entries as there are places."),
        ("({}).T", "Rows and columns of what is written swapped."),
        ("({}).reshape({place}.shape)", "The same elements, in the shape of the place."),
        ("({}).squeeze()", "Without its dimensions of size 1."),
        ("({})[0]", "Its first entry."),
        ("({}).sum()", "Its sum, one number for every place."),
    )
    for template, meaning in changes:
        written = template.format(value, place=place).replace(f"({value})", bracketed(value))
        yield Candidate(scene.tree, meaning, statement=f"{place} = {written}")


def bracketed(text: str) -> str:
    """Return an expression so that a dot can stand behind it."""
    node = ast.parse(text, mode="eval").body
    simple = isinstance(node, ast.Name | ast.Call | ast.Attribute | ast.Subscript)
    return text if simple else f"({text})"


@repair_of_call
def layer_size(scene: Scene, call: Any) -> Iterator[Candidate]:
    """Make a layer for as many columns as there are."""
    if not (isinstance(call.func, ast.Call) and call.func.args and scene.spots):
        return
    shape = scene.spots[-1].shape
    for size in dict.fromkeys((*shape[-1:], *shape[1:2])):
        tree = copy.deepcopy(call)
        tree.func.args[0] = ast.Constant(size)
        yield Candidate(tree, f"The layer is made for {size}, as {scene.spots[-1].name} has.")


@repair
def matmul_cast(scene: Scene) -> Iterator[Candidate]:
    """Multiply with @, the second operand in the first one's type."""
    if len(scene.spots) == 2 and scene.is_bare:
        first, second = scene.spots
        yield scene.made(
            f"{first.placeholder} @ {second.placeholder}.to({first.value.dtype!r})",
            f"@, with {second.name} as {first.value.dtype.name}.",
        )
