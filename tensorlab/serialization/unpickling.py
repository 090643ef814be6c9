"""A machine for pickles that knows a closed list of steps, and calls a closed list of makers."""

import pickle
from argparse import Namespace
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from tensorlab.engine.warning import in_full
from tensorlab.serialization.making import (
    bare_object,
    member_of_value,
    require_data,
    set_state,
    shown,
)

# The steps that only move plain values about: as Python's own machine takes them.
PLAIN = """
    PROTO FRAME STOP MARK POP NONE NEWTRUE NEWFALSE BININT BININT1 BININT2 LONG1 LONG4 BINFLOAT
    BINUNICODE SHORT_BINUNICODE BINUNICODE8 BINBYTES SHORT_BINBYTES BINBYTES8 BINSTRING
    SHORT_BINSTRING EMPTY_LIST EMPTY_TUPLE EMPTY_DICT EMPTY_SET
    FROZENSET GLOBAL STACK_GLOBAL BINGET LONG_BINGET BINPUT LONG_BINPUT MEMOIZE BINPERSID
"""
# what makers make that may have attributes
STATEFUL = (OrderedDict, SimpleNamespace, Namespace, np.ndarray, np.dtype)
DAMAGED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, EOFError)


TUPLES = "TUPLE TUPLE1 TUPLE2 TUPLE3"
# Python finds the hash of a tuple by that of its parts, anew each time, and falls over deep ones.
DEEPEST = 100
MOST_WITHIN = 1_000_000


def codes_of(names: str) -> list[int]:
    """Return the codes of steps."""
    return [getattr(pickle, name)[0] for name in names.split()]


def nesting(step: Any) -> Callable[[Any], None]:
    """Return a step that makes a tuple, which is not to be too deep."""

    def load(unpickler: Any) -> None:
        step(unpickler)
        unpickler.nest(unpickler.stack[-1])

    return load


def extend(target: object, items: list[Any]) -> None:
    """Put items at the end of a list, whatever methods its class has."""
    kind: Any = deque if isinstance(target, deque) else list
    kind.extend(target, items)


def set_pairs(target: object, pairs: list[Any]) -> None:
    """Put keys and values in turn into a table, whatever methods its class has."""
    kind: Any = OrderedDict if isinstance(target, OrderedDict) else dict
    for key, value in zip(pairs[::2], pairs[1::2], strict=True):
        kind.__setitem__(target, key, value)


def adding(add: Any, count: int = 0) -> Callable[[Any], None]:
    """Return a step that puts into an object so many items, or all those since a mark."""

    def load(unpickler: Any) -> None:
        items = [unpickler.stack.pop() for _ in range(count)][::-1] or unpickler.pop_mark()
        add(unpickler.stack[-1], items)

    return load


class Unpickler(pickle._Unpickler):
    """One reading of a pickle, in which the file says what data there is, and runs nothing.

    Python's own machine calls whatever a file names, and methods of what the file has made: with
    a function given to an object as its attribute, even appending to the object would be a call.
    """

    stack: list[Any]
    pop_mark: Callable[[], list[Any]]

    def __init__(self, file: Any, makers: list[Any], allowed: list[Any]) -> None:
        super().__init__(file, encoding="utf-8")
        self.makers = makers  # what is called with data
        self.allowed = allowed  # what the program lets a file call
        # by their addresses the objects that may be given a state
        self.made: dict[int, Any] = {}
        # of tuples how deep they are, and how many
        self.nested: dict[int, tuple[int, int]] = {}

    def load(self) -> Any:
        """Return what the pickle holds.

        Raises:
            UnpicklingError: it holds what is refused, or is damaged.
        """
        try:
            return super().load()
        except DAMAGED as error:
            refusal = in_full("torch.load: the file is damaged", type(error).__name__, error)
            raise pickle.UnpicklingError(refusal) from error

    def put(self, made: object) -> None:
        """Put an object on the stack that may be given a state."""
        self.made[id(made)] = made
        self.stack.append(made)

    def nest(self, made: object) -> None:
        """Remember how deep a tuple is, and how many lie within it.

        Raises:
            UnpicklingError: they are too many to be the key of a table.
        """
        if isinstance(made, tuple):
            within = [self.nested.get(id(part), (1, 1)) for part in made if isinstance(part, tuple)]
            depth = 1 + max((deep for deep, _ in within), default=0)
            count = 1 + sum(many for _, many in within)
            if depth > DEEPEST or count > MOST_WITHIN:
                raise pickle.UnpicklingError("torch.load: the file nests tuples too deeply")
            self.nested[id(made)] = depth, count

    def load_reduce(self) -> None:
        """Make something of its maker and arguments."""
        given, maker = self.arguments(), self.stack.pop()
        if any(maker is each for each in self.makers):
            require_data(given)
            made = maker(*given)
            (self.put if isinstance(made, STATEFUL) else self.stack.append)(made)
        elif any(maker is each for each in self.allowed):
            self.put(maker(*given))
        elif isinstance(maker, type) and issubclass(maker, Enum):
            self.stack.append(member_of_value(maker, *given))
        else:
            raise pickle.UnpicklingError(f"torch.load calls nothing for a file, as {shown(maker)}")

    def arguments(self) -> tuple[Any, ...]:
        """Take the arguments of a maker or a class from the stack.

        Raises:
            TypeError: they are no tuple.
        """
        given = self.stack.pop()
        if type(given) is not tuple:
            raise TypeError("arguments are a tuple")
        return given

    def load_newobj(self) -> None:
        """Make a bare object of a class."""
        given, kind = self.arguments(), self.stack.pop()
        self.put(bare_object(kind, given))
        self.nest(self.stack[-1])

    def load_build(self) -> None:
        """Give an object its state."""
        state = self.stack.pop()
        made = self.stack[-1]
        if id(made) not in self.made:
            raise pickle.UnpicklingError(f"torch.load gives no state to {shown(made)}")
        set_state(made, state)

    dispatch: ClassVar[dict[int, Any]] = {
        **{code: pickle._Unpickler.dispatch[code] for code in codes_of(PLAIN)},
        **{code: nesting(pickle._Unpickler.dispatch[code]) for code in codes_of(TUPLES)},
        pickle.REDUCE[0]: load_reduce, pickle.NEWOBJ[0]: load_newobj, pickle.BUILD[0]: load_build,
        pickle.APPEND[0]: adding(extend, 1), pickle.APPENDS[0]: adding(extend),
        pickle.SETITEM[0]: adding(set_pairs, 2), pickle.SETITEMS[0]: adding(set_pairs),
        pickle.ADDITEMS[0]: adding(set.update),
    }  # fmt: skip
