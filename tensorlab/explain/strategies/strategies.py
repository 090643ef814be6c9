"""The ways to explain an operation, each by running it on something else than its numbers."""

from functools import partial
from typing import Any

import numpy as np

from tensorlab.engine.facts import Kind
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signatures.signature import Arrays, Mask
from tensorlab.engine.signatures.signature import Index as IndexRole
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.explain.arithmetic.numbers import literal, number, same
from tensorlab.explain.arithmetic.terms import (
    Writing,
    as_term,
    constant,
    mark,
    of_element,
    terms_of,
)
from tensorlab.explain.calls.call import Call, tensors_in
from tensorlab.explain.calls.spelling import plain_value, spelled
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import (
    CannotExplainError,
    Explained,
    Explainer,
    element_count,
    explained_by_term,
    part_of,
    parts_of,
    quietly,
)

# A forward on so many terms takes about a tenth of a second.
MOST_TERMS = 4096
MOST_DIGITS = 512  # of a power that is worked out


def by_terms(call: Call) -> Explainer:
    """Run the forward on terms.

    Raises:
        CannotExplainError: the forward needs real numbers, or there are too many.
    """
    if element_count(call) > MOST_TERMS or not parts_of(call.result):
        raise CannotExplainError
    output = quietly(run_forward, call, lambda tensor: terms_of(tensor, call.name_of(tensor)))

    def explain(part: int | None, index: Index) -> Explained:
        array = output if part is None else output[part]
        if np.shape(array) != tuple(part_of(call.result, part).shape):
            raise CannotExplainError
        term = as_term(np.asarray(array, object)[index] if np.ndim(array) else array)
        return checked(call, part, index, term)

    return explain


def checked(call: Call, part: int | None, index: Index, term: Any) -> Explained:
    """Return what a term tells, if it tells the truth.

    Raises:
        CannotExplainError: the term's value is not that of the element.
    """
    result = part_of(call.result, part)
    if not same(term.value, number(result, index), result.dtype, term.scale):
        raise CannotExplainError
    return explained_by_term(term)


# in their forwards
NO_ARRAYS = (Kind.COMPOSITE, Kind.FILLING, Kind.CREATION, Kind.GENERAL)


def run_forward(call: Call, stand_in: Any) -> Any:
    """Return what a forward makes of stand-ins for its operands."""
    operation = call.operation
    if operation is None or operation.kind in NO_ARRAYS:
        raise CannotExplainError
    bound = call.bound()
    arguments: dict[str, Any] = {}
    for name, value in bound.items():
        role = operation.signature.parameters[name].annotation
        if name in operation.signature.extra:
            continue
        if role is Arrays:
            arguments[name] = [stand_in(part) for part in value]
        elif isinstance(value, Tensor):
            arguments[name] = value._array if role is Mask or role is IndexRole else stand_in(value)
        elif name in operation.operands:
            arguments[name] = np.array(constant(value), object)
        else:
            arguments[name] = value
    return operation.forward(**arguments)


def by_element(call: Call) -> Explainer:
    """Run the forward of a function that works element by element on one term of each operand.

    Raises:
        CannotExplainError: it does not work element by element, or not on terms.
    """
    require_elementwise(call)
    if call.operation is None or any(
        parameter.annotation is Mask for parameter in call.operation.signature.parameters.values()
    ):
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        def stand_in(tensor: Tensor) -> Any:
            return np.array([of_element(element_for(call, tensor, index))], object)

        output = quietly(run_forward, call, stand_in)
        if np.shape(output) != (1,):
            raise CannotExplainError
        return checked(call, part, index, as_term(output[0]))

    return explain


