"""The windows of torch.signal: symmetric unless asked otherwise, of fractions in 32 or 64 bits."""

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from tensorlab.engine.declaring import Tensor, composite
from tensorlab.engine.dtypes import DType, float32, float64
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.promotion import Defaults
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.creation.sequences import linspace
from tensorlab.ops.pointwise.bessel import i0

UNPLACED = "pin_memory", "memory_format"
window = partial(
    composite, method=False, namespace="torch.signal.windows", dtype=True, unplaced=UNPLACED
)


def placed(
    name: str, M: int, dtype: DType | None = None, layout: object = STRIDED, **rest: Any
) -> dict[str, Any]:
    """Return how the places of a window are made: their type, and whether a gradient is wanted.

    Raises:
        ValueError: it is none of a window, or the length is negative.
    """
    dtype = dtype or Defaults.floating
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not STRIDED:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (float32, float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return {"dtype": dtype, **rest}


def last_place(M: int, *, sym: bool) -> int:
    """Return how many steps a window's period has: a periodic one goes on to its beginning."""
    return M - 1 if sym or M < 2 else M


@window(related=("cosine", "hann"))
def bartlett(M: int, *, sym: bool = True, **rest: Any) -> Tensor:
    """Return a triangle that falls to 0 on both sides.

    >>> torch.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    rest = placed("bartlett", M, **rest)
    step = 2 / max(last_place(M, sym=sym), 1)
    first = -1.0 if M > 1 else 0.0
    return 1 - linspace(first, first + (M - 1) * step, M, **rest).abs()


@window(related=("hann",))
def cosine(M: int, *, sym: bool = True, **rest: Any) -> Tensor:
    """Return half a wave of a sine, sampled between its ends.

    >>> torch.signal.windows.cosine(3)
    tensor([0.5000, 1.0000, 0.5000])
    """
    rest = placed("cosine", M, **rest)
    step = math.pi / max(last_place(M, sym=sym) + 1, 1)
    return linspace(step / 2, (M - 0.5) * step, M, **rest).sin()


@window(related=("gaussian",))
def exponential(
    M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, **rest: Any
) -> Tensor:
    """Return exp(-abs(k - center) / tau) at whole numbers k.

    >>> torch.signal.windows.exponential(3)
    tensor([0.3679, 1.0000, 0.3679])
    """
    rest = placed("exponential", M, **rest)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    middle = last_place(M, sym=sym) / 2 if center is None else center
    k = linspace(-middle / tau, (M - 1 - middle) / tau, M, **rest)
    return (-k.abs()).exp()


@window(related=("exponential",))
def gaussian(M: int, *, std: float = 1.0, sym: bool = True, **rest: Any) -> Tensor:
    """Return the bell exp(-k ** 2 / (2 * std ** 2)) about the middle.

    >>> torch.signal.windows.gaussian(3)
    tensor([0.6065, 1.0000, 0.6065])
    """
    rest = placed("gaussian", M, **rest)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    first = -last_place(M, sym=sym) / 2
    scale = 1 / (std * math.sqrt(2))
    k = linspace(first * scale, (first + M - 1) * scale, M, **rest)
    return (-(k**2)).exp()


@window(related=("gaussian",))
def kaiser(M: int, *, beta: float = 12.0, sym: bool = True, **rest: Any) -> Tensor:
    """Return Kaiser's window, narrower for a greater beta.

    >>> torch.signal.windows.kaiser(5, beta=4.)
    tensor([0.0885, 0.6334, 1.0000, 0.6334, 0.0885])
    """
    rest = placed("kaiser", M, **rest)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    height = tensor(beta, dtype=rest["dtype"])
    first = -height if M > 1 else height * 0
    last = first + (M - 1) * 2 * height / max(last_place(M, sym=sym), 1)
    k = linspace(first, last.minimum(height), M, **rest)
    return i0((height * height - k**2).sqrt()) / i0(height)


@window(related=("general_hamming", "nuttall"))
def general_cosine(M: int, *, a: Iterable[float], sym: bool = True, **rest: Any) -> Tensor:
    """Return a[0] - a[1] * cos(k) + a[2] * cos(2 * k) - ... over a whole turn.

    >>> torch.signal.windows.general_cosine(5, a=[0.5, 0.5])
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    rest = placed("general_cosine", M, **rest)
    if not isinstance(a, tuple | list):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    if M < 2:
        return linspace(1, 1, M, **rest)
    step = 2 * math.pi / last_place(M, sym=sym)
    k = linspace(0, (M - 1) * step, M, **rest)
    signed = [(-1) ** i * height for i, height in enumerate(a)]
    heights = tensor(signed, dtype=rest["dtype"])
    orders = tensor(list(range(len(a))), dtype=rest["dtype"])
    return (heights[:, None] * (orders[:, None] * k).cos()).sum(0)


cosines: Callable[..., Tensor] = general_cosine.operation.forward


@window(related=("hamming", "hann"))
def general_hamming(M: int, *, alpha: float = 0.54, sym: bool = True, **rest: Any) -> Tensor:
    """Return alpha - (1 - alpha) * cos(k) over a whole turn.

    >>> torch.signal.windows.general_hamming(5, alpha=0.6)
    tensor([0.2000, 0.6000, 1.0000, 0.6000, 0.2000])
    """
    return cosines(M, a=[alpha, 1 - alpha], sym=sym, **rest)


def wave(name: str, heights: tuple[float, ...], says: str, example: str) -> None:
    """Declare a window that is a sum of cosines of given heights."""

    def waves(M: int, *, sym: bool = True, **rest: Any) -> Tensor:
        if name == "blackman":  # the others leave that to what they are made of
            placed(name, M, **rest)
        return cosines(M, a=list(heights), sym=sym, **rest)

    waves.__name__ = name
    waves.__doc__ = f"{says}\n\n    >>> torch.signal.windows.{name}(3).abs()\n    {example}\n    "
    window(related=("general_cosine",))(waves)


wave("hann", (0.5, 0.5), "Return a raised cosine that falls to 0.", "tensor([0., 1., 0.])")
wave(
    "hamming",
    (0.54, 0.46),
    "Return a raised cosine that falls to 0.08.",
    "tensor([0.0800, 1.0000, 0.0800])",
)
wave(
    "blackman",
    (0.42, 0.5, 0.08),
    "Return a sum of two cosines, with less beside its peak.",
    "tensor([1.4901e-08, 1.0000e+00, 1.4901e-08])",
)
wave(
    "nuttall",
    (0.3635819, 0.4891775, 0.1365995, 0.0106411),
    "Return Nuttall's sum of three cosines.",
    "tensor([3.6280e-04, 1.0000e+00, 3.6280e-04])",
)
