"""Repairs: edits of a failing expression that were run, and gave a result."""

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
from tensorlab.explain.errors.scene import Candidate, Scene, calls_in_place
from tensorlab.language.outcome import Repair
from tensorlab.language.session import Budget, Session
from tensorlab.language.values import Namespace

Edit = Callable[[Scene], Iterator[Candidate]]
MOST_REPAIRS = 3
MOST_OF_ONE_KIND = 2
MOST_TRIALS = 100
# Tried last, and only where nothing better works.
GENERAL = (
    "transpose", "squeeze", "one_entry", "add_dimension", "flatten_all", "float", "number",
    "as_column", "both_batched", "diagonal", "within_range", "crop", "crop_both",
)  # fmt: skip
LARGEST = 2_000_000  # with more cells a trial would take longer than anybody waits for an error
TRIAL = Budget(steps=200_000, memory=256 << 20, output=1000, seconds=0.5)

EDITS: dict[str, Edit] = {
    name: edit
    for module in (operand_edits, call_edits, size_edits, list_edits, general_edits)
    for name, edit in vars(module).items()
    if callable(edit) and getattr(edit, "__module__", "") == module.__name__
}
EDITS["float"] = operand_edits.floating


def repairs_for(rule: Rule, scene: Scene, names: Mapping[str, object]) -> tuple[Repair, ...]:
    """Return up to three edits that work, the likeliest first; each one has been run."""
    if sum(int(spot.value.array.size) for spot in scene.spots if has_cells(spot)) > LARGEST:
        return ()
    session = trial_session(scene, names)
    found: dict[str, Repair] = {}
    trials = 0
    for name in (*rule.edits, *GENERAL):
        if found and name in GENERAL:
            break
        works = 0
        for candidate in islice(EDITS[name](scene), MOST_TRIALS):
            trials += 1
            repair = tried(candidate, scene, session)
            if repair is not None and repair.source not in found:
                found[repair.source] = repair
                works += 1
            if works == MOST_OF_ONE_KIND or len(found) == MOST_REPAIRS or trials > MOST_TRIALS:
                break
        if len(found) == MOST_REPAIRS or trials > MOST_TRIALS:
            break
    return tuple(found.values())


def has_cells(spot: Any) -> bool:
    """Return whether an operand has elements in memory."""
    return not (spot.value.is_sparse or spot.value.is_meta)


def trial_session(scene: Scene, names: Mapping[str, object]) -> Session:
    """Return a session in which nothing of the learner's can be changed."""
    session = Session(budget=TRIAL, write=lambda text: None)
    own = {name: value for name, value in names.items() if not isinstance(value, Tensor)}
    kept = {name: value for name, value in own.items() if isinstance(value, Namespace)}
    session.names.update(kept)
    session.names.update(own)
    for name, value in (*names.items(), *scene.values.items()):
        session.names[name] = copied(value) if calls_in_place(scene.tree) else value
    return session


def copied(value: object) -> object:
    """Return a tensor of its own, so that a trial cannot write over the learner's."""
    return value.clone() if isinstance(value, Tensor) and value.array.size <= LARGEST else value


def tried(candidate: Candidate, scene: Scene, session: Session) -> Repair | None:
    """Run a candidate and return the repair that it is, None where it fails too."""
    import ast  # noqa: PLC0415

    before = session.checkpoint()
    outcome = session.run(ast.unparse(candidate.tree))
    session.restore(before)
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
