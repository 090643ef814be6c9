"""What a run did, call by call: also in functions, loops and earlier statements."""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls import Call, call_at, is_told
from tensorlab.language.outcome import Step


def calls_made(trace: Iterable[Step], source: str) -> Iterator[Call]:
    """Yield the operations of a recorded run in the order in which they were done."""
    values: dict[Any, Any] = {}
    for step in trace:
        if step.node is None:
            continue
        values[step.node] = step.value  # of the latest round, where it is done again and again
        if isinstance(step.node, ast.expr) and is_told(step.value):
            call = call_at(step.node, values, source)
            if call is not None:
                yield call


def maker_of(tensor: Tensor, calls: Iterable[Call]) -> Call | None:
    """Return the latest call that gave a tensor, None where none did."""
    found = None
    for call in calls:
        results = call.result if isinstance(call.result, tuple | list) else (call.result,)
        if any(result is tensor for result in results) and not is_given(call, tensor):
            found = call
    return found


def is_given(call: Call, tensor: Tensor) -> bool:
    """Return whether a call only gave back what it was given."""
    return call.operation is None and any(each is tensor for each in call.tensors)
