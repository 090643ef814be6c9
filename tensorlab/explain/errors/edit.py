"""What marks a function as a way of repairing."""

import ast
import copy
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from tensorlab.explain.errors.scene import Candidate, Scene, Spot

Edit = Callable[[Scene], Iterator[Candidate]]
Ways = Iterator[tuple[str, str]]  # what to write for an operand, and what it means
EDITS: dict[str, Edit] = {}


def repair(edit: Edit) -> Edit:
    """Let rules name a function among the edits that are worth trying.

    Raises:
        ValueError: another one has its name.
    """
    name = edit.__name__
    if EDITS.setdefault(name, edit) is not edit:
        raise ValueError(f"two repairs are called {name}")
    return edit


def repair_of(*kinds: type[ast.expr]) -> Callable[[Callable[[Scene, Any], Iterator[Any]]], Edit]:
    """Let rules name an edit of some kinds of expressions, which gets a copy of the failing one."""

    def declare(edit: Callable[[Scene, Any], Iterator[Candidate]]) -> Edit:
        @wraps(edit)
        def edited(scene: Scene) -> Iterator[Candidate]:
            if isinstance(scene.tree, kinds):
                yield from edit(scene, copy.deepcopy(scene.tree))

        return repair(edited)

    return declare


repair_of_call = repair_of(ast.Call)


def repair_of_operand(edit: Callable[[Scene, Spot], Ways]) -> Edit:
    """Let rules name what can be done with each operand: what to write for it, and its meaning."""

    @wraps(edit)
    def edited(scene: Scene) -> Iterator[Candidate]:
        for spot in scene.spots:
            for template, meaning in edit(scene, spot):
                yield scene.with_operand(spot, template, meaning)

    return repair(edited)


def repair_of_operands(
    name: str, *ways: tuple[str, str], where: Callable[[Spot], bool] = lambda spot: True,
    last_first: bool = False, only_first: bool = False,
) -> Edit:  # fmt: skip
    """Let rules name what can be done with each of the operands that fit, and what it means."""

    def edited(scene: Scene) -> Iterator[Candidate]:
        spots = scene.spots[::-1] if last_first else scene.spots[:1] if only_first else scene.spots
        for spot in filter(where, spots):
            for template, meaning in ways:
                yield scene.with_operand(spot, template, meaning.format(name=spot.name))

    edited.__name__ = name
    return repair(edited)


def pair(scene: Scene) -> tuple[str, str] | None:
    """Return the placeholders of two operands, None where there are not two."""
    if len(scene.spots) < 2:
        return None
    return scene.spots[0].placeholder, scene.spots[1].placeholder


def repair_of_pair(name: str, *ways: tuple[str, str], is_bare: bool = False) -> Edit:
    """Let rules name what can be done with two operands, alone in their call where it `is_bare`."""

    def edited(scene: Scene) -> Iterator[Candidate]:
        if (found := pair(scene)) and (scene.is_bare or not is_bare):
            for template, meaning in ways:
                yield scene.made(template.format(*found), meaning)

    edited.__name__ = name
    return repair(edited)
