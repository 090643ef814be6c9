"""Types put together of others, written as in Python: `list[int]`, `int | None`."""

from collections.abc import Iterable
from typing import Any

from tensorlab.language.limits.meter import meter
from tensorlab.language.values.values import NONE_TYPE, TypeValue, no_instances


class Form(TypeValue):
    """A type that is written by its name alone."""

    __slots__ = ()

    def __repr__(self) -> str:
        return self.name


class Union(Form):
    """One of several types, exceptions among them."""

    __slots__ = ("kinds",)

    def __init__(self, kinds: tuple[TypeValue, ...]) -> None:
        name = " | ".join("None" if kind is NONE_TYPE else kind.name for kind in kinds)
        classes = tuple(made for kind in kinds for made in kind.classes)
        super().__init__(name, classes, no_instances("typing.Union"))
        self.kinds = kinds


Form.__name__ = "types.GenericAlias"
Union.__name__ = "types.UnionType"


def one_of(kinds: Iterable[object]) -> TypeValue:
    """Return the union of types, each once: None stands for its type."""
    found: list[TypeValue] = []
    for kind in kinds:
        for part in kind.kinds if isinstance(kind, Union) else (kind,):
            made = NONE_TYPE if part is None else part
            if isinstance(made, TypeValue) and made not in found:
                found.append(made)
            meter.spend(1 + len(found))
    return found[0] if len(found) == 1 else Union(tuple(found))


def joined(first: object, second: object) -> Any:
    """Return `int | None`."""
    known = all(isinstance(kind, TypeValue | None) for kind in (first, second))
    return one_of((first, second)) if known else NotImplemented


def with_parts(kind: TypeValue, index: object) -> TypeValue:
    """Return what `List[int]` means: the type itself, whatever is said of its parts."""
    parts = index if isinstance(index, tuple) else (index,)
    if kind.name == "typing.Optional":
        return one_of((*parts, None))
    return one_of(parts) if kind.name == "typing.Union" else kind
