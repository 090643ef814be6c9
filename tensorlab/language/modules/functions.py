"""The `functools` and `operator` modules: functions of functions, and operators as functions."""

import functools
import operator
from contextlib import suppress
from copy import copy
from typing import Any

from tensorlab.language.classes.gate import OF_FUNCTIONS, is_own
from tensorlab.language.classes.lookup import Instance
from tensorlab.language.classes.members import ABSENT, BINDING
from tensorlab.language.limits.contents import weigh
from tensorlab.language.limits.meter import from_within
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.values import guards
from tensorlab.language.values.attributes import METHODS, PROPERTIES, get_attribute, reading
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.display import FORMS, described
from tensorlab.language.values.functions import Function, under_names
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.items import contains, get_item
from tensorlab.language.values.values import Closed, Namespace


class Partial(Closed):
    """A function with some of its arguments."""

    __slots__ = ("args", "func", "keywords")

    def __init__(self, func: object, /, *given: object, **named: object) -> None:
        known = func if isinstance(func, Partial) else None
        self.func: Any = callable_value(func) if known is None else known.func
        self.args: tuple[Any, ...] = given if known is None else (*known.args, *given)
        self.keywords: dict[str, Any] = named if known is None else {**known.keywords, **named}

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return what the function gives with these arguments too."""
        with from_within:
            return call_value(self.func, [*self.args, *given], {**self.keywords, **named})


def partial_text(value: Partial, around: tuple[int, ...]) -> str:
    """Return the text of a partial function."""
    parts = [described(part, around) for part in (value.func, *value.args)]
    parts += [f"{name}={described(part, around)}" for name, part in value.keywords.items()]
    return f"functools.partial({', '.join(parts)})"


class Cached(Closed):
    """A function that remembers what it gave."""

    __slots__ = ("function", "hits", "known", "maxsize", "misses")

    def __init__(self, function: object, maxsize: int | None) -> None:
        self.function = callable_value(function)
        self.maxsize = maxsize
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.known: dict[Any, Any] = {}
        self.hits = self.misses = 0

    def info(self) -> Any:
        """Return how often it was asked."""
        return functools._CacheInfo(self.hits, self.misses, self.maxsize, len(self.known))

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return what the function gives, or what it gave."""
        key = (given, tuple(named.items())) if named else given
        weigh(key)
        found = self.known.get(key, ABSENT)
        if found is not ABSENT:
            self.hits += 1
            if self.maxsize is not None:
                self.known[key] = self.known.pop(key)
            return found
        self.misses += 1
        with from_within:
            found = call_value(self.function, list(given), named)
        if self.maxsize != 0:
            self.known[key] = found
            if self.maxsize is not None and len(self.known) > self.maxsize:
                del self.known[next(iter(self.known))]
        return found


def update_wrapper(wrapper: object, wrapped: object, *given: object, **named: object) -> Any:
    """Return a function with the name and the words of another one."""
    if isinstance(wrapper, Instance) and is_own(type(wrapper)):
        wrapper.__dict__.update(facts_of(wrapped))
    if type(wrapper) is not Function:
        return wrapper
    code, told = copy(wrapper.code), facts_of(wrapped)
    code.name = str(told.get("__name__", code.name))
    code.title = str(told.get("__qualname__", code.name))
    code.doc = told.get("__doc__", code.doc)
    made = Function(code, wrapper.defaults, wrapper.parent)
    made.attributes = {**(getattr(wrapped, "attributes", None) or {}), "__wrapped__": wrapped}
    return made


def facts_of(wrapped: object) -> dict[str, Any]:
    """Return what an instance that stands for a function says as that one would."""
    found = {"__wrapped__": wrapped}
    for name in OF_FUNCTIONS[:-1]:
        with suppress(AttributeError):
            found[name] = get_attribute(wrapped, name)
    return found


CALLABLE[Partial] = Partial.__call__
CALLABLE[Cached] = Cached.__call__
FORMS[Partial] = partial_text
PROPERTIES[Partial] = {**reading(("func", "args")), "keywords": lambda value: dict(value.keywords)}
METHODS[Cached] = {"cache_info": Cached.info, "cache_clear": Cached.clear}
PROPERTIES[Cached] = {
    "__name__": lambda value: getattr(value.function, "__name__", "function"),
    "__wrapped__": lambda value: value.function,
}
for own, python in ((Partial, "functools.partial"), (Cached, "functools._lru_cache_wrapper")):
    own.__name__ = python
BINDING.add(Cached)


def functools_module() -> Namespace:
    """Return the table of `functools`."""
    offered: dict[str, Any] = {"partial": Partial, "update_wrapper": update_wrapper}
    own = written("functools", under_names({**offered, "_Cached": Cached}))
    return namespace_of("functools", offered, own)


def operator_module() -> Namespace:
    """Return the table of `operator`, under the guards of the operators themselves."""
    words = {"concat": guards.add, "contains": contains, "getitem": get_item}
    return namespace_of(
        "operator",
        {**guards.BY_WORD, **words, "abs": abs, "index": operator.index},
        written("operator"),
    )


MODULES = {"functools": functools_module, "operator": operator_module}
