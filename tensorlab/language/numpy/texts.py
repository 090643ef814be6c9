"""`np.char`: what can be done with a text, done with each text of an array, and paid for alike."""

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


def namespace() -> Namespace:
    """Return the table of `np.char`."""
    found = {name: with_each(name, TEXT_METHODS[name]) for name in NAMES.split()}
    found["add"] = with_each("add", guards.add)
    found["multiply"] = with_each("multiply", guards.multiply)
    found["str_len"] = with_each("str_len", len)
    found["equal"] = with_each("equal", lambda first, second: first == second)
    found["not_equal"] = with_each("not_equal", lambda first, second: first != second)
    return Namespace("numpy.char", Table(found))
