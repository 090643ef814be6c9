"""Modules of Python's that programs can import: closed tables of ours, loaded when imported."""

from importlib import import_module
from typing import Any, Final

from tensorlab.engine.tensor import Tensor
from tensorlab.frozen import names_beside
from tensorlab.language.library.tensors import OUR_OWN
from tensorlab.language.values.attributes import get_attribute

# Which file makes which modules: each has them in its table `MODULES`.
FILES: Final = {
    name: file for file, names in names_beside(__file__, "files.txt").items() for name in names
}
DRAWING: Final = "drawing is not part of tensorlab; calls of matplotlib and seaborn do nothing"
LOADED: Final[dict[str, Any]] = {}
UNDER_WAY: Final[set[str]] = set()  # those whose text runs: one that imports itself finds nothing


def module_of_python(name: str) -> Any:
    """Return the namespace of a module, or of a part of one.

    Raises:
        KeyError: there is none.
    """
    first, *parts = name.split(".")
    if first not in LOADED:
        if first in UNDER_WAY:
            raise KeyError(name)
        UNDER_WAY.add(first)
        try:
            LOADED[first] = import_module(f".{FILES[first]}", __name__).MODULES[first]()
        finally:
            UNDER_WAY.remove(first)
    found = LOADED[first]
    for part in parts:
        try:
            found = get_attribute(found, part)
        except AttributeError:
            raise KeyError(name) from None
    return found


def array_of(tensor: Tensor, /, *given: Any, **named: Any) -> Any:
    """Return a tensor's elements as an array of numpy's, sharing its storage."""
    room = import_module(f".{FILES['numpy']}", __name__)
    room.namespace()
    return room.presented(tensor.numpy(*given, **named))


OUR_OWN["numpy"] = array_of


def has_few_names(name: str) -> bool:
    """Return whether all names of a module can be imported at once: not those of torch or numpy."""
    first, _, rest = name.partition(".")
    return bool(rest) if first == "torch" else not FILES.get(first, ".").startswith(".")


def note_on(name: str) -> str:
    """Return what is to be said where a module is imported, empty where there is nothing."""
    return DRAWING if name.partition(".")[0] in {"matplotlib", "seaborn"} else ""
