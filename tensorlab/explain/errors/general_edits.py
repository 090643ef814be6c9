"""Edits that are worth trying whatever went wrong, once the special ones have failed."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from tensorlab.explain.errors.scene import Candidate, Scene, Spot, replaced

SWAPPING = {"transpose", "swapaxes", "swapdims", "t", "permute", "movedim", "moveaxis"}


def number(scene: Scene) -> Iterator[Candidate]:
    """Use another whole number near one of those that were written."""
    sizes = sorted({size for spot in scene.spots for size in spot.shape})
    for place, given in enumerate(map(whole_number, whole_numbers(scene.tree))):
        others = {0, 1, 2, given - 1, given + 1, *sizes} - {given, -1}
        for other in sorted(others, key=lambda each: (abs(each - given), each)):
            made = copy.deepcopy(scene.tree)
            new = ast.Constant(other)
            tree = swapped(made, whole_numbers(made)[place], new)
            yield Candidate(tree, f"{other} in place of {given}.")


def whole_number(node: ast.expr) -> int:
    """Return the number that a literal stands for, its sign included."""
    value = ast.literal_eval(node)
    return value if isinstance(value, int) else 0


def whole_numbers(tree: ast.expr) -> list[ast.expr]:
    """Return the literals of whole numbers, with their signs."""
    signed = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        and is_whole(node.operand)
    ]  # fmt: skip
    taken = {id(node.operand) for node in signed}
    plain = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.expr) and is_whole(node) and id(node) not in taken
    ]  # fmt: skip
    return [*plain, *signed]


def is_whole(node: ast.expr) -> bool:
    """Return whether an expression is the literal of a whole number."""
    return isinstance(node, ast.Constant) and type(node.value) is int


def swapped(tree: ast.expr, old: ast.expr, new: ast.expr) -> ast.expr:
    """Return a tree with one of its nodes exchanged."""

    class Swapper(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return new if node is old else self.generic_visit(node)

    made: ast.expr = Swapper().visit(tree)
    return made


def add_dimension(scene: Scene) -> Iterator[Candidate]:
    """Give any operand a dimension of size 1 in front."""
    for spot in scene.spots:
        yield scene.with_operand(spot, "{}[None]", f"{spot.name} as the only one of a batch.")


def one_entry(scene: Scene) -> Iterator[Candidate]:
    """Take the first entry of any operand."""
    for spot in scene.spots:
        if len(spot.shape) > 1 and spot.shape[0]:
            yield scene.with_operand(spot, "{}[0]", f"Only the first entry of {spot.name}.")


def flatten_all(scene: Scene) -> Iterator[Candidate]:
    """Make every operand a vector."""
    tree = scene.tree
    for spot in scene.spots:
        if len(spot.shape) != 1:
            flat = ast.parse(f"{spot.placeholder}.flatten()", mode="eval").body
            tree = replaced(tree, spot.placeholder, flat)
    if tree is not scene.tree:
        yield Candidate(tree, "All operands as vectors, in reading order.")


def joined_flat(scene: Scene) -> Iterator[Candidate]:
    """Join all elements in one row."""
    parts = ", ".join(f"{spot.placeholder}.flatten()" for spot in scene.spots)
    yield scene.made(f"torch.cat([{parts}])", "All elements in one row.")


def crop_both(scene: Scene) -> Iterator[Candidate]:
    """Keep of two operands what both of them have."""
    if len(scene.spots) != 2:
        return
    tree = scene.tree
    for spot, other in (tuple(scene.spots), tuple(reversed(scene.spots))):
        cut = common_part(spot, other)
        if cut:
            new = ast.parse(f"{spot.placeholder}[{cut}]", mode="eval").body
            tree = replaced(tree, spot.placeholder, new)
    if tree is not scene.tree:
        yield Candidate(tree, "Only the part that both have: right only if the rest is not wanted.")


def common_part(spot: Spot, other: Spot) -> str:
    """Return the index that cuts an operand to the other's sizes, aligned at the last ones."""
    pairs = list(zip(reversed(spot.shape), reversed(other.shape), strict=False))
    cuts = [f":{want}" if 1 < want < size else ":" for size, want in reversed(pairs)]
    if not any(cut != ":" for cut in cuts):
        return ""
    return ", ".join(["...", *cuts] if len(spot.shape) > len(cuts) else cuts)


def both_batched(scene: Scene) -> Iterator[Candidate]:
    """Give both operands a dimension of size 1 in front."""
    tree = scene.tree
    for spot in scene.spots:
        new = ast.parse(f"{spot.placeholder}[None]", mode="eval").body
        tree = replaced(tree, spot.placeholder, new)
    yield Candidate(tree, "Each operand as the only one of a batch.")


def diagonal(scene: Scene) -> Iterator[Candidate]:
    """Put a vector on the diagonal of a matrix."""
    for spot in scene.spots:
        if len(spot.shape) == 1:
            yield scene.with_operand(
                spot, "{}.diag()", f"The matrix with {spot.name} on its diagonal."
            )


def within_range(scene: Scene) -> Iterator[Candidate]:
    """Keep indices inside of what they point into."""
    for spot in scene.spots[1:]:
        if spot.value.dtype.category == 1 and scene.spots[0].shape:
            last = min(scene.spots[0].shape) - 1
            yield scene.with_operand(
                spot, f"{{}}.clamp(max={last})", f"No index of {spot.name} beyond {last}."
            )


def as_column(scene: Scene) -> Iterator[Candidate]:
    """Make a vector a column instead of swapping dimensions that it does not have."""
    swaps = isinstance(scene.tree, ast.Call) and (
        isinstance(scene.tree.func, ast.Attribute) and scene.tree.func.attr in SWAPPING
    )
    if swaps and scene.spots and len(scene.spots[0].shape) == 1:
        spot = scene.spots[0]
        yield scene.made(
            f"{spot.placeholder}.unsqueeze(1)",
            f"A vector has one dimension: {spot.name} as a column.",
        )
