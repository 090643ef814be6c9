"""What is wrong with a call of one signature of PyTorch's, in the words of its reader in C++."""

from typing import Any

from tensorlab.engine.signatures.accepting import is_index
from tensorlab.engine.signatures.combination import class_name
from tensorlab.engine.signatures.overloads import Overload, Wanted, fits, given_to, wrong_part
from tensorlab.engine.tensor import Tensor


def complaint(
    one: Overload, shown: str, given: tuple[Any, ...], settings: dict[str, Any]
) -> str | None:
    """Return what is wrong with a call of one signature, or None: the first thing met."""
    most = len(one.positional)
    loose = one.takes_loose_sizes and len(given) > 0 and is_index(given[0])
    if len(given) > most and not loose:
        return f"{shown}() {too_many(one.least, most, len(given))}"
    given_by_name, place = 0, 0
    for number, wanted in enumerate(one.parameters):
        by_name = place >= len(given)
        if not by_name and wanted.keyword_only:
            return f"{shown}() {too_many(one.least, most, len(given))}"
        keyword = given_to(wanted, settings) if by_name else None
        if by_name and keyword is None:
            if not wanted.optional:
                return f"{shown}() {missing(one.parameters[number:])}"
            continue
        value = settings[keyword] if keyword is not None else given[place]
        given_by_name += by_name
        if not fits(wanted, value, numbers=one.takes_numbers):
            if loose and place == 0 and not by_name:
                place = len(given)
                continue
            return wrong_value(wanted, shown, value, None if by_name else place)
        place += not by_name
    return wrong_keyword(one, shown, given, settings) if given_by_name < len(settings) else None


def missing(parameters: tuple[Wanted, ...]) -> str:
    """Return the complaint about arguments that are not given; PyTorch's plural is inverted."""
    names = [f'"{wanted.name}"' for wanted in parameters if not wanted.optional]
    plural = "s" * (len(names) == 1)
    return f"missing {len(names)} required positional argument{plural}: {', '.join(names)}"


def wrong_value(wanted: Wanted, shown: str, value: object, place: int | None) -> str:
    """Return the complaint about an argument that its parameter doesn't take."""
    where = "" if place is None else f" (position {place + 1})"
    head = f"{shown}(): argument '{wanted.name}'{where} must be {wanted.kind}, "
    if place is not None and wanted.kind == "tuple of ints" and isinstance(value, list | tuple):
        return f"{head}but found element of type {class_name(value[0])} at pos 0"
    return f"{head}not {class_name(value)}"


def bad_tensors(one: Overload, given: tuple[Any, ...], settings: dict[str, Any]) -> str | None:
    """Return the complaint about a list that should hold tensors only, whatever follows it."""
    if len(given) > len(one.positional):
        return None
    for place, wanted in enumerate(one.parameters):
        value = given[place] if place < len(given) else settings.get(wanted.name)
        if wanted.kind == "tuple of Tensors" and isinstance(value, list | tuple):
            for number, part in enumerate(value):
                if not isinstance(part, Tensor):
                    what = f"element {number} in argument {place}, but got {class_name(part)}"
                    return f"expected Tensor as {what}"
        elif not (wanted.optional and value is None) and not fits(wanted, value):
            return None
    return None


def bad_list(
    one: Overload, shown: str, given: tuple[Any, ...], settings: dict[str, Any]
) -> str | None:
    """Return the complaint about sizes of which the first is a whole number but not all are."""
    for place, wanted in enumerate(one.parameters):
        value = given[place] if place < len(given) else settings.get(wanted.name)
        if place == 0 and one.takes_loose_sizes and is_index(value):
            value = given
        if wanted.kind == "tuple of ints" and isinstance(value, list | tuple):
            words = unpacking(f"{shown}(): argument '{wanted.name}'", value, 0)
            if words is not None:
                return words
    return None


def unpacking(head: str, value: list[Any] | tuple[Any, ...], first: int = 1) -> str | None:
    """Return the complaint about a later part of sizes, or any from `first` on, that is none."""
    wrong = wrong_part(value)
    if wrong is None or wrong < first:
        return None
    return (
        f"{head} failed to unpack the object at pos {wrong + 1} with error "
        f'"type must be tuple of ints,but got {class_name(value[wrong])}"'
    )


def wrong_keyword(
    one: Overload, shown: str, given: tuple[Any, ...], settings: dict[str, Any]
) -> str:
    """Return the complaint about a keyword that is unknown, or given twice."""
    # out comes first there, though no text says so
    counted = sorted(one.parameters, key=lambda part: (part.keyword_only, part.name != "out"))
    places = {wanted.name: place for place, wanted in enumerate(counted)}
    for name in settings:
        if name not in places:
            return f"{shown}() got an unexpected keyword argument '{name}'"
        if places[name] < len(given):
            return f"{shown}() got multiple values for argument '{name}'"
    return "invalid keyword arguments"


def too_many(least: int, most: int, count: int) -> str:
    """Return the words for more arguments than a function takes."""
    if least != most:
        return f"takes from {least} to {most} positional arguments but {count} were given"
    return (
        f"takes {most} positional argument{'s' * (most != 1)} "
        f"but {count} {'was' if count == 1 else 'were'} given"
    )