def by_call(call: Call) -> Explainer:
    """Call a function that works element by element on single numbers.

    Raises:
        CannotExplainError: it does not work element by element.
    """
    require_elementwise(call)

    def explain(part: int | None, index: Index) -> Explained:
        elements = [element_for(call, tensor, index) for tensor in call.tensors]
        singles = partial(single, index=index)
        args = [singles(value) for value in call.args]
        settings = {name: singles(value) for name, value in call.settings.items()}
        alone = tensors_in((*args, *settings.values()))
        written = {id(one): mark(element) for one, element in zip(alone, elements, strict=True)}
        text = spelled(call, args, settings, written if Writing.marked else {})
        again = quietly(call.replay, *args, **settings)
        actual = part_of(call.result, part)
        if not isinstance(again, Tensor) or again.shape or again.dtype is not actual.dtype:
            raise CannotExplainError
        value = number(actual, index)
        if not same(number(again, ()), value, actual.dtype):
            raise CannotExplainError
        return Explained(text, tuple(dict.fromkeys(elements)), exact=exact_power(call, args))

    return explain


def exact_power(call: Call, args: list[Any]) -> int | None:
    """Return a power of whole numbers as it is before a type holds it."""
    if call.operation is None or call.operation.symbol != "**" or len(args) != 2:
        return None
    first, second = map(plain_value, args)
    small = type(first) is int and type(second) is int and 0 <= second <= MOST_DIGITS
    return int(first**second) if small else None


def require_elementwise(call: Call) -> None:
    """Refuse operations whose result has not the shape of the operands.

    Raises:
        CannotExplainError: the shapes differ.
    """
    if call.operation is None and not isinstance(call.args[0], Tensor):
        raise CannotExplainError  # a function of Python's own, on a list
    shapes = [tensor.shape for tensor in call.tensors]
    if not isinstance(call.result, Tensor) or not shapes or call.result.layout is not STRIDED:
        raise CannotExplainError
    try:
        together = broadcast_shapes(*shapes)
    except RuntimeError:
        raise CannotExplainError from None
    if tuple(together) != tuple(call.result.shape):
        raise CannotExplainError


def single(value: object, index: Index) -> Any:
    """Return the element of a tensor that serves a result element, as a tensor of its own."""
    if not isinstance(value, Tensor):
        return value

    return wrap(np.asarray(value._array[served(value.shape, index)]), value.dtype)


def element_for(call: Call, tensor: Tensor, index: Index) -> Element:
    """Return the element of an operand that serves an element of the result."""
    return call.element(tensor, served(tensor.shape, index))


def served(shape: Any, index: Index) -> Index:
    """Return where a stretched operand is read for an element of the result."""
    last = index[len(index) - len(shape) :]
    return tuple(0 if size == 1 else place for size, place in zip(shape, last, strict=True))


def dimension_of(call: Call) -> tuple[int, bool]:
    """Return the dimension along which an operation works, and whether the result keeps it."""
    try:
        bound = call.bound()
    except Exception as error:
        raise CannotExplainError from error
    dim = bound.get("dim")
    if isinstance(dim, tuple | list) and len(dim) == 1:
        dim = dim[0]
    if type(dim) is not int or not call.args or not isinstance(call.args[0], Tensor):
        raise CannotExplainError
    if len(call.tensors) > 1 or not call.args[0].ndim or call.args[0].shape[dim] > MOST_TERMS:
        raise CannotExplainError
    return dim % call.args[0].ndim, bool(bound.get("keepdim"))


def by_emptiness(call: Call) -> Explainer:
    """Tell of what is made of operands without elements.

    Raises:
        CannotExplainError: there are some, or no operands at all.
    """
    if not call.tensors or element_count(call):
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        value = literal(number(part_of(call.result, part), index))
        name = call.name_of(call.tensors[0])
        words = f"{name} has no elements, so nothing goes in: what is left is {value}."
        return Explained(value, sentence=words)

    return explain


def by_name(call: Call) -> Explainer:
    """Tell what was written: the last resort, which is always true."""

    def explain(part: int | None, index: Index) -> Explained:
        text = call.source if call.source.isidentifier() else f"({call.source})"
        text += f"[{part}]" if part is not None else ""
        # a question about a tensor, or none
        if isinstance(call.result, int | float | complex):
            return Explained(literal(call.result))
        if not isinstance(call.result, Tensor | tuple | list):
            return Explained(call.source)
        return Explained(text + (f"[{', '.join(map(str, index))}]" if index else ""))

    return explain
