"""A call's arguments by name, or PyTorch's words for what is wrong with them."""

import sys
from typing import Any

from tensorlab.engine.signatures.accepting import (
    accepts,
    plain_value,
    refuse_huge,
    refuse_huge_sizes,
)
from tensorlab.engine.signatures.overloads import NUMPY_NAMES, Call
from tensorlab.engine.signatures.refusal import fits_any, refusal
from tensorlab.engine.signatures.signature import MISSING, Signature

SIZES = tuple[int, ...]


def bind(
    signature: Signature,
    function: str,
    args: tuple[Any, ...],
    settings: dict[str, Any],
    first: int = 1,
) -> dict[str, Any]:
    """Return the arguments by name, in the parameters' order.

    Raises:
        TypeError: an argument is unknown, missing, given twice, or of the wrong type.
    """
    # One that was given by another name is missing where its own name stands.
    placed = zip(signature.positional, args, strict=False)
    bound = {name: argument for name, argument in placed if argument is not MISSING}
    args = tuple(argument for argument in args if argument is not MISSING)
    fits = len(args) <= len(signature.positional) and not (first == 0 and "out" in settings)
    for name, value in settings.items():
        known = name
        if name not in signature.parameters:
            known = signature.keywords.get(name) or NUMPY_NAMES.get(name, name)
            if name == "self" and isinstance(value, int | float | complex):
                known = "input"  # a number in the place of a tensor
        fits = fits and known in signature.parameters and known not in bound
        bound[known] = value
    call = (signature, function, args, settings, first)
    if not fits:
        raise refusal(Call(*call))
    bound = with_plain_values(signature, bound)
    # Not all functions take keepdim without dim, or None as one of their dimensions.
    doubtful = ("keepdim" in bound) > ("dim" in bound) or (
        bound.get("dim", MISSING) is None and signature.parameters["dim"].annotation == int | None
    )
    for name, value in bound.items():
        if value.__class__ in (tuple, list) and signature.parameters[name].annotation == SIZES:
            refuse_huge_sizes(function, name, value)
    if not takes(signature, bound) or (doubtful and not fits_any(Call(*call))):
        raise refusal(Call(*call))
    for name, value in bound.items():
        if value.__class__ is int and not -(2**63) <= value < 2**63:
            refuse_huge(value, signature.parameters[name].annotation)
    return bound


def takes(signature: Signature, bound: dict[str, Any]) -> bool:
    """Return whether nothing is missing and everything is of the right type."""
    parameters = signature.parameters
    for name in signature.required:
        if name not in bound:
            return False
    for name, value in bound.items():
        if value is None and parameters[name].default is None:
            continue
        if not accepts(parameters[name].annotation, value):
            return False
    return True


def with_plain_values(signature: Signature, bound: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with Python's own numbers and our data types for what means them.

    numpy's numbers mean them, and so do 0-d tensors that are no operands, and Python's types.
    """
    plain = signature.argument_classes
    return {
        name: value
        if value.__class__ in plain[name] and value.__class__ not in (tuple, list)
        else plain_value(value, signature.parameters[name].annotation)
        for name, value in bound.items()
    }


def is_as_given(
    signature: Signature, bound: dict[str, Any], args: tuple[Any, ...], settings: dict[str, Any]
) -> bool:
    """Return whether binding neither renamed an argument nor replaced a value."""
    names = settings.keys() | set(signature.positional[: len(args)])
    values = {id(value) for value in (*args, *settings.values())}
    return bound.keys() <= names and all(id(value) in values for value in bound.values())


def refuse(call: Call) -> None:
    """Refuse a call that failed if PyTorch's own signatures have no place for it.

    A forward that raises a TypeError without words leaves them to this.

    Raises:
        TypeError: no signature takes these arguments.
    """
    call = call._replace(args=tuple(each for each in call.args if each is not MISSING))
    failure = sys.exception()
    wordless = isinstance(failure, TypeError) and not failure.args
    if wordless or not fits_any(call):
        raise refusal(call) from None
