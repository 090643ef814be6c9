"""What all functions made by one definition share, and how arguments find its parameters."""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import ast


class Unbound:
    """Marks a variable that has no value yet."""

    def __repr__(self) -> str:
        return "<unbound>"


UNBOUND: Final = Unbound()


class Code:
    """What all functions made by one definition share."""

    __slots__ = (
        "abstract", "arguments", "arity", "blank", "closed", "cost", "doc", "evaluate",
        "keyword_only", "keywords", "name", "places", "positional", "positional_only", "slots",
        "title", "variadic",
    )  # fmt: skip

    def __init__(self, name: str, title: str = "") -> None:
        self.name = name
        self.title = title or name  # with the class that it is a method of
        self.positional: tuple[str, ...] = ()
        self.positional_only = 0
        self.variadic = False
        self.keyword_only: tuple[str, ...] = ()
        self.keywords = False
        # of a function with nothing but positional parameters, else -1
        self.arity = 0
        self.blank: list[Any] = []  # the variables that are no parameters
        self.slots: dict[str, int] = {}  # where its variables are, by name
        self.cost = 1
        self.abstract = False  # to be defined anew by classes that derive
        self.closed = False  # of a module: programs do not change it
        # as they were written, for who asks
        self.arguments: ast.arguments | None = None
        self.doc = ""
        self.evaluate: Any  # from its variables to what it returns
        # of arguments by name; found at the first call
        self.places: dict[str, int] | None = None

    def laid_out(
        self, start: list[Any], given: tuple[Any, ...], named: dict[str, Any]
    ) -> list[Any] | None:
        """Return the variables of a call, `start` with the arguments that are given laid over it.

        None where not every argument has its place: binding them one by one says why.
        """
        count = len(given)
        if self.variadic or self.keywords or count > len(self.positional):
            return None
        variables = start.copy()
        variables[1 : count + 1] = given
        if named and not self.laid_by_name(variables, count, named):
            return None
        for value in variables[count + 1 : len(start)]:
            if value is UNBOUND:
                return None
        return variables + self.blank

    def laid_by_name(self, variables: list[Any], count: int, named: dict[str, Any]) -> bool:
        """Lay arguments by name over variables; tell whether each has a place that is free."""
        places = self.places
        if places is None:
            names = (*self.positional, *self.keyword_only)
            places = {name: place for place, name in enumerate(names, 1)}
            for name in self.positional[: self.positional_only]:
                del places[name]
            self.places = places
        for name, value in named.items():
            place = places.get(name, 0)
            if place <= count:
                return False
            variables[place] = value
        return True


def bind(
    code: Code, defaults: dict[str, Any], given: list[Any], named: dict[str, Any]
) -> list[Any]:
    """Return what the variables of a function are when it is called.

    Raises:
        TypeError: the arguments do not fit, in Python's words.
    """
    count = len(code.positional)
    if len(given) > count and not code.variadic:
        raise worded(too_many(code, defaults, len(given), named))
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
                raise worded(unexpected(code, name, named))
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


def unexpected(code: Code, name: str, named: dict[str, Any]) -> str:
    """Say that a name is none of the function's."""
    only = code.positional[: code.positional_only]
    if name in only:
        return (
            f"{code.title}() got some positional-only arguments passed as keyword arguments: "
            f"'{', '.join(word for word in only if word in named)}'"
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


def too_many(code: Code, defaults: dict[str, Any], given: int, named: dict[str, Any]) -> str:
    """Say that there are more arguments than parameters."""
    most = len(code.positional)
    least = most - sum(name in defaults for name in code.positional)
    takes = f"{most}" if least == most else f"from {least} to {most}"
    plural = "" if most == 1 and least == most else "s"
    was = "was" if given == 1 else "were"
    more = ""
    if others := sum(name in code.keyword_only for name in named):
        by_name = f"(and {others} keyword-only argument{'s' * (others != 1)})"
        more, was = f" positional argument{'s' * (given != 1)} {by_name}", "were"
    return f"{code.title}() takes {takes} positional argument{plural} but {given}{more} {was} given"
