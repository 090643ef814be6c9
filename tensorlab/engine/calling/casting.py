"""In which types an operation computes: its facts, and the casts of a block that asks for them.

In such a block some functions compute in 16 bits. Those that gain by it take their operands in the
type of the block, those that would lose too much take 16-bit operands in float32; the others
compute in what they are given. What a function calls itself is cast no more. The functions that
are cast down have closures for plain calls, which ask nothing: in a block they know no plain types,
and every call comes to the complete answer.
"""

from collections.abc import Callable
from functools import cache, wraps
from itertools import repeat
from typing import Any, ClassVar

import numpy as np

from tensorlab.engine.dtypes import BOOLEAN, DTYPES, DType, int64, type_of
from tensorlab.engine.facts import STRETCHED, Casts, Rule, parameter_names
from tensorlab.engine.operation import Operation
from tensorlab.engine.promotion import floating_of, result_type
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signatures.accepting import PROMOTED, Arrays, Factor
from tensorlab.engine.tensor import Tensor, as_array, wrap
from tensorlab.engine.warning import in_full


class Autocast:
    """The type that is cast down to, None outside of any block."""

    dtype: ClassVar[DType | None] = None
    # of closures, and when off
    plain: ClassVar[list[tuple[set[DType], frozenset[DType]]]] = []


def plain_in_turn(types: frozenset[DType]) -> Any:
    """Return a closure's plain types as a set that is empty as long as there are casts."""
    now = set() if Autocast.dtype else set(types)
    Autocast.plain.append((now, types))
    return now


def switch(dtype: DType | None) -> DType | None:
    """Begin casts down to a type, or end them; return the type before."""
    before, Autocast.dtype = Autocast.dtype, dtype
    if (before is None) is not (dtype is None):
        for now, types in Autocast.plain:
            now.clear() if dtype else now.update(types)
    return before


def cast_all(value: object, wanted: DType) -> Any:
    """Return a value with the floating-point tensors in it cast; double precision stays."""
    if value.__class__ is dict:
        return {name: cast_all(part, wanted) for name, part in value.items()}
    if isinstance(value, list | tuple) and value.__class__ in (list, tuple):
        return value.__class__(cast_all(part, wanted) for part in value)
    if not isinstance(value, Tensor) or value.dtype is wanted:
        return value
    cast = value.dtype.is_floating_point and value.dtype is not DTYPES["float64"]
    return value.to(wanted) if cast else value


