"""Joins a lesson's `explain` block with the explanation of what it computes."""

from tensorlab.course.answers.bench import Bench, Result
from tensorlab.course.lessons.lesson import Explain
from tensorlab.course.taking.events import Explained
from tensorlab.explain.story.frames import Explanation


def explained(block: Explain, bench: Bench) -> Explained:
    """Return the event of an `explain` block, run on a bench."""
    result = bench.run_recorded(block.source)
    return Explained(block.source, result.outcome, explanation(block, result), result.printed)


def explanation(block: Explain, result: Result) -> Explanation | None:
    """Return how the elements that the block names came about; None where there is nothing."""
    if result.outcome.failure is not None:
        return None
    from tensorlab.explain.story.story import NothingToExplainError, explanation_of  # noqa: PLC0415  few steps ask

    try:
        return explanation_of(result.outcome, block.source, block.elements)
    except (NothingToExplainError, IndexError):
        return None
