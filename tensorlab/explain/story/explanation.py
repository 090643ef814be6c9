"""The explanation of an expression: run it, find its operations, and tell of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal, number, same, shown
from tensorlab.explain.calls.call import Call, Values, tensors_in
from tensorlab.explain.calls.calls import calls_in
from tensorlab.explain.calls.layer_calls import step_of, words_on_operands
from tensorlab.explain.calls.spelling import with_short_names
from tensorlab.explain.gradients.names import Names, key_of
from tensorlab.explain.story.chapters import NOTHING, chapter_of, normalised
from tensorlab.explain.story.frames import Chapter, Explanation, Index
from tensorlab.explain.story.story import Story
from tensorlab.explain.strategies.regions import placed
from tensorlab.frozen import replace
from tensorlab.language.outcome import Outcome, Step
from tensorlab.language.running.world import TooLargeError, trial

# of the operations of an expression, where all elements are told
MOST_TOLD = 24


class NothingToExplainError(Exception):
    """The program did nothing with tensors; the message says what to try instead."""


def explanation_of(
    outcome: Outcome,
    source: str,
    elements: Sequence[Index] = (),
    names: Mapping[str, object] | None = None,
) -> Explanation:
    """Return the explanation of a recorded run's last expression.

    With `elements` only these elements of the result are explained, and of the operations before it
    the elements that went into them. `names` are variables that the run did not touch.

    Raises:
        NothingToExplainError: there is no operation on tensors in it.
        IndexError: the result has no such element.
    """
    try:
        with trial(*map(detached, outcome.trace)):  # calls are done again
            return explained(outcome, source, elements, names or {})
    except TooLargeError as error:
        raise NothingToExplainError(str(error)) from None


def detached(step: Step) -> Any:
    """Return what a step gave; a graph may go back through many thousands of steps."""
    value = step.value
    return value.detach() if isinstance(value, Tensor) and value.grad_fn else value


def explained(
    outcome: Outcome, source: str, elements: Sequence[Index], names: Mapping[str, object]
) -> Explanation:
    """Return the explanation of a recorded run, with whatever that changes."""
    story = Story(outcome, names, source)
    calls = story.opened(recorded_calls(outcome, source))
    asked = elements
    value = outcome.trace[-1].value if outcome.trace else None
    if not elements and calls:
        calls, asked, value = asked_by_index(calls, value, story)
    calls = [with_short_names(call) for call in calls]
    # of several results the first one is asked about
    own = next(tensors_in((value,)), None)
    shape = () if own is None else tuple(own.shape)
    places = [each for element in asked for each in normalised(tuple(element), shape)]
    if own is not None and outcome.moves:
        told = told_by_step(outcome, own, places, names)
        if told is not None:
            return told
    chapters = list(story.backwards(calls if places else calls[-MOST_TOLD:], places, value))
    chapters += [] if elements else story.leaves()
    if not chapters:
        raise NothingToExplainError(
            "there is no operation on tensors in it: its value was looked up, or is Python's own; "
            "try for instance a + b"
        )
    last = chapters[-1]
    if last.operation != "write" or len(places) == 1:
        require_true(last, own, places)
    if len(places) == 1 and any(each.index != places[0] for each in last.frames):
        seen = placed(outcome.trace[-1].source_text, places[0] if elements else ())
        words = f"It is written through a view: {seen} is the same element."
        chapters[-1] = replace(last, notes=(*last.notes, words))
    return Explanation(tuple(chapters))


def explanation_of_step(
    outcome: Outcome, elements: Sequence[Index], names: Mapping[str, object]
) -> Explanation | None:
    """Return how an optimizer's latest step made the parameter that a run gave, if it did.

    Raises:
        IndexError: the parameter has no such element.
    """
    own = outcome.trace[-1].value if outcome.trace else None
    if not isinstance(own, Tensor):
        return None
    places = [each for element in elements for each in normalised(tuple(element), tuple(own.shape))]
    return told_by_step(outcome, own, places, names)


def told_by_step(
    outcome: Outcome, parameter: Tensor, places: list[Index], names: Mapping[str, object]
) -> Explanation | None:
    """Return the chapter on an optimizer's step of a parameter, None where none made it."""
    step = step_of(outcome, parameter, names)
    if step is None:
        return None
    told = chapter_of(step, {None: places} if places else NOTHING)
    called = Names(outcome.trace, names).given(key_of(parameter)) or "the parameter"
    return Explanation((replace(told, notes=words_on_operands(step, called)),))


def require_true(last: Chapter, own: Tensor | None, places: list[Index]) -> None:
    """Refuse to tell of elements as they no longer are.

    Raises:
        NothingToExplainError: something has written over them since that is not told.
    """
    if own is None or own.is_meta or own.layout is not STRIDED or last.shape != tuple(own.shape):
        return
    for frame in last.frames:
        if frame.part is not None:
            continue
        # it may have been written through a view
        now = number(own, places[0] if len(places) == 1 else frame.index)
        if not same(frame.value, now, own.dtype):
            was, now_written = shown(literal(frame.value)), shown(literal(now))
            raise NothingToExplainError(
                f"it was {was} when {last.source} gave it, and is {now_written} now: what "
                "has written over it since, as an optimizer's step does, is not told"
            )


def recorded_calls(outcome: Outcome, source: str) -> list[Call]:
    """Return the operations of the last expression that was evaluated."""
    root = outcome.trace[-1].node if outcome.trace else None
    if root is None:
        return []
    values = Values(outcome.moves)
    for step in outcome.trace:
        values.enter(step, step.value)
    found = calls_in(root, values, source)
    return [call for call in found if call.name != "item"] or found


def asked_by_index(
    calls: list[Call], value: object, story: Story
) -> tuple[list[Call], list[Index], object]:
    """Return the calls and the elements that a program asks for, and of what.

    An index behind a tensor asks for an element of it, and a result of one element for that.
    """
    *before, last = calls
    result = last.result
    if last.operation is None and last.name == "index":
        owner, key = last.args
        places = key if isinstance(key, tuple) else (key,)
        places += (0,) * (result.ndim if result.numel() == 1 else 0)
        is_place = all(type(at) is int for at in places) and len(places) == owner.ndim
        made = before if before and before[-1].gives(owner) else story.run.leading_to(owner)
        if is_place and (made or id(owner) in story.outcome.moves):
            return made, [places], owner
    own = value if isinstance(value, Tensor) and value.numel() == 1 else None
    # an optimizer may have moved its own
    if isinstance(result, Tensor) and result.numel() == 1:
        return calls, [(0,) * result.ndim], result if own is None else own
    if isinstance(result, bool | int | float | complex):
        return calls, [()], result
    if own is not None and last.gives(own):
        return calls, [(0,) * own.ndim], own
    return calls, [], value
