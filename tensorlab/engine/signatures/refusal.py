"""PyTorch's words for a call that fits none of a function's signatures."""

import builtins
import re
from typing import Any

from tensorlab.engine.naming import named_in_c
from tensorlab.engine.signatures.accepting import accepts, is_index, type_name
from tensorlab.engine.signatures.combination import (
    PREFIXES,
    class_name,
    combination,
    long_class_name,
)
from tensorlab.engine.signatures.overloads import (
    Call,
    Overload,
    Wanted,
    fits,
    given_to,
    overload,
    recorded,
    wrong_part,
)
from tensorlab.engine.signatures.signature import MISSING, function_with
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.errors import meant


def fits_any(call: Call) -> bool:
    """Return whether a call fits one of PyTorch's signatures of a function."""
    if call.key in recorded()["python"]:
        return python_refusal(call, call.function) is None
    named = call.key in recorded()["bare"] and call.settings
    return not named and first_fit(call, call.overloads()) is not None


def first_fit(call: Call, overloads: list[Overload]) -> Overload | None:
    """Return the first of a function's signatures that takes a call."""
    given = (call.function, call.counted, call.settings)
    for one in overloads:
        if complaint(one, *given) is None and bad_list(one, *given) is None:
            return one
    return None


def is_refused(call: Call) -> bool:
    """Return whether PyTorch's signatures of a function are recorded, and none has a place."""
    kinds = ("python", "overloads", "single", "bare")
    return any(call.key in recorded()[kind] for kind in kinds) and not fits_any(call)


def require_own(name: str, *args: object) -> None:
    """Refuse a method of PyTorch's in C++ that is called on its class, of no tensor.

    Raises:
        TypeError: nothing is in the place of the method's tensor, or something else.
    """
    if f"torch.Tensor.{name}" in recorded()["python"] or isinstance((*args, None)[0], Tensor):
        return
    if not args or args[0] is MISSING:
        raise TypeError(f"unbound method TensorBase.{name}() needs an argument")
    kind = named_in_c(args[0])
    raise TypeError(in_full("descriptor '{}' for '{}'", name, "torch._C.TensorBase", kind))


def refusal(call: Call) -> Exception:
    """Return PyTorch's complaint about arguments that don't fit."""
    if not call.first:
        require_own(call.function, *call.args)
    key, given, settings = call.key, call.counted, call.settings
    parameters = call.signature.parameters
    # closures hand the first operand on behind their settings
    operand = [name for name in call.signature.positional[:1] if parameters[name].is_operand]
    settings = dict(sorted(settings.items(), key=lambda item: item[0] not in operand))
    space, _, function = key.rpartition(".")
    if key in recorded()["bare"]:
        shown = recorded()["shown"].get(key, key.replace("torch.Tensor.", "TensorBase."))
        return TypeError(bare_refusal(shown, len(given), bool(settings)))
    if key in recorded()["python"]:
        said = recorded()["python"][key]
        wrong = python_refusal(call, named_by_flags(call, said.get("", function)))
        if wrong is not None:
            return TypeError(wrong)
        inner = inner_refusal(call, said)
        if inner is not None:
            return inner
    shown = recorded()["shown"].get(key, PREFIXES.get(space, "") + function)
    overloads = call.overloads()
    for one in overloads:
        wrong = bad_tensors(one, given, settings)
        if wrong is None and complaint(one, shown, given, settings) is None:
            wrong = bad_list(one, shown, given, settings)
        if wrong is not None:
            return TypeError(wrong)
    count = len(given) + len(settings)
    plausible = [one for one in overloads if one.least <= count <= len(one.parameters)]
    if key not in recorded()["overloads"]:
        plausible = overloads
    if len(plausible) == 1:
        wrong = complaint(plausible[0], shown, given, settings)
        wrong = wrong or (None if plausible[0].text else not_accepted(call, shown))
        if wrong is not None:
            return TypeError(wrong)
    if any(isinstance(part, complex) for part in (*given, *settings.values())) and fits_any(call):
        return unreal("double")
    return TypeError(combination(shown, overloads, given, settings))


