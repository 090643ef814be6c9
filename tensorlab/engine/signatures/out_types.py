"""What functions say of an `out=` of another data type than their result's."""

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from tensorlab.engine.dtypes import DType
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import can_cast
from tensorlab.frozen import lines_beside

USUAL = "Expected out tensor to have dtype {c_name}, but got {c_given} instead"
SAFELY = "Expected result to be safely castable from {own} dtype, but got result with dtype {given}"
NOT_JOINED = "torch.cat(): input types can't be cast to the desired output type {given}"
FOUND = "expected scalar type {own} but found {given}"
ONLY = "Found dtype {given} but expected {own}"
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


class Said(NamedTuple):
    """What `outs.txt` has of a function: how PyTorch's differs from most."""

    # What an `out` that is an operand is before it is read: resized, or also full of a number;
    # "quiet" where one of another shape is resized without a warning.
    begun: str = ""
    step: str = ""  # the function that writes there last, `copy_` where autograd follows that
    meta: str = ""  # what it says of one without elements


@cache
def outs() -> dict[str, Said]:
    """Return what `outs.txt` has, by qualified name; of other functions it is empty."""
    rows = (row.split(" ", 3) for row in lines_beside(__file__, "outs.txt"))
    said = {f"torch.{name}": Said(*(word.strip("-") for word in words)) for name, *words in rows}
    return defaultdict(Said, said)


def refusal_of_out(
    operation: Operation, own: DType, given: DType, words: str | None, *, strict: bool
) -> Exception | None:
    """Return why a function does not write a result of its own type into an out of a given one.

    `words` are what its declaration says of another type.
    """
    facts = operation.facts
    names = {"own": own.scalar_name, "given": given.scalar_name}
    wrong_cast = facts.get("wrong_cast")
    if wrong_cast and not ((strict and words is None) or can_cast(own, given)):
        kind = TypeError if wrong_cast is NOT_JOINED else RuntimeError
        return kind(wrong_cast.format(**names))
    if own is given or (facts.get("out_bytes") and given.name in {"bool", "uint8"}):
        return None
    if operation.namespace == "torch.fft" and own.category != given.category:
        words = refusal_of_transform(operation.name, own, given)
        return RuntimeError(words) if words else None
    if words is None:
        words = USUAL if strict else ""
    if not words:
        return None
    return RuntimeError(words.format(**names, c_name=own.c_name, c_given=given.c_name))


def refusal_of_transform(name: str, own: DType, given: DType) -> str | None:
    """Return the words of a Fourier transform; they name what it is made of."""
    if name.endswith("freq"):
        return None
    shown = name.replace("2", "n")
    shown = "fftn" if shown == "ifftn" else shown
    wanted = "complex" if own.is_complex else "floating point"
    return f"{shown} expects a {wanted} output tensor, but got {given.scalar_name}"
