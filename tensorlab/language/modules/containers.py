"""The `collections` module: Python's own containers, their work counted as that of a dict is."""

from collections import Counter, OrderedDict, abc, defaultdict
from collections.abc import Callable
from keyword import kwlist
from typing import Any

from tensorlab.language.classes.of_containers import OF_SEQUENCES, derivable, fill
from tensorlab.language.library.classes import know_more, ordered_methods
from tensorlab.language.limits.contents import deque, in_order, weigh
from tensorlab.language.modules.named_tuples import class_of_tuples
from tensorlab.language.modules.tables import OFFERED, namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values.attributes import METHODS, PROPERTIES, SETTERS, reading
from tensorlab.language.values.builtins import callable_value, sum_
from tensorlab.language.values.container_methods import (
    DICT_METHODS,
    combining,
    count,
    extend,
    from_keys,
    hashing,
    index,
    keys_of,
    make_dict,
    moving,
    of_keys,
    walking,
)
from tensorlab.language.values.display import CYCLES, FORMS, described, dict_text, listed
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.items import READING, WRITING
from tensorlab.language.values.iteration import collected, items_of, lazily
from tensorlab.language.values.types import TYPE_VALUES
from tensorlab.language.values.values import Namespace, Table, TypeValue

Method = Callable[..., Any]


def make_deque(iterable: object = (), maxlen: int | None = None) -> deque:
    """Return a deque of the items."""
    return deque(collected(iterable), maxlen)


def extend_left(own: deque, items: object, /) -> None:
    """Append all items on the left, one after the other."""
    own.extendleft(collected(items) if items is own else items_of(items))


def remove(own: deque, value: object, /) -> None:
    """Take out the first item that equals a value."""
    weigh(own)
    weigh(value)
    own.remove(value)


def deque_text(value: deque, around: tuple[int, ...]) -> str:
    """Return the text of a deque."""
    end = "" if value.maxlen is None else f", maxlen={value.maxlen}"
    return f"{type(value).__name__}([{listed(value, around)}]{end})"


def factory_in(given: tuple[Any, ...]) -> Any:
    """Return what makes what is missing, the first of the arguments of a defaultdict."""
    factory = given[0] if given else None
    if factory is not None:
        try:
            callable_value(factory)
        except TypeError:
            raise TypeError("first argument must be callable or None") from None
    return factory


def make_default(*given: object, **named: object) -> defaultdict[Any, Any]:
    """Return a dict that makes what is missing."""
    return defaultdict(factory_in(given), make_dict(*given[1:], **named))


def begin_default(own: Any, *given: Any, **named: object) -> None:
    """Begin an instance of a class that derives from defaultdict."""
    own.default_factory = factory_in(given)
    fill(own, *given[1:], **named)


def begin_deque(own: Any, iterable: Any = (), maxlen: int | None = None) -> None:
    """Begin an instance of a class that derives from deque."""
    deque.__init__(own, collected(iterable), maxlen)


def put_factory(own: Any, factory: Any) -> None:
    """Let missing entries be made by another function."""
    own.default_factory = factory_in((factory,))


def factory_of(own: defaultdict[Any, Any]) -> Any:
    """Return what makes what is missing, as a value of the program."""
    factory = own.default_factory
    return TYPE_VALUES[factory] if isinstance(factory, type) else factory


def default_text(value: defaultdict[Any, Any], around: tuple[int, ...]) -> str:
    """Return the text of a dict that makes what is missing."""
    factory = described(factory_of(value), around)
    return f"{type(value).__name__}({factory}, {dict_text(value, around)})"


def make_counter(iterable: object = None, /, **named: object) -> Counter[Any]:
    """Return how often each item is among the items."""
    made: Counter[Any] = Counter()
    update(made, iterable, **named)
    return made


def numbers_of(iterable: object) -> Any:
    """Return counts, or items that are about to be counted."""
    if isinstance(iterable, dict):
        return keys_of(iterable)
    found = collected(iterable)
    keys_of(found)
    return found


def update(own: Counter[Any], iterable: Any = None, /, **named: Any) -> None:
    """Add counts, or count items."""
    own.update(*(() if iterable is None else (numbers_of(iterable),)), **named)


def subtract(own: Counter[Any], iterable: Any = None, /, **named: Any) -> None:
    """Take counts away, or as often as items are there."""
    own.subtract(*(() if iterable is None else (numbers_of(iterable),)), **named)


