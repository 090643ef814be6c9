"""What a dotted name stands for, where that can be seen without running anything."""

from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import looked_at
from tensorlab.language.values.values import BoundMethod
from tensorlab.workspace.cursor import RESULT


def reached(session: Session, path: str) -> Any:
    """Return what a dotted name stands for, None where that cannot be seen; nothing is run."""
    first, *rest = path.split(".")
    try:
        if first == RESULT:  # most calls give a tensor
            value: Any = wrap(np.empty(0, np.float32), DTYPES["float32"])
        else:
            names = session.names
            value = names[first] if first in names else session.library.find(first)
        for name in rest:
            value = looked_at(value, name)
    except (KeyError, AttributeError):
        return None
    return value


def operation_of(session: Session, function: str) -> Operation | None:
    """Return the declared operation that a call of a dotted name reaches."""
    from tensorlab.explain.reference.functions import declared  # noqa: PLC0415  it loads every operation

    if is_method(session, function):
        return declared(f"torch.Tensor.{function.rpartition('.')[2]}")
    found = reached(session, function)
    return declared(found.name) if isinstance(found, BoundMethod) else called(found)


def is_method(session: Session, function: str) -> bool:
    """Return whether a dotted name is that of a tensor's method."""
    path = function.rpartition(".")[0]
    return bool(path) and isinstance(reached(session, path), Tensor)


def called(value: object) -> Operation | None:
    """Return the declared operation that a variable is a name of."""
    found = getattr(getattr(value, "function", None), "operation", None)
    return found if isinstance(found, Operation) else None


def first_line(operation: Operation | None) -> str:
    """Return what an operation does, in the first line of its documentation."""
    return "" if operation is None else operation.doc.strip().partition("\n")[0]
