"""The diagnosis of a program that asked for more than its limits allow."""

from math import prod

from tensorlab.engine.memory import in_words
from tensorlab.errors import LimitReached
from tensorlab.language.compiling.place import place_of
from tensorlab.language.failing.operands import operands, shortened
from tensorlab.language.outcome import Failure
from tensorlab.language.reading.source import Source


def out_of_memory(error: MemoryError) -> LimitReached:
    """Return the limit behind an allocation that the system refused."""
    words = "there is no memory left"
    if len(error.args) == 2:  # numpy's have the shape and the type of the array
        shape, dtype = error.args
        words = f"this needs {in_words(prod(shape) * dtype.itemsize)} more, and there is less"
    found = LimitReached("memory", words)
    found.__dict__.update(error.__dict__)
    return found


def limit_failure(error: LimitReached, source: Source) -> Failure:
    """Return the diagnosis of a program that asked for too much."""
    span = source.span(place_of(error))
    excerpt = " ".join(source.excerpt(span).split())
    doing = f" in `{shortened(excerpt)}`" if excerpt else ""
    return Failure(
        "LimitError",
        f"The limit on {error.limit} was reached{doing}: {error}.",
        span,
        source.text,
        explanation=WHY_LIMITS.get(error.limit, ""),
        operands=operands(error, source),
        code="limit",
        limit=error.limit,
    )


WHY_LIMITS = {
    "steps": "Every loop round and every operation takes steps, so that a program always ends.",
    "memory": "Memory is counted before it is taken, so that the computer stays usable.",
    "time": "A program may run for a certain time only.",
    "output": "A program may print so much only.",
    "depth": "Things can lie in one another, or call one another, so deep only.",
    "integer size": "Whole numbers grow without end in Python; here they stay of a useful size.",
}
