"""What a session keeps of numpy for its programs: a stream, print options, how errors are told."""

from typing import Any, ClassVar

import numpy as np

# How numpy begins to tell of odd results.
ERRORS: dict[str, Any] = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
BEGINNING: tuple[Any, ...] = (None, {}, ERRORS)


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
    """Return the stream, the options and how errors are told, as they are now."""
    state = None if Numpy.stream is None else Numpy.stream.get_state(legacy=False)
    return state, Numpy.options, np.geterr()


def write(held: Any) -> None:
    """Put back the stream, the options and how errors are told."""
    state, Numpy.options, errors = held
    if errors != np.geterr():
        np.seterr(**errors)
    if state is None:
        Numpy.stream = None
    else:
        stream().set_state(state)
