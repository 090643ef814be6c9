"""torch.compile and torch.compiler: functions run as they are, since nothing is compiled here."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

__path__: list[str] = []  # config is made, and has no file
config: Any = import_module("tensorlab.compiler.config")


def compile(model: object = None, **settings: object) -> Any:
    """Return the function or the module itself; with settings alone, a decorator.

    >>> @torch.compile
    ... def double(x):
    ...     return 2 * x
    >>> double(torch.ones(1))
    tensor([2.])
    """
    return partial(compile, **settings) if model is None else model


def is_compiling() -> bool:
    """Return False: nothing is ever compiled.

    >>> torch.compiler.is_compiling()
    False
    """
    return False


def get_default_backend() -> str:
    """Return the name that was set last, "inductor" before.

    >>> torch.compiler.get_default_backend()
    'inductor'
    """
    return str(getattr(config, "default_backend", None) or "inductor")


def set_default_backend(backend: str | None) -> None:
    """Keep a name, which changes nothing: nothing is compiled."""
    config.default_backend = backend


def reset() -> None:
    """Do nothing: nothing was compiled."""


def graph_break() -> None:
    """Do nothing: there is no graph to break."""


def disable(fn: Callable[..., Any] | None = None, *ignored: object, **settings: object) -> Any:
    """Return the function itself, which runs as it is."""
    return disable if fn is None else fn


allow_in_graph = assume_constant_result = disable
is_dynamo_compiling = is_exporting = is_compiling
