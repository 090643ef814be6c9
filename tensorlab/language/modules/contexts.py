"""The `contextlib` module: blocks made of generators, and blocks that pass over errors."""

from typing import Any, Final

from tensorlab.language.modules.functions import update_wrapper
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.running.screen import screen, written_to
from tensorlab.language.statements.blocks import block_of, raised_by
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import CONTEXTS, Closed


class Redirected(Closed):
    """A block whose prints go to a stream of the program's."""

    __slots__ = ("before", "stream")

    def __init__(self, new_target: object) -> None:
        self.stream = new_target
        self.before: Any = None

    def __enter__(self) -> Any:
        target = written_to(self.stream)
        self.before = screen.show
        if target is not screen:
            screen.show = target.write
        return self.stream

    def __exit__(self, *error: object) -> None:
        screen.show = self.before


def entered(context: Any) -> tuple[Any, Builtin]:
    """Return what entering a block gives, and what leaves it again: with an error, or with None.

    Raises:
        TypeError: the value is no block.
    """
    block = block_of(context)
    value = block.__enter__()

    def leave(kind: Any, error: Any, trace: Any) -> bool:
        told = None if error is None else raised_by(error)
        return bool(block.__exit__(None if told is None else type(told), told, None))

    return value, Builtin("__exit__", leave)


CONTEXTS.add(Redirected)


OWN: Final = {"_entered": entered, "_update_wrapper": update_wrapper}
PRINTING: Final = {"redirect_stdout": Redirected}
MODULES = {"contextlib": lambda: namespace_of("contextlib", PRINTING, written("contextlib", OWN))}
