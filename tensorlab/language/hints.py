"""What the author of a program may have meant: near names, attributes and keywords."""

import re
from collections.abc import Iterable
from typing import Any

from tensorlab.language.attributes import names_after
from tensorlab.language.builtins import ABSENT

KEYWORD = re.compile(r"^(?:\w+\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'")
# Names that tutorials write and that mean something else here.
USUAL = {
    "np": "numpy is not part of tensorlab; the same functions are in torch.",
    "numpy": "numpy is not part of tensorlab; the same functions are in torch.",
    "nn": "Write from torch import nn.",
    "F": "Write import torch.nn.functional as F.",
    "torch": "Write import torch.",
    "math": "Write import math.",
    "true": "Python writes True.",
    "false": "Python writes False.",
    "null": "Python writes None.",
    "none": "Python writes None.",
}


def hints_for(error: BaseException, known_names: Iterable[str]) -> tuple[str, ...]:
    """Return what might help, the likeliest first."""
    name = getattr(error, "name", None)
    if isinstance(error, AttributeError) and isinstance(name, str):
        return attribute_hints(error.obj, name)
    if isinstance(error, NameError) and isinstance(name, str):
        return name_hints(name, known_names)
    if isinstance(error, ImportError) and isinstance(name, str):
        return did_you_mean(name.rpartition(".")[2], known_names)
    if isinstance(error, TypeError):
        return keyword_hints(str(error))
    return ()


def name_hints(name: str, known_names: Iterable[str]) -> tuple[str, ...]:
    """Return help for a name that nobody knows."""
    if name in ABSENT:
        return (f"{name} is not part of tensorlab. {ABSENT[name]}",)
    if name in USUAL:
        return (USUAL[name],)
    return did_you_mean(name, known_names)


def attribute_hints(owner: Any, name: str) -> tuple[str, ...]:
    """Return help for an attribute that a value does not have."""
    if name.startswith("__"):
        return ("Names with two underscores are Python's own, and not part of tensorlab.",)
    names = names_after(owner)
    return () if name in names else did_you_mean(name, names)


def keyword_hints(message: str) -> tuple[str, ...]:
    """Return help for a keyword that a function does not take."""
    match = KEYWORD.match(message)
    if match is None:
        return ()
    from tensorlab.engine.declaration import OPERATIONS  # noqa: PLC0415  only failures ask

    function, word = match.groups()
    names: set[str] = set()
    for qualified, operation in OPERATIONS.items():
        if qualified.rpartition(".")[2] == function:
            names.update(operation.signature.parameters)
    return did_you_mean(word, names)


def did_you_mean(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the near names as a question."""
    near = nearest(name, candidates)
    if not near:
        return ()
    return (f"Did you mean {near[0]}?" if len(near) == 1 else f"Did you mean {' or '.join(near)}?",)


def nearest(name: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """Return up to three names that differ little from a name."""
    from difflib import get_close_matches  # noqa: PLC0415  only failures ask

    if len(name) > 60:
        return []
    known = sorted({word for word in candidates if not word.startswith("__")})
    same = [word for word in known if word.lower() == name.lower()]
    return same or get_close_matches(name, known, most, 0.75)
