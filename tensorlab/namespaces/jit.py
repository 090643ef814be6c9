"""torch.jit: what would be compiled is returned as it is."""

import warnings
from typing import Any

from tensorlab.serialization import load, save

__all__ = [
    "export", "ignore", "is_scripting", "is_tracing", "load", "save", "script", "script_if_tracing",
    "trace", "unused",
]  # fmt: skip


def as_it_is(function: object = None, **settings: object) -> Any:
    """Return a function that is marked for a compiler: there is none here.

    >>> torch.jit.ignore(len) is len
    True
    """
    return as_it_is if function is None or isinstance(function, bool) else function


export = ignore = unused = script_if_tracing = as_it_is


def is_scripting() -> bool:
    """Return False: nothing is compiled or traced here.

    >>> torch.jit.is_scripting()
    False
    """
    return False


is_tracing = is_scripting


def script(obj: object, *ignored: object, **settings: object) -> Any:
    """Return the function or the module itself: nothing is compiled here.

    >>> layer = torch.nn.ReLU()
    >>> torch.jit.script(layer) is layer
    True
    """
    warned("script")
    return obj


def trace(func: Any, example_inputs: Any = None, *ignored: object, **settings: object) -> Any:
    """Return the function or the module itself, once it has been called with the examples.

    >>> torch.jit.trace(torch.nn.ReLU(), torch.ones(1))(torch.tensor([-1.]))
    tensor([0.])
    """
    warned("trace")
    func(*(example_inputs if isinstance(example_inputs, tuple) else (example_inputs,)))
    return func


def warned(name: str) -> None:
    """Say what PyTorch says of its old compiler."""
    warnings.warn(
        f"`torch.jit.{name}` is deprecated. Please switch to `torch.compile` or `torch.export`.",
        DeprecationWarning,
        stacklevel=3,
    )
