"""`super()`: the classes that follow the one in whose body it stands, as the compiler knows it."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.classes.values import LibraryClass, ProgramClass
from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import at
from tensorlab.language.compiling.scope import FIRST_SLOT
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.values import MARK, Closed, TypeValue, type_name


class Super(Closed):
    """An instance, or a class, seen as one of the classes that follow another one."""

    __slots__ = ("after", "receiver")

    def __init__(self, after: object, receiver: object) -> None:
        made = getattr(after, "made", None)
        if made not in order_of(receiver):
            raise TypeError("super(type, obj): obj must be an instance or subtype of type")
        self.after = made
        self.receiver = receiver

    @property
    def order(self) -> tuple[type, ...]:
        """The classes of the receiver."""
        return order_of(self.receiver)

    @property
    def following(self) -> tuple[type, ...]:
        """The classes that follow."""
        order = self.order
        return order[order.index(self.after) + 1 :]


class UnboundSuper(Closed):
    """What `super(A)` gives without an instance: beginning it does nothing."""

    __slots__ = ()


def super_of(after: object, /, *receiver: object) -> Any:
    """Return what `super(A, instance)` gives."""
    if not isinstance(after, TypeValue):
        raise TypeError(f"super() argument 1 must be a type, not {type_name(after)}")
    return Super(after, *receiver) if receiver else UnboundSuper()


METHODS[UnboundSuper] = {"__init__": lambda own: None}
# Values that do not stand for themselves: the classes in whose order theirs is looked up.
ORDERS: dict[type, Callable[[Any], tuple[type, ...]]] = {
    kind: lambda value: value.order for kind in (ProgramClass, LibraryClass)
}


def order_of(value: object) -> tuple[type, ...]:
    """Return the classes in which the attributes of a value are looked for."""
    kind = type(value)
    return ORDERS[kind](value) if kind in ORDERS else kind.__mro__


Super.__name__ = UnboundSuper.__name__ = "super"


def super_call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile `super()`."""
    scope, inwards = compiler.scope, 0
    while scope.kind == "comprehension" and scope.parent is not None:
        scope, inwards = scope.parent, inwards + 1
    has_first = scope.kind == "function" and FIRST_SLOT in scope.slots.values()
    outwards = inwards
    around = scope
    while around.kind != "class" and around.parent is not None:
        around, outwards = around.parent, outwards + 1
    if around.kind != "class" or not has_first:
        return missing_class(node, around.kind != "class" and (has_first or inwards > 0))
    slot = around.slots[MARK]

    def evaluate(frame: Frame) -> Any:
        inner = frame
        for _ in range(inwards):
            inner = inner[0]
        outer = frame
        for _ in range(outwards):
            outer = outer[0]
        try:
            return Super(outer[slot], inner[FIRST_SLOT])
        except TypeError as error:
            raise at(error, node) from None

    return evaluate


def missing_class(node: ast.Call, has_first: bool) -> Evaluate:
    """Return the closure of a `super()` that stands outside of methods."""
    text = "super(): __class__ cell not found" if has_first else "super(): no arguments"

    def evaluate(frame: Frame) -> Any:
        raise at(RuntimeError(text), node)

    return evaluate
