"""The gradients of functions that are flat almost everywhere, and of those that have none."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.declaration import elementwise
from tensorlab.engine.signature import Array
from tensorlab.engine.tensor import Tensor


@elementwise(function=False, method=False, out=False)
def flat(g: Array) -> Array:
    """Return zeros in the shape of a gradient."""
    return np.zeros_like(g)


flat.gradient(g=lambda g: flat(g))


def without_derivative(name: str) -> Callable[..., Any]:
    """Return the gradient rule of a function that PyTorch does not differentiate."""

    def refuse(g: Tensor) -> Tensor:
        raise RuntimeError(f"derivative for aten::{name} is not implemented")

    return refuse
