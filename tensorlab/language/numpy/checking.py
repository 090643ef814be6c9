"""`np.testing`: numpy's own comparisons, which say in numpy's words how arrays differ."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy.arguments import Arguments
from tensorlab.language.numpy.calling import pay
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.values import type_name, under_names

NAMES: Final = (
    "assert_allclose", "assert_almost_equal", "assert_approx_equal", "assert_array_almost_equal",
    "assert_array_equal", "assert_array_less", "assert_equal",
)  # fmt: skip
LONGEST: Final = 1000  # characters of a message of the program's
WORK: Final = 32  # times that a comparison looks at a cell, its message included


def checking(name: str) -> Callable[..., None]:
    """Return one of the comparisons."""

    def check(*given: Any, err_msg: Any = "", **named: Any) -> None:
        if not isinstance(err_msg, str):
            raise TypeError(f"err_msg must be a text, not '{type_name(err_msg)}'")
        arguments = Arguments(given, named)
        pay(arguments.cells, WORK * arguments.cells)
        function = getattr(np.testing, name)
        function(*arguments.given, err_msg=err_msg[:LONGEST], **arguments.named)

    return check


def namespace() -> Namespace:
    """Return the table of `numpy.testing`."""
    written = import_module("tensorlab.language.modules.written").written  # it knows all libraries
    found = under_names({name: checking(name) for name in NAMES})
    return Namespace("numpy.testing", Table({**found, **written("numpy_testing")}))
