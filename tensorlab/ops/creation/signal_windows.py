"""The windows of torch.signal: symmetric unless asked otherwise, of fractions in 32 or 64 bits."""

import math
from collections.abc import Iterable
from typing import Any

from tensorlab.engine.declaring import Tensor, composite
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType, float32, float64
from tensorlab.engine.naming import STRIDED, Layout
from tensorlab.engine.promotion import Defaults
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.creation.sequences import linspace
from tensorlab.ops.pointwise.bessel import i0

WINDOWS = "torch.signal.windows"


def placement(
    name: str, M: int, dtype: DType | None, layout: Layout, device: Device | None,
    requires_grad: bool,
) -> dict[str, Any]:  # fmt: skip
    """Return how a window's tensors are made.

    Raises:
        ValueError: they are none of a window.
    """
    dtype = dtype or Defaults.floating
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not STRIDED:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (float32, float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return {"dtype": dtype, "device": device, "requires_grad": requires_grad}


def last_place(M: int, *, sym: bool) -> int:
    """Return how many steps a window's period has: a periodic one goes on to its beginning."""
    return M - 1 if sym or M < 2 else M


@composite(namespace=WINDOWS, related=("cosine", "hann"))
def bartlett(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = STRIDED,
    device: Device | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return a triangle that falls to 0 on both sides.

    >>> torch.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    placed = placement("bartlett", M, dtype, layout, device, requires_grad)
    step = 2 / max(last_place(M, sym=sym), 1)
    first = -1.0 if M > 1 else 0.0
    k = linspace(first, first + (M - 1) * step, M, **placed)
    return 1 - k.abs()


@composite(namespace=WINDOWS, related=("hann",))
def cosine(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = STRIDED,
    device: Device | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return half a wave of a sine, sampled between its ends.

    >>> torch.signal.windows.cosine(3)
    tensor([0.5000, 1.0000, 0.5000])
    """
    placed = placement("cosine", M, dtype, layout, device, requires_grad)
    step = math.pi / max(last_place(M, sym=sym) + 1, 1)
    k = linspace(step / 2, (M - 0.5) * step, M, **placed)
    return k.sin()


@composite(namespace=WINDOWS, related=("gaussian",))
def exponential(
    M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True,
    dtype: DType | None = None, layout: Layout = STRIDED, device: Device | None = None,
    requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return exp(-abs(k - center) / tau) at whole numbers k.

    >>> torch.signal.windows.exponential(3)
    tensor([0.3679, 1.0000, 0.3679])
    """
    placed = placement("exponential", M, dtype, layout, device, requires_grad)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    middle = last_place(M, sym=sym) / 2 if center is None else center
    k = linspace(-middle / tau, (M - 1 - middle) / tau, M, **placed)
    return (-k.abs()).exp()


@composite(namespace=WINDOWS, related=("exponential",))
def gaussian(
    M: int, *, std: float = 1.0, sym: bool = True, dtype: DType | None = None,
    layout: Layout = STRIDED, device: Device | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return the bell exp(-k ** 2 / (2 * std ** 2)) about the middle.

    >>> torch.signal.windows.gaussian(3)
    tensor([0.6065, 1.0000, 0.6065])
    """
    placed = placement("gaussian", M, dtype, layout, device, requires_grad)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    first = -last_place(M, sym=sym) / 2
    scale = 1 / (std * math.sqrt(2))
    k = linspace(first * scale, (first + M - 1) * scale, M, **placed)
    return (-(k**2)).exp()


@composite(namespace=WINDOWS, related=("gaussian",))
def kaiser(
    M: int, *, beta: float = 12.0, sym: bool = True, dtype: DType | None = None,
    layout: Layout = STRIDED, device: Device | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return Kaiser's window, narrower for a greater beta.

    >>> torch.signal.windows.kaiser(5, beta=4.)
    tensor([0.0885, 0.6334, 1.0000, 0.6334, 0.0885])
    """
    placed = placement("kaiser", M, dtype, layout, device, requires_grad)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    height = tensor(beta, dtype=placed["dtype"], device=device)
    first = -height if M > 1 else height * 0
    last = first + (M - 1) * 2 * height / max(last_place(M, sym=sym), 1)
    k = linspace(first, last.minimum(height), M, **placed)
    window: Tensor = i0((height * height - k**2).sqrt()) / i0(height)
    return window


@composite(namespace=WINDOWS, related=("general_hamming", "nuttall"))
def general_cosine(
    M: int, *, a: Iterable[float], sym: bool = True, dtype: DType | None = None,
    layout: Layout = STRIDED, device: Device | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return a[0] - a[1] * cos(k) + a[2] * cos(2 * k) - ... over a whole turn.

    >>> torch.signal.windows.general_cosine(5, a=[0.5, 0.5])
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    placed = placement("general_cosine", M, dtype, layout, device, requires_grad)
    if not isinstance(a, tuple | list):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    if M < 2:
        return linspace(1, 1, M, **placed)
    step = 2 * math.pi / last_place(M, sym=sym)
    k = linspace(0, (M - 1) * step, M, **placed)
    signed = [(-1) ** i * height for i, height in enumerate(a)]
    heights = tensor(signed, **placed)
    orders = tensor(list(range(len(a))), **placed)
    waves: Tensor = (heights[:, None] * (orders[:, None] * k).cos()).sum(0)
    return waves


@composite(namespace=WINDOWS, related=("hamming", "hann"))
def general_hamming(
    M: int, *, alpha: float = 0.54, sym: bool = True, dtype: DType | None = None,
    layout: Layout = STRIDED, device: Device | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Return alpha - (1 - alpha) * cos(k) over a whole turn.

    >>> torch.signal.windows.general_hamming(5, alpha=0.6)
    tensor([0.2000, 0.6000, 1.0000, 0.6000, 0.2000])
    """
    return general_cosine(
        M,
        a=[alpha, 1 - alpha],
        sym=sym,
        dtype=dtype,
        layout=layout,
        device=device,
        requires_grad=requires_grad,
    )


def wave(name: str, heights: tuple[float, ...], says: str, example: str) -> None:
    """Declare a window that is a sum of cosines of given heights."""

    def window(
        M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = STRIDED,
        device: Device | None = None, requires_grad: bool = False,
    ) -> Tensor:  # fmt: skip
        if name == "blackman":  # the others leave that to what they are made of
            placement(name, M, dtype, layout, device, requires_grad)
        return general_cosine(
            M,
            a=list(heights),
            sym=sym,
            dtype=dtype,
            layout=layout,
            device=device,
            requires_grad=requires_grad,
        )

    window.__name__ = name
    window.__doc__ = f"{says}\n\n    >>> torch.signal.windows.{name}(3).abs()\n    {example}\n    "
    composite(namespace=WINDOWS, related=("general_cosine",))(window)


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
