"""What an answer gives under one set-up: its value, and what it does to its surroundings."""

from collections.abc import Sequence
from sys import getsizeof

from tensorlab.course.answers.bench import Bench, Result, SessionFactory
from tensorlab.course.answers.comparison import Comparison, Seen, compare, see
from tensorlab.course.answers.verdicts import Aspect, Reason
from tensorlab.course.predictions.prediction import shares_memory
from tensorlab.engine.tensor import Tensor
from tensorlab.frozen import Frozen, replace
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Outcome

# observations; of all those who answer, as of a class that is graded
MOST_KNOWN = 4096
LIGHT = 10_000  # bytes of one that is kept


class Observed(Frozen):
    """A result as it was seen: `sharing` and `changed` are names of the set-up's tensors."""

    result: Result
    seen: Seen
    requires_grad: bool = False
    sharing: tuple[str, ...] = ()
    contents: tuple[tuple[str, Seen], ...] = ()

    @property
    def failed(self) -> bool:
        """Whether it ended in an error."""
        return self.result.outcome.failure is not None


def observe(factory: SessionFactory, programs: Sequence[str], answer: str) -> Observed:
    """Run an answer after some programs, each time from the start, and say what it does."""
    bench = Bench(factory, programs)
    before = {n: value for n, value in bench.session.names.items() if isinstance(value, Tensor)}
    result = bench.run(answer)
    value = result.outcome.value
    return Observed(
        result,
        see(value),
        isinstance(value, Tensor) and value.requires_grad,
        tuple(name for name, tensor in before.items() if shares_memory(value, tensor)),
        tuple((name, see(tensor)) for name, tensor in before.items()),
    )


KNOWN: dict[tuple[SessionFactory, tuple[str, ...], str], tuple[Observed, int]] = {}


def known_by_all(factory: SessionFactory, programs: tuple[str, ...], answer: str) -> Observed:
    """Return what an answer does that others may give, too; of its result only how it failed.

    Its steps count again: how far a verdict goes may not depend on who was judged before.
    """
    key = factory, programs, answer
    if key in KNOWN:
        found, steps = KNOWN[key]
        meter.total += steps
        return found
    meter.start(None, None, None)
    before = meter.total
    seen = observe(factory, programs, answer)
    meter.start(None, None, None)
    failure = seen.result.outcome.failure
    failure = failure and failure._replace(around=None)
    found = replace(seen, result=Result(Outcome(failure=failure), ""))
    if is_light(found) and not (failure and failure.limit):
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[key] = found, meter.total - before
    return found


def is_light(observed: Observed) -> bool:
    """Return whether an observation holds little of what the answer made."""
    seen = [observed.seen, *(each for _, each in observed.contents)]
    failure = observed.result.outcome.failure
    held = [*(failure or ()), *(part for each in seen for part in each.elements or ())]
    return not any(each.parts for each in seen) and sum(map(getsizeof, held)) <= LIGHT


def compared(
    expected: Observed, given: Observed, judge: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Comparison:
    """Return how an answer differs from the solution, in value and in what else is asked."""
    comparison = without(compare_results(expected, given), ignore)
    if not comparison.equal or expected.failed:
        return comparison
    reasons: list[Reason] = []
    checked: tuple[Aspect, ...] = comparison.checked
    if "requires_grad" in judge:
        checked += ("requires_grad",)
        reasons += wrong_gradient(expected, given)
    if "sharing" in judge:
        checked += ("memory",)
        reasons += wrong_sharing(expected, given)
    if "mutation" in judge:
        checked += ("mutation",)
        reasons += wrong_contents(expected, given)
    return Comparison(checked, tuple(reasons))


def without(comparison: Comparison, ignore: Sequence[str]) -> Comparison:
    """Return a comparison without the aspects that a task leaves open."""
    if not ignore:
        return comparison
    reasons = tuple(reason for reason in comparison.reasons if reason.aspect not in ignore)
    checked = tuple(aspect for aspect in comparison.checked if aspect not in ignore)
    return Comparison(checked, reasons, comparison.difference if reasons else None)


def wrong_gradient(expected: Observed, given: Observed) -> list[Reason]:
    """Return why a result should, or should not, remember where it came from."""
    if expected.requires_grad == given.requires_grad:
        return []
    words = str(expected.requires_grad), str(given.requires_grad)
    sentence = f"requires_grad is {words[1]}; it should be {words[0]}."
    return [Reason("requires_grad", *words, sentence)]


def wrong_sharing(expected: Observed, given: Observed) -> list[Reason]:
    """Return how the memory that a result shares differs from what was asked."""
    if expected.sharing == given.sharing:
        return []
    one, other = (", ".join(each.sharing) or "nothing" for each in (expected, given))
    sentence = f"The values are right. Memory is shared with {other}; it should be with {one}."
    return [Reason("memory", one, other, sentence)]


def wrong_contents(expected: Observed, given: Observed) -> list[Reason]:
    """Return which names of the set-up hold something else afterwards than they should."""
    left = dict(given.contents)
    for name, wanted in expected.contents:
        if name in left and not compare(wanted, left[name]).equal:
            sentence = f"The value is right, but afterwards `{name}` does not hold what it should."
            return [Reason("mutation", "", name, sentence)]
    return []


def compare_results(expected: Observed, given: Observed) -> Comparison:
    """Return how the result of an answer differs from the expected one."""
    one, other = expected.result.outcome.failure, given.result.outcome.failure
    if one is None and other is None:
        return compare(expected.seen, given.seen)
    if one is None and other is not None:
        sentence = f"It raises an error: {other.message}"
        reason = Reason("error", "an answer", other.type, sentence)
    elif one is not None and other is None:
        reason = Reason("error", one.type, "an answer", "This raises no error; one was asked for.")
    elif one is not None and other is not None:
        if (one.type, one.message) == (other.type, other.message):
            return Comparison(("error",))
        words = f"{one.type}: {one.message}", f"{other.type}: {other.message}"
        reason = Reason("error", *words, f"It raises another error: {words[1]}")
    return Comparison(("error",), (reason,))
