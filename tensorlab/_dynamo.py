"""torch._dynamo: what programs set and reset of a compiler, of which there is none here."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

config = SimpleNamespace()


def reset() -> None:
    """Do nothing: nothing was compiled."""


def graph_break() -> None:
    """Do nothing: there is no graph to break."""


def disable(fn: Callable[..., Any] | None = None, *ignored: Any, **settings: Any) -> Any:
    """Return the function itself, which runs as it is."""
    return disable if fn is None else fn
