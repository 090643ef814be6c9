"""Outcomes and explanations as the objects that the page draws."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.explain.arithmetic.arithmetic import arithmetic_of
from tensorlab.explain.story.frames import Chapter, Explanation, Frame, Operand
from tensorlab.explain.story.tensor_grid import Facet, grid
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.values.display import describe
from tensorlab.workspace.as_json import chapter_object, failure_object, frame_object, plain
from tensorlab.workspace.summary import summary, tensor_facts

JsonObject = dict[str, Any]
MOST_FACETS = 32
MOST_TENSORS = 8
MOST_DRAWN = 4096  # elements of an operand in an explanation


def shown(outcome: Outcome) -> JsonObject:
    """Return what came of a program: its failure, or its value with the elements to draw."""
    found: JsonObject = {"notices": list(outcome.said_aside)}
    if outcome.failure is not None:
        return found | {"error": failure_json(outcome.failure)}
    if not outcome.has_value or outcome.value is None:
        return found
    tensors = tensors_in(outcome.value)
    text = outcome.text or describe(outcome.value)
    return found | {"repr": text, "tensors": [each for each in tensors if each]}


def tensors_in(value: object) -> list[JsonObject]:
    """Return the tensors to draw: the value itself, or those in a tuple or list of tensors."""
    if isinstance(value, Tensor):
        return [tensor_json(value, None)]
    if not isinstance(value, tuple | list) or len(value) > MOST_TENSORS:
        return []
    if not all(isinstance(each, Tensor) for each in value):
        return []
    return [tensor_json(each, part) for part, each in enumerate(value)]


def tensor_json(tensor: Any, part: int | None) -> JsonObject:
    """Return a tensor as facets of rows and columns; nothing where it has no elements to show."""
    if tensor.is_meta or tensor.dtype.is_quantized or not tensor.numel():
        return {}
    try:
        facets = grid(tensor).facets
    except (LimitReached, RuntimeError, TypeError):
        return {}
    return {
        "part": part,
        "shape": list(tensor.shape),
        "facts": tensor_facts(tensor),
        "facets": [facet_json(each) for each in facets[:MOST_FACETS]],
        "more": max(len(facets) - MOST_FACETS, 0),
    }


def facet_json(facet: Facet) -> JsonObject:
    """Return the rows and columns of a facet; null stands for what is left out."""
    return {
        "index": list(facet.index),
        "rows": list(facet.rows),
        "columns": list(facet.columns),
        "words": [list(row) for row in facet.words],
        "shades": [list(row) for row in facet.shades],
    }


def failure_json(failure: Failure) -> JsonObject:
    """Return a failure with its place, the shapes one below the other, and whole repairs."""
    found = failure_object(failure) | {"program": failure.source}
    found["operands"] = [
        {"name": each.name, "text": summary(each.value) if each.shape is not None else each.text}
        for each in failure.operands
    ]
    if failure.alignment is not None:
        rows, clashes = failure.alignment.rows, failure.alignment.clashes
        lines = [{"name": name, "sizes": list(sizes)} for name, sizes in rows]
        found["alignment"] = {"rows": lines, "clashes": list(clashes)}
    for repair, entry in zip(failure.repairs, found["repairs"], strict=True):
        entry["program"] = repair.program or repair.source
    return found


def explanation_json(told: Explanation, part: int | None = None) -> list[JsonObject]:
    """Return the operations of an explanation, the last first, with the elements to light up."""
    return [chapter_json(each, part) for each in reversed(told.chapters)]


def chapter_json(chapter: Chapter, part: int | None) -> JsonObject:
    """Return an operation with the elements of its operands and of its result."""
    found = chapter_object(chapter)
    own = [each for each in chapter.frames if part is None or each.part in {None, part}]
    return found | {
        "frames": [frame_json(each) for each in own or chapter.frames],
        "operands": [operand_json(each) for each in chapter.operands],
        "parts": [operand_json(each) for each in chapter.parts],
    }


def frame_json(frame: Frame) -> JsonObject:
    """Return how an element came about: its text in terms, and the term of each input."""
    found, read = frame_object(frame), arithmetic_of(frame)
    for element, entry in zip(frame.inputs, found["inputs"], strict=True):
        place = (element.name, element.index)
        entry |= {"term": read.terms.get(place), "winner": place == read.winner}
    return found | {
        "pieces": [[piece.text, piece.term] for piece in read.pieces],
        "steps": [frame_json(step) for step in frame.steps],
    }


def operand_json(operand: Operand) -> JsonObject:
    """Return a tensor with the elements to draw."""
    elements = list(operand.elements.items())[:MOST_DRAWN]
    return {
        "name": operand.name,
        "shape": list(operand.shape),
        "dtype": operand.dtype,
        "elements": [[list(index), plain(value)] for index, value in elements],
    }
