"""The diagnosis of a failure: shapes drawn one below the other, and repairs that were tried."""

import ast
import re
from collections.abc import Sequence
from typing import Any

from tensorlab.explain.errors.repairs import repairs_for
from tensorlab.explain.errors.scene import Scene
from tensorlab.explain.errors.surroundings import Surroundings, surroundings
from tensorlab.explain.errors.syntax_repairs import repairs_of_text
from tensorlab.language.outcome import Alignment, Failure, Operand
from tensorlab.language.reading.source import Source, tree_of
from tensorlab.language.rules.catalogue import CATCH_ALL, CODED, rule_for


def aligned(how: str, operands: Sequence[Operand]) -> Alignment | None:
    """Return the shapes of operands as they are compared, None where nothing is compared."""
    shapes = [(operand.name, operand.shape) for operand in operands if operand.shape is not None]
    if len(shapes) < 2 or not how:
        return None
    if how == "inner" and all(shape for _, shape in shapes[:2]):
        return inner(shapes[:2])
    return by_columns(shapes, last=how == "broadcast")


def by_columns(shapes: Sequence[tuple[str, tuple[int, ...]]], *, last: bool) -> Alignment:
    """Return shapes column under column, from the last dimension or from the first."""
    width = max(len(shape) for _, shape in shapes)
    rows = []
    for name, shape in shapes:
        blank = ("",) * (width - len(shape))
        sizes = tuple(map(str, shape))
        rows.append((name, blank + sizes if last else sizes + blank))
    clashes = tuple(
        differ([row[column] for _, row in rows], stretches=last) for column in range(width)
    )
    return Alignment(tuple(rows), clashes)


def differ(sizes: list[str], *, stretches: bool) -> bool:
    """Return whether the sizes in one column contradict one another."""
    kept = {size for size in sizes if size and not (stretches and size == "1")}
    return len(kept) > 1 or (not stretches and "" in sizes)


def inner(shapes: Sequence[tuple[str, tuple[int, ...]]]) -> Alignment:
    """Return the shapes of a product so that the inner sizes stand in one column."""
    (left_name, left), (right_name, right) = shapes
    rest = right[-1:] if len(right) > 1 else ()
    middle = right[-2:-1] if len(right) > 1 else right
    front = len(left) - 1
    batch = len(right) - len(rest) - len(middle)
    lead = max(front, batch)
    rows = (
        (left_name, padded(left[:-1], lead, before=False) + text(left[-1:]) + ("",) * len(rest)),
        (right_name, padded(right[:batch], lead, before=False) + text(middle) + text(rest)),
    )
    clashes = [False] * len(rows[0][1])
    clashes[lead] = bool(left) and bool(middle) and left[-1] != middle[0]
    for place in range(min(front - 1, batch)):
        clashes[place] = left[place] != right[place] and 1 not in (left[place], right[place])
    return Alignment(rows, tuple(clashes))


def padded(sizes: Sequence[int], width: int, *, before: bool) -> tuple[str, ...]:
    """Return sizes as text, filled up to a width."""
    blank = ("",) * (width - len(sizes))
    return blank + text(sizes) if before else text(sizes) + blank


def text(sizes: Sequence[int]) -> tuple[str, ...]:
    """Return sizes as text."""
    return tuple(map(str, sizes))


def diagnosed(failure: Failure, names: dict[str, Any] | None = None) -> Failure:
    """Return a failure with all that is known of it; PyTorch's own words stay as they are.

    `names` are the program's own variables: a repair may need to compute an operand again.
    """
    if failure.code in {"syntax", "character"}:
        return with_text_mended(failure, {} if names is None else names)
    rule = CODED.get(failure.code or "") or rule_for(failure.type, failure.message) or CATCH_ALL
    try:
        scene = scene_of(failure)
        if scene is None:
            return failure
        for name, value in (failure.around or {}).items():
            scene.values.setdefault(name, value)
        scene.known = (*scene.values, *(names or ()))
        repairs = repairs_for(rule, scene, {} if names is None else names)
        return failure._replace(
            alignment=aligned(rule.aligned, drawn(scene)),
            repairs=repairs,
            hints=tuple(hint for hint in failure.hints if not GUESSES.search(hint))
            if repairs
            else failure.hints or ((rule.none,) if rule.none else ()),
        )
    except Exception:  # noqa: BLE001  a diagnosis must never hide the error that it is about
        return failure


def with_text_mended(failure: Failure, names: dict[str, Any]) -> Failure:
    """Return the failure of a text that is no program, with one that is."""
    try:
        return failure._replace(repairs=repairs_of_text(failure, names))
    except Exception:  # noqa: BLE001  a diagnosis must never hide the error that it is about
        return failure


def drawn(scene: Scene) -> list[Operand]:
    """Return the tensors of a scene under their names, those in lists too."""
    return [Operand(spot.name, "", spot.shape, repr(spot.value.dtype)) for spot in scene.spots]


GUESSES = re.compile(
    r"^(Did you mean|Write x\.|Leave out the|tensorlab has no such module)|to call it, write"
)


def scene_of(failure: Failure) -> Scene | None:
    """Return the scene of a failure, None where no expression failed."""
    if failure.span is None:
        return None
    found = surroundings(failure.source, failure.span)
    if found is None:
        return written_over(Source(failure.source).excerpt(failure.span), failure)
    source = f"({found.text})"
    scene = Scene(ast.parse(source, mode="eval").body, source, failure.operands)
    scene.around, scene.decides, scene.writes = found.statement, found.decides, is_target(found)
    scene.program, scene.span, scene.stands = failure.source, found.span, found.stands
    scene.message = failure.message
    scene.can_run = found.can_run and (not found.inside or failure.around is not None)
    return scene


def is_target(found: Surroundings) -> bool:
    """Return whether it is what is written into: x[0] = value, or a, b = values."""
    targets = ast.Subscript | ast.Attribute | ast.Tuple | ast.List
    return isinstance(found.whole, targets) and isinstance(found.whole.ctx, ast.Store)


def written_over(text: str, failure: Failure) -> Scene | None:
    """Return the scene of `x += value`, read as the expression x + value."""
    whole = tree_of(text.strip())
    statement = whole.body[0] if whole and whole.body else None
    if not isinstance(statement, ast.AugAssign) or not isinstance(
        statement.target, ast.Name | ast.Subscript
    ):
        return None
    target: ast.expr = ast.parse(ast.unparse(statement.target), mode="eval").body
    tree = ast.BinOp(ast.copy_location(target, statement.target), statement.op, statement.value)
    scene = Scene(tree, text.strip(), failure.operands)
    scene.updates = True
    scene.program, scene.stands = failure.source, failure.span
    return scene
