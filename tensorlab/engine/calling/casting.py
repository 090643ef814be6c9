"""In which types an operation computes: its facts, worked out from a call's arguments."""

from functools import cache
from typing import Any

from tensorlab.engine.calling.autocasting import plain_in_turn
from tensorlab.engine.dtypes import BOOLEAN, DTYPES, DType
from tensorlab.engine.facts import Casts, Rule, parameter_names
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import floating_of


def asked(operation: Operation, question: Rule, bound: dict[str, Any]) -> list[Any]:
    """Return the arguments that a fact given as a function asks for by name."""
    defaults = operation.signature.defaults
    return [bound.get(name, defaults.get(name)) for name in parameter_names(question)]


def given(operation: Operation, fact: object, bound: dict[str, Any]) -> Any:
    """Return a fact, worked out from the arguments if it depends on them."""
    return fact(*asked(operation, fact, bound)) if callable(fact) else fact


def rounds_steps(operation: Operation, bound: dict[str, Any], dtype: DType) -> bool:
    """Return whether a call computes with elements as they are stored, rounded after each step.

    Raises:
        RuntimeError: numpy does not compute with elements that are stored so.
    """
    rounds = bool(given(operation, operation.rounds_intermediates, bound))
    if rounds and dtype.carrier.names and not dtype.is_complex:
        raise RuntimeError(STEPS.format(operation.name, dtype.name))
    return rounds


STEPS = (
    "{0} rounds each of its steps to {1}, which is not computed here: write x.float() for x, and "
    "{1} again for the result"
)


def cast_type(casts: str | None, dtype: DType) -> DType:
    """Return the type in which operands of a common type are computed."""
    if casts == Casts.FLOATING:
        return floating_of(dtype)
    if casts == Casts.WHOLE and dtype.category == BOOLEAN:
        return DTYPES["int64"]
    if casts == Casts.SUM and not (dtype.is_floating_point or dtype.is_complex):
        return DTYPES["int64"]
    return dtype


@cache
def direct_types(operation: Operation) -> frozenset[DType]:
    """Return the types whose stored elements a forward may compute with as they are."""
    takes: frozenset[DType] = given(operation, operation.takes, {})
    if not operation.stored:
        takes = kept_types(given(operation, operation.casts, {}), takes)
    if operation.autocast == "down":
        return plain_in_turn(takes)  # type: ignore[no-any-return]  # a set that changes
    return takes


@cache
def kept_types(casts: str | None, takes: frozenset[DType]) -> frozenset[DType]:
    """Return the types that numpy computes with as stored, and that a result keeps."""
    return frozenset(dtype for dtype in takes if dtype.native and cast_type(casts, dtype) is dtype)
