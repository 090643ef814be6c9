"""In which module and class of PyTorch something of ours is: as types and errors show it."""

from types import FunctionType
from typing import Any

from tensorlab.engine.naming import named
from tensorlab.frozen import names_beside
from tensorlab.nn import FILE_OF
from tensorlab.ops.modules import file_of

PLACES = file_of("torch.nn.modules")  # of classes, and of files of ours


def place_of(name: str, file: str) -> str:
    """Return the module of PyTorch for a class of a file of ours."""
    return PLACES.get(name) or PLACES.get(file, file)


# Of methods that several classes share in PyTorch, too, the class that it has them in.
OWNERS = names_beside(__file__, "owners.txt").items()
SHARED = {method: owner for owner, methods in OWNERS for method in methods}
SEVERAL = ("__init__", "forward", "append", "extend", "insert", "pop", "initialize_parameters")


def owner_of(kind: type, word: str) -> str:
    """Return the class in which PyTorch has a method of one of our classes."""
    names = (f"{each.__name__}.{word}" for each in kind.__mro__)
    return next((SHARED[name] for name in names if name in SHARED), kind.__name__)


def name_methods(kind: type) -> None:
    """Let errors about a wrong call name the class in which PyTorch has what is called.

    What a public class takes over from one of ours alone is its own there.
    """
    for word in SEVERAL:
        method: Any = next((vars(it)[word] for it in kind.__mro__ if word in vars(it)), None)
        if not isinstance(method, FunctionType):  # it is made when it is called
            continue
        owner = method.__qualname__.partition(".")[0]
        if word in vars(kind):
            method.__qualname__ = f"{SHARED.get(f'{owner}.{word}', owner)}.{word}"
        elif kind.__name__ in FILE_OF and (
            f"{kind.__name__}.{word}" in SHARED
            or (owner not in FILE_OF and not owner.startswith("_"))
        ):
            setattr(kind, word, named(method, f"{owner_of(kind, word)}.{word}"))
