"""What the bar at the bottom of the prompt says: the last result, or how a call is written."""

from prompt_toolkit.formatted_text import StyleAndTextTuples

from tensorlab.engine.tensor import Tensor
from tensorlab.language.running.session import Session
from tensorlab.repl.prompt import room, usual_bar
from tensorlab.workspace.cursor import at_cursor
from tensorlab.workspace.signatures import Call, call_at, call_of
from tensorlab.workspace.summary import tensor_facts
from tensorlab.workspace.workspace import Workspace

CURRENT = "class:current-parameter"
REST = "…"


def toolbar(workspace: Workspace, text: str, in_full: bool) -> StyleAndTextTuples:
    """Return the bar of the prompt for what stands before the cursor."""
    value = workspace.last_value
    facts = [f"Out[{workspace.last_number}]"] if workspace.last_number else []
    facts += tensor_facts(value)[:2] if isinstance(value, Tensor) else []
    return call_bar(workspace.session, text, in_full) or [("", usual_bar(facts))]


def call_bar(session: Session, text: str, in_full: bool) -> StyleAndTextTuples:
    """Return how the function is called that stands before the cursor, nothing where none does.

    In full, that is with what the function does; then its name alone is enough.
    """
    cursor = at_cursor(text)
    width = room()
    call = call_at(session, cursor)
    named = f"{cursor.path}.{cursor.word}".lstrip(".") if in_full else ""
    if named and (pointed_at := call_of(session, named)):
        return fitted(pointed_at, None, width) + summary(pointed_at, width)
    if call is None:
        return []
    return fitted(call, call.current(cursor), width) + summary(call, width) * in_full


def summary(call: Call, width: int) -> StyleAndTextTuples:
    """Return the line below a signature: what the function does."""
    said = call.summary or "It has no description."
    return [("", f"\n{said if len(said) <= width else said[: width - 1] + REST}")]


def fitted(call: Call, current: int | None, width: int) -> StyleAndTextTuples:
    """Return a signature with the current parameter marked, its surroundings as there is room."""
    call = call_named(call, current or 0, width)
    first, last = shown(call, current or 0, width)
    found: StyleAndTextTuples = [("", f"{call.name}({f'{REST}, ' * (first > 0)}")]
    for place in range(first, last):
        more = ", " * (place + 1 < len(call.parts))
        found += [(CURRENT if place == current else "", call.parts[place].text), ("", more)]
    return [*found, ("", f"{REST * (last < len(call.parts))})")]


def call_named(call: Call, current: int, width: int) -> Call:
    """Return a call by the last part of its name where there is no room for the whole name."""
    parameter = call.parts[current].text if call.parts else ""
    least = f"{call.name}({REST}, {parameter}, {REST})"
    if min(len(call.text), len(least)) <= width:
        return call
    return call._replace(name=call.name.rpartition(".")[2])


def shown(call: Call, current: int, width: int) -> tuple[int, int]:
    """Return which of the parameters there is room for: the current one and those around it."""
    if len(call.text) <= width:
        return 0, len(call.parts)
    sizes = [len(part.text) + len(", ") for part in call.parts]
    room = width - len(call.name) - len("()") - len(f"{REST}, {REST}")
    first, last = current, min(current + 1, len(sizes))
    while True:
        grown = max(first - 1, 0), min(last + 1, len(sizes))
        if last < len(sizes) and sum(sizes[first : grown[1]]) <= room:
            last = grown[1]
        elif first > 0 and sum(sizes[grown[0] : last]) <= room:
            first = grown[0]
        else:
            return first, last
