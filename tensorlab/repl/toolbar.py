"""The bar at the bottom: the call being typed, else the last result and the keys."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.reference import signature_text
from tensorlab.workspace.candidates import operation_of
from tensorlab.workspace.cursor import at_cursor
from tensorlab.workspace.summary import SEPARATOR, tensor_facts
from tensorlab.workspace.workspace import Workspace

KEYS = "Tab completes", "Ctrl-R searches", "Ctrl-D leaves"


def toolbar(workspace: Workspace, text: str) -> str:
    """Return the bar's text for what stands before the cursor."""
    cursor = at_cursor(text)
    if cursor.function:
        operation = operation_of(workspace.session, cursor.function)
        if operation is not None:
            return signature_text(operation)
    value = workspace.last_value
    facts = ["last", *tensor_facts(value)] if isinstance(value, Tensor) else []
    return SEPARATOR.join((*facts[:3], *KEYS))
