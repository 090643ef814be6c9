"""What a parameter takes, as a forward's annotations say it: operands in their roles, settings."""

from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor

# What an operand is to its function. A forward says so in its annotations.
Array = Annotated[Any, "tensor"]  # takes part in promotion
Operand = Annotated[Any, "tensor or number"]  # likewise, and may be a Python number
Mask = Annotated[Any, "mask"]  # a tensor that keeps its own type
Index = Annotated[Any, "index"]  # likewise, of whole numbers
Factor = Annotated[Any, "number"]  # a number that is first rounded to the operands' type
Truth = Annotated[Any, "truth"]  # anything that Python takes for true or false
Arrays = Annotated[Any, "tensors"]  # a list of tensors that are promoted together

OPERANDS = (Array, Operand, Mask, Index)
PROMOTED = (Array, Operand)
UNIONS = (UnionType, Union)  # of types, and of the roles above

Number = int | float | complex
Dims = int | tuple[int, ...]

TYPE_NAMES: dict[Any, str] = {
    int: "int", float: "float", bool: "bool", str: "str", DType: "torch.dtype",
    Number: "Number", Factor: "Number", Truth: "bool", tuple[int, ...]: "tuple of ints",
    Dims: "tuple of ints", Arrays: "tuple of Tensors", Tensor: "Tensor",
}  # fmt: skip


def type_name(wanted: object) -> str:
    """Return PyTorch's name for what a parameter takes."""
    if any(wanted is role for role in OPERANDS):
        return "Tensor"
    if wanted in TYPE_NAMES:
        return TYPE_NAMES[wanted]
    if get_origin(wanted) in UNIONS:
        parts = [type_name(part) for part in get_args(wanted) if part is not NoneType]
        return "tuple of ints" if "tuple of ints" in parts else parts[0]
    return getattr(wanted, "torch_name", getattr(wanted, "__name__", "object"))
