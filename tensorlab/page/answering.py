"""The door of the page: a request as JSON text in, the answer as JSON text out."""

import json
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, cast

from tensorlab.errors import LimitReached
from tensorlab.language.failing.failures import limit_failure
from tensorlab.language.outcome import Outcome
from tensorlab.language.reading import syntax
from tensorlab.language.reading.source import Source
from tensorlab.page.desk import Desk, shown
from tensorlab.page.surroundings import prepare, refuse_deep
from tensorlab.workspace.as_json import to_json
from tensorlab.workspace.candidates import candidates
from tensorlab.workspace.cursor import at_cursor
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.signatures import call_at

JsonObject = dict[str, Any]
MOST_CANDIDATES = 100
# loaded when they are wanted
ROOMS = ("tensorlab.page.lesson_desk", "tensorlab.page.class_desk")
OUT_OF_MEMORY = "There is not enough memory in the page for that."
OF_OURS = "This is a mistake in tensorlab, not in your program; your variables are kept."

prepare()
desk = Desk()


def answer(request: str) -> str:
    """Return the answer to a request `{"do": ..., ...}` with what stands beside `do`.

    What cannot be answered is `{"refused": sentence}`, a program that was stopped `{"stopped":
    true}`; nothing is raised that would end the page's worker.
    """
    try:
        wanted = json.loads(request)
        refuse_deep(wanted.get("source") or wanted.get("text") or "")
        return json.dumps(answered(wanted.pop("do"), wanted))
    except KeyboardInterrupt:
        return json.dumps({"stopped": True})
    except CannotAnswerError as error:
        return json.dumps({"refused": str(error)})
    except LimitReached as limit:
        return json.dumps(shown(Outcome(failure=limit_failure(limit, Source("")))))
    except MemoryError:
        return json.dumps({"refused": OUT_OF_MEMORY})
    except Exception:  # noqa: BLE001  whatever it is, the variables are not to be lost to it
        return json.dumps({"refused": OF_OURS, "report": traceback.format_exc()})


def answered(action: str, details: Mapping[str, Any]) -> JsonObject:
    """Return the answer to one request.

    Raises:
        CannotAnswerError: there is no such action, or nothing to answer.
    """
    if action in ACTIONS:
        return ACTIONS[action](**details)
    for room in ROOMS:
        if act := import_module(room).ACTIONS.get(action):
            return cast("JsonObject", act(desk, **details))
    raise CannotAnswerError(f"there is no request {action!r}")


def run(source: str) -> JsonObject:
    """Run a statement, a command or a question about a name."""
    from tensorlab.page.lines import response  # noqa: PLC0415  loaded while the page is idle

    return response(desk, source)


def why(id: int, index: list[int], part: int | None = None) -> JsonObject:
    """Return how an element of a value came about that was shown under this number."""
    return desk.why(id, tuple(index), part)


def complete(text: str) -> JsonObject:
    """Return what can stand at the end of a text: the word begun, and names with notes."""
    found = candidates(desk.workspace.session, text, {})
    return {"word": found.word, "found": to_json(found.found[:MOST_CANDIDATES])}


def signature(text: str) -> JsonObject:
    """Return how the function is called whose brackets are open at the end of a text."""
    cursor = at_cursor(text)
    call = call_at(desk.workspace.session, cursor)
    if call is None:
        return {"name": None}
    parts = [part.text for part in call.parts]
    return {"name": call.name, "parts": parts, "current": call.current(cursor), "doc": call.doc}


def is_complete(text: str) -> JsonObject:
    """Return whether a text is a whole statement, or goes on in the next line."""
    bare = text.strip()
    ends = bare.startswith(":") or not bare or syntax.is_complete(text)
    return {"complete": ends}


def warm(stage: int) -> JsonObject:
    """Load what is used next, a part at a time, and return how many parts there are."""
    warmed(stage)
    return {"stages": len(STAGES)}


def export(form: str) -> JsonObject:
    """Return what worked in this session as a file: its name, its type, its text."""
    from tensorlab.page.lesson_desk import exported  # noqa: PLC0415  few ask for it

    return exported(desk.workspace, form)


ACTIONS: dict[str, Callable[..., JsonObject]] = {
    each.__name__: each for each in (run, why, complete, signature, is_complete, warm, export)
}


# Each is loaded in a moment in which the page has nothing else to do.
STAGES = (
    "tensorlab.page.lines",
    "tensorlab.explain.story.explanation",
    "tensorlab.language.failing.failures",
    "tensorlab.explain.errors",
    "tensorlab.course.lessons.library",
    "tensorlab.page.lesson_desk",
)
FIRST = "torch.ones(2, 2) @ torch.ones(2, 2)"


def warmed(stage: int) -> None:
    """Load one part; the first also runs a program beside the session, as a learner will."""
    import_module(STAGES[stage])
    if not stage:
        json.dumps(Desk().run(FIRST))
