"""Functions of layers under names of former times."""

from typing import Any

from tensorlab.engine.declaring import Array, composite
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.warning import warn
from tensorlab.ops.alike import alike
from tensorlab.ops.nn import hard
from tensorlab.ops.nn.interpolation import interpolate

F = "torch.nn.functional"


def say_newer(name: str) -> None:
    """Warn of a name that interpolate has replaced."""
    warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.")


@composite(namespace=F, related=("nn.functional.interpolate",))
def upsample(
    input: Array,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Any:
    """Return images in another size."""
    say_newer("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


@composite(namespace=F, related=("nn.functional.interpolate",))
def upsample_nearest(input: Array, size: Any = None, scale_factor: Any = None) -> Any:
    """Return images in another size, each element the nearest one."""
    say_newer("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


@composite(namespace=F, related=("nn.functional.interpolate",))
def upsample_bilinear(input: Array, size: Any = None, scale_factor: Any = None) -> Any:
    """Return images in another size, elements interpolated between the old ones."""
    say_newer("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


@composite(name="rrelu", method=False, related=("nn.functional.rrelu",))
def randomly_sloped(
    input: Array, lower: float = 1 / 8, upper: float = 1 / 3, training: bool = False,
    generator: Generator | None = None,
) -> Any:  # fmt: skip
    """Return each number, times a slope where it is negative: a random one in training.

    >>> torch.rrelu(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return hard.rrelu(input, lower, upper, training)


@composite(method=False, related=("rrelu",), aliases=("nn.functional.rrelu_",))
@alike(randomly_sloped)
def rrelu_(given: dict[str, Any]) -> Any:
    """Multiply negative numbers by a slope: a random one in training.

    >>> torch.rrelu_(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    *settings, _ = given.values()
    return hard.rrelu(*settings, inplace=True)
