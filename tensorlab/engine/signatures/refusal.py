"""PyTorch's words for a call that fits none of a function's signatures."""

from typing import Any

from tensorlab.engine.naming import named_in_c
from tensorlab.engine.signatures.accepting import accepts, type_name
from tensorlab.engine.signatures.combination import PREFIXES, combination
from tensorlab.engine.signatures.complaints import bad_list, bad_tensors, complaint, wrong_value
from tensorlab.engine.signatures.overloads import Call, Overload, Wanted, overload, recorded
from tensorlab.engine.signatures.python_refusal import inner_refusal, python_refusal
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


def fits_any(call: Call) -> bool:
    """Return whether a call fits one of PyTorch's signatures of a function."""
    if call.key in recorded()["python"]:
        return python_refusal(call) is None
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
    key = call.key
    space, _, function = key.rpartition(".")
    shown = recorded()["shown"].get(key, PREFIXES.get(space, "") + function)
    if key in recorded()["bare"]:
        shown = recorded()["shown"].get(key, key.replace("torch.Tensor.", "TensorBase."))
        return TypeError(bare_refusal(shown, len(call.counted), bool(call.settings)))
    if key in recorded()["python"]:
        wrong = python_refusal(call)
        inner = TypeError(wrong) if wrong is not None else inner_refusal(call)
        if inner is not None:
            return inner
    # closures hand the first operand on behind their settings
    parameters, settings = call.signature.parameters, call.settings
    first = call.signature.positional[len(call.args) : 1]
    operand = [name for name in first if parameters[name].is_operand]
    settings = dict(sorted(settings.items(), key=lambda item: item[0] not in operand))
    wrong = mistaken(call, shown, settings)
    if wrong is not None:
        return TypeError(wrong)
    values = (*call.counted, *settings.values())
    if any(isinstance(part, complex) for part in values) and fits_any(call):
        return unreal("double")
    return TypeError(combination(shown, call.overloads(), call.counted, settings))


def mistaken(call: Call, shown: str, settings: dict[str, Any]) -> str | None:
    """Return what is wrong with a call of the only signature that could be meant."""
    given, overloads = call.counted, call.overloads()
    for one in overloads:
        wrong = bad_tensors(one, given, settings)
        if wrong is None and complaint(one, shown, given, settings) is None:
            wrong = bad_list(one, shown, given, settings)
        if wrong is not None:
            return wrong
    count = len(given) + len(settings)
    if call.key in recorded()["overloads"]:
        overloads = [one for one in overloads if one.least <= count <= len(one.parameters)]
    if len(overloads) != 1:
        return None
    wrong = complaint(overloads[0], shown, given, settings)
    return wrong or (None if overloads[0].text else not_accepted(call, shown))


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
