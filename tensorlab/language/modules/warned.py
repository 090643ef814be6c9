"""The `warnings` module: what a program says of itself is a notice; filters hold while it runs."""

import warnings
from typing import Any

from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.attributes import PROPERTIES
from tensorlab.language.values.display import text_of
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import CONTEXTS, ErrorType, ErrorValue, TypeValue

QUIET_OR_LOUD = ("ignore", "always", "default", "once")
ACTIONS = ("default", "error", "ignore", "always", "module", "once")


def warn(message: Any, category: Any = None, *given: Any, **named: Any) -> None:
    """Add a notice."""
    kind = category.raised if isinstance(category, ErrorType) else UserWarning
    if not issubclass(kind, Warning) or kind.__module__ != "builtins":
        kind = UserWarning
    warnings.warn(text_of(message), kind, stacklevel=2)


def switch(action: Any, *given: Any, **named: Any) -> None:
    """Show notices from here on, or show none."""
    if action not in ACTIONS:
        raise ValueError(f"invalid action: {text_of(action)}")
    if action in QUIET_OR_LOUD:
        warnings.simplefilter(action)


class Said:
    """A notice that a block has kept."""

    __slots__ = ("kind", "text")

    def __init__(self, text: str, kind: type[Warning]) -> None:
        self.text = text
        self.kind = kind


Said.__name__ = "WarningMessage"
PROPERTIES[Said] = {
    "message": lambda said: ErrorValue(said.kind, (said.text,)),
    "category": lambda said: ErrorType(said.kind.__name__, said.kind),
}


class Kept:
    """A block after which the filters stand as before."""

    def __init__(self, *, record: bool = False, **named: Any) -> None:
        self.record = record

    def __enter__(self) -> list[Any] | None:
        self.inner = warnings.catch_warnings()
        self.inner.__enter__()
        if not self.record:
            return None
        found: list[Any] = []

        def keep(text: Any, kind: type[Warning], *place: Any) -> None:
            found.append(Said(str(text), kind))

        # Python allows it to be replaced.
        warnings.showwarning = keep  # type: ignore[assignment]
        return found

    def __exit__(self, *error: object) -> None:
        """Put the filters back."""
        self.inner.__exit__(None, None, None)


Kept.__name__ = "catch_warnings"
CONTEXTS.add(Kept)


def namespace() -> Namespace:
    """Return the table of `warnings`."""
    kept = {"catch_warnings": TypeValue("warnings.catch_warnings", (Kept,), Kept)}
    return namespace_of(
        "warnings",
        {"warn": warn, "filterwarnings": switch, "simplefilter": switch, "resetwarnings": list},
        kept,
    )
