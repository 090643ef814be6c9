"""What is notable about a call as a whole: types that meet, shapes that stretch, views."""

import re

import numpy as np

from tensorlab.engine.dtypes import bool_
from tensorlab.engine.facts import STRETCHED, Kind
from tensorlab.engine.promotion import promote_types
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.explain.calls.spelling import LITERAL, roles
from tensorlab.explain.recipes.choices import DIMENSIONS
from tensorlab.explain.strategies.moving import shares_memory
from tensorlab.wording import joined, numbered

WINDOWED = ("conv", "avg_pool", "max_pool")


def notes_on(call: Call) -> tuple[str, ...]:
    """Return the notes on a call, the most general first."""
    kinds = (name_notes, turn_notes, padding_notes, stretch_notes, type_notes, result_notes)
    return tuple(note for notes in kinds for note in notes(call))


def name_notes(call: Call) -> list[str]:
    """Tell which operands bear the names of parameters, as rows of numbers have no names."""
    written = {*re.findall(r"\w+", LITERAL.sub("", call.source))}
    given = dict.fromkeys(name for each, name in roles(call) if call.name_of(each) == name)
    told = [name for name in given if name not in written]
    what = "the tensors that it is given, in this order" if told[1:] else "the tensor it is given"
    return [f"{joined(told)}: {what}."] if told else []


def turn_notes(call: Call) -> list[str]:
    """Tell what the names of a loop stand for in its turn, and with what the turn began."""
    words = "in the turn of the loop that gave this."
    bound = [f"{joined(call.bound_to)} {words}"] if call.bound_to else []
    words = "came from the turn of the loop before this one."
    return [*bound, *([f"{joined(call.left)} {words}"] if call.left else [])]


def padding_notes(call: Call) -> list[str]:
    """Tell what stands where windows reach beyond the input of a convolution or of a pooling."""
    if call.operation is None or not call.operation.name.startswith(WINDOWED):
        return []
    bound = call.bound()
    widths = bound.get("padding", 0)
    is_padded = any([widths] if isinstance(widths, int) else widths) and widths != "valid"
    if not is_padded or "output_padding" in call.operation.signature.parameters:
        return []
    given = call.name_of(bound["input"])
    if not bound.get("count_include_pad", True):
        return [f"Only what lies within the edges of {given} is counted."]
    is_largest = call.operation.name.startswith("max")
    what = "-inf stands, which is never the largest" if is_largest else "stand zeros"
    return [f"Padding: beyond the edges of {given} {what}."]


def padding_of(call: Call) -> tuple[tuple[int, int], ...]:
    """Return how far what is read reaches beyond both edges, by dimensions that windows run along.

    There is nothing where what lies beyond is not counted.
    """
    found, notes = DIMENSIONS.search(call.name), padding_notes(call)
    if not found or "Padding" not in "".join(notes):
        return ()
    bound = call.bound()
    if bound["padding"] == "same":
        both = (np.array(bound["weight"].shape[2:]) - 1) * bound.get("dilation", 1)
    else:
        both = 2 * np.broadcast_to(bound["padding"], int(found[1]))
    return tuple((each // 2, each - each // 2) for each in both.tolist())


def stretch_notes(call: Call) -> list[str]:
    """Tell which operands are stretched, and along which dimensions."""
    operation = call.operation
    if operation is None or operation.kind not in STRETCHED or not isinstance(call.result, Tensor):
        return []
    whole = tuple(call.result.shape)
    return [
        f"{call.name_of(tensor)} {tuple(tensor.shape)} is read again along "
        f"{along(tuple(tensor.shape), whole)}, as if it were {whole}: nothing is copied."
        for tensor in call.tensors
        if tuple(tensor.shape) != whole and tensor.shape
    ]


def along(shape: tuple[int, ...], whole: tuple[int, ...]) -> str:
    """Return the dimensions of the result along which a shape is stretched."""
    missing = len(whole) - len(shape)
    dims = [
        dim
        for dim, size in enumerate(whole)
        if dim < missing or (shape[dim - missing] == 1 and size != 1)
    ]
    return numbered("dimension", dims)


def type_notes(call: Call) -> list[str]:
    """Tell in which type operands of several types meet, and how each one is promoted to it."""
    if not isinstance(call.result, Tensor) or call.operation is None:
        return []
    if call.operation.kind not in {*STRETCHED, Kind.LIST}:
        return []
    result = call.result.dtype
    kinds = list(dict.fromkeys(tensor.dtype for tensor in promoted(call)))
    numbers = [arg for arg in call.args if isinstance(arg, float | complex)]
    if result.is_complex and not any(isinstance(each, complex) for each in numbers):
        # else they are the parts of the numbers
        kinds *= any(kind.is_complex for kind in kinds)
    lower = [kind for kind in kinds if kind is not result is promote_types(kind, result)]
    notes = [f"{kind.name} is promoted to {result.name}." for kind in lower]
    if notes and len(kinds) == 1:
        notes += [f"Of the Python number {arg} only the kind counts." for arg in numbers]
    return notes if result is not bool_ else []


def promoted(call: Call) -> list[Tensor]:
    """Return the tensors whose types count: masks do not."""
    if call.operation is None or call.operation.name != "where":
        return call.tensors
    return [each for each in call.tensors if each is not call.bound().get("condition")]


def result_notes(call: Call) -> list[str]:
    """Tell of a result that is a view, or has no elements."""
    result = call.result
    if not isinstance(result, Tensor):
        return []
    if result.is_meta:
        return ["A tensor on the meta device has a shape and a type, and no numbers."]
    is_view = result._view_of is not None and shares_memory(call, result)
    return ["A view: nothing is copied."] if is_view else []
