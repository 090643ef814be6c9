"""The `operator` module: operators as functions, under the guards of the operators themselves."""

import operator
from typing import Any

from tensorlab.language.expressions.conditions import contains, pay_to_compare
from tensorlab.language.expressions.invoking import call_value
from tensorlab.language.expressions.subscripts import get_item
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values import guards
from tensorlab.language.values.attributes import get_attribute
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import Builtin

BINARY = {
    "add": "Add", "sub": "Sub", "mul": "Mult", "truediv": "Div", "floordiv": "FloorDiv",
    "mod": "Mod", "pow": "Pow", "lshift": "LShift", "rshift": "RShift", "and_": "BitAnd",
    "or_": "BitOr", "xor": "BitXor", "matmul": "MatMult", "concat": "Add",
}  # fmt: skip
ALONE = ("neg", "pos", "abs", "invert", "not_", "truth", "index")


def compared(name: str) -> Any:
    """Return a comparison as a function."""
    operation = getattr(operator, name)

    def compare(a: Any, b: Any, /) -> Any:
        pay_to_compare(a, b)
        return operation(a, b)

    return compare


def itemgetter(*places: Any) -> Builtin:
    """Return a function that takes these items out."""
    if len(places) == 1:
        return Builtin("itemgetter", lambda value: get_item(value, places[0]))
    return Builtin("itemgetter", lambda value: tuple(get_item(value, place) for place in places))


def read(value: Any, path: str) -> Any:
    """Return an attribute, or an attribute of one."""
    for name in path.split("."):
        value = get_attribute(value, name)
    return value


def attrgetter(*paths: str) -> Builtin:
    """Return a function that reads these attributes."""
    if not all(isinstance(path, str) for path in paths):
        raise TypeError("attribute name must be a string")
    if len(paths) == 1:
        return Builtin("attrgetter", lambda value: read(value, paths[0]))
    return Builtin("attrgetter", lambda value: tuple(read(value, path) for path in paths))


def methodcaller(name: str, /, *given: Any, **named: Any) -> Builtin:
    """Return a function that calls this method."""
    if not isinstance(name, str):
        raise TypeError("method name must be a string")
    return Builtin(
        "methodcaller", lambda value: call_value(get_attribute(value, name), [*given], named)
    )


def namespace() -> Namespace:
    """Return the table of `operator`."""
    return namespace_of(
        "operator",
        {
            **{name: guards.BINARY[symbol] for name, symbol in BINARY.items()},
            **{name: compared(name) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
            **{name: getattr(operator, name) for name in ALONE},
            "is_": operator.is_, "is_not": operator.is_not, "contains": contains,
            "getitem": get_item, "itemgetter": itemgetter, "attrgetter": attrgetter,
            "methodcaller": methodcaller,
        },
    )  # fmt: skip
