"""What the author of a program may have meant: near names, attributes and keywords."""

import re
from collections.abc import Iterable

from tensorlab.frozen import texts_beside
from tensorlab.language.library.elsewhere import MODULES, instead_of_layer
from tensorlab.language.library.elsewhere import instead_of_member as instead_in_python
from tensorlab.language.modules import FILES
from tensorlab.language.values.attributes import names_after
from tensorlab.language.values.values import Namespace, type_name

KEYWORD = re.compile(r"^(?:\w+\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'")
COMBINATION = re.compile(
    r"(\w+)\(\) received an invalid combination of arguments - got \((.*?)\), but", re.DOTALL
)
# Letters of names: when another one can be meant.
SHORTEST_NAME, SHORT_NAME, LONGEST_NAME, MOST_SLIPS = 2, 6, 60, 2
USUAL = texts_beside(__file__, "hints.txt")


def hints_for(error: BaseException, known_names: Iterable[str]) -> tuple[str, ...]:
    """Return what might help, the likeliest first."""
    name = getattr(error, "name", None)
    if isinstance(error, AttributeError) and isinstance(name, str):
        return attribute_hints(error.obj, name)
    if isinstance(error, UnboundLocalError) and isinstance(name, str):
        text = f"To change the program's own {name}, begin the function with: global {name}"
        return (text,) if name in {*known_names} else ()
    if isinstance(error, NameError) and isinstance(name, str):
        return name_hints(name, known_names)
    if isinstance(error, ImportError) and isinstance(name, str):
        return import_hints(error, name, known_names)
    return keyword_hints(str(error)) if isinstance(error, TypeError) else ()


def name_hints(name: str, known_names: Iterable[str]) -> tuple[str, ...]:
    """Return help for a name that nobody knows."""
    if name in FILES:
        return (f"Write import {name}.",)
    usual = USUAL.get(name) or MODULES.get(name)
    return (usual,) if usual else did_you_mean(name, known_names)


LENGTHS = {"len", "length", "size", "count"}


def attribute_hints(owner: object, name: str) -> tuple[str, ...]:
    """Return help for an attribute that a value does not have."""
    if name.startswith("__"):
        return ("Names with two underscores are Python's own, and not part of tensorlab.",)
    kind = type_name(owner)
    if f"{kind}.{name}" in USUAL:
        return (USUAL[f"{kind}.{name}"],)
    if name in LENGTHS and hasattr(owner, "__len__"):
        return ("Write len(x).",)
    if isinstance(owner, Namespace) and (instead := instead_of_member(owner.name, name)):
        return (instead,)
    names = names_after(owner)
    return () if name in names else did_you_mean(name, names)


def instead_of_member(module: str, name: str) -> str:
    """Return what to do without a part of a module that tensorlab has not; empty if unknown."""
    if module == "torch.nn" and name[:1].isupper():
        return instead_of_layer(name)
    return instead_in_python(module, name)


def import_hints(error: ImportError, name: str, known_names: Iterable[str]) -> tuple[str, ...]:
    """Return help for what cannot be imported."""
    module = re.search(r"from '([\w.]+)'$", str(error))
    if module is None:
        return meant_by(name)
    instead = instead_of_member(module[1], name)
    return (instead,) if instead else did_you_mean(name, known_names)


def meant_by(module: str) -> tuple[str, ...]:
    """Return the modules that are here whose names are near to that of one that nobody has."""
    known = ("torch", "torch.nn", "torch.optim", "torch.utils", *FILES)
    slipped = (w for w in ("torch", "numpy") if w not in module and slips(module, w) <= MOST_SLIPS)
    return did_you_mean(module, known) or tuple(f"Did you mean {word}?" for word in slipped)


def keyword_hints(message: str) -> tuple[str, ...]:
    """Return help for a keyword that a function does not take."""
    match = KEYWORD.match(message) or COMBINATION.match(message)
    if match is None:
        return ()
    from tensorlab.engine.declaring.declaration import OPERATIONS  # noqa: PLC0415  only failures ask

    function, rest = match.groups()
    names: set[str] = set()
    for qualified, operation in OPERATIONS.items():
        if qualified.rpartition(".")[2] == function:
            names.update(operation.signature.parameters)
    if "dim" in names:
        names.add("axis")  # numpy's word, which PyTorch takes too
    words = re.findall(r"(\w+)=", rest) or [rest]
    unknown = [word for word in words if word not in names]
    return did_you_mean(unknown[0], names) if names and unknown else ()


def did_you_mean(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the near names as a question."""
    near = nearest(name, candidates)
    if not near:
        return ()
    return (f"Did you mean {near[0]}?" if len(near) == 1 else f"Did you mean {' or '.join(near)}?",)


def nearest(name: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """Return up to three names of which a name may be a slip of the fingers, likeliest first."""
    if len(name) > LONGEST_NAME:
        return []
    alike = (word for word in candidates if abs(len(word) - len(name)) <= MOST_SLIPS)
    known = sorted({word for word in alike if not word.startswith("__")})
    same = [word for word in known if word.lower() == name.lower()]
    near = (word for word in known if is_near(name, word))
    return same or sorted(near, key=lambda word: slips(name, word))[:most]


def is_near(name: str, word: str) -> bool:
    """Return whether a name looks like a slip of the fingers, rather than like another word.

    Hardly ever is the first letter wrong, and at the end none is added but by a key that was held
    too long, or for a plural: model is not mode.
    """
    most = 1 if len(name) < SHORT_NAME else MOST_SLIPS
    if min(len(name) - 1, len(word)) < SHORTEST_NAME or abs(len(name) - len(word)) > most:
        return False
    if word == f"{name}_":
        return True
    if word[-1] == "_" != name[-1] or (name[0] != word[0] and name[:2] != word[1::-1]):
        return False
    if name.startswith(word):
        return name[len(word) :] in {"s", word[-1]}
    return slips(name, word) <= most


def slips(name: str, word: str) -> int:
    """Return how many letters are missing, added, or swapped with their neighbour.

    One that stands for another counts as two.
    """
    before: list[int] = []
    row: list[int] = [*range(len(word) + 1)]
    for i, own in enumerate(name, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(word, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + 2 * (own != other)))
            if i > 1 and j > 1 and own == word[j - 2] and other == name[i - 2]:
                row[j] = min(row[j], earlier[j - 2] + 1)
    return row[-1]
