"""A call's arguments by name, or PyTorch's words for what is wrong with them."""

import sys
from itertools import zip_longest
from types import NoneType
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType, from_numpy_dtype
from tensorlab.engine.signatures.accepting import (
    Factor,
    Number,
    accepts,
    is_index,
    is_role,
    is_truth,
    is_whole_array,
    plain_value,
    refuse_huge,
    refuse_huge_sizes,
)
from tensorlab.engine.signatures.overloads import Call, Overload, given_to, recorded
from tensorlab.engine.signatures.refusal import first_fit, fits_any, is_refused, refusal, unreal
from tensorlab.engine.signatures.signature import MISSING, Signature
from tensorlab.engine.tensor import DENSE, Tensor, wrap
from tensorlab.engine.warning import in_full, warn_once

SIZES = tuple[int, ...]
# Settings that None leaves off, where a layout may be asked for, too.
SWITCHES = ("pin_memory", "requires_grad")
# What may be a symbol of torch.compile's is no truth value: a size, and some numbers.
SYMBOLIC = {"size", "shape", "pad", "repeats"}
NO_SYMBOL = (
    'scalar.isIntegral( false) INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/torch/csrc/utils/'
    'pybind.cpp":27, please report a bug to PyTorch. '
)
# What PyTorch may not take where we do; the record of its signatures takes 5 ms to read.
DOUBTFUL = frozenset({NoneType, bool, str})
SETTLED = frozenset({float, bool, str, DType, *DENSE})
LEAST, MOST = -(2**63), 2**63 - 1


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
        RuntimeError: pinned memory is asked for, which only a GPU has.
    """
    # One that was given by name is missing where its place is.
    args = tuple(argument for argument in args if argument is not MISSING)
    call = Call(signature, function, args, settings, first)
    values = (*args, *settings.values())
    if not all(map(is_settled, values)) or "pin_memory" in settings:
        return bound_anew(call)
    key = (function, first, len(args), *map(type, values), *settings)
    if (places := signature.places_of.get(key)) is not None:
        return {name: values[place] for name, place in places}
    bound = bound_anew(call)
    if (places := places_in(values, bound)) is not None:
        declared = (*signature.positional[: len(args)], *settings) == (*bound,)
        if declared or first_fit(call, call.deprecated()) is None:  # which warns each time
            signature.places_of[key] = places
    return bound


def places_in(values: tuple[Any, ...], bound: dict[str, Any]) -> tuple[tuple[str, int], ...] | None:
    """Return which of the values has which name; None where one was changed, or is there twice."""
    at = {id(value): place for place, value in enumerate(values)}
    known = len(at) == len(values) == len(bound) and at.keys() == set(map(id, bound.values()))
    return tuple((name, at[id(value)]) for name, value in bound.items()) if known else None


def is_settled(value: Any) -> bool:
    """Return whether a value is bound as any other of its class is."""
    kind = value.__class__
    if kind is tuple:  # of sizes
        return value != () and all(part.__class__ is int and is_settled(part) for part in value)
    one: bool = kind in DENSE and value.shape.numel() == 1  # which may be a number
    return not one and (kind in SETTLED or (kind is int and LEAST <= value <= MOST))


def bound_anew(call: Call) -> dict[str, Any]:
    """Return what `bind` does, for a call that differs from those before."""
    signature, settings = call.signature, call.settings
    if not (call.first or (call.args and isinstance(call.args[0], Tensor))):
        raise refusal(call)
    if isinstance(settings.get("dim"), Tensor):  # never an operand, which it may be by place
        number = plain_value(settings["dim"], int)
        call = call._replace(settings=settings | {"dim": number})
    call = with_numbers(call)
    bound = as_declared(call) or as_recorded(call)
    if bound is None:
        raise refusal(call)
    if bound.get("pin_memory"):
        raise RuntimeError(in_full("pin_memory=True requires"))
    for name, value in bound.items():
        if value.__class__ is int and not LEAST <= value <= MOST:
            if is_unchecked(call, name):
                continue
            kinds = kinds_of(call, name)
            wanted = signature.parameters[name].annotation
            if kinds == {"float"}:
                bound[name] = float(value)
            else:
                refuse_huge(value, Number if wanted is Any and "Number" in kinds else wanted)
    return bound


def with_numbers(call: Call) -> Call:
    """Return the call with numbers for tensors of one whole number, where those may be symbols."""
    args, settings = call.args, call.settings
    if not any(map(is_long_number, (*args, *settings.values()))):
        return call
    known = recorded()["symbolic"].get(call.key, ())
    names = call.signature.positional
    pairs = zip_longest(args, names[: len(args)])
    args = tuple(symbol(part) if name in known else part for part, name in pairs)
    settings = {name: symbol(part) if name in known else part for name, part in settings.items()}
    return call._replace(args=args, settings=settings)


def is_long_number(value: object) -> bool:
    """Return whether a value is an array of one whole number, or a tensor that is no 0-d one."""
    if isinstance(value, Tensor):
        return is_index(value) and (bool(value.shape) or is_truth(value))
    return is_whole_array(value)


def symbol(value: Any) -> Any:
    """Return the number of a tensor of one that may stand for a symbol.

    Raises:
        RuntimeError: it is a truth value.
    """
    if is_truth(value):
        raise RuntimeError(NO_SYMBOL)
    return int(value) if is_long_number(value) else value


def kinds_of(call: Call, name: str) -> set[str]:
    """Return what PyTorch's own signatures take for a parameter; a float is one of 64 bits."""
    if call.key in recorded()["python"]:
        return set()
    return {each.kind for one in call.overloads() for each in one.parameters if each.name == name}