def with_casts(operation: Operation, answer: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function's forward that casts its operands first, in a block of casts."""

    @wraps(answer)
    def call(*args: object, **settings: object) -> Any:
        wanted = Autocast.dtype
        if wanted is None:
            return answer(*args, **settings)
        wanted = wanted if operation.autocast == "down" else DTYPES["float32"]
        before = switch(None)
        try:
            settings = {name: cast_all(value, wanted) for name, value in settings.items()}
            return answer(*cast_all(args, wanted), **settings)
        finally:
            switch(before)

    return call


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
        raise RuntimeError(in_full("{0} rounds each of its", operation.name, dtype.name))
    return rounds


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


ndarray = np.ndarray
INT64 = int64.compute
# what is no number has no stored form: explanations compute with terms
OBJECTS = np.dtype(object)
Finish = Callable[[Any, DType], Any]


def finisher(operation: Operation) -> Finish:
    """Return what makes tensors of an operation's arrays, from arithmetic in a common type."""
    return finish_stored if operation.stored else finish


def finish(computed: Any, common: DType) -> Any:
    """Return tensors for what arithmetic in a type gave."""
    if computed.__class__ is not ndarray:  # numpy reduces to scalars
        if isinstance(computed, tuple):
            return each(finish, computed, common)
        computed = as_array(computed)
    kind = computed.dtype
    if (common.native and kind is common.compute) or kind is OBJECTS:
        return wrap(computed, common)
    if kind is INT64:  # places, most of the time
        return wrap(computed, int64)
    dtype = type_of(computed, common)
    return wrap(dtype.encode(computed), dtype)


def stored(array: Any, dtype: DType) -> Any:
    """Return elements as the type stores them."""
    if array.dtype is dtype.compute and dtype.native:
        return array
    return array if array.dtype == dtype.carrier else dtype.encode(array)


def finish_stored(computed: Any, common: DType) -> Any:
    """Return tensors for elements that were only moved."""
    if computed.__class__ is not ndarray:
        if isinstance(computed, tuple):
            return each(finish_stored, computed, common)
        computed = as_array(computed)
    kind = computed.dtype
    own = kind is common.carrier or kind == common.carrier
    return wrap(computed, common if own else type_of(computed, common))


def each(finish_one: Finish, computed: tuple[Any, ...], common: DType) -> tuple[Any, ...]:
    """Return the tensors of several results, named as they were."""
    kind, parts = computed.__class__, map(finish_one, computed, repeat(common))
    return tuple(parts) if kind is tuple else kind(*parts)


SINGLE = DTYPES["float32"]


def common_type(operation: Operation, bound: dict[str, Any], asked: DType | None) -> DType:
    """Return the type in which a call computes."""
    operands = promoted_operands(operation, bound)
    if not operands:
        operands = [bound[operation.operands[0]]]
    if operation.kind in STRETCHED:
        parts = [bound.get(name) for name in operation.operands]
        broadcast_shapes(*(part.shape for part in parts if isinstance(part, Tensor)))
    if asked is not None:
        return asked
    if operation.casts == Casts.FIRST:
        first: DType = operands[0].dtype
        return first
    if operation.casts is None:
        found = next((part._element_type for part in operands if isinstance(part, Tensor)), None)
        return found or result_type(operands)
    return cast_type(given(operation, operation.casts, bound), result_type(operands))


def promoted_operands(operation: Operation, bound: dict[str, Any]) -> list[Any]:
    """Return the tensors and numbers whose types decide the result's."""
    parameters = operation.signature.parameters
    found: list[Any] = []
    for name, value in bound.items():
        annotation = parameters[name].annotation
        if annotation in PROMOTED and value is not None:
            found.append(value)
        elif annotation is Arrays:
            found += value
    return found


def arrays_of(operation: Operation, bound: dict[str, Any], common: DType) -> dict[str, Any]:
    """Return the arguments of the forward: operands as arrays, settings as they are."""
    parameters = operation.signature.parameters
    arrays: dict[str, Any] = {}
    stored = operation.stored or (
        common.is_floating_point and rounds_steps(operation, bound, common)
    )
    for name, value in bound.items():
        annotation = parameters[name].annotation
        if isinstance(value, Tensor):
            converts = annotation in PROMOTED and operation.casts is not None
            arrays[name] = operand_array(value, common if converts else value.dtype, stored)
        elif annotation in PROMOTED and isinstance(value, int | float | complex):
            array = number_array(value, common, rounds=operation.facts.get("rounds_numbers", True))
            if common is SINGLE and name == operation.facts.get("wide_number"):
                array = np.array(value, np.float64)
            arrays[name] = common.encode(array) if stored else array
        elif annotation is Factor and not common.native:
            arrays[name] = number_array(value, common, rounds=True)
        elif annotation is Arrays:
            arrays[name] = [operand_array(part, common, stored) for part in value]
        else:
            arrays[name] = value
    return arrays


def operand_array(tensor: Tensor, dtype: DType, as_stored: bool) -> Any:
    """Return a tensor's elements converted to a type, as they are stored or as they compute."""
    array = tensor._array
    if tensor._element_type is not dtype:
        array = dtype.encode(tensor._element_type.decode(array))
    return array if as_stored else dtype.decode(array)


def number_array(number: complex, dtype: DType, *, rounds: bool) -> Any:
    """Return a Python number as an array of a type's arithmetic.

    Some functions round the number to a 16-bit type before they compute and some after.
    """
    if dtype.category == 1 and isinstance(number, int):
        # Two's complement, as a C conversion wraps.
        array = np.array(number & (2**64 - 1), np.uint64).astype(dtype.compute)
    else:
        array = np.array(number, np.complex128 if isinstance(number, complex) else np.float64)
        array = array.astype(dtype.compute)
    return dtype.decode(dtype.encode(array)) if rounds else array
