"""What somebody with a wrong idea writes in place of the right expression, rule by rule."""

from collections.abc import Iterable

from tensorlab.course.misconceptions import arithmetic, dimensions, places, shapes, slips
from tensorlab.course.misconceptions.rewriting import Change, half
from tensorlab.frozen import Frozen


class Rule(Frozen):
    """An idea, and what it makes of an expression.

    `together` where it also does so everywhere, `whole` where only with the last expression.
    """

    idea: str
    change: Change
    together: bool = False
    whole: bool = False


def rules() -> Iterable[Rule]:
    """Yield the rules, those first that explain most."""
    for room in (dimensions, shapes, places, arithmetic):
        for idea, change in room.CHANGES:
            yield Rule(idea, change, idea in TOGETHER)
    yield Rule("order-swapped", slips.names_swapped, whole=True)
    yield Rule("part-for-whole", slips.part_for_whole)
    yield Rule("steps-swapped", slips.steps_swapped)
    yield Rule("comparison-turned", slips.comparison_turned)
    yield Rule("half-done", half)
    yield Rule("half-done", slips.index_half_done)
    yield Rule("half-done", slips.inner_part, whole=True)
    yield Rule("type-ignored", slips.type_ignored)
    yield Rule("one-step-too-many", slips.one_step_too_many, whole=True)
    yield Rule("operation-mixed-up", slips.operation_mixed_up)
    yield Rule("off-by-one", slips.number_off)
    yield Rule("sign-lost", slips.sign_turned, whole=True)
    yield Rule("mask-inverted", slips.truth_turned)


TOGETHER = {
    "counts-from-one", "dim-is-kept", "dtype-kept", "other-dim", "strict-forgotten",
    "view-is-transpose",
}  # fmt: skip
RULES = tuple(rules())
