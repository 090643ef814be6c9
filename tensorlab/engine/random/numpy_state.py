"""What a session keeps of numpy for its programs: the stream of np.random, and print options."""

from typing import Any, ClassVar

import numpy as np


class Numpy:
    """The state of numpy in the session that is in force; no stream until one is asked for."""

    stream: ClassVar[Any] = None
    options: ClassVar[dict[str, Any]] = {}


def stream() -> Any:
    """Return the stream behind np.random's functions: a new one where none has been seeded."""
    if Numpy.stream is None:
        Numpy.stream = np.random.RandomState()  # the very numbers of np.random
    return Numpy.stream


def read() -> Any:
    """Return the stream and the options as they are now."""
    state = None if Numpy.stream is None else Numpy.stream.get_state(legacy=False)
    return state, Numpy.options


def write(held: Any) -> None:
    """Put back the stream and the options."""
    state, Numpy.options = held
    if state is None:
        Numpy.stream = None
    else:
        stream().set_state(state)
