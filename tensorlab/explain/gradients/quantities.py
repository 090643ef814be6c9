"""What derivatives ask for beside operands' elements: how many become one, their mean."""

from collections.abc import Mapping
from functools import cache
from math import prod
from typing import Any

import numpy as np

from tensorlab.engine.facts import parameter_names
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.gradients.values import Use
from tensorlab.explain.strategies.explaining import CannotExplainError


class Quantities:
    """What is known of one use of a value by name: what was saved, and what is worked out of it."""

    def __init__(self, use: Use, saved: Mapping[str, Any], operation: Operation | None) -> None:
        self.use = use
        self.saved = saved
        self.rules = operation.quantities if operation else {}
        self.of = cache(self.worked_out)

    def worked_out(self, name: str) -> Any:
        """Return what a derivative asks for: an operand, a setting, or a quantity.

        Raises:
            CannotExplainError: it was not saved, and cannot be worked out.
        """
        if name in self.rules:
            return self.declared(name)
        if name in self.saved:
            return self.saved[name]
        if name == "mean":
            dim = self.saved.get("dim")
            along = None if isinstance(dim, bool) or dim == () else dim
            return self.saved["input"].detach().mean(along, keepdim=True)
        count = prod(self.use.edge.shape) // max(prod(self.use.results[0].gradient.shape), 1)
        if name == "degrees":
            correction = self.saved.get("correction")
            return count - (1 if correction is None else correction)
        if name != "n":
            raise CannotExplainError
        return count

    def declared(self, name: str) -> Any:
        """Return a quantity that the function's declaration says how to work out.

        Raises:
            CannotExplainError: so it cannot.
        """
        rule = self.rules[name]
        try:
            with np.errstate(all="ignore"):
                found = rule(*(detached(self.saved[each]) for each in parameter_names(rule)))
        except Exception as error:  # noqa: BLE001  a matrix may have no inverse
            raise CannotExplainError(str(error)) from None
        return found


def detached(value: Any) -> Any:
    """Return what was saved as numbers that no gradient is recorded for."""
    return value.detach() if isinstance(value, Tensor) else value
