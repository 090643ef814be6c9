"""Why no repair is offered: what the program itself has to say."""

from tensorlab.explain.errors.scene import Scene
from tensorlab.language.outcome import Failure
from tensorlab.language.rules.rule import OF_TENSORS, Rule

LONGEST = 40
GUESSES = ("Did you mean", "Write x.", "Leave out the", "tensorlab has no such module")
OF_NAMES = ("AttributeError", "NameError")


def why_none(rule: Rule, failure: Failure, scene: Scene) -> tuple[str, ...]:
    """Return the reason why nothing is offered, nothing where a hint says what to write."""
    if failure.hints:
        return ()
    if rule.none:
        return (f"No repair is offered: {rule.none}",)
    if not (rule.code or failure.type in {*OF_TENSORS, *OF_NAMES}):
        return ()
    shapes = [f"{spot.name} {spot.shape}" for spot in scene.spots if len(spot.name) <= LONGEST]
    values = f" for {' and '.join(shapes)}" if shapes else ""
    return (f"No repair is offered: no single change of this line was found that runs{values}.",)


def left_of(hints: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hints that say more than repairs which were run: those that only guess go."""
    return tuple(hint for hint in hints if not hint.startswith(GUESSES))
