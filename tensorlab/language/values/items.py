"""Items: `x[i]` and `y in x` with what they cost, and the words behind them as methods."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import DENSE
from tensorlab.language.limits.contents import (
    CHARACTERS_PER_STEP,
    LIGHT,
    PIECE,
    weigh,
    weigh_key,
    weighed_pieces,
)
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import LOOK, charge, indexed
from tensorlab.language.values.container_methods import in_range
from tensorlab.language.values.formatting import ITEM_OF
from tensorlab.language.values.guards import size_of
from tensorlab.language.values.iteration import collected
from tensorlab.language.values.text_methods import pay_to_find
from tensorlab.language.values.values import TypeValue

ROWS = frozenset({list, tuple})


def contains(container: Any, item: Any) -> bool:
    """Return `item in container`."""
    short = type(item) in LIGHT or (type(item) is str and len(item) < CHARACTERS_PER_STEP)
    if isinstance(container, dict | set | frozenset):
        weigh_key(item)
    elif isinstance(container, range):
        return in_range(container, item)
    elif isinstance(container, str) and isinstance(item, str):
        pay_to_find(container, item)
    elif type(container) in ROWS and len(container) <= PIECE and short:
        meter.spend(len(container))
    elif isinstance(container, list | tuple) and len(container) > PIECE:
        weigh(item)
        return any(item in piece for piece in weighed_pieces(container))
    else:
        weigh(container)
        weigh(item)
    return item in container


def get_item(container: Any, index: Any) -> Any:
    """Return `container[index]`."""
    if type(index) is slice:
        meter.grow(size_of(container))
        makes_view = True
    else:
        makes_view = weigh_key(index)
    if type(container) in DENSE:
        if not makes_view and container._array.size > LOOK:
            charge(indexed(container, index))
        return container[index]
    if isinstance(container, TypeValue):
        return part_of_type(container, index)
    return container[index]


# Types of which an annotation says what is in them.
GENERIC = {"dict", "frozenset", "list", "set", "tuple", "type"}


def part_of_type(kind: Any, index: Any) -> Any:
    """Return what `list[int]` means, or a member of an enumeration by its name.

    Raises:
        TypeError: the type has no parts.
    """
    if hasattr(kind, "__getitem__"):
        return kind[index]
    if kind.name in GENERIC or kind.name.startswith(("typing.", "collections.")):
        from tensorlab.language.values.type_forms import with_parts  # noqa: PLC0415  seldom needed

        return with_parts(kind, index)
    if kind.name.startswith("torch.utils."):
        return kind
    if (own := getattr(kind, "of_parts", None)) is not None:
        return own(index)
    name = vars(type)["__name__"].__get__(kind.classes[0]) if kind.classes else kind.name
    raise TypeError(f"type '{name}' is not subscriptable")


Method = Callable[..., Any]


def has(container: object, value: object, /) -> bool:
    """Return whether a value is in a container."""
    return bool(contains(container, value))


def item(container: object, place: object, /) -> Any:
    """Return an item."""
    return get_item(container, place)


def put_item(container: Any, place: Any, value: Any, /) -> None:
    """Put an item."""
    weigh_key(place)
    if isinstance(place, slice):
        value = collected(value)
        meter.grow(8 * (len(container) + len(value)))
    container[place] = value


# What programs hand to sorted, max and map: the words behind x[i], len(x) and y in x.
# Classes that derive from containers have their own.
READING: dict[str, Method] = {"__getitem__": item, "__len__": len, "__contains__": has}
WRITING: dict[str, Method] = {**READING, "__setitem__": put_item}
ITEM_OF[:] = [get_item]
