"""What the page remembers: a workspace, and the values that it shows, by number."""

from typing import Any, NamedTuple

from tensorlab.explain.story.frames import Index
from tensorlab.frozen import replace
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget
from tensorlab.page.told import JsonObject, explanation_json, shown
from tensorlab.workspace import workspace as rooms
from tensorlab.workspace.answers import answered
from tensorlab.workspace.questions import CannotAnswerError, Question, elements_of, on_statement
from tensorlab.workspace.workspace import Workspace

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
