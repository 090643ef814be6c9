"""From a call to its chapter: the elements shown, how each came about, what is notable."""

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from operator import lt

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.limits import kept
from tensorlab.explain.arithmetic.numbers import dense, literal, number, shown
from tensorlab.explain.calls.call import Call
from tensorlab.explain.dependence.claims import without
from tensorlab.explain.story.frames import Chapter, Frame, Index, Number, Operand
from tensorlab.explain.story.notes import notes_on, padding_of
from tensorlab.explain.strategies.explainers import Explainers
from tensorlab.explain.strategies.explaining import Explained, parts_of
from tensorlab.explain.strategies.regions import regions
from tensorlab.explain.strategies.sentences import idea_of, numbered, words_for
from tensorlab.frozen import replace
from tensorlab.wording import counted

ALL_ELEMENTS = 64  # a result of no more elements is explained whole
CORNER = 3  # of a larger one only the first elements along each dimension
GRID = 4096  # an operand with more elements is drawn in part

# is asked for: then all is told
NOTHING: Mapping[int | None, Iterable[Index]] = {}
ONE_NUMBER: list[tuple[int | None, Tensor | None]] = [(None, None)]


def chapter_of(call: Call, asked: Mapping[int | None, Iterable[Index]] = NOTHING) -> Chapter:
    """Return the chapter on a call: about all elements, a corner, or those asked for by part.

    Raises:
        IndexError: a part has no such element.
    """
    call = call.in_places()
    frames: list[Frame] = []
    hidden = 0
    explainers = Explainers(call)
    alone = [] if isinstance(call.result, tuple | list) else ONE_NUMBER
    for part, tensor in parts_of(call.result) or alone:
        shape = () if tensor is None else tuple(tensor.shape)
        if tensor is not None and tensor.is_meta:
            continue  # it has a shape and a type, and no elements
        elements = {each for element in asked.get(part, ()) for each in normalised(element, shape)}
        chosen = sorted(elements)[:ALL_ELEMENTS] if asked else shown_elements(shape)
        hidden += prod(shape) - len(chosen)
        frames += [frame_at(call, explainers, part, tensor, index) for index in chosen]
    results = tuple(
        operand(
            part_name(call, part) or ("result" if part is None else f"result[{part}]"),
            tensor,
            [frame.index for frame in frames if frame.part == part],
        )
        for part, tensor in parts_of(call.result)
    )
    return Chapter(
        call.name,
        f"{call.target} = {call.source}" if call.target else call.source,
        *kind_of(call.result),
        operands_of(call, frames),
        results,
        tuple(frames),
        notes_on(call),
        0 if asked else hidden,
        idea_of(call),
        is_asked=bool(asked),
        padding=padding_of(call),
    )


def operands_of(call: Call, frames: Iterable[Frame]) -> tuple[Operand, ...]:
    """Return the tensors that a call was given, with the elements that frames look at."""
    wanted = [element for frame in frames for element in frame.inputs]
    found = []
    for tensor in {call.name_of(each): each for each in call.tensors}.values():
        name = call.name_of(tensor)
        if is_only_kept(call, tensor):
            continue
        # Within a broadcast batch the same name stands for a tensor of more dimensions.
        its = [
            element.index
            for element in wanted
            if element.name == name and len(element.index) == tensor.ndim
        ]
        found.append(operand(name, tensor, its))
    return tuple(found)


def is_only_kept(call: Call, tensor: Tensor) -> bool:
    """Return whether a tensor is a running mean, which a normalization in training writes alone."""
    if call.operation is None or "running_mean" not in call.operation.signature.parameters:
        return False
    bound = call.bound()
    trains = bound.get("training") or bound.get("use_input_stats")
    return bool(trains) and any(bound.get(f"running_{name}") is tensor for name in ("mean", "var"))


