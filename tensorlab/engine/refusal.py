"""PyTorch's words for a call that fits none of a function's signatures."""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import PYTHON_TYPES, DType
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

if TYPE_CHECKING:
    from tensorlab.engine.signature import Signature

# One number will do for these lists.
SINGLE = {"dim", "dims", "kernel_size", "stride", "padding", "dilation", "normalized_shape"}
PREFIXES = {"torch.linalg": "linalg_", "torch.special": "special_", "torch.fft": "fft_"}


class Wanted(NamedTuple):
    """One parameter of a signature: its type in PyTorch's words, its name, and how it is given."""

    kind: str
    name: str
    optional: bool
    nullable: bool
    keyword_only: bool


class Overload(NamedTuple):
    """One signature of a function, and its text."""

    text: str
    parameters: tuple[Wanted, ...]

    @property
    def least(self) -> int:
        """How many arguments it takes at least."""
        return sum(1 for parameter in self.parameters if not parameter.optional)

    @property
    def positional(self) -> list[Wanted]:
        """The parameters that need no keyword."""
        return [parameter for parameter in self.parameters if not parameter.keyword_only]


@cache
def recorded() -> dict[str, Any]:
    """Return what was recorded of PyTorch's signatures; read when a call is first refused."""
    import json  # noqa: PLC0415  with pathlib it takes 4 ms, which a call that is right saves
    from pathlib import Path  # noqa: PLC0415

    record = Path(__file__).with_name("overloads.json")
    return json.loads(record.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def items_of(text: str) -> list[str]:
    """Return the parts of a signature's text as PyTorch counts them, the star among them."""
    return text.strip("()").split(", ")


def wanted_by(item: str, *, keyword_only: bool = False) -> Wanted:
    """Return one parameter read from its part of a signature's text."""
    declared, _, default = item.partition(" = ")
    kind, _, name = declared.rpartition(" ")
    return Wanted(kind, name, bool(default), default == "None", keyword_only)


def overload(text: str) -> Overload:
    """Return a signature read from PyTorch's text of it."""
    items = [item for item in items_of(text) if item]
    star = items.index("*") if "*" in items else len(items)
    return Overload(
        text,
        tuple(
            wanted_by(item, keyword_only=place > star)
            for place, item in enumerate(items)
            if item != "*"
        ),
    )


def own_overload(signature: "Signature", *, method: bool) -> Overload:
    """Return the signature of a declaration, for functions that have but one."""
    from tensorlab.engine.signature import MISSING, type_name  # noqa: PLC0415  a cycle otherwise

    parameters = [
        Wanted(
            type_name(parameter.annotation),
            parameter.name,
            parameter.default is not MISSING,
            parameter.default is None,
            parameter.keyword_only,
        )
        for parameter in list(signature.parameters.values())[1 if method else 0 :]
        if not (method and parameter.name == "out")
    ]
    return Overload("", tuple(parameters))


def key_of(signature: "Signature", function: str, first: int) -> str:
    """Return the name under which a function's signatures are recorded."""
    return f"{'torch.Tensor' if first == 0 else signature.namespace}.{function}"


def overloads_of(signature: "Signature", key: str, *, method: bool) -> list[Overload]:
    """Return a function's signatures: the recorded ones, or its declaration's."""
    texts = recorded()["overloads"].get(key)
    if texts:
        return [overload(text) for text in texts]
    return [own_overload(signature, method=method)]


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
        return TypeError(python_refusal(signature, function, args, settings))
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
) -> str:
    """Return Python's own complaint, of a function that is written in Python."""
    names = signature.positional
    required = [name for name in names if name not in signature.defaults]
    unknown = [name for name in settings if name not in signature.parameters]
    if unknown:
        return f"{function}() got an unexpected keyword argument '{unknown[0]}'"
    if len(args) > len(names):
        least, most = len(required), len(names)
        takes = f"{most}" if least == most else f"from {least} to {most}"
        return (
            f"{function}() takes {takes} positional argument{'s' * (most != 1)} "
            f"but {len(args)} {'was' if len(args) == 1 else 'were'} given"
        )
    missing = [f"'{name}'" for name in required[len(args) :] if name not in settings]
    listed = " and ".join(missing) if len(missing) < 3 else ", ".join(missing)
    plural = "s" * (len(missing) != 1)
    return f"{function}() missing {len(missing)} required positional argument{plural}: {listed}"


