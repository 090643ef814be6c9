"""Why no repair is offered: what the program itself has to say."""

from tensorlab.explain.errors.scene import Scene
from tensorlab.language.outcome import Failure
from tensorlab.language.rules.rule import OF_TENSORS, Rule

LONGEST = 40
OF_NAMES = ("AttributeError", "NameError")


def why_none(rule: Rule, failure: Failure, scene: Scene) -> tuple[str, ...]:
    """Return the reason why nothing is offered, nothing where a hint says what to write."""
    if failure.hints or not (rule.code or failure.type in {*OF_TENSORS, *OF_NAMES}):
        return ()
    if rule.none:
        return (f"No repair is offered: {rule.none}",)
    shapes = [f"{spot.name} {spot.shape}" for spot in scene.spots if len(spot.name) <= LONGEST]
    values = f" for {' and '.join(shapes)}" if shapes else ""
    return (f"No repair is offered: no single change of this line was found that runs{values}.",)
