"""What a parameter takes: the roles of operands in annotations, and the classes of values."""

from collections.abc import Callable, Container, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import numpy as np

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import PYTHON_TYPES, DType
from tensorlab.engine.naming import Layout, MemoryFormat
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import DENSE, CudaTensor, MetaTensor, Tensor
from tensorlab.engine.warning import in_full

# What an operand is to its function. A forward says so in its annotations.
Array = Annotated[Any, "tensor"]  # takes part in promotion
Operand = Annotated[Any, "tensor or number"]  # likewise, and may be a Python number
Mask = Annotated[Any, "mask"]  # a tensor that keeps its own type
Index = Annotated[Any, "index"]  # likewise, of whole numbers
# a number that is first rounded to the operands' type
Factor = Annotated[Any, "number"]
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


SIZES, INT = tuple[int, ...], frozenset({int})
ANYWHERE = (*DENSE, MetaTensor, CudaTensor)  # on whatever device
# The classes of arguments that need no closer look.
PLAIN: dict[Any, tuple[type, ...]] = {
    int: (int,), bool: (bool,), float: (float, int), str: (str,), NoneType: (NoneType,),
    DType: (DType,), tuple[int, ...]: (tuple, list, Size), Array: ANYWHERE, Mask: ANYWHERE,
    Index: ANYWHERE, Operand: (*ANYWHERE, int, float, complex, bool),
    Arrays: (tuple, list), Tensor: ANYWHERE,
    complex: (complex, float, int), Factor: (int, float, complex), Device: (Device,),
    Layout: (Layout,),
}  # fmt: skip
# What else may be given: instances of these, subclasses included.
GIVEN: dict[Any, tuple[type, ...]] = {
    tuple: (tuple, list),  # of several results, given as out=
    Device: (Device, str, int),
    MemoryFormat: (MemoryFormat,),
}


def accepts(wanted: object, value: object) -> bool:
    """Return whether a parameter of this annotation takes the value."""
    return acceptor(wanted)(value)


@cache
def acceptor(wanted: object) -> Callable[[Any], bool]:
    """Return what tells whether a parameter of this annotation takes a value."""
    if get_origin(wanted) in UNIONS:
        parts = tuple(map(acceptor, get_args(wanted)))
        return lambda value: any(takes(value) for takes in parts)
    if wanted is Arrays:
        return are_tensors
    if wanted is int:
        return is_whole
    if wanted == SIZES:
        return are_whole
    classes = GIVEN.get(wanted) or plain_classes(wanted)
    return lambda value: classes is None or isinstance(value, classes)


def are_tensors(value: object) -> bool:
    """Return whether a value is a list of tensors."""
    return isinstance(value, list | tuple) and all(isinstance(part, Tensor) for part in value)


def require_tensors(value: object) -> None:
    """Refuse what is no list of tensors.

    Raises:
        TypeError: so it is; the engine knows PyTorch's words.
    """
    if not are_tensors(value):
        raise TypeError


def are_whole(value: object) -> bool:
    """Return whether a value is a list of whole numbers.

    PyTorch looks for truth values in the first place only.
    """
    if not isinstance(value, (list, tuple)):
        return False
    if {*map(type, value)} == {int}:
        return True
    return all(is_whole(part, place > 0) or is_index(part) for place, part in enumerate(value))


def plain_value(value: Any, wanted: object) -> Any:
    """Return a Python number or a data type where a value stands for one that is wanted."""
    kinds = get_args(wanted)
    # of a count or a tensor of counts, an array of one whole number is the count
    counts = Tensor in kinds and (int in kinds or SIZES in kinds)
    if isinstance(value, np.number) or (counts and is_whole_array(value)):
        return value.item()
    if isinstance(value, np.bool_) and is_numeric(wanted):
        return float(value)
    if isinstance(value, tuple | list) and SIZES in (wanted, *kinds):
        plain = INT.issuperset(map(type, value))
        return value.__class__(value if plain else map(plain_size, value, range(len(value))))
    if isinstance(value, bytes) and Device in kinds:
        return value.decode("latin-1")
    if isinstance(value, Tensor) and Device not in kinds:
        if is_index(value) and SIZES in (wanted, *kinds) and not value.is_meta:
            # of sizes, any tensor of one number is one, and so is a truth value
            return (int(value),) if value.shape and wanted != SIZES else int(value)
        number = wanted is Factor or not is_role(wanted)
        numeric = number and (accepts(wanted, 1) or accepts(wanted, 1.0))
        whole = value.dtype.category == 1 or wanted is Factor or accepts(wanted, 1.5)
        single = not value.shape and not value._tracked and not value.is_meta
        return value.dtype.decode(value._array).item() if numeric and single and whole else value
    return PYTHON_TYPES.get(value, value) if callable(value) else value


