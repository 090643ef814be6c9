"""An explanation as the object of `--format json`."""

import json
from typing import Any

from tensorlab.explain.story.frames import Cell, Chapter, Explanation, Frame
from tensorlab.workspace.as_json import picked, plain


def explanation_line(explanation: Explanation) -> str:
    """Return an explanation as one line of JSON."""
    return json.dumps(explanation_object(explanation), allow_nan=False)


def explanation_object(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation with the names that scripts rely on."""
    return {
        "operation": explanation.operation,
        "chapters": [chapter_object(chapter) for chapter in explanation.chapters],
    }


def chapter_object(chapter: Chapter) -> dict[str, Any]:
    """Return one operation; `hidden` cells of a large result have no frame."""
    facts = picked(chapter, "operation", "source", "shape", "dtype", "notes", "hidden")
    return {**facts, "frames": [frame_object(frame) for frame in chapter.frames]}


def frame_object(frame: Frame) -> dict[str, Any]:
    """Return one cell; a result of several tensors says which `part` it is in, a step its name."""
    output: dict[str, Any] = {"index": list(frame.index), "value": plain(frame.value)}
    if frame.part is not None:
        output["part"] = frame.part
    found = {
        "output": output,
        "inputs": [cell_object(cell) for cell in frame.inputs],
        "text": frame.text,
        "sentence": frame.sentence,
    }
    if frame.name:
        found["name"] = frame.name
    if frame.steps:
        found["steps"] = [frame_object(step) for step in frame.steps]
    return found


def cell_object(cell: Cell) -> dict[str, Any]:
    """Return one cell of an input."""
    return {"name": cell.name, "index": list(cell.index), "value": plain(cell.value)}
