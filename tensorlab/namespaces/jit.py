"""torch.jit: what would be compiled is returned as it is."""

from typing import Any

from tensorlab.engine.warning import warn
from tensorlab.serialization import reading, save

__all__ = [
    "annotate", "export", "freeze", "ignore", "is_scripting", "is_tracing", "load",
    "optimize_for_inference", "save", "script", "script_if_tracing", "trace", "unused",
]  # fmt: skip


class TracerWarning(Warning):
    """What PyTorch says of a function that it traces: programs silence it."""


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


def freeze(mod: Any, *ignored: object, **settings: object) -> Any:
    """Return the module itself: nothing is compiled here, so there is nothing to make faster.

    >>> layer = torch.nn.ReLU().eval()
    >>> torch.jit.freeze(layer) is layer
    True
    """
    return mod


optimize_for_inference = freeze


def load(f: Any, map_location: Any = None) -> Any:
    """Return the function or the module that torch.jit.save wrote: load none of a stranger's.

    >>> import io
    >>> file = io.BytesIO()
    >>> torch.jit.save(torch.nn.ReLU(), file)
    >>> _ = file.seek(0)
    >>> torch.jit.load(file)
    ReLU()
    """
    return reading.load(f, map_location, weights_only=False)


def annotate(the_type: object, the_value: Any) -> Any:
    """Return the value, whose type only a compiler would have to be told.

    >>> torch.jit.annotate(list[int], [])
    []
    """
    return the_value


def warned(name: str) -> None:
    """Say what PyTorch says of its old compiler."""
    text = f"`torch.jit.{name}` is deprecated. Please switch to `torch.compile` or `torch.export`."
    warn(text, DeprecationWarning)
