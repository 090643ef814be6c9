"""The words behind x[i], len(x) and y in x as methods: `max(x, key=x.__getitem__)`."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.expressions.conditions import contains
from tensorlab.language.expressions.subscripts import get_item
from tensorlab.language.limits.contents import weigh_key
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.iteration import collected

Method = Callable[..., Any]


def has(container: Any, value: Any, /) -> bool:
    """Return whether a value is in a container."""
    return bool(contains(container, value))


def item(container: Any, place: Any, /) -> Any:
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
METHODS.update({kind: {**METHODS[kind], **WRITING} for kind in (list, dict)})
METHODS.update({kind: {**METHODS[kind], **READING} for kind in (tuple, str)})
