"""What there is to say about a data type."""

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.dtypes import ALIASES, DTYPES, TENSOR_TYPES, DType
from tensorlab.explain.reference.functions import Reference
from tensorlab.wording import counted


def dtype_reference(name: str) -> Reference | None:
    """Return the card of a data type by any of its names, None where there is no such type."""
    short = name.strip().removeprefix("torch.")
    dtype = DTYPES.get(short) or ALIASES.get(short) or TENSOR_TYPES.get(short)
    if dtype is None:
        return None
    full = f"torch.{dtype.name}"
    names = (dtype.name, *(alias for alias, each in ALIASES.items() if each is dtype))
    alike = (name for name, each in DTYPES.items() if each.category == dtype.category)
    return Reference(
        name=full,
        signature=full,
        summary=f"The data type of {kind_of(dtype)} in {counted(dtype.itemsize, 'byte')}.",
        details="",
        spellings=(*(f"torch.{each}" for each in names), *conversions(dtype, names)),
        shapes=None,
        examples=examples_of(dtype, full),
        gradient=(),
        related=tuple(each for each in alike if each != dtype.name),
    )


def conversions(dtype: DType, names: tuple[str, ...]) -> list[str]:
    """Return the calls that convert to a type of these names; none gives quantized numbers."""
    methods = [f"x.{name}()" for name in names if OPERATIONS.known(f"torch.Tensor.{name}")]
    return [] if dtype.is_quantized else [f"x.to(torch.{dtype.name})", *methods]


def kind_of(dtype: DType) -> str:
    """Return what the elements are, in words."""
    if dtype.is_quantized:
        return "quantized numbers"
    if dtype.is_complex or dtype.is_floating_point:
        return f"{'complex' if dtype.is_complex else 'floating-point'} numbers"
    if dtype.name == "bool":
        return "truth values"
    return "whole numbers" if dtype.is_signed else "whole numbers from 0 up"


def examples_of(dtype: DType, full: str) -> tuple[str, ...]:
    """Return programs that show the type at work; a quantized tensor is not made this way."""
    if dtype.is_quantized:
        return ()
    made = f"torch.tensor([0, 1, 2], dtype={full})"
    if dtype.is_complex or dtype.name == "bool":
        return (made,)
    limits = "finfo" if dtype.is_floating_point else "iinfo"
    return (made, f"torch.{limits}({full}).min, torch.{limits}({full}).max")
