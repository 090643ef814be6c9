"""Repairs: edits of a failing expression that were run, and gave a result."""

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.errors import (
    call_edits,
    general_edits,
    list_edits,
    operand_edits,
    size_edits,
)
from tensorlab.explain.errors.rule import Rule
from tensorlab.explain.errors.scene import Candidate, Scene
from tensorlab.language.outcome import Repair
from tensorlab.language.session import Budget
from tensorlab.language.trying import Trier, trying
from tensorlab.language.world import TooLargeError

Edit = Callable[[Scene], Iterator[Candidate]]
MOST_REPAIRS = 3
MOST_OF_ONE_KIND = 2
MOST_TRIALS = 100
# Tried last, and only where nothing better works.
GENERAL = (
    "transpose", "squeeze", "one_entry", "add_dimension", "flatten_all", "float", "number",
    "as_column", "both_batched", "diagonal", "within_range", "crop", "crop_both",
)  # fmt: skip
LARGEST = 100_000  # tensors of more cells are tried without their elements, by shape and type
LONGEST = 0.5  # seconds for all trials
TRIAL = Budget(steps=200_000, memory=256 << 20, output=1000, seconds=0.5)

EDITS: dict[str, Edit] = {
    name: edit
    for module in (operand_edits, call_edits, size_edits, list_edits, general_edits)
    for name, edit in vars(module).items()
    if callable(edit) and getattr(edit, "__module__", "") == module.__name__
}
EDITS["float"] = operand_edits.floating


def repairs_for(rule: Rule, scene: Scene, names: dict[str, Any]) -> tuple[Repair, ...]:
    """Return up to three edits that work, the likeliest first; each one has been run."""
    try:
        with trying(names, TRIAL, scene.values) as trier:
            if any(map(is_large, (*names.values(), *scene.values.values()))):
                trier.further = hollow({**names, **scene.values})
            return found_by(trier, rule, scene)
    except TooLargeError:
        return ()


def found_by(trier: Trier, rule: Rule, scene: Scene) -> tuple[Repair, ...]:
    """Return the edits that work, of those that were tried within the time for it."""
    if tried(Candidate(scene.tree, ""), scene, trier) is not None:
        return ()  # it is not the expression itself that failed, but what was done with it
    deadline = time.monotonic() + LONGEST
    found: dict[str, Repair] = {}
    trials = 0
    for name in (*rule.edits, *GENERAL):
        if found and name in GENERAL:
            break
        works = 0
        for candidate in islice(EDITS[name](scene), MOST_TRIALS):
            trials += 1
            repair = tried(candidate, scene, trier)
            if repair is not None and repair.source not in found:
                found[repair.source] = repair
                works += 1
            enough = len(found) == MOST_REPAIRS or trials > MOST_TRIALS
            if works == MOST_OF_ONE_KIND or enough or time.monotonic() > deadline:
                break
        if len(found) == MOST_REPAIRS or trials > MOST_TRIALS or time.monotonic() > deadline:
            break
    return tuple(found.values())


def hollow(names: Mapping[str, object]) -> dict[str, object]:
    """Return the names with tensors that have a shape and a type, and no elements."""
    return {
        name: value.to("meta") if isinstance(value, Tensor) and not value.is_sparse else value
        for name, value in names.items()
    }


def is_large(value: object) -> bool:
    """Return whether computing with a value takes longer than anybody waits for an error."""
    return isinstance(value, Tensor) and not value.is_sparse and value.array.size > LARGEST


def tried(candidate: Candidate, scene: Scene, trier: Trier) -> Repair | None:
    """Run a candidate and return the repair that it is, None where it fails too."""
    import ast  # noqa: PLC0415

    outcome = trier.run(ast.unparse(candidate.tree))
    if outcome.failure is not None:
        return None
    value: Any = outcome.value
    shown = isinstance(value, Tensor)
    return Repair(
        scene.display(candidate.tree),
        tuple(value.shape) if shown else None,
        repr(value.dtype) if shown else None,
        candidate.meaning,
    )