def unreal(c_name: str) -> RuntimeError:
    """Return the complaint about a complex number where a real one of a type is computed with."""
    return RuntimeError(f"value cannot be converted to type {c_name} without overflow")


def not_accepted(call: Call, shown: str) -> str | None:
    """Return what is wrong with an argument that the only signature, a declaration's, refuses."""
    parameters = call.signature.parameters
    names = call.signature.positional[len(call.args) - len(call.counted) :]
    by_place = enumerate(zip(names, call.counted, strict=False))
    by_name = ((None, named) for named in call.settings.items() if named[0] in parameters)
    for place, (name, value) in (*by_place, *by_name):
        wanted = parameters[name].annotation
        if not accepts(wanted, value):
            return wrong_value(Wanted(type_name(wanted), name), shown, value, place)
    return None


def require_fit(function: str, text: str, *given: Any) -> None:
    """Refuse arguments of a function of C's of which there is nothing here but its signature.

    Raises:
        TypeError: one of them is of another type.
    """
    one = overload(text)
    wrong = bad_tensors(one, given, {}) or complaint(one, function, given, {})
    wrong = wrong or bad_list(one, function, given, {})
    if wrong is not None:
        raise TypeError(wrong)


def class_refusal(
    name: str, texts: tuple[str, ...], given: tuple[Any, ...], settings: dict[str, Any]
) -> Exception | None:
    """Return PyTorch's complaint about making an instance of a class, None where it is right."""
    shown = name.rpartition(".")[2]
    overloads = [overload(text) for text in texts]
    complaints = [complaint(one, shown, given, settings) for one in overloads]
    if None in complaints:
        return None
    count = len(given) + len(settings)
    plausible = [
        wrong
        for one, wrong in zip(overloads, complaints, strict=True)
        if len(overloads) == 1 or one.least <= count <= len(one.parameters)
    ]
    return TypeError(
        plausible[0] if len(plausible) == 1 else combination(shown, overloads, given, settings)
    )


def bare_refusal(function: str, count: int, named: bool) -> str:
    """Return the complaint of what takes no arguments, or one of C's functions that takes one."""
    most = "exactly one argument" if function.endswith("from_numpy") else "no arguments"
    return f"{function}() takes {'no keyword arguments' if named else f'{most} ({count} given)'}"


def named_by_flags(call: Call, function: str) -> str:
    """Return the name of a function of Python's, of which some have one for each set of flags."""
    given = dict(zip(call.signature.positional, call.args, strict=False)) | call.settings
    if given.get("return_indices"):
        return call.key.rpartition(".")[2].removesuffix("_with_indices") + "_with_indices"
    flags = [name for name in ("inverse", "counts") if given.get(f"return_{name}") is True]
    return function.replace("return_output", f"return_{'_and_'.join(flags) or 'output'}")


def python_refusal(call: Call, function: str) -> str | None:
    """Return Python's own complaint about a call of a function that is written in Python."""
    parameters, positional = call.signature.parameters, call.signature.positional
    if "out" not in recorded()["python"][call.key]:  # which the function of ours alone has
        parameters = {name: part for name, part in parameters.items() if name != "out"}
    if any(part.variadic for part in parameters.values()):
        unknown = next((name for name in call.settings if name not in parameters), None)
        if unknown is not None:
            return f"{function}() got an unexpected keyword argument '{unknown}'"
        if call.signature.takes_anything:
            return None
        return loose_refusal(function, call.args, len(positional))
    parts = [*parameters.values()]
    parts[: 1 - call.first] = [part._replace(name="self") for part in parts[: 1 - call.first]]
    stub = function_with(parts, lambda given: None, function, "")
    unnamed = call.signature.forward.__code__.co_posonlyargcount
    stub.__code__ = stub.__code__.replace(co_posonlyargcount=unnamed)
    try:
        stub(*call.args, **call.settings)
    except TypeError as error:
        return str(error)
    return None


