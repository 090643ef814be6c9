"""Repairs: edits of a failing expression that were run, and gave a result."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tensorlab.engine.layout import address
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.errors import (  # noqa: F401  they declare every repair
    call_edits,
    list_edits,
    operand_edits,
    size_edits,
    slip_edits,
    statement_edits,
    word_edits,
)
from tensorlab.explain.errors.edit import EDITS
from tensorlab.explain.errors.scene import Candidate, Scene
from tensorlab.language.outcome import Repair
from tensorlab.language.rules.rule import Rule
from tensorlab.language.running.session import Budget
from tensorlab.language.running.world import TooLargeError, Trier, trying

MOST_REPAIRS = 3
MOST_OF_ONE_KIND = 2
MOST_TRIALS = 100
# Tried last, and only where nothing better works.
GENERAL = ("transpose", "squeeze", "add_dimension", "floating", "as_column", "both_batched")
LONGEST = 0.5  # seconds for all trials
TRIAL = Budget(steps=200_000, memory=256 << 20, output=1000, seconds=0.5)


def repairs_for(rule: Rule, scene: Scene, names: dict[str, Any]) -> tuple[Repair, ...]:
    """Return up to three edits that work, the likeliest first; each one has been run."""
    try:
        with trying(names, TRIAL, scene.values) as trier:
            return found_by(trier, rule, scene)
    except TooLargeError:
        return ()


def found_by(trier: Trier, rule: Rule, scene: Scene) -> tuple[Repair, ...]:
    """Return the edits that work, of those that were tried within the time for it."""
    if trier.run(scene.programs(Candidate(scene.tree, ""))[0]).failure is None:
        # it is not the expression itself that failed, but what was done with it
        return ()
    deadline = time.monotonic() + LONGEST
    found: dict[str, Repair] = {}

    def candidates() -> Iterator[Candidate]:
        for name in (*rule.edits, *(GENERAL if rule.edits or not rule.none else ())):
            if found and name in GENERAL:
                return
            most = len(found) + MOST_OF_ONE_KIND
            for candidate in EDITS[name](scene):
                yield candidate
                if len(found) == most:
                    break

    for candidate in islice(candidates(), MOST_TRIALS + 1):
        if (repair := tried(candidate, scene, trier)) is not None:
            found.setdefault(repair.source, repair)
        if len(found) == MOST_REPAIRS or time.monotonic() > deadline:
            break
    return tuple(found.values())


def tried(candidate: Candidate, scene: Scene, trier: Trier) -> Repair | None:
    """Run a candidate and return the repair that it is, None where it fails too or does nothing."""
    values: list[Any] = []
    for program in scene.programs(candidate):
        outcome = trier.run(program)
        if outcome.failure is not None:
            return None
        values.append(outcome.value)
    if not values or (not candidate.keeps and is_unchanged(values[0], scene)):
        return None
    value = values[-1 if scene.shows_more else 0]
    shown = isinstance(value, Tensor)
    return Repair(
        scene.display(candidate),
        tuple(value.shape) if shown else None,
        repr(value.dtype) if shown else None,
        candidate.meaning,
        scene.mended(candidate),
    )


def is_unchanged(value: object, scene: Scene) -> bool:
    """Return whether an edit gives one of the operands as it is, unless it writes into it."""
    writes = scene.updates or scene.call_name.endswith("_")
    if writes or not isinstance(value, Tensor) or value.layout is not STRIDED or value.is_meta:
        return False
    return any(
        spot.value.layout is STRIDED and not spot.value.is_meta and same_view(value, spot.value)
        for spot in scene.spots
    )


def same_view(first: Any, second: Any) -> bool:
    """Return whether two tensors show the same elements in the same way."""
    return (
        first._array.shape == second._array.shape
        and first._array.strides == second._array.strides
        and first.dtype is second.dtype
        and address(first._array) == address(second._array)
    )
