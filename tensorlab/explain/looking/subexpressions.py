"""The shape and the type of every part of an expression, in the order of evaluation."""

import ast

from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Outcome, Span


class Part(Frozen):
    """A sub-expression whose value is a tensor."""

    source: str
    span: Span
    shape: tuple[int, ...]
    dtype: str


def tensor_parts(outcome: Outcome) -> tuple[Part, ...]:
    """Return the sub-expressions of a recorded run that were tensors."""
    return tuple(
        Part(step.source_text, step.span, step.shape, step.dtype)
        for step in outcome.trace
        if step.shape is not None and step.dtype is not None
        if not isinstance(step.node, ast.Constant)
    )
