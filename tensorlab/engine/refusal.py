"""PyTorch's words for a call that fits none of a function's signatures."""

import re
from typing import TYPE_CHECKING, Any

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.overloads import (
    Overload,
    Wanted,
    fits,
    items_of,
    key_of,
    overloads_of,
    recorded,
    takes_loose_sizes,
    wanted_by,
    wrong_part,
)
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

if TYPE_CHECKING:
    from tensorlab.engine.signature import Signature

# Parts of a signature's text that no argument is said to fit, not even a number as `self`.
NEVER = ("", "*", "Number self")
PREFIXES = {"torch.linalg": "linalg_", "torch.special": "special_", "torch.fft": "fft_"}


def fits_any(
    signature: "Signature",
    function: str,
    args: tuple[Any, ...],
    settings: dict[str, Any],
    first: int,
) -> bool:
    """Return whether a call fits one of PyTorch's signatures of a function."""
    key = key_of(signature, function, first)
    if key in recorded()["python"]:
        return True
    given = args[1:] if first == 0 else args
    overloads = overloads_of(signature, key, method=first == 0)
    return any(complaint(one, function, given, settings) is None for one in overloads)


def refusal(
    signature: "Signature",
    function: str,
    args: tuple[Any, ...],
    settings: dict[str, Any],
    first: int,
) -> TypeError:
    """Return PyTorch's complaint about arguments that don't fit."""
    given = args[1:] if first == 0 else args
    key = key_of(signature, function, first)
    if key in recorded()["bare"]:
        return TypeError(bare_refusal(function, len(given)))
    if key in recorded()["python"]:
        said = python_refusal(signature, function, args, settings)
        if said:  # else it is a function inside that refuses
            return TypeError(said)
    shown = PREFIXES.get(signature.namespace, "") + function
    overloads = overloads_of(signature, key, method=first == 0)
    count = len(given) + len(settings)
    plausible = [
        one
        for one in overloads
        if one.least <= count <= len(one.parameters) or takes_loose_sizes(one, given)
    ]
    if not overloads[0].text:
        plausible = overloads
    found = [complaint(one, shown, given, settings) or "" for one in plausible]
    if len(plausible) > 1:
        # A list that begins as it should chooses its signature; only then is it looked through.
        found = [text for text in found if "failed to unpack" in text]
    if len(found) == 1 and found[0]:
        return TypeError(found[0])
    return TypeError(combination(shown, overloads, given, settings))


def bare_refusal(function: str, count: int) -> str:
    """Return the complaint of a method that takes no arguments."""
    if count:
        return f"TensorBase.{function}() takes no arguments ({count} given)"
    return f"TensorBase.{function}() takes no keyword arguments"


def python_refusal(
    signature: "Signature", function: str, args: tuple[Any, ...], settings: dict[str, Any]
) -> str | None:
    """Return Python's own complaint, of a function that is written in Python, if it has one."""
    names = signature.positional
    required = [name for name in names if name not in signature.defaults]
    unknown = [name for name in settings if name not in signature.parameters]
    if unknown:
        return f"{function}() got an unexpected keyword argument '{unknown[0]}'"
    if len(args) > len(names):
        least, most = len(required), len(names)
        takes = f"{most}" if least == most else f"from {least} to {most}"
        return f"{function}() {too_many(takes, most, len(args))}"
    missing = [f"'{name}'" for name in required[len(args) :] if name not in settings]
    if not missing:
        return None
    listed = " and ".join(missing) if len(missing) < 3 else ", ".join(missing)
    plural = "s" * (len(missing) != 1)
    return f"{function}() missing {len(missing)} required positional argument{plural}: {listed}"


def complaint(
    one: Overload, shown: str, given: tuple[Any, ...], settings: dict[str, Any]
) -> str | None:
    """Return what is wrong with a call of one signature, or None."""
    wrong = (
        wrong_count(one, given, settings)
        or wrong_value(one, given, settings)
        or wrong_keyword(one, given, settings)
    )
    if wrong is None or wrong.startswith("expected "):
        return wrong
    return f"{shown}(){wrong}"


def wrong_count(one: Overload, given: tuple[Any, ...], settings: dict[str, Any]) -> str | None:
    """Return the complaint about too many arguments, or too few."""
    most = len(one.positional)
    if len(given) > most and not takes_loose_sizes(one, given):
        return " " + too_many(str(most), most, len(given))
    missing = [
        f'"{wanted.name}"'
        for wanted in one.parameters[len(given) :]
        if not wanted.optional and wanted.name not in settings
    ]
    if not missing:
        return None
    # PyTorch's plural is the wrong way round.
    plural = "s" * (len(missing) == 1)
    return f" missing {len(missing)} required positional argument{plural}: {', '.join(missing)}"