def complaint(
    one: Overload, shown: str, given: tuple[Any, ...], settings: dict[str, Any]
) -> str | None:
    """Return what is wrong with a call of one signature, or None."""
    positional = one.positional
    if len(given) > len(positional) and not takes_loose_sizes(one, given):
        most = len(positional)
        return (
            f"{shown}() takes {most} positional argument{'s' * (most != 1)} but {len(given)} "
            f"{'was' if len(given) == 1 else 'were'} given"
        )
    missing = [
        f'"{wanted.name}"'
        for wanted in one.parameters[len(given) :]
        if not wanted.optional and wanted.name not in settings
    ]
    if missing:
        # PyTorch's plural is the wrong way round.
        plural = "s" * (len(missing) == 1)
        return (
            f"{shown}() missing {len(missing)} required positional argument{plural}: "
            + ", ".join(missing)
        )
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
            return f"{shown}(): argument '{wanted.name}'{where} must be {wanted.kind}, not {kind}"
        wrong = wrong_part(wanted, value)
        if wrong is not None and wanted.kind == "tuple of Tensors":
            kind = class_name(value[wrong])
            return f"expected Tensor as element {wrong} in argument {place}, but got {kind}"
        if wrong is not None:
            kind = class_name(value[wrong])
            return (
                f"{shown}(): argument '{wanted.name}' failed to unpack the object at pos "
                f'{wrong + 1} with error "type must be tuple of ints,but got {kind}"'
            )
    known = {wanted.name for wanted in one.parameters}
    unknown = [name for name in settings if name not in known]
    if unknown:
        return f"{shown}() got an unexpected keyword argument '{unknown[0]}'"
    taken = {wanted.name for wanted in positional[: len(given)]}
    twice = [name for name in settings if name in taken]
    return f"{shown}() got multiple values for argument '{twice[0]}'" if twice else None


def takes_loose_sizes(one: Overload, given: tuple[Any, ...]) -> bool:
    """Return whether the arguments are the sizes themselves: `x.view(2, 3)`."""
    positional = one.positional
    return (
        len(positional) == 1
        and positional[0].kind == "tuple of ints"
        and len(given) > 0
        and given[0].__class__ is int
    )


def fits(wanted: Wanted, value: Any) -> bool:
    """Return whether a parameter takes a value."""
    if value is None:
        return wanted.nullable
    kinds: dict[str, tuple[type, ...]] = {
        "Tensor": (Tensor,), "float": (int, float), "bool": (bool,), "str": (str,),
        "torch.device": (str, Device, int), "tuple of Tensors": (list, tuple),
    }  # fmt: skip
    if wanted.kind in kinds:
        return isinstance(value, kinds[wanted.kind])
    if wanted.kind == "torch.dtype":
        return isinstance(value, DType) or (callable(value) and value in PYTHON_TYPES)
    if wanted.kind == "int":
        return is_whole(value)
    if wanted.kind == "Number":
        return isinstance(value, int | float | complex) or is_single(value)
    if wanted.kind == "tuple of ints":
        if isinstance(value, list | tuple):
            return not value or isinstance(value[0], int) or is_single(value[0])
        return wanted.name in SINGLE and is_whole(value)
    return True


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, or a 0-d tensor of one."""
    if isinstance(value, Tensor):
        return is_single(value) and value.dtype.category <= 1
    return isinstance(value, int) and not isinstance(value, bool)


def is_single(value: Any) -> bool:
    """Return whether a value is a tensor of one number."""
    return isinstance(value, Tensor) and not value.shape


def wrong_part(wanted: Wanted, value: Any) -> int | None:
    """Return the place in a list of sizes or tensors of what is neither."""
    if not isinstance(value, list | tuple):
        return None
    if wanted.kind == "tuple of Tensors":
        good = [isinstance(part, Tensor) for part in value]
    elif wanted.kind == "tuple of ints":
        good = [isinstance(part, int) or is_whole(part) for part in value]
    else:
        return None
    return good.index(False) if False in good else None


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
        marked(class_name(value), item not in ("", "*") and fits(wanted_by(item), value))
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
