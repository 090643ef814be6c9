"""`with` on instances of the program's classes."""

from typing import Any

from tensorlab.language.classes.lookup import lookup
from tensorlab.language.classes.members import ABSENT
from tensorlab.language.compiling.place import Ended, Unsupported
from tensorlab.language.statements.blocks import OF_CLASSES, value_of_error
from tensorlab.language.values.formatting import OWN_FORMATS
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.types import type_of
from tensorlab.language.values.values import Closed, type_name


class OwnContext(Closed):
    """A context whose class says what happens on entering and on leaving."""

    def __init__(self, value: Any, enter: Any, leave: Any) -> None:
        self.value = value
        self.enter = enter
        self.leave = leave

    def __enter__(self) -> Any:
        """Return what the program's own method returns."""
        return call_value(self.enter, [self.value], {})

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Return whether the program takes care of the error; of a limit it is not told."""
        if error is None:
            call_value(self.leave, [self.value, None, None, None], {})
            return False
        if isinstance(error, Unsupported) and type(error) is not Ended:
            return False
        if not isinstance(error, Exception):
            return False
        value = value_of_error(error)
        return bool(call_value(self.leave, [self.value, type_of(value), value, None], {}))


def own_context(value: object) -> OwnContext | None:
    """Return what `with` enters for an instance; None where its class does not say."""
    order = type(value).__mro__
    enter, leave = lookup(order, "__enter__"), lookup(order, "__exit__")
    return None if ABSENT in (enter, leave) else OwnContext(value, enter, leave)


def own_format(value: object, specification: str) -> str | None:
    """Return what the class of an instance makes of a specification; None where it does not say."""
    own = lookup(type(value).__mro__, "__format__")
    if own is ABSENT:
        return None
    text = call_value(own, [value, specification], {})
    if type(text) is not str:
        raise TypeError(f"__format__ must return a str, not {type_name(text)}")
    return text


def enter_own() -> None:
    """Let `with`, and formatting, know them."""
    OF_CLASSES[:] = [own_context]
    OWN_FORMATS[:] = [own_format]
