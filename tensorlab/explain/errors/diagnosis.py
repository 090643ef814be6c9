"""The diagnosis of a failure: its code, the rule, the shapes aligned, repairs that were tried."""

from dataclasses import replace
from typing import Any

from tensorlab.engine.cuda.cupy_backend import NO_CUDA
from tensorlab.explain.errors.alignment import aligned
from tensorlab.explain.errors.codes import CATCH_ALL, rule_for
from tensorlab.explain.errors.repairs import repairs_for
from tensorlab.explain.errors.scene import Scene, scene_of
from tensorlab.language.outcome import Failure, Operand

DIAGNOSED = {"RuntimeError", "IndexError", "TypeError", "ValueError", "NotImplementedError"}


def diagnosed(failure: Failure, names: dict[str, Any] | None = None) -> Failure:
    """Return a failure with all that is known of it; PyTorch's own words stay as they are.

    `names` are the program's own variables: a repair may need to compute an operand again.
    """
    ours = failure.type in DIAGNOSED or failure.message == NO_CUDA
    if failure.code is not None or not ours:
        return failure
    rule = rule_for(failure.message)
    if rule is None:
        return failure
    # What has no code of its own may be known to the language, by its very words.
    known = failure.explanation if rule is CATCH_ALL else ""
    told = replace(failure, code=None if known else rule.code, explanation=known or rule.rule)
    try:
        scene = scene_of(failure)
        if scene is None:
            return told
        return replace(
            told,
            explanation=told.explanation.replace("NAME", scene.call_name or "NAME"),
            alignment=aligned(rule.aligned, drawn(scene)),
            repairs=repairs_for(rule, scene, {} if names is None else names),
        )
    except Exception:  # noqa: BLE001  a diagnosis must never hide the error that it is about
        return told


def drawn(scene: Scene) -> list[Operand]:
    """Return the tensors of a scene under their names, those in lists too."""
    return [Operand(spot.name, "", spot.shape, repr(spot.value.dtype)) for spot in scene.spots]
