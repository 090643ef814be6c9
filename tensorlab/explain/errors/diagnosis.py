"""The diagnosis of a failure: the shapes aligned, and repairs that were tried."""

from typing import Any

from tensorlab.explain.errors.alignment import aligned
from tensorlab.explain.errors.repairs import repairs_for
from tensorlab.explain.errors.scene import Scene
from tensorlab.explain.errors.setting import scene_of
from tensorlab.explain.errors.syntax_repairs import repairs_of_text
from tensorlab.language.outcome import Failure, Operand
from tensorlab.language.rules.others import CATCH_ALL, CODED, rule_for
from tensorlab.language.rules.rule import OF_TENSORS, Rule


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
            hints=left_of(failure.hints)
            if repairs
            else (*failure.hints, *why_none(rule, failure, scene)),
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


LONGEST = 40
GUESSES = ("Did you mean", "Write x.", "Leave out the", "tensorlab has no such module")
OF_NAMES = ("AttributeError", "NameError")


def why_none(rule: Rule, failure: Failure, scene: Scene) -> tuple[str, ...]:
    """Return the reason why nothing is offered, nothing where a hint says what to write."""
    if failure.hints:
        return ()
    if rule.none:
        return (f"No small change makes this line run: {rule.none}",)
    if not (rule.code or failure.type in {*OF_TENSORS, *OF_NAMES}):
        return ()
    shapes = [f"{spot.name} {spot.shape}" for spot in scene.spots if len(spot.name) <= LONGEST]
    values = f" for {' and '.join(shapes)}" if shapes else ""
    return (f"No small change was found that makes this line run{values}.",)


def left_of(hints: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hints that say more than repairs which were run: those that only guess go."""
    return tuple(hint for hint in hints if not hint.startswith(GUESSES))