def as_declared(call: Call) -> dict[str, Any] | None:
    """Return the arguments by name as the declaration has them; None where they do not fit it.

    Raises:
        TypeError: they fit, but PyTorch refuses them all the same.
    """
    signature, settings = call.signature, call.settings
    bound = dict(zip(signature.positional, call.args, strict=False))
    fits = len(bound) == len(call.args) and not (call.first == 0 and "out" in settings)
    if not (
        fits
        and bound.keys().isdisjoint(settings)
        and settings.keys() <= signature.parameters.keys()
    ):
        return None
    checked = taken(call, bound | settings)
    doubtful = settings or "inplace" in bound or not DOUBTFUL.isdisjoint(map(type, call.args))
    doubtful = doubtful or any(
        isinstance(part, Tensor) and not is_role(signature.parameters[name].annotation)
        for name, part in bound.items()
    )
    if checked is not None and doubtful and is_refused(call):
        raise refusal(call)
    return checked


def as_recorded(call: Call) -> dict[str, Any] | None:
    """Return the arguments by name as the first of PyTorch's signatures that fits has them.

    So other names of parameters and other orders, numpy's and those of before, are told once. None
    where no signature fits, or the declaration does not take what it would get.
    """
    fitting = first_fit(call, call.overloads() + call.deprecated())
    if fitting is None or call.key in recorded()["python"]:
        return None
    if fitting in call.deprecated():
        warn_once(order_warning(call, fitting), cause="an order of before")
    places = range(len(fitting.positional))
    names = dict(zip(places, call.signature.positional[1 - call.first :], strict=False))
    return under_own_names(call, fitting, {}) or under_own_names(call, fitting, names)


def under_own_names(call: Call, fitting: Overload, names: dict[int, str]) -> dict[str, Any] | None:
    """Return the arguments of a signature by the names that ours has for it, or for its places."""
    bound = dict(zip(call.signature.positional, call.args[: 1 - call.first], strict=False))
    left = {**call.settings}
    for place, wanted in enumerate(fitting.parameters):
        own = names.get(place, wanted.name)
        if own.startswith("cudnn"):  # a library that does not exist here
            left.pop(own, None)
            continue
        if place < len(call.counted):
            loose = fitting.takes_loose_sizes and is_index(call.counted[0])
            bound[own] = (*map(int, call.counted),) if loose else call.counted[place]
        elif (name := given_to(wanted, left)) is not None:
            value = left.pop(name)
            kind: Any = {"int": int, "Number": Factor}.get(wanted.kind)
            bound[own] = plain_value(value, kind) if kind else value
    return taken(call, bound) if bound.keys() <= call.signature.parameters.keys() else None


def order_warning(call: Call, order: Overload) -> str:
    """Return what PyTorch says about a signature of before."""
    instead = [f"\n\t{call.function}{one.text}" for one in call.overloads()]
    return (
        f"This overload of {call.function} is deprecated:\n\t{call.function}{order.text}\n"
        f"Consider using one of the following signatures instead:{''.join(instead)}"
    )


def places_of(call: Call) -> tuple[str, ...]:
    """Return which named arguments go by place, as the first of PyTorch's signatures has them."""
    fitting = None if call.key in recorded()["python"] else first_fit(call, call.overloads())
    names: list[str] = []
    for wanted in fitting.positional[len(call.counted) :] if fitting else ():
        name = given_to(wanted, call.settings)
        # a tensor in the place of a number would be an operand
        if name is None or (wanted.kind == "Number" and isinstance(call.settings[name], Tensor)):
            break
        names.append(name)
    return tuple(names)


def taken(call: Call, bound: dict[str, Any]) -> dict[str, Any] | None:
    """Return plain values if nothing is missing and everything is of the right type, else None."""
    parameters = call.signature.parameters
    for name in SYMBOLIC.intersection(bound):
        if isinstance(bound[name], tuple | list) and any(map(is_truth, bound[name])):
            raise RuntimeError(in_full("Expected scalar.isIntegral("))
    bound = with_plain_values(call.signature, bound)
    for name, value in bound.items():
        if value.__class__ in (tuple, list) and parameters[name].annotation == SIZES:
            refuse_huge_sizes(call.function, name, value)
    if not bound.keys() >= set(call.signature.required):
        return None
    for name, value in bound.items():
        optional = parameters[name].default in (None, ())
        if value is None and ("layout" in parameters if name in SWITCHES else optional):
            bound[name] = parameters[name].default
            continue
        if name == "out" and call.signature.takes_numbers and isinstance(value, int | float):
            array = np.array(value)  # a number becomes a tensor, which is written to
            bound[name] = wrap(array, from_numpy_dtype(array.dtype))
            continue
        if not (accepts(parameters[name].annotation, value) or is_unchecked(call, name)):
            return None
    return bound


def is_unchecked(call: Call, name: str) -> bool:
    """Return whether a setting is of a function written in Python that refuses nothing there."""
    said = recorded()["python"].get(call.key)
    setting = call.signature.parameters[name].default is not MISSING
    return said is not None and setting and name not in said


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


def refuse(call: Call) -> None:
    """Refuse a call that failed if PyTorch's own signatures have no place for it.

    A forward that raises a TypeError without words leaves them to this.

    Raises:
        TypeError: no signature takes these arguments.
    """
    call = call._replace(args=tuple(each for each in call.args if each is not MISSING))
    failure = sys.exception()
    if "not 'complex'" in str(failure):
        raise unreal(
            next((part.dtype.c_name for part in call.args if isinstance(part, Tensor)), "")
        )
    wordless = isinstance(failure, TypeError) and not failure.args
    if wordless or not fits_any(call):
        raise refusal(call) from None
