"""Functions that are flat almost everywhere, such as rounding, and those without gradients."""

from collections.abc import Callable
from functools import partial
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import (
    FLOATS,
    INEXACT,
    NUMBERS,
    Array,
    Casts,
    Declaration,
    Facts,
    Mask,
    Sparse,
    composite,
    elementwise,
    refusing_complex,
    selecting,
)
from tensorlab.engine.dtypes import UNSIGNED
from tensorlab.engine.signatures.out_types import ONLY
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.machine.blocks import are_alike
from tensorlab.numerics.passes import choose

# How smooth functions are declared, and those of `torch.special`.
analytic = partial(elementwise, casts=Casts.FLOATING, takes=INEXACT, inplace=True)
special = partial(elementwise, namespace="torch.special", casts=Casts.FLOATING, takes=FLOATS)


@elementwise(inner=True)
def flat(g: Array) -> Array:
    """Return zeros in the shape of a gradient; as in PyTorch they depend on nothing."""
    return np.zeros_like(g)


@selecting(inner=True, node="ThresholdBackwardBackward0")
def held_back(g: Array, input: Mask, bent: Mask, slope: float = 0.0) -> Array:
    """Return a gradient, times the slope where the straight line of a function is bent.

    As in PyTorch its own gradient reaches the function's input too, as zeros.
    """
    return choose(bent, g * g.dtype.type(slope), g) if slope else zero_where(g, bent)


def zero_where(g: Any, bent: Any) -> Any:
    """Return a gradient, and zeros where truth values are true."""
    plain = g.size >= MANY and g.__class__ is np.ndarray and g.dtype.char in "fd"
    if plain and bent.dtype.char == "?":
        kept = BITS[g.itemsize]
        if not any(g.strides):  # a sum's gradient: one number
            g = g[(slice(1),) * g.ndim].reshape(())
        if are_alike(bent, g):
            bits = bent.astype(kept)
            bits -= 1  # none where it is true, all elsewhere
            bits &= g.view(kept)
            return bits.view(g.dtype)
    return np.where(bent, g.dtype.type(0), g)


# from here on, branches mispredicted on a random mask cost more than three passes
MANY = 1 << 10
BITS = {4: np.dtype(np.int32), 8: np.dtype(np.int64)}


held_back.gradient(
    g=lambda g, input, bent, slope: held_back(g, input, bent, slope), input=lambda g: flat(g)
)


def without_derivative(name: str) -> Callable[..., Any]:
    """Return the gradient rule of a function that PyTorch does not differentiate."""

    def refuse(g: Tensor) -> Tensor:
        raise underived(name)

    return refuse


def differentiable_once(step: str, error: Exception | None) -> Callable[..., Tensor]:
    """Return what hands a gradient on that PyTorch's kernel works out, but not its gradient.

    It is given the tensors that the gradient comes of, too. `step` is the name of the refused way
    back, `error` what a program hears that goes it; it brings nothing where there is none.
    """

    # it needs what PyTorch keeps and lets go of
    def refuse(g: Tensor, first: Tensor) -> None:
        if error is not None:
            raise error

    @selecting(inner=True, node=step)
    def worked_out(g: Array, first: Mask, second: Mask = None) -> Array:
        """Return a gradient as it is."""
        return g

    worked_out.gradient(g=refuse, first=refuse, second=refuse)
    return worked_out


def once_only(name: str, step: str = "NotImplemented") -> Callable[..., Tensor]:
    """Return what hands an input on to functions whose gradient is one kernel's, and has none."""
    refusal = underived(name) if step == "NotImplemented" else unwritten(name)
    worked_out = differentiable_once(step, refusal)

    @selecting(inner=True)
    def entering(input: Array) -> Array:
        """Return an input as it is."""
        return input

    entering.gradient(input=lambda g, input: worked_out(g, input))
    return entering


def refuse_gradient(name: str) -> None:
    """Refuse to differentiate what PyTorch has no formula for.

    Raises:
        NotImplementedError: a gradient is asked for.
    """
    raise unwritten(name)


