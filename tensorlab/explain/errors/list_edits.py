"""Edits of a list of tensors: one of its parts, or the function that joins them."""

import ast
from collections.abc import Iterator

from tensorlab.explain.errors.edit import repair
from tensorlab.explain.errors.scene import Candidate, Scene, integers


@repair
def unsqueeze_part(scene: Scene) -> Iterator[Candidate]:
    """Give the part with too few dimensions one more."""
    most = max((len(spot.shape) for spot in scene.spots), default=0)
    for spot in scene.spots:
        if len(spot.shape) < most:
            for place in range(len(spot.shape) + 1):
                yield scene.with_operand(
                    spot,
                    f"{{}}.unsqueeze({place})",
                    f"{spot.name} as one {'row' if place == 0 else 'column'} more.",
                )
            if not spot.shape:
                yield scene.with_operand(
                    spot, "{}.reshape(1, 1)", f"{spot.name} as a 1 by 1 matrix."
                )


@repair
def expand_part(scene: Scene) -> Iterator[Candidate]:
    """Stretch one part to the shape of the largest."""
    largest = max(scene.spots, key=lambda spot: spot.value.array.size, default=None)
    for spot in scene.spots:
        if largest is not None and spot.shape != largest.shape:
            sizes = ", ".join(map(str, largest.shape))
            yield scene.with_operand(
                spot,
                f"{{}}.expand({sizes})",
                f"{spot.name} stretched to the shape of {largest.name}.",
            )


@repair
def flatten_part(scene: Scene) -> Iterator[Candidate]:
    """Make the parts vectors."""
    flat = ", ".join(
        spot.placeholder if len(spot.shape) == 1 else f"{spot.placeholder}.flatten()"
        for spot in scene.spots
    )
    if isinstance(scene.tree, ast.Call) and len(scene.tree.args) == 1 and not scene.tree.keywords:
        function = ast.unparse(scene.tree.func)
        yield scene.made(f"{function}(({flat}))", "All elements in one row.")


@repair
def listed(scene: Scene) -> Iterator[Candidate]:
    """Put the tensors into one list."""
    if isinstance(scene.tree, ast.Call):
        function = ast.unparse(scene.tree.func)
        inside = ", ".join(spot.placeholder for spot in scene.spots)
        rest = settings_of(scene.tree)
        yield scene.made(f"{function}([{inside}]{rest})", "The tensors in one list.")


@repair
def stack(scene: Scene) -> Iterator[Candidate]:
    """Stack instead of joining."""
    yield from joined(scene, "stack", "stack puts them side by side along a new dimension.")


@repair
def cat(scene: Scene) -> Iterator[Candidate]:
    """Join instead of stacking."""
    yield from joined(scene, "cat", "cat joins them along a dimension that they have.")


def joined(scene: Scene, name: str, meaning: str) -> Iterator[Candidate]:
    """Use another function on the same list."""
    inside = ", ".join(spot.placeholder for spot in scene.spots)
    rest = settings_of(scene.tree)
    yield scene.made(f"torch.{name}([{inside}]{rest})", meaning)


def settings_of(tree: ast.expr) -> str:
    """Return what a call was given beside its tensors, as it is written behind them."""
    if not isinstance(tree, ast.Call):
        return ""
    numbers = [ast.unparse(part) for part in tree.args if list(integers([part]))]
    words = [f"{word.arg}={ast.unparse(word.value)}" for word in tree.keywords if word.arg]
    return "".join(f", {text}" for text in (*numbers, *words))
