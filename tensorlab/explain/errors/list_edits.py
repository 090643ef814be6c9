"""Edits of lists of tensors, and of what stands between the brackets of a tensor."""

import ast
from collections.abc import Iterator

from tensorlab.explain.errors.edit import (
    Ways,
    pair,
    repair,
    repair_of,
    repair_of_call,
    repair_of_operand,
)
from tensorlab.explain.errors.scene import Candidate, Scene, Spot, integers


@repair_of_operand
def unsqueeze_part(scene: Scene, spot: Spot) -> Ways:
    """Give the part with too few dimensions one more."""
    if len(spot.shape) < max(len(each.shape) for each in scene.spots):
        for place in range(len(spot.shape) + 1):
            words = f"{spot.name} as one more {'column' if place else 'row'}."
            yield f"{{}}.unsqueeze({place})", words
        if not spot.shape:
            yield "{}.reshape(1, 1)", f"{spot.name} as a 1 by 1 matrix."


@repair_of_operand
def expand_part(scene: Scene, spot: Spot) -> Ways:
    """Stretch one part to the shape of the largest."""
    largest = max(scene.spots, key=lambda each: each.value._array.size)
    if spot.shape != largest.shape:
        sizes = ", ".join(map(str, largest.shape))
        yield f"{{}}.expand({sizes})", f"{spot.name} stretched to the shape of {largest.name}."


@repair_of_call
def flatten_part(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Make the parts vectors."""
    flat = ", ".join(
        spot.placeholder if len(spot.shape) == 1 else f"{spot.placeholder}.flatten()"
        for spot in scene.spots
    )
    if len(call.args) == 1 and not call.keywords:
        yield scene.made(f"{ast.unparse(call.func)}(({flat}))", "All elements in one row.")


@repair_of_call
def listed(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Put the tensors into one list."""
    yield joined(scene, ast.unparse(call.func), "The tensors in one list.")


@repair
def stack(scene: Scene) -> Iterator[Candidate]:
    """Stack instead of joining."""
    yield joined(scene, "torch.stack", "stack puts them side by side along a new dimension.")


@repair
def cat(scene: Scene) -> Iterator[Candidate]:
    """Join instead of stacking."""
    yield joined(scene, "torch.cat", "cat joins them along a dimension that they have.")


def joined(scene: Scene, function: str, meaning: str) -> Candidate:
    """Return the call of a function on the tensors in one list."""
    inside = ", ".join(spot.placeholder for spot in scene.spots)
    return scene.made(f"{function}([{inside}]{settings_of(scene.tree)})", meaning)


def settings_of(tree: ast.expr) -> str:
    """Return what a call was given beside its tensors, as it is written behind them."""
    if not isinstance(tree, ast.Call):
        return ""
    numbers = [ast.unparse(part) for part in tree.args if list(integers([part]))]
    words = [f"{word.arg}={ast.unparse(word.value)}" for word in tree.keywords if word.arg]
    return "".join(f", {text}" for text in (*numbers, *words))


def keys_of(index: ast.Subscript) -> list[ast.expr]:
    """Return what stands between the brackets of an index, dimension by dimension."""
    return index.slice.elts if isinstance(index.slice, ast.Tuple) else [index.slice]


@repair_of(ast.Subscript)
def last_index(scene: Scene, index: ast.Subscript) -> Iterator[Candidate]:
    """Use the last place, or the other dimension."""
    if not scene.spots:
        return
    shape, keys = scene.spots[0].shape, keys_of(index)
    numbers = [next(integers([key]), None) for key in keys]
    if len(keys) > len(shape) or not all(map(takes_one, keys, numbers)):
        return
    fixed = [
        str(size - 1) if number is not None and not -size <= number < size else ast.unparse(key)
        for key, number, size in zip(keys, numbers, shape, strict=False)
    ]
    name = scene.spots[0].placeholder
    yield scene.made(f"{name}[{', '.join(fixed)}]", "The last place there is.")
    if len(shape) > 1 and len(keys) == 1:
        yield scene.made(f"{name}[:, {ast.unparse(keys[0])}]", "Along dimension 1: a column.")


def takes_one(key: ast.expr, number: int | None) -> bool:
    """Return whether a key is for one dimension: a whole number or a slice."""
    return number is not None or isinstance(key, ast.Slice)


@repair_of(ast.Subscript)
def flip(scene: Scene, index: ast.Subscript) -> Iterator[Candidate]:
    """Turn a dimension round instead of walking backwards."""
    if not scene.spots:
        return
    keys = keys_of(index)
    steps = [step_of(key) for key in keys]
    turned = [place for place, step in enumerate(steps) if step is not None and step < 0]
    for place in turned:
        key = keys[place]
        whole = isinstance(key, ast.Slice) and key.lower is None and key.upper is None
        if not whole or not all(isinstance(key, ast.Slice) for key in keys[:place]):
            # where it begins and ends would have to be counted from the other side
            return
    left = [
        ":" if step == -1 else f"::{-step}" if place in turned and step else ast.unparse(key)
        for place, (key, step) in enumerate(zip(keys, steps, strict=True))
    ]
    dims = ", ".join(map(str, turned))
    rest = f"[{', '.join(left)}]" if set(left) != {":"} else ""
    name = scene.spots[0].placeholder
    yield scene.made(f"{name}.flip({dims}){rest}", f"flip reverses dimension {dims}, in a copy.")


def step_of(key: ast.expr) -> int | None:
    """Return the step of a slice, None where it is not written as a number."""
    if not isinstance(key, ast.Slice) or key.step is None:
        return None
    return next(integers([key.step]), None)


@repair
def mask_dim(scene: Scene) -> Iterator[Candidate]:
    """Let a mask select along the dimension that has its size."""
    if found := pair(scene):
        mask = scene.spots[1]
        for place, size in enumerate(scene.spots[0].shape):
            if mask.shape == (size,):
                front = ":, " * place
                yield scene.made(
                    f"{found[0]}[{front}{found[1]}]", f"The mask selects along dimension {place}."
                )


@repair_of(ast.Subscript)
def fewer_indices(scene: Scene, index: ast.Subscript) -> Iterator[Candidate]:
    """Leave out the indices that are too many."""
    keys = keys_of(index)
    if isinstance(index.slice, ast.Tuple) and len([*integers(keys)]) == len(keys):
        text = ", ".join(map(ast.unparse, keys[: len(scene.spots[0].shape)]))
        yield scene.made(f"{scene.spots[0].placeholder}[{text}]", "One index for each dimension.")