def unwritten(name: str) -> NotImplementedError:
    """Return PyTorch's complaint about a gradient for which nobody has written one."""
    return NotImplementedError(f"the derivative for '{name}' is not implemented.")


def underived(name: str) -> RuntimeError:
    """Return PyTorch's complaint about a kernel that has no gradient."""
    return RuntimeError(f"derivative for aten::{name} is not implemented")


ROUNDED = NUMBERS | UNSIGNED


def whole(input: NDArray[Any]) -> bool:
    """Return whether an array holds whole numbers, which rounding leaves as they are."""
    return input.dtype.kind in "iu"


def rounded(name: str, /, **facts: Unpack[Facts]) -> Declaration:
    """Declare what makes whole numbers of others, and leaves whole numbers as they are."""
    check = refusing_complex(f"{name} is not supported for complex inputs", NotImplementedError)
    own: Facts = {"inplace": True, "takes": ROUNDED, "kernel": f"{name}_vml_cpu", "check": check,
                  "sparse": Sparse.VALUES, **facts}  # fmt: skip
    return elementwise(**own)


@rounded("floor", related=("ceil", "round", "trunc"))
def floor(input: Array) -> Array:
    """Return the greatest whole number that is not above each number.

    >>> torch.floor(torch.tensor([1.7, -1.2]))
    tensor([ 1., -2.])
    """
    return input.copy() if whole(input) else np.floor(input)


@rounded("ceil", related=("floor", "round", "trunc"))
def ceil(input: Array) -> Array:
    """Return the smallest whole number that is not below each number.

    >>> torch.ceil(torch.tensor([1.2, -1.7]))
    tensor([ 2., -1.])
    """
    return input.copy() if whole(input) else np.ceil(input)


@rounded("trunc", aliases=("fix",), related=("floor", "frac"))
def trunc(input: Array) -> Array:
    """Return each number without the digits after its point: rounded towards 0.

    >>> torch.trunc(torch.tensor([1.7, -1.7]))
    tensor([ 1., -1.])
    """
    return input.copy() if whole(input) else np.trunc(input)


@elementwise(passes=True, inplace=True, takes=FLOATS, related=("trunc",), sparse=Sparse.VALUES)
def frac(input: Array) -> Array:
    """Return each number's fractional part: the digits after its point.

    >>> torch.frac(torch.tensor([1.75, -1.75]))
    tensor([ 0.7500, -0.7500])
    """
    return np.subtract(input, np.trunc(input))


@elementwise(inplace=True,
             takes=lambda decimals: ROUNDED if decimals is None else FLOATS,
             kernel=lambda decimals: "round_cpu" if decimals else "round_vml_cpu",
             node=lambda decimals: f"RoundBackward{int(decimals is not None)}",
             related=("floor", "ceil", "trunc"), sparse=Sparse.VALUES)  # fmt: skip
def round(input: Array, *, decimals: int | None = None) -> Array:
    """Return the nearest whole number, or the nearest with some decimals, halves to the even one.

    >>> torch.round(torch.tensor([1.4, 1.5, 2.5]))
    tensor([1., 2., 2.])
    >>> torch.round(torch.tensor([1.2345]), decimals=2)
    tensor([1.2300])
    """
    if decimals is None:
        return input.copy() if whole(input) else np.rint(input)
    if whole(input):
        raise TypeError  # the engine knows PyTorch's words
    # too large a power is infinite
    scale = input.dtype.type(np.float_power(10.0, abs(decimals)))
    if decimals > 0:
        return np.divide(np.rint(np.multiply(input, scale)), scale)
    return np.multiply(np.rint(np.divide(input, scale)), scale)


@composite(name="round", namespace="torch.special", out=True, related=("round",), wrong_out=ONLY)
def round_to(input: Array, *, decimals: int = 0) -> Any:
    """Return the nearest number with some decimals, halves to the even one.

    >>> torch.special.round(torch.tensor([1.2345]), decimals=2)
    tensor([1.2300])
    """
    return round(input, decimals=decimals)


for step in (floor, ceil, trunc, round):
    step.gradient(input=lambda g: flat(g))
frac.gradient(input=lambda g: g)
frac.derivative(input="1")
