"""What crosses the border to another front end, as JSON: events, explanations, candidates."""

from dataclasses import fields, is_dataclass
from functools import singledispatch
from typing import Any

from tensorlab.explain.story.frames import Explanation
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.workspace.as_json import failure_object, outcome_object, plain
from tensorlab.workspace.explanation_json import explanation_object


@singledispatch
def to_json(thing: object) -> Any:
    """Return data as JSON has it: an object of its fields, with the name of its class.

    Each kind of data is frozen and plain, hence this one rule; a few are told in other words.
    """
    if is_dataclass(thing) and not isinstance(thing, type):
        found = {field.name: to_json(getattr(thing, field.name)) for field in fields(thing)}
        return {"class": type(thing).__name__, **found}
    if isinstance(thing, tuple) and hasattr(thing, "_asdict"):
        return {name: to_json(value) for name, value in thing._asdict().items()}
    if isinstance(thing, list | tuple):
        return [to_json(each) for each in thing]
    return plain(thing)


to_json.register(Explanation, explanation_object)
to_json.register(Failure, failure_object)
to_json.register(Outcome, outcome_object)