def wrong_value(one: Overload, given: tuple[Any, ...], settings: dict[str, Any]) -> str | None:
    """Return the complaint about the first argument that its parameter doesn't take."""
    for place, wanted in enumerate(one.parameters):
        loose = place == 0 and takes_loose_sizes(one, given)
        if place < len(given):
            value, where = (given if loose else given[place]), f" (position {place + 1})"
        elif wanted.name in settings:
            value, where = settings[wanted.name], ""
        else:
            continue
        if not fits(wanted, value):
            kind = class_name(given[0] if loose else value)
            return f": argument '{wanted.name}'{where} must be {wanted.kind}, not {kind}"
        wrong = wrong_part(wanted, value)
        if wrong is not None:
            return bad_part(wanted, place, wrong, class_name(value[wrong]))
    return None


def bad_part(wanted: Wanted, place: int, wrong: int, kind: str) -> str:
    """Return the complaint about one part of a list."""
    if wanted.kind == "tuple of Tensors":
        return f"expected Tensor as element {wrong} in argument {place}, but got {kind}"
    return (
        f": argument '{wanted.name}' failed to unpack the object at pos "
        f'{wrong + 1} with error "type must be tuple of ints,but got {kind}"'
    )


def wrong_keyword(one: Overload, given: tuple[Any, ...], settings: dict[str, Any]) -> str | None:
    """Return the complaint about a keyword that is unknown, or given twice."""
    known = {wanted.name for wanted in one.parameters}
    unknown = [name for name in settings if name not in known]
    if unknown:
        return f" got an unexpected keyword argument '{unknown[0]}'"
    taken = {wanted.name for wanted in one.positional[: len(given)]}
    twice = [name for name in settings if name in taken]
    return f" got multiple values for argument '{twice[0]}'" if twice else None


def too_many(takes: str, most: int, count: int) -> str:
    """Return Python's words for more arguments than a function takes."""
    return (
        f"takes {takes} positional argument{'s' * (most != 1)} "
        f"but {count} {'was' if count == 1 else 'were'} given"
    )


def combination(
    shown: str, overloads: list[Overload], given: tuple[Any, ...], settings: dict[str, Any]
) -> str:
    """Return the complaint that lists all signatures."""
    words = [class_name(value) for value in given]
    named = [f"{name}={class_name(value)}" for name, value in settings.items()]
    got = ", ".join(words + named) + (", " if named and not words else "")
    head = f"{shown}() received an invalid combination of arguments - got ({got}), but expected "
    if len(overloads) == 1:
        return head + overloads[0].text
    lines = [head + "one of:"]
    for one in overloads:
        lines.append(f" * {one.text}")
        if len(items_of(one.text)) == len(given) + len(settings):
            lines += mismatch(one, given, settings)
    return "\n".join(lines) + "\n"


def mismatch(one: Overload, given: tuple[Any, ...], settings: dict[str, Any]) -> list[str]:
    """Return why one signature didn't match a call with as many arguments."""
    known = {wanted.name: wanted for wanted in one.parameters}
    wrong = [name for name in settings if name not in known]
    if wrong:
        return [
            f"      didn't match because some of the keywords were incorrect: {', '.join(wrong)}"
        ]
    parts = [
        marked(class_name(value), item not in NEVER and fits(wanted_by(item), value))
        for item, value in zip(items_of(one.text), given, strict=False)
    ]
    named = [
        marked(f"{name}={class_name(value)}", fits(known[name], value))
        for name, value in settings.items()
    ]
    shown = ", ".join(parts + named) + (", " if named and not parts else "")
    return [f"      didn't match because some of the arguments have invalid types: ({shown})"]


def marked(word: str, good: bool) -> str:
    """Return the word between exclamation marks where it names a wrong type."""
    return word if good else f"!{word}!"


def class_name(value: Any) -> str:
    """Return PyTorch's name of a value's type."""
    if isinstance(value, Size):
        return "torch.Size"
    if isinstance(value, DType):
        return "torch.dtype"
    if isinstance(value, Device):
        return "torch.device"
    return "Tensor" if isinstance(value, Tensor) else re.sub(r"^.*\.", "", type(value).__name__)
