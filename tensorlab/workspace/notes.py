"""What a value is, in a few characters, found out without calling anything of the program's."""

from typing import Any

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import Function, TypeValue, type_name
from tensorlab.workspace.summary import summary

PLAIN = (bool, int, float, complex, str, type(None), DType, Tensor, Namespace)


def note_on(value: Any) -> str:
    """Return what stands beside a name: a tensor's shape, a number, else the kind of a value."""
    if isinstance(value, PLAIN):
        return summary(value)
    if isinstance(value, Function):
        return "function"
    if isinstance(value, TypeValue):
        return "class"
    size = f" of {len(value)}" if type(value) in (list, tuple, dict, set) else ""
    return f"{type_name(value)}{size}"
