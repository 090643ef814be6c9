"""The one way from a program to numpy: arguments are checked as declared, paid for, handed on."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from tensorlab.engine import memory
from tensorlab.errors import meant
from tensorlab.language.limits.meter import meter
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.declaring import ELEMENTS_PER_STEP, WRITTEN, Declaration
from tensorlab.language.numpy.taking import Taken
from tensorlab.language.numpy.values import presented

STEPS_OF_CALL: Final = 8
BYTES_OF_ELEMENT: Final = 8
SMALL: Final = 1 << 10
# Of so many elements no array can be made: numpy says so itself.
UNMAKEABLE: Final = 1 << 60


def call(
    declared: Declaration, function: Callable[..., Any], given: Any, named: Mapping[str, Any]
) -> Any:
    """Return what one of numpy's callables gives a program."""
    taken = Taken()
    bound: dict[str, Any] = {}
    arguments = []
    for place, value in enumerate(given):
        parameter = declared.parameter_at(place)
        argument = taken.argument(value, parameter)
        arguments.append(argument)
        if parameter == declared.rest:
            bound.setdefault(parameter, []).append(argument)
        else:
            bound[parameter] = argument
    words = {}
    for word, value in named.items():
        declared.require_known(word)
        bound[word] = words[word] = taken.argument(value, word)
    for parameter in declared.writes:
        require_writeable(parameter, bound.get(parameter))
    made, worked = declared.cost(bound, taken.elements)
    given_elements = taken.elements if made else taken.listed
    pay(made * taken.width, max(made, worked, given_elements) * taken.width)
    return run(function, arguments, words, taken)


def call_named(name: str, function: Callable[..., Any], *given: object, **named: object) -> Any:
    """Return what a callable gives that is declared under a name."""
    return call(DECLARED[name], function, given, named)


def require_writeable(parameter: str, value: object) -> None:
    """Refuse to write into anything but an array that may be written to.

    Raises:
        TypeError: it is no array.
        ValueError: it is for reading alone.
    """
    if value is None:
        return
    for part in value if isinstance(value, tuple) else (value,):
        if part is None:
            continue
        if not isinstance(part, np.ndarray):
            raise TypeError(f"{parameter} is written to: it must be an array")
        if not part.flags.writeable:
            what = "output array" if parameter == WRITTEN else "assignment destination"
            raise ValueError(f"{what} is read-only")


def pay(made: int, worked: int) -> None:
    """Take memory for so many new elements, and the steps for so many that are worked on."""
    if SMALL < made < UNMAKEABLE:
        memory.reserve_memory(made * BYTES_OF_ELEMENT)
    if worked < UNMAKEABLE:
        meter.spend_at_once(STEPS_OF_CALL + worked // ELEMENTS_PER_STEP)


def run(function: Callable[..., Any], given: Any, named: Mapping[str, Any], taken: Taken) -> Any:
    """Return what a callable gives for arguments that are checked and paid for."""
    try:
        result = function(*given, **named)
    except AttributeError as error:  # in numpy's own Python
        raise meant(error) from None
    if isinstance(result, np.ndarray):
        result = taken.restored(result)
    return presented(result)
