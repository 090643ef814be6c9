"""How a function of the program receives its arguments, and Python's words when they do not fit."""

from typing import Any

from tensorlab.language.compiling.code import UNBOUND, Code


def bind(
    code: Code, defaults: dict[str, Any], given: list[Any], named: dict[str, Any]
) -> list[Any]:
    """Return what the variables of a function are when it is called.

    Raises:
        TypeError: the arguments do not fit, in Python's words.
    """
    count = len(code.positional)
    if len(given) > count and not code.variadic:
        raise worded(too_many(code, defaults, len(given)))
    values = dict(zip(code.positional, given, strict=False))
    extra = take_named(code, values, named)
    for name, default in defaults.items():
        values.setdefault(name, default)
    require(code, values, code.positional, "positional")
    require(code, values, code.keyword_only, "keyword-only")
    frame = [values[name] for name in code.positional]
    if code.variadic:
        frame.append(tuple(given[count:]))
    frame += [values[name] for name in code.keyword_only]
    if code.keywords:
        frame.append(extra)
    return frame + code.blank


def take_named(code: Code, values: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    """Enter arguments given by name; return those that only ** accepts."""
    extra = {}
    by_name = {*code.positional[code.positional_only :], *code.keyword_only}
    for name, value in named.items():
        if name not in by_name:
            if not code.keywords:
                raise worded(unexpected(code, name))
            extra[name] = value
        elif name in values:
            raise worded(f"{code.title}() got multiple values for argument '{name}'")
        else:
            values[name] = value
    return extra


def worded(text: str) -> TypeError:
    """Return an error whose words name the function as the program does."""
    error = TypeError(text)
    error.__dict__["worded"] = True
    return error


def unexpected(code: Code, name: str) -> str:
    """Say that a name is none of the function's."""
    if name in code.positional[: code.positional_only]:
        return (
            f"{code.title}() got some positional-only arguments passed as keyword arguments: "
            f"'{name}'"
        )
    return f"{code.title}() got an unexpected keyword argument '{name}'"


def require(code: Code, values: dict[str, Any], names: tuple[str, ...], kind: str) -> None:
    """Refuse a call that leaves parameters empty."""
    absent = [repr(name) for name in names if values.get(name, UNBOUND) is UNBOUND]
    if not absent:
        return
    listed = absent[0]
    if len(absent) == 2:
        listed = " and ".join(absent)
    elif len(absent) > 2:
        listed = ", ".join(absent[:-1]) + f", and {absent[-1]}"
    plural = "s" if len(absent) > 1 else ""
    raise worded(f"{code.title}() missing {len(absent)} required {kind} argument{plural}: {listed}")


def too_many(code: Code, defaults: dict[str, Any], given: int) -> str:
    """Say that there are more arguments than parameters."""
    most = len(code.positional)
    least = most - sum(name in defaults for name in code.positional)
    takes = f"{most}" if least == most else f"from {least} to {most}"
    plural = "" if most == 1 and least == most else "s"
    was = "was" if given == 1 else "were"
    return f"{code.title}() takes {takes} positional argument{plural} but {given} {was} given"
