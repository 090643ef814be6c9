"""One line of a stream: a program, and how it is to be run."""

import json
from typing import Any, NamedTuple, NoReturn

from tensorlab.language.running.session import Budget

USUAL = Budget(memory=1 << 30, seconds=8.0)
FORMS = ("json", "text", "printed")
# The keys of a line, each with what its value must be.
KEYS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "program": (str, "a string"),
    "name": (str, "a string"),
    "format": (str, "one of json, text and printed"),
    "limits": (dict, "an object of steps, memory and time"),
    "seed": (int, "a whole number"),
    "hints": (bool, "true or false"),
}
read_first = json.JSONDecoder().raw_decode
# The limits by their names in a line, and those of a budget.
LIMITS = {"steps": "steps", "memory": "memory", "time": "seconds"}


class BadLineError(Exception):
    """A line that is no program to run; the message says why, `name` is the line's own."""

    def __init__(self, message: str, name: str | None = None) -> None:
        super().__init__(message)
        self.name = name


class Job(NamedTuple):
    """A program to run.

    `form` is what is told of its value: `json` the facts about it, `text` how it is shown, and
    `printed` nothing but what the program itself prints. With `hints`, a failure comes with its
    explanation and with repairs that were tried.
    """

    program: str
    name: str | None = None
    form: str = "json"
    budget: Budget = USUAL
    seed: int | None = None
    hints: bool = False


def job_of(line: str, most: Budget = USUAL) -> Job:
    """Return the program on a line, its limits at most those given.

    Raises:
        BadLineError: it is no JSON object, or not one of a program.
    """
    try:
        given, end = read_first(line)
        if end < len(line):
            given = json.loads(line)  # which says what is wrong with it
    except (ValueError, RecursionError) as error:
        raise BadLineError(f"not JSON: {error}") from None
    if not isinstance(given, dict) or "program" not in given:
        raise BadLineError('not an object with a program: {"program": "torch.ones(2)"}')
    name = given["name"] if isinstance(given.get("name"), str) else None
    for key, value in given.items():
        require(key, value, name)
    form = given.get("format", "json")
    if form not in FORMS:
        refuse("format", name)
    return Job(
        given["program"],
        name,
        form,
        lowered(most, given["limits"], name) if "limits" in given else most,
        given.get("seed"),
        given.get("hints", False),
    )


def require(key: str, value: object, name: str | None) -> None:
    """Refuse a key that no line has, or a value that it cannot have."""
    if key not in KEYS:
        raise BadLineError(f"{key!r} is none of {', '.join(KEYS)}", name)
    kind, _ = KEYS[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        refuse(key, name)


def refuse(key: str, name: str | None) -> NoReturn:
    """Say what the value of a key must be."""
    raise BadLineError(f"{key!r} must be {KEYS[key][1]}", name)


def lowered(most: Budget, limits: dict[str, Any], name: str | None) -> Budget:
    """Return a budget with a line's own limits, where they are lower.

    Raises:
        BadLineError: there is no such limit, or it is no number above 0.
    """
    changed: dict[str, Any] = {}
    for key, value in limits.items():
        if key not in LIMITS:
            raise BadLineError(f"'limits' has {', '.join(LIMITS)}, not {key!r}", name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
            raise BadLineError(f"the limit {key!r} must be a number above 0", name)
        own = getattr(most, LIMITS[key])
        number = float(value) if key == "time" else int(min(value, 1 << 62))
        changed[LIMITS[key]] = number if own is None else min(own, number)
    return most._replace(**changed)
