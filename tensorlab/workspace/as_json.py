"""Results and failures as the objects of `--format json`."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DType
from tensorlab.engine.formats import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.values.display import CYCLES, describe, text_of
from tensorlab.language.values.values import type_name

JsonValue = Any  # what the json module writes
WRITTEN_AS_THEY_ARE = {int, str, bool, type(None)}
BYTES_OF_CELL = 100  # a number, twice in lists, and its text


def outcome_line(outcome: Outcome, printed: str = "") -> str:
    """Return the one line that stands for a run: its value or its failure, and what it printed."""
    more: dict[str, JsonValue] = {"printed": printed} if printed else {}
    if outcome.failure is not None:
        return json.dumps({"error": failure_object(outcome.failure)} | more, allow_nan=False)
    value = outcome.text or json.dumps(value_object(outcome.value), allow_nan=False)
    notes = json.dumps({"notices": list(outcome.notices)} | more)
    return f"{value[:-1]}, {notes[1:]}"  # one object of the two


def run_line(outcome: Outcome, printed: str) -> str:
    """Return the one line that stands for a whole program, of which nothing is shown unasked."""
    told: dict[str, JsonValue] = {"notices": list(outcome.notices)}
    if outcome.failure is not None:
        told = {"error": failure_object(outcome.failure)}
    return json.dumps({**told, "printed": printed}, allow_nan=False)


def outcome_object(outcome: Outcome) -> dict[str, JsonValue]:
    """Return a run: its value or its failure, and its notices."""
    if outcome.failure is not None:
        return {"error": failure_object(outcome.failure)}
    value = value_object(outcome.value) if outcome.has_value else {}
    return {**value, "notices": list(outcome.notices)}


def value_object(value: object) -> dict[str, JsonValue]:
    """Return a value with the facts about it; a tensor has more of them."""
    if isinstance(value, Tensor):
        return tensor_object(value)
    if isinstance(value, np.ndarray):
        facts = {"shape": list(value.shape), "dtype": str(value.dtype)}
        return {"value": plain(value), **facts, "type": type_name(value), "repr": describe(value)}
    return {"value": plain(value), "type": type_name(value), "repr": describe(value)}


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
    meter.grow(BYTES_OF_CELL * math.prod(tensor.shape))
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
        meter.grow(BYTES_OF_CELL * value.size)
        return plain(np.asarray(value).tolist())
    if id(value) in around:
        return CYCLES.get(type(value), "...")
    around = (*around, id(value))
    if isinstance(value, Mapping):
        meter.grow(BYTES_OF_CELL * len(value))
        return {text_of(key): plain(item, around) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, DType):
        meter.grow(BYTES_OF_CELL * len(value))
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