def most_common(own: Counter[Any], n: int | None = None) -> list[tuple[Any, int]]:
    """Return the items with their counts, the most frequent first."""
    found = in_order(list(own.items()), lambda pair: pair[1], reverse=True)
    return found if n is None else found[: max(n, 0)]


def counter_text(value: Counter[Any], around: tuple[int, ...]) -> str:
    """Return the text of a counter."""
    try:
        pairs = most_common(value)
    except TypeError:
        pairs = list(value.items())
    inner = dict_text(dict(pairs), around) if pairs else ""
    return f"{type(value).__name__}({inner})"


def make_ordered(*given: object, **named: object) -> OrderedDict[Any, Any]:
    """Return a dict that knows an order."""
    return OrderedDict(make_dict(*given, **named))


DEQUE_METHODS: dict[str, Method] = {
    **{name: getattr(deque, name) for name in ("append", "appendleft", "clear", "pop", "popleft")},
    **{name: moving(getattr(deque, name)) for name in ("copy", "insert", "reverse", "rotate")},
    "extend": extend,
    "extendleft": extend_left,
    "count": walking(deque.count, count),
    "index": walking(deque.index, index),
    "remove": remove,
}
COUNTER_METHODS: dict[str, Method] = {
    **DICT_METHODS,
    **{name: hashing(getattr(Counter, name)) for name in ("get", "pop")},
    "copy": combining(Counter.copy),
    "update": update,
    "subtract": subtract,
    "most_common": most_common,
    "total": lambda own: sum_(own.values()),
    "elements": lambda own: lazily("chain", own.elements()),
}
KINDS: dict[type, tuple[str, Method, dict[str, Method]]] = {
    deque: ("collections.deque", make_deque, DEQUE_METHODS),
    Counter: ("collections.Counter", make_counter, COUNTER_METHODS),
    defaultdict: (
        "collections.defaultdict",
        make_default,
        {**DICT_METHODS, "copy": combining(defaultdict.copy)},
    ),
}


def let_derive() -> None:
    """Let programs derive classes from these containers."""
    ordered = {**ordered_methods(), **of_keys(OrderedDict), "__init__": fill, "update": fill}
    derivable(OrderedDict, ordered, FORMS[OrderedDict], "...")
    derivable(
        defaultdict,
        {**KINDS[defaultdict][2], **of_keys(defaultdict), "__init__": begin_default,
         "update": fill, "__missing__": defaultdict.__missing__},
        default_text, "...", {"default_factory": factory_of},
    )  # fmt: skip
    derivable(
        Counter, {**COUNTER_METHODS, **of_keys(Counter), "__init__": update}, counter_text, "..."
    )
    derivable(
        deque, {**DEQUE_METHODS, **OF_SEQUENCES, "__init__": begin_deque}, deque_text, "[...]",
        reading(["maxlen"]),
    )  # fmt: skip


def enter_kinds() -> dict[str, TypeValue]:
    """Enter the containers into the tables, and return their types."""
    know_more()  # of dicts in order
    KINDS[OrderedDict] = "collections.OrderedDict", make_ordered, {**METHODS[OrderedDict]}
    own = {"fromkeys": Builtin("fromkeys", lambda *given: OrderedDict(from_keys(*given)))}
    for kind, (name, make, methods) in KINDS.items():
        METHODS[kind] = {**methods, **(WRITING if issubclass(kind, dict) else READING)}
        TYPE_VALUES[kind] = TypeValue(name, (kind,), make, own if kind is OrderedDict else None)
    PROPERTIES[deque] = reading(["maxlen"])
    PROPERTIES[defaultdict] = {"default_factory": factory_of}
    FORMS.update({deque: deque_text, Counter: counter_text, defaultdict: default_text})
    CYCLES[deque] = "[...]"
    SETTERS[defaultdict] = {"default_factory": put_factory}
    let_derive()
    return {kind.__name__: TYPE_VALUES[kind] for kind in KINDS}


def abstract(name: str, made: Any) -> Any:
    """Return a class to derive from, which Python's own containers count among as well."""
    made.name, made.generic = f"collections.abc.{name}", True
    made.classes = (getattr(abc, name), made.made)
    return made


def collections_module() -> Namespace:
    """Return the table of `collections`."""
    kinds = enter_kinds()
    own = written(
        "collections", {"_class_of_tuples": class_of_tuples, "_keywords": frozenset(kwlist)}
    )
    words = {name: abstract(name, own.pop(name)) for name in OFFERED["collections.abc"]}
    part = Namespace("collections.abc", Table(words))
    return namespace_of("collections", {}, {**kinds, "abc": part, **own})


MODULES = {"collections": collections_module}