def is_numeric(wanted: object) -> bool:
    """Return whether an annotation takes any number, not only whole ones."""
    return wanted in (Operand, Factor) or accepts(wanted, 1.5)


def plain_size(part: Any, place: int) -> Any:
    """Return one number of several; a truth value is one, but in the first place."""
    return int(part) if (place and isinstance(part, bool)) or is_index(part) else part


def refuse_huge(number: int, wanted: object) -> None:
    """Refuse a whole number that does not fit into 64 bits.

    Raises:
        ValueError: a dimension or a count is wanted.
        OverflowError: any number is wanted, and not even its sign would need the 64th bit.
    """
    if wanted is Any:
        return
    if not is_numeric(wanted):
        raise ValueError("Overflow when unpacking long long")
    if number >= 2**64:
        raise OverflowError("int too big to convert")
    if number < 0:
        raise OverflowError("can't convert negative int to unsigned")


def refuse_huge_sizes(function: str, name: str, sizes: Sequence[Any]) -> None:
    """Refuse a size that does not fit into 64 bits.

    Raises:
        TypeError: there is one; PyTorch's text goes on with its own frames.
    """
    if sizes and not is_whole(sizes[0]):
        return  # which is said
    for place, size in enumerate(sizes, 1):
        if size.__class__ is int and not -(2**63) <= size < 2**63:
            raise TypeError(in_full("{}(): argument '{}'", function, name, place))


def is_role(wanted: object) -> bool:
    """Return whether an annotation says that a parameter is an operand, perhaps a missing one."""
    parts = get_args(wanted) if get_origin(wanted) in UNIONS else (wanted,)
    return any(part is role for part in parts for role in (*OPERANDS, Arrays, Tensor))


class Anything:
    """The classes of a setting whose annotation does not say what is plain."""

    def __contains__(self, kind: object) -> bool:
        return True


def classes_of(wanted: object, optional: bool = False) -> Container[type]:
    """Return the classes that a parameter's plain values have, as far as its annotation tells."""
    parts = get_args(wanted) if get_origin(wanted) in UNIONS else (wanted,)
    parts = (*parts, NoneType) if optional else parts
    classes = [plain_classes(part) for part in parts]
    if None in classes:
        return Anything()
    return frozenset(kind for some in classes for kind in some or ())


def plain_classes(wanted: object) -> tuple[type, ...] | None:
    """Return the classes of arguments that need no closer look, or None where any may do."""
    own = (wanted,) if isinstance(wanted, type) and wanted is not Any else None
    return PLAIN.get(wanted, own)


def is_whole(value: object, truth: bool = False) -> bool:
    """Return whether a value is a whole number, also as a 0-d tensor; a bool only if said so."""
    if isinstance(value, Tensor):
        return not value.shape and (
            value.dtype.category == 1 or (truth and not value.dtype.category)
        )
    # which is an index to older versions of numpy
    if isinstance(value, np.ndarray | np.bool_):
        return False
    return hasattr(type(value), "__index__") and (truth or not isinstance(value, bool))


def is_index(value: object) -> bool:
    """Return whether a value will do among sizes: a whole number, or a tensor of one or a truth.

    So will an array without dimensions.
    """
    if isinstance(value, Tensor):
        return value.shape.numel() == 1 and value.dtype.category <= 1
    return is_whole(value) or is_whole_array(value)


def is_whole_array(value: object) -> bool:
    """Return whether a value is an array of one whole number, without dimensions."""
    return isinstance(value, np.ndarray) and not value.shape and value.dtype.kind in "iu"


def is_truth(value: object) -> bool:
    """Return whether a value is a tensor of one truth value."""
    return isinstance(value, Tensor) and is_index(value) and not value.dtype.category
