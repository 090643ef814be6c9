"""What functions say of an `out=` of another data type than their result's."""

from tensorlab.engine.dtypes import DType
from tensorlab.engine.operation import Operation

USUAL = "Expected out tensor to have dtype {c_name}, but got {c_given} instead"
SAFELY = "Expected result to be safely castable from {own} dtype, but got result with dtype {given}"
SORTED_PLACES = (
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or "
    "Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype "
    "{given} and out_int32 flag is False"
)
QUANTILE = "quantile() out tensor must be same dtype as the input tensor"
PARTS = "Expected object of scalar type {own} but got scalar type {given} for argument 'out'"
OTHER_EXTREMES = (
    "Expected the dtype for input and out to match, but got {own} for input's dtype and {given} "
    "for out's dtype."
)
CONTRACTED = (
    "tensordot: Expected the output tensor to have dtype {own}, but got an output tensor with "
    "dtype {given}"
)


def refusal_of_out(operation: Operation, own: DType, given: DType, *, strict: bool) -> str | None:
    """Return why a function does not write a result of its own type into an out of a given one."""
    facts = operation.facts
    if own is given or (facts.get("out_bytes") and given.name in {"bool", "uint8"}):
        return None
    if operation.namespace == "torch.fft" and own.category != given.category:
        return refusal_of_transform(operation.name, own, given)
    words = facts.get("wrong_out", USUAL if strict else None)
    if words is None:
        return None
    return words.format(
        own=own.scalar_name, given=given.scalar_name, c_name=own.c_name, c_given=given.c_name
    )


def refusal_of_transform(name: str, own: DType, given: DType) -> str | None:
    """Return the words of a Fourier transform; they name what it is made of."""
    if name.endswith("freq"):
        return None
    shown = name.replace("2", "n")
    shown = "fftn" if shown == "ifftn" else shown
    wanted = "complex" if own.is_complex else "floating point"
    return f"{shown} expects a {wanted} output tensor, but got {given.scalar_name}"
