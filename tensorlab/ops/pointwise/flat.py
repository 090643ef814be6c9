"""The gradients of functions that are flat almost everywhere, and of those that have none."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.declaring.declaration import elementwise, selecting
from tensorlab.engine.signatures.signature import Array, Mask
from tensorlab.engine.tensor import Tensor


@elementwise(function=False, method=False, out=False)
def flat(g: Array) -> Array:
    """Return zeros in the shape of a gradient; as in PyTorch they depend on nothing."""
    return np.zeros_like(g)


def without_derivative(name: str) -> Callable[..., Any]:
    """Return the gradient rule of a function that PyTorch does not differentiate."""

    def refuse(g: Tensor) -> Tensor:
        raise underived(name)

    return refuse


def differentiable_once(step: str, error: Exception) -> Callable[..., Tensor]:
    """Return what hands a gradient on that PyTorch's kernel works out, but not its gradient.

    It is given the tensors that the gradient comes of, too. `step` is the name of the refused way
    back, `error` what a program hears that goes it.
    """

    def refuse(g: Tensor) -> Tensor:
        raise error

    @selecting(function=False, method=False, out=False, node=step)
    def worked_out(g: Array, first: Mask, second: Mask = None) -> Array:
        """Return a gradient as it is."""
        return g

    worked_out.gradient(g=refuse, first=refuse, second=refuse)
    return worked_out


def underived(name: str) -> RuntimeError:
    """Return PyTorch's complaint about a kernel that has no gradient."""
    return RuntimeError(f"derivative for aten::{name} is not implemented")
