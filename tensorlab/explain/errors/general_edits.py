"""Edits that are worth trying whatever went wrong, once the special ones have failed."""

import ast
from collections.abc import Iterator

from tensorlab.explain.errors.edit import repair
from tensorlab.explain.errors.scene import Candidate, Scene, replaced

# The methods after which an edit offers contiguous(): it belongs to the edit.
SWAPPING = {"transpose", "swapaxes", "swapdims", "t", "permute", "movedim", "moveaxis"}


@repair
def both_batched(scene: Scene) -> Iterator[Candidate]:
    """Give both operands a dimension of size 1 in front."""
    tree = scene.tree
    for spot in scene.spots:
        new = ast.parse(f"{spot.placeholder}[None]", mode="eval").body
        tree = replaced(tree, spot.placeholder, new)
    yield Candidate(tree, "Each operand as the only one of a batch.")


@repair
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