def frame_at(
    call: Call, explainers: Explainers, part: int | None, tensor: Tensor | None, index: Index
) -> Frame:
    """Return the frame of one element."""
    value: Number = call.result if tensor is None else number(tensor, index)
    explained = explainers.explained(part, index, value)
    named = replace(explained, inputs=without(explained.inputs, explained.deciding))
    sentence = numbered(explained.sentence or words_for(call, named, value), explained, value)
    if sentence.removeprefix("Here ").rstrip(".") in shown(explained.note):
        sentence = ""  # the note has it as the reason
    notes = (sentence, shown(explained.note), fitting(explained, value, tensor))
    sentence = " ".join(filter(None, notes))
    if explained.deciding:
        also = "also " if named.inputs else ""
        words = f"It {also}depends on {regions(explained.deciding, explainers.claims.shapes)}."
        sentence = f"{sentence} {words}" if also or not sentence.startswith("It is ") else words
    name = part_name(call, part)
    # what is left of no elements is written as the type has it
    is_bare = explained.text.lstrip("-").isdigit() and float(explained.text) == value
    text = literal(value) if is_bare else explained.text
    told = Frame(index, value, explained.inputs, text, sentence.strip(), explained.steps, part)
    return replace(told, counted=explained.counted, name=name)


def part_name(call: Call, part: int | None) -> str:
    """Return what a part of a result is called, as values and indices; nothing where none is."""
    fields: tuple[str, ...] = getattr(call.result, "_fields", ())
    return "" if part is None or not fields else fields[part]


def fitting(explained: Explained, value: Number, tensor: Tensor | None) -> str:
    """Return what the result's type made of a number that it cannot hold."""
    exact = (
        explained.inputs[0].value
        if explained.moved and len(explained.inputs) == 1
        else explained.exact
    )
    return "" if tensor is None or exact is None else kept(exact, value, tensor.dtype)


def shown_elements(shape: Index) -> list[Index]:
    """Return the elements that are shown when nobody asks: all, or the corner of a large result."""
    if prod(shape) <= ALL_ELEMENTS:
        return list(product(*map(range, shape)))
    last = len(shape) - 2
    limits = [min(size, CORNER if place >= last else 1) for place, size in enumerate(shape)]
    return list(product(*map(range, limits)))


def normalised(element: Index, shape: Index) -> list[Index]:
    """Return the elements at an index, places counted from the front: of a row all that are shown.

    Raises:
        IndexError: there is no such element.
    """
    if len(element) > len(shape):
        raise IndexError(
            f"element {list(element)} has {counted(len(element), 'place')}, "
            f"but the result has {counted(len(shape), 'dimension')}"
        )
    for place, size in zip(element, shape, strict=False):
        if not -size <= place < size:
            raise IndexError(f"there is no element {list(element)} in a result of shape {shape}")
    row = tuple(place % size for place, size in zip(element, shape, strict=False))
    return [(*row, *rest) for rest in shown_elements(shape[len(row) :])]


def has(tensor: Tensor | None, elements: Iterable[Index]) -> bool:
    """Return whether a part of a result has all of some elements; None stands for one number."""
    sizes = () if tensor is None else tuple(tensor.shape)
    return all(len(each) == len(sizes) and all(map(lt, each, sizes)) for each in elements)


def kind_of(result: object) -> tuple[Index, str]:
    """Return the shape and the type of a result; of several tensors those of the first."""
    for _, tensor in parts_of(result):
        return tuple(tensor.shape), repr(tensor.dtype)
    return (), type(result).__name__


def operand(name: str, tensor: Tensor, wanted: Iterable[Index]) -> Operand:
    """Return what is drawn of a tensor: its corner, and the elements that frames are about."""
    shape = tuple(int(size) for size in tensor.shape)
    if tensor.is_meta or not (tensor.layout is STRIDED or tensor.is_sparse):
        return Operand(name, shape, repr(tensor.dtype))
    plain, elements = dense(tensor), shown_elements(shape)
    drawn = dict.fromkeys([*elements, *list(wanted)[:GRID]])
    return Operand(
        name, shape, repr(tensor.dtype), {index: number(plain, index) for index in sorted(drawn)}
    )
