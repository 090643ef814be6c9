"""What crosses the border as JSON: results, failures, explanations, events."""

import math
from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense
from tensorlab.explain.story.frames import Chapter, Element, Explanation, Frame
from tensorlab.frozen import Frozen, json_line
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.values.display import CYCLES, describe, text_of
from tensorlab.language.values.values import type_name

JsonValue = Any  # what the json module writes
WRITTEN_AS_THEY_ARE = {int, str, bool, type(None)}
BYTES_OF_ELEMENT = 100  # a number, twice in lists, and its text


def outcome_line(outcome: Outcome, printed: str = "") -> str:
    """Return the one line that stands for a run: its value or its failure, and what it printed."""
    more: dict[str, JsonValue] = {"printed": printed} if printed else {}
    if outcome.failure is not None:
        return json_line({"error": failure_object(outcome.failure)} | more)
    value = outcome.text or json_line(value_object(outcome.value))
    notes = json_line({"notices": list(outcome.said_aside)} | more)
    return f"{value[:-1]}, {notes[1:]}"  # one object of the two


def run_line(outcome: Outcome, printed: str) -> str:
    """Return the one line that stands for a whole program, of which nothing is shown unasked."""
    return json_line(outcome_object(outcome._replace(has_value=False)) | {"printed": printed})


def outcome_object(outcome: Outcome) -> dict[str, JsonValue]:
    """Return a run: its value or its failure, and its notices."""
    if outcome.failure is not None:
        return {"error": failure_object(outcome.failure)}
    value = value_object(outcome.value) if outcome.has_value else {}
    return {**value, "notices": list(outcome.said_aside)}


def value_object(value: Any) -> dict[str, JsonValue]:
    """Return a value with the facts about it; a tensor has more of them."""
    if isinstance(value, Tensor):
        return tensor_object(value)
    is_array = isinstance(value, np.ndarray)
    facts = {"shape": list(value.shape), "dtype": str(value.dtype)} if is_array else {}
    return {"value": plain(value), **facts, "type": type_name(value), "repr": describe(value)}


def tensor_object(tensor: Any) -> dict[str, JsonValue]:
    """Return a tensor with the facts about it; a sparse one has no strides."""
    return {
        "value": tensor_value(tensor),
        "shape": list(tensor.shape),
        "dtype": repr(tensor.dtype),
        "device": str(tensor.device),
        "requires_grad": tensor.requires_grad,
        "stride": None if tensor.layout is not STRIDED else list(tensor.stride()),
        "repr": repr(tensor),
    }


def tensor_value(tensor: Any) -> JsonValue:
    """Return a tensor's elements as nested lists; a meta tensor has none, hence null."""
    if tensor.is_meta:
        return None
    meter.grow(BYTES_OF_ELEMENT * math.prod(tensor.shape))
    return plain(dense(tensor).detach().tolist())


def plain(value: object, around: tuple[int, ...] = ()) -> JsonValue:
    """Return a value as numbers, strings, lists and objects; complex numbers are [re, im].

    What lies in itself, in containers with these identities, is the text of that.
    """
    kind = value.__class__
    if kind is float:
        return value if math.isfinite(value) else str(value)  # type: ignore[arg-type]  # as it says
    if kind in WRITTEN_AS_THEY_ARE:
        return value
    if isinstance(value, float):
        return plain(float(value))
    if isinstance(value, int | str):
        return value
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, Tensor):
        return tensor_object(value)
    if isinstance(value, np.ndarray | np.generic):
        meter.grow(BYTES_OF_ELEMENT * value.size)
        return plain(np.asarray(value).tolist())
    if id(value) in around:
        return CYCLES.get(type(value), "...")
    around = (*around, id(value))
    if isinstance(value, Mapping):
        meter.grow(BYTES_OF_ELEMENT * len(value))
        return {text_of(key): plain(item, around) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, DType):
        meter.grow(BYTES_OF_ELEMENT * len(value))
        return [plain(item, around) for item in value]
    return describe(value)


def failure_object(failure: Failure) -> dict[str, JsonValue]:
    """Return a failure with the names that scripts rely on; `repairs` are hints that were run."""
    names = ("type", "message", "code", "span", "explanation", "hints", "repairs", "limit")
    return picked(failure, *names) | {
        "span": None if failure.span is None else failure.span._asdict(),
        "repairs": [
            picked(repair, "source", "shape", "dtype", "meaning") for repair in failure.repairs
        ],
    }


def picked(thing: object, *names: str) -> dict[str, JsonValue]:
    """Return some of what is known of a thing, by name; rows as lists."""
    found = ((name, getattr(thing, name)) for name in names)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found}


def explanation_line(explanation: Explanation) -> str:
    """Return an explanation as one line of JSON."""
    return json_line(explanation_object(explanation))


def explanation_object(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation with the names that scripts rely on."""
    return {
        "operation": explanation.operation,
        "chapters": [chapter_object(chapter) for chapter in explanation.chapters],
    }


def chapter_object(chapter: Chapter) -> dict[str, Any]:
    """Return one operation; `hidden` elements of a large result have no frame."""
    facts = picked(chapter, "operation", "source", "shape", "dtype", "idea", "notes", "hidden")
    return {**facts, "frames": [frame_object(frame) for frame in chapter.frames]}


def frame_object(frame: Frame) -> dict[str, Any]:
    """Return one element; of several tensors it says which `part` it is in, a step its name."""
    output: dict[str, Any] = {"index": list(frame.index), "value": plain(frame.value)}
    if frame.part is not None:
        output["part"] = frame.part
    found = {
        "output": output,
        "inputs": [element_object(element) for element in frame.inputs],
        "text": frame.text,
        "sentence": frame.sentence,
    }
    if frame.name:
        found["name"] = frame.name
    if frame.steps:
        found["steps"] = [frame_object(step) for step in frame.steps]
    return found


def element_object(element: Element) -> dict[str, Any]:
    """Return one element of an input."""
    return {"name": element.name, "index": list(element.index), "value": plain(element.value)}


@singledispatch
def to_json(thing: object) -> Any:
    """Return data as JSON has it: an object of its fields, with the name of its class.

    Each kind of data is frozen and plain, hence this one rule; a few are told in other words.
    """
    if isinstance(thing, Frozen):
        found = {name: to_json(getattr(thing, name)) for name in thing.fields}
        return {"class": type(thing).__name__, **found}
    if isinstance(thing, tuple) and hasattr(thing, "_asdict"):
        return {name: to_json(value) for name, value in thing._asdict().items()}
    if isinstance(thing, list | tuple):
        return [to_json(each) for each in thing]
    return plain(thing)


to_json.register(Explanation, explanation_object)
to_json.register(Failure, failure_object)
to_json.register(Outcome, outcome_object)
