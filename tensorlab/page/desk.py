"""What the page remembers: a workspace, and the values that it shows, by number."""

from typing import Any, NamedTuple

from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.explain.arithmetic.arithmetic import arithmetic_of
from tensorlab.explain.story.frames import Chapter, Explanation, Frame, Index, Operand
from tensorlab.explain.story.tensor_grid import grid
from tensorlab.frozen import replace
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget
from tensorlab.language.values.display import describe
from tensorlab.workspace import workspace as rooms
from tensorlab.workspace.answers import answered
from tensorlab.workspace.as_json import chapter_object, failure_object, frame_object, picked, plain
from tensorlab.workspace.questions import CannotAnswerError, Question, elements_of, on_statement
from tensorlab.workspace.summary import summary, tensor_facts
from tensorlab.workspace.workspace import Workspace

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
        "facets": [picked(each, *each.fields) for each in facets[:MOST_FACETS]],
        "more": max(len(facets) - MOST_FACETS, 0),
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
    drawn = [[list(index), plain(value)] for index, value in elements]
    return {**picked(operand, "name", "shape", "dtype"), "elements": drawn}


# A page has a button to stop and no clock; all of WebAssembly's memory is four gigabytes.
EXPLORATION = Budget(memory=1 << 30, seconds=None)
MOST_SHOWN = 60  # values that can be asked about


class Showing(NamedTuple):
    """A value that stands in the page: what gave it, and its elements as they were then.

    `names` are a lesson's at that step; None where the statement of this number gave the value.
    """

    source: str
    number: int
    elements: Any
    names: dict[str, Any] | None = None


class Desk:
    """A learner's session in the page."""

    def __init__(self) -> None:
        rooms.EXPLORATION = EXPLORATION
        self.printed: list[str] = []
        self.workspace = Workspace(self.printed.append)
        self.showing: dict[int, Showing] = {}
        self.last = 0

    def run(self, source: str) -> JsonObject:
        """Run a statement and return what the page shows of it."""
        self.printed.clear()
        outcome = self.workspace.run(source)
        return self.shown(outcome, source, "".join(self.printed))

    def shown(
        self, outcome: Outcome, source: str, printed: str, names: dict[str, Any] | None = None
    ) -> JsonObject:
        """Return an outcome with a number under which its elements can be asked about."""
        found = shown(outcome) | {"source": source, "printed": printed}
        if found.get("tensors"):
            self.last += 1
            self.showing[self.last] = Showing(
                source, self.workspace.number, elements_of(outcome.value), names
            )
            self.showing.pop(self.last - MOST_SHOWN, None)
            found["id"] = self.last
        return found

    def why(self, number: int, index: Index, part: int | None) -> JsonObject:
        """Return how an element of a shown value came about.

        Raises:
            CannotAnswerError: it is not known any more.
        """
        if number not in self.showing:
            raise CannotAnswerError("that was too long ago: run it again to ask about it")
        asked = self.showing[number]
        if asked.names is None:
            workspace = self.workspace
            about = on_statement(workspace, asked.number, (index,) if index else ())
            about = replace(about, value=asked.elements)
        else:
            workspace = Workspace(lambda text: None)
            workspace.session.names.update(asked.names)
            about = Question(asked.source, None, (index,) if index else ())
        told = answered(workspace, about)
        if told is None:
            raise CannotAnswerError("it has been written to since: how it came about is not known")
        if isinstance(told, Failure):
            return shown(Outcome(failure=told))
        return {"why": explanation_json(told, part), "index": list(index)}
