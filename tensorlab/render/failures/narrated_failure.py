"""A failure as sentences for the ear: no drawing, every shape in words."""

from collections.abc import Iterator

from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.rules.rule import Rule
from tensorlab.render.commands import in_place
from tensorlab.render.look.narration import shape_words
from tensorlab.workspace.summary import type_and_device

MOST_CALLS = 5


def narrated_failure(failure: Failure) -> str:
    """Return a failure as sentences, one a line."""
    return "\n".join(sentences(failure))


def narrated_rule(rule: Rule, outcome: Outcome) -> str:
    """Return the page about one kind of error as sentences, one a line."""
    lines = [f"{rule.code}: {rule.title}.", in_place(rule.rule), f"An example: {rule.example}"]
    if outcome.failure is not None:
        lines += sentences(outcome.failure._replace(explanation="", code=None))
    return "\n".join(lines)


def sentences(failure: Failure) -> Iterator[str]:
    """Yield what failed, where, on what, why, and what works."""
    yield f"{failure.type}: {failure.message}"
    if failure.span is not None:
        yield f"At line {failure.span.line}, from column {failure.span.column + 1}."
    for call in failure.led_by[:MOST_CALLS]:
        yield f"It was called by {call}."
    for operand in failure.operands:
        if operand.shape is not None:
            kind = type_and_device(operand)
            yield f"{operand.name} is {shape_words(operand.shape)}, {kind}."
    if failure.alignment is not None and any(failure.alignment.clashes):
        for place, clash in enumerate(failure.alignment.clashes):
            sizes = [sizes[place] for _, sizes in failure.alignment.rows if sizes[place]]
            if clash:
                yield f"These sizes do not fit together: {' and '.join(sizes)}."
    if failure.explanation:
        yield in_place(failure.explanation)
    yield from map(in_place, failure.hints)
    for number, repair in enumerate(failure.repairs, 1):
        shape = "" if repair.shape is None else f", which gives {shape_words(repair.shape)}"
        yield f"Repair {number}: {repair.source}{shape}. {repair.meaning}"
    if failure.code is not None and failure.code.startswith("TL"):
        yield f"The code of this error is {failure.code}."
