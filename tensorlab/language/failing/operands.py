"""The values that a failed operation had, as a diagnosis shows them."""

import ast

from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.language.compiling.place import operands_of
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Operand
from tensorlab.language.reading.source import Source
from tensorlab.language.values.display import describe
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import Builtin

LONGEST_OPERAND = 60
MOST_STEPS_TO_SHOW = 20_000


def operands(error: BaseException, source: Source) -> tuple[Operand, ...]:
    """Return the values that took part, under the names that the source has for them."""
    found = operands_of(error)
    made = []
    for node, value in zip(found.nodes, found.values, strict=False):
        if isinstance(value, Namespace | Builtin):
            continue
        name = shortened(" ".join(source.excerpt(source.span(node)).split()))
        if not isinstance(node, ast.Constant) or isinstance(value, Tensor):
            made.append(operand(name, value))
    return tuple(made)


def operand(name: str, value: object) -> Operand:
    """Return the description of one value."""
    if isinstance(value, Tensor):
        return Operand(name, "", tuple(value.shape), repr(value.dtype), value)
    meter.start(MOST_STEPS_TO_SHOW, None, None)
    try:
        text = describe(value)
    except (Exception, LimitReached):  # noqa: BLE001  a value too large to show needs no text
        text = "..."
    return Operand(name, shortened(text), value=value)


def shortened(text: str) -> str:
    """Return a text cut to what fits on a line."""
    return text if len(text) <= LONGEST_OPERAND else f"{text[: LONGEST_OPERAND - 3]}..."
