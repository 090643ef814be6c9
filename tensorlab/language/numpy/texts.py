"""`np.char`: what can be done with a text, done with each text of an array, and paid for alike."""

import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.calling import pay
from tensorlab.language.numpy.functions import as_array, reshaped
from tensorlab.language.numpy.sizes import laid_over
from tensorlab.language.numpy.values import plain
from tensorlab.language.values import guards
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.text_methods import TEXT_METHODS
from tensorlab.language.values.values import Builtin

NAMES: Final = (
    "capitalize center count endswith find index isalnum isalpha isdecimal isdigit islower "
    "isnumeric isspace istitle isupper ljust lower lstrip replace rfind rindex rjust rstrip "
    "startswith strip swapcase title upper zfill"
)
# Of these some are no methods of texts, and some are called otherwise.
OTHERS: Final[dict[str, Callable[..., Any]]] = {
    "less": operator.lt, "less_equal": operator.le, "greater": operator.gt,
    "greater_equal": operator.ge, "equal": operator.eq, "not_equal": operator.ne,
    "add": guards.add, "multiply": guards.multiply, "str_len": len,
    "join": lambda sep, text: TEXT_METHODS["join"](sep, list(text)),
}  # fmt: skip


def with_each(name: str, method: Callable[..., Any]) -> Builtin:
    """Return a function that does with every text what a method does with one."""

    def call(*given: Any) -> Any:
        arrays = np.broadcast_arrays(*(plain(as_array(value)) for value in given))
        if not arrays or arrays[0].dtype.kind != "U":
            raise TypeError("string operation on non-string array")
        pay(laid_over(arrays), laid_over(arrays))
        cells = zip(*(array.ravel().tolist() for array in arrays), strict=True)
        return reshaped([method(*row) for row in cells], arrays[0].shape)

    return Builtin(name, call)


def split(a: Any, sep: Any = None, maxsplit: Any = -1) -> Any:
    """Return the words of a text, or of each text: lists of them.

    Raises:
        TypeError: an array of several texts is given, whose cells would be lists.
    """
    array = plain(as_array(a))
    if array.ndim:
        raise TypeError("arrays hold no lists: [text.split() for text in a]")
    return TEXT_METHODS["split"](str(array), sep, maxsplit)


def namespace() -> Namespace:
    """Return the table of `np.char`."""
    methods = {name: TEXT_METHODS[name] for name in NAMES.split()} | OTHERS
    found = {name: with_each(name, method) for name, method in methods.items()}
    return Namespace("numpy.char", Table({**found, "split": Builtin("split", split)}))
