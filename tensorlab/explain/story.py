"""The explanation of an expression: run it, find its operations, and write a chapter on each."""

from collections.abc import Sequence

from tensorlab.explain.calls import Call, calls_in
from tensorlab.explain.chapters import chapter_of, normalised, result_shape
from tensorlab.explain.frames import Chapter, Explanation, Index
from tensorlab.language.outcome import Outcome, Step
from tensorlab.language.world import TooLargeError, trial


class NothingToExplainError(Exception):
    """The program did nothing with tensors; the message says what to try instead."""


def explanation_of(outcome: Outcome, source: str, cells: Sequence[Index] = ()) -> Explanation:
    """Return the explanation of a recorded run's last expression.

    With `cells` only these cells of the result are explained, and of the operations before it the
    cells that went into them.

    Raises:
        NothingToExplainError: there is no operation on tensors in it.
        IndexError: the result has no such cell.
    """
    try:
        with trial(*(step.value for step in outcome.trace)):  # calls are done again
            return told(outcome, source, cells)
    except TooLargeError as error:
        raise NothingToExplainError(str(error)) from None


def told(outcome: Outcome, source: str, cells: Sequence[Index]) -> Explanation:
    """Return the explanation of a recorded run, with whatever that changes."""
    calls = recorded_calls(outcome.trace, source)
    if not calls:
        raise NothingToExplainError(
            "there is no operation on tensors in the last expression itself; try for instance a + b"
        )
    if cells:
        shape = result_shape(calls[-1].result)
        return Explanation(backwards(calls, [normalised(tuple(cell), shape) for cell in cells]))
    return Explanation(tuple(map(chapter_of, calls)))


def recorded_calls(trace: tuple[Step, ...], source: str) -> list[Call]:
    """Return the operations of the last expression that was evaluated."""
    root = trace[-1].node if trace else None
    if root is None:
        return []
    values = {step.node: step.value for step in trace if step.node is not None}
    return calls_in(root, values, source)


def backwards(calls: list[Call], cells: list[Index]) -> tuple[Chapter, ...]:
    """Return chapters on what went into cells of the last result, in the order of evaluation."""
    wanted: dict[str, list[Index]] = {calls[-1].source: cells}
    chapters: list[Chapter] = []
    for call in reversed(calls):
        asked = wanted.get(call.source, wanted.get(f"({call.source})", []))
        if not asked:
            continue
        chapter = chapter_of(call, dict.fromkeys(asked))
        chapters.append(chapter)
        for frame in chapter.frames:
            for cell in frame.inputs:
                wanted.setdefault(cell.name, []).append(cell.index)
    return tuple(reversed(chapters))