def loose_refusal(function: str, args: tuple[Any, ...], first: int) -> str | None:
    """Return the complaint about one of any number of tensors that is none, nor a list of all."""
    parts = args[first:]
    if len(parts) == 1 and function.startswith(("atleast", "einsum", "meshgrid")):
        listed = isinstance(parts[0], list | tuple)
        parts = parts[0] if listed else () if function.startswith("atleast") else parts
    for place, value in enumerate(parts):
        if not isinstance(value, Tensor):
            kind = class_name(value)
            return f"expected Tensor as element {place} in argument {first}, but got {kind}"
    return None


def inner_refusal(call: Call, said: dict[str, str]) -> Exception | None:
    """Return the complaint that comes from inside of a function written in Python."""
    parameters = call.signature.parameters
    given = dict(zip(call.signature.positional, call.args, strict=False)) | call.settings
    for name in (name for name in parameters if name in given and name in said):
        usual = given[name] is None and parameters[name].default is None
        if not usual and not accepts(parameters[name].annotation, given[name]):
            kind, _, text = said[name].partition(": ")
            value = given[name]
            if name == "dim" and call.function == "norm" and given.get("p", "fro") != "fro":
                text = in_full("linalg_vector_norm(): argument", "{}")
            sizes = given.get("split_size", given.get("split_size_or_sections"))
            if name == "dim" and isinstance(sizes, list | tuple):
                text = "split_with_sizes(): argument 'dim' (position 3) must be int, not {}"
            if isinstance(value, list | tuple) and value and "must be tuple of ints" in text:
                head = text.partition(" (position")[0].partition(" must be")[0]
                here = "but found element of type {} at pos 0"
                text = unpacking(head, value) or text.replace("not {}", here)
                value = value[0]
            inner = re.sub(r"^dropout\dd", "feature_dropout", call.function)
            place = [*parameters].index(name) + 1
            head = f"{inner}(): argument '{name}' (position {place}) must be"
            if re.fullmatch("'<' not .* and 'float'", text) and hasattr(value, "ndim"):
                bool(value < 0)  # as PyTorch's function asks first, in Python
                text = f"{head} float, not {{}}"
            if "//: 'int' and" in text and isinstance(value, float | bool | Tensor):
                text = f"{head} int, not {{}}"  # by which Python divides
            if given.get("return_indices"):
                text = re.sub(r"^(max_pool.d)\b", r"\1_with_indices", text)
            if given.get("inplace"):
                text = text.replace("(): ", "_(): ", 1)
            asked = text.rpartition("attribute '")[2].rstrip("'")
            if asked in ("dtype", "shape") and hasattr(value, asked):  # numpy's; then torch's own
                text, asked = text.replace(asked, "layout"), "layout"
            first = name in call.signature.positional[:1]
            if first and "_stacklevel" in parameters and given.get("dim") is None:
                kind, asked = "AttributeError", "dim"  # it is guessed from how many there are
                text = "'{}' object has no attribute 'dim'"
            if kind == "AttributeError" and hasattr(value, asked):  # of numpy's: a number here
                found = class_name(getattr(value, asked))
                kind, text = "TypeError", f"'{found}' object is not callable"
            if isinstance(value, type):
                text = text.replace("'{}' object has", f"type object '{value.__name__}' has")
            text = text.replace("!{}!", f"!{long_class_name(value)}!")
            error: Exception = getattr(builtins, kind)(
                text.replace("{}", class_name(value)).replace("{value}", told(value))
            )
            return meant(error)  # or an AttributeError would be taken for our mistake
    return None


def told(value: object) -> str:
    """Return a value as it is told of in a refusal: briefly, and without its address."""
    text = f"{value}"
    if " at 0x" in text:
        return f"<{class_name(value)} object>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


LONGEST = 200


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
