"""PyTorch's names that are not here: they can be imported and asked about, and refuse to be used.

`names.txt` lists them, with the reason and what to do instead.
"""

import sys
from abc import ABCMeta
from contextlib import nullcontext
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NoReturn

from tensorlab.frozen import lines_beside

# What asks whether something is there: it is not.
ASKS: Final = ("is_", "can_use_", "_are_")
ASKED: Final = ("_available", "_enabled", "_exported")


class AbsentType(ABCMeta):
    """The type of absent names: classes can be derived from them, nothing is an instance."""

    title: str
    why: str

    def __call__(cls, *given: object, **named: object) -> NoReturn:
        """Refuse a use.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(f"{cls.title} is not part of tensorlab: {cls.why}.")

    # What compares, walks or enters an absent name uses it, too.
    __lt__ = __le__ = __gt__ = __ge__ = __iter__ = __enter__ = __exit__ = __call__

    def __getattr__(cls, name: str) -> Any:
        """Return what lies within an absent name: it is absent, too."""
        return within(cls.title, cls.why, name)

    def __getitem__(cls, of: object) -> Any:
        """Return the name itself, as in the annotation `Future[Tensor]`."""
        return cls

    def __repr__(cls) -> str:
        return f"<{cls.title}, which is not part of tensorlab>"


@cache
def stand_in(title: str, why: str) -> Any:
    """Return what stands for an absent name: what asks says that nothing is there."""
    if title in inner_names():
        return inner(title)
    place, _, name = title.rpartition(".")
    if is_question(name):
        return lambda *given, **named: False
    if name in lines_beside(__file__, "marks.txt"):
        return mark
    # of the modes of dispatch, which none is in
    if name.endswith(("_mode", "module_state")) and name.strip("_").startswith(("get_", "active_")):
        return lambda *given, **named: None
    bases = (inner("torch.nn.Module"),) if name.endswith("Module") else ()
    return AbsentType(name, bases, {"title": title, "why": why, "__module__": place})


def mark(given: object = nullcontext(), *more: object, **named: object) -> Any:
    """Return what is marked, as it is; for settings, what marks or is entered."""
    return (lambda marked: marked) if isinstance(given, str) else given


def is_question(name: str) -> bool:
    """Return whether a function of this name asks whether something is there."""
    return name.startswith(ASKS) or name.endswith(ASKED)


@cache
def inner_names() -> dict[str, str]:
    """Return names of PyTorch's inner workings that libraries use, and what they are here."""
    return dict(line.split() for line in lines_beside(__file__, "inner.txt"))


def inner(title: str) -> Any:
    """Return what a name of PyTorch's inner workings is here, None for most of them."""
    file, _, own = inner_names().get(title, "").rpartition(".")
    return getattr(import_module(file), own) if file else None


@cache
def reasons() -> dict[str, str]:
    """Return why a name is not here, by the full name; those of whole areas end in a star."""
    found, part, why = {}, "", ""
    for line in lines_beside(__file__, "names.txt"):
        if line.startswith("  "):
            found.update(dict.fromkeys((f"{part}.{name}" for name in line.split()), why))
        else:
            part, _, new = line.partition(":")
            why = new.strip() or why
    return found


def why_absent(name: str) -> str | None:
    """Return why a name of PyTorch's, or its area, is not here; None if it may be."""
    found, area = reasons(), name
    while area:
        if why := found.get(area) or found.get(f"{area}*"):
            return why
        area = area.rpartition(".")[0]
    return None


def find_absent(namespace: str, name: str) -> Any:
    """Return what stands for a name of a module that is not here.

    Raises:
        AttributeError: PyTorch has no such name either.
    """
    title = f"{namespace}.{name}"
    why = None if name.startswith("__") and name != "__future__" else why_absent(title)
    if why is None and title not in inner_names():
        raise AttributeError(f"module '{namespace}' has no attribute '{name}'")
    return stand_in(title, why or "")


def absent_module(name: str, own_name: str) -> ModuleType:
    """Return a module all of whose names are absent."""
    why = why_absent(name) or ""
    module = ModuleType(own_name, f"{name} is not part of tensorlab: {why}.")
    vars(module)["__getattr__"] = partial(within, name, why)
    return module


def within(title: str, why: str, name: str) -> Any:
    """Return what lies within an absent name.

    Raises:
        AttributeError: it is a name of Python's, which an absent name has not.
    """
    if name.startswith("__"):
        raise AttributeError(f"'{title}' has no attribute '{name}'")
    return stand_in(f"{title}.{name}", why)


def complete(module: ModuleType, name: str) -> ModuleType:
    """Let a module also find the names of PyTorch's that are not here; return it."""
    if not hasattr(module, "__getattr__"):
        module.__getattr__ = partial(find_absent, name)  # type: ignore[method-assign]  # of modules
    if type(module) is ModuleType and "__all__" in vars(module):
        module.__dir__ = lambda: module.__all__  # type: ignore[method-assign]  # of modules
    if sys.modules.get("torch") is sys.modules["tensorlab"]:
        module.__name__ = name
    return module
