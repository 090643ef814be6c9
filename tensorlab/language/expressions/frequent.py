"""What loops often do, in one closure: `found.append(x)`.

It is of a variable that surely has a value. Where anything is not plain, the general closure
answers from the beginning: nothing has happened.
"""

import ast
from typing import Any

from tensorlab.language.compiling.compiler import Compiler, Evaluate, Execute, Frame
from tensorlab.language.compiling.variables import side_of, sure_slot


def appended(compiler: Compiler, node: ast.expr, whole: Execute) -> Execute:
    """Return a quicker closure of `found.append(x)`, and of anything else the one that is given."""
    match node:
        case ast.Call(ast.Attribute(ast.Name() as name, "append"), [part], []) if not isinstance(
            part, ast.Starred
        ):
            slot = sure_slot(compiler, name)
            if slot is not None:
                return put_last(slot, *side_of(compiler, part), whole)
    return whole


def put_last(slot: Any, value_of: Evaluate, read: Any, whole: Execute) -> Execute:
    """Compile the appending of a value to the list that a variable names."""

    def execute(frame: Frame) -> Any:
        container: Any = frame[slot]
        if type(container) is list:
            return container.append(value_of(frame) if read is None else frame[read])
        return whole(frame)

    return execute
