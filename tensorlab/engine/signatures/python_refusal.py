"""The words for a wrong call of one of PyTorch's functions that are written in Python."""

import builtins
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.signatures.accepting import accepts
from tensorlab.engine.signatures.combination import class_name, long_class_name
from tensorlab.engine.signatures.complaints import unpacking
from tensorlab.engine.signatures.overloads import Call, recorded
from tensorlab.engine.signatures.signature import Parameter, function_with
from tensorlab.engine.tensor import Tensor
from tensorlab.errors import meant

# What is said where an argument is wrong: always the same, or the last that suits the call.
Cases = str | list[list[Any]]
LONGEST = 150
TENSORS = {"tensors", "matrices", "args"}  # which any number of arguments are


def named_by_flags(call: Call) -> str:
    """Return the name of a function of Python's, of which some have one for each set of flags."""
    public = call.key.rpartition(".")[2]
    given = dict(zip(call.signature.positional, call.args, strict=False)) | call.settings
    if given.get("return_indices"):
        return public.removesuffix("_with_indices") + "_with_indices"
    flags = [name for name in ("inverse", "counts") if given.get(f"return_{name}") is True]
    function: str = recorded()["python"][call.key].get("", public)
    return function.replace("return_output", f"return_{'_and_'.join(flags) or 'output'}")


def python_refusal(call: Call) -> str | None:
    """Return Python's own complaint about a call of a function that is written in Python."""
    function = named_by_flags(call)
    parameters, positional = call.signature.parameters, call.signature.positional
    if "out" not in recorded()["python"][call.key]:  # which the function of ours alone has
        parameters = {name: part for name, part in parameters.items() if name != "out"}
    if loose := [name for name, part in parameters.items() if part.variadic]:
        unknown = next((name for name in call.settings if name not in parameters), None)
        if unknown is not None:
            return f"{function}() got an unexpected keyword argument '{unknown}'"
        if not TENSORS.issuperset(loose):
            return None
        return loose_refusal(function, call.args, len(positional))
    parts = [*parameters.values()]
    parts[: 1 - call.first] = [part._replace(name="self") for part in parts[: 1 - call.first]]
    stub = function_with(parts, lambda given: None, function, "")
    unnamed = call.signature.forward.__code__.co_posonlyargcount
    stub.__code__ = stub.__code__.replace(co_posonlyargcount=unnamed)
    try:
        stub(*call.args, **call.settings)
    except TypeError as error:
        return str(error)
    return None


def loose_refusal(function: str, args: tuple[Any, ...], first: int) -> str | None:
    """Return the complaint about one of any number of tensors that is none, nor a list of all."""
    parts = args[first:]
    if len(parts) == 1 and function.startswith(("atleast", "einsum", "meshgrid")):
        listed = isinstance(parts[0], list | tuple)
        parts = parts[0] if listed else () if function.startswith("atleast") else parts
    for place, value in enumerate(parts):
        if not isinstance(value, Tensor):
            kind = class_name(value)
            return f"expected Tensor as element {place} in argument {first}, but got {kind}"
    return None


def inner_refusal(call: Call) -> Exception | None:
    """Return the complaint that comes from inside of a function written in Python."""
    parameters, said = call.signature.parameters, recorded()["python"][call.key]
    given = dict(zip(call.signature.positional, call.args, strict=False)) | call.settings
    for name in (name for name in parameters if name in given and name in said):
        value, wanted = given[name], parameters[name]
        usual = value is None and wanted.default is None
        if not usual and not accepts(wanted.annotation, value):
            text = closest(said[name], circumstances(parameters, given))
            kind, _, words = text.partition(": ")
            error: Exception = getattr(builtins, kind)(filled_in(words, value))
            return meant(error)  # or an AttributeError would be taken for our mistake
    return None


def circumstances(parameters: dict[str, Parameter], given: dict[str, Any]) -> set[str]:
    """Return of which class each parameter is in a call, and what it is like.

    That is whether it is true or false, or for arrays and tensors of what type its one element is.
    """
    values = {name: part.default for name, part in parameters.items()} | given
    there: set[str] = set()
    for name, value in values.items():
        there.add(f"{name} {'list' if isinstance(value, tuple) else class_name(value)}")
        if isinstance(value, bool):
            there.add(f"{name} {value}")
        elif isinstance(value, Tensor | np.ndarray):
            several = prod(value.shape) > 1
            there.add(f"{name} of {'several' if several else value.dtype}")
    return there


def closest(cases: Cases, there: set[str]) -> str:
    """Return what is said in these circumstances: the last case that asks for no others."""
    if isinstance(cases, str):
        return cases
    fitting: list[str] = [text for conditions, text in cases if there.issuperset(conditions)]
    return fitting[-1]


def filled_in(text: str, value: object) -> str:
    """Return the words of a refusal with what was given in their blanks."""
    if isinstance(value, list | tuple) and value and "must be tuple of ints, not {}" in text:
        head = text.partition(" (position")[0].partition(" must be")[0]
        text = unpacking(head, value) or text.replace("not {}", FIRST)
        value = value[0]
    if isinstance(value, type):
        text = text.replace("'{}' object has", f"type object '{value.__name__}' has")
    text = text.replace("!{}!", f"!{long_class_name(value)}!").replace("{value}", told(value))
    return text.replace("{}", class_name(value))


FIRST = "but found element of type {} at pos 0"


def told(value: object) -> str:
    """Return a value as it is told of in a refusal: briefly, and without its address."""
    text = f"{value}"
    if " at 0x" in text:
        return f"<{class_name(value)} object>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
