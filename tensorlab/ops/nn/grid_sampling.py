"""Images read at places that a grid names: the steps of a spatial transformer."""

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import FLOATS, Array, Tensor, composite, not_implemented
from tensorlab.engine.signatures.support import require_same_type
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.creation.sequences import linspace
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.steps.resampling import far, near

F = "torch.nn.functional"
MODES = ("bilinear", "nearest", "bicubic")
PADDINGS = ("zeros", "border", "reflection")


@composite(namespace=F, related=("nn.functional.grid_sample",))
def affine_grid(theta: Array, size: tuple[int, ...], align_corners: bool | None = None) -> Array:
    """Return where the elements of images of a size lie after an affine map, from -1 to 1.

    >>> theta = torch.tensor([[[1., 0., 0.], [0., 1., 0.]]])
    >>> torch.nn.functional.affine_grid(theta, (1, 1, 1, 2), align_corners=False)
    tensor([[[[-0.5000,  0.0000],
              [ 0.5000,  0.0000]]]])
    """
    if align_corners is None:
        warn(in_full("Default grid_sample"))
    if not theta.dtype.is_floating_point:
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    count = len(size) - 2
    if count not in (2, 3):
        raise NotImplementedError(in_full("affine_grid only supports", tuple(size)))
    if theta.ndim != 3 or theta.shape[1:] != (count, count + 1):
        raise ValueError(in_full("Expected a batch", count, count + 1, size, theta.shape))
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {tuple(size)}")
    if align_corners and min(size[2:]) == 1:
        warn(in_full("Since version 1.3.0,"))
    return mapped_grid(theta, size, bool(align_corners))


def mapped_grid(theta: Tensor, size: tuple[int, ...], align_corners: bool) -> Tensor:
    """Return where the elements of images lie after an affine map.

    Args:
        theta: the maps, of shape (batch, 2 or 3, 3 or 4).
        size: the sizes of the images: the batch, the channels, two or three others.
        align_corners: whether -1 and 1 are the middles of the outermost elements.
    """
    inner, count = tuple(size[2:]), len(size) - 2
    base = theta.new_ones((*inner, count + 1))
    for place, extent in enumerate(inner):
        line = linspace(-1, 1, extent, dtype=theta.dtype, device=theta.device)
        line = line if extent > 1 else line * 0
        if not align_corners:
            line = line * (extent - 1) / extent
        steps = [-1 if n == place else 1 for n in range(count)]
        base[..., count - 1 - place] = line.reshape(steps)
    flat = base.reshape(1, -1, count + 1).expand(size[0], -1, -1)
    return flat.bmm(theta.transpose(1, 2)).reshape(size[0], *inner, count)


def reflected(x: Tensor, low: float, high: float) -> tuple[Tensor, Any]:
    """Return places folded back and forth between two borders, and how they move with x: 1, -1."""
    span = high - low
    if span <= 0:
        return x * 0, 0
    turned, x = x < low, (x - low).abs()
    rest, turns = x.fmod(span), (x / span).floor()
    turned = turned ^ (turns % 2 != 0)
    return where(turns % 2 == 0, rest, span - rest) + low, where(turned, -1.0, 1.0)


def unnormalized(x: Tensor, extent: int, *, align: bool, flat: bool) -> Tensor:
    """Return the places that numbers from -1 to 1 name among elements, rounded as by PyTorch."""
    if flat:
        return (x + 1) * ((extent - 1) / 2) if align else (x + 1) * (extent / 2) - 0.5
    return (x + 1) / 2 * (extent - 1) if align else ((x + 1) * extent - 1) / 2


def kept_inside(x: Tensor, extent: int, padding: str, *, align: bool) -> Tensor:
    """Return places as the padding says, along a dimension of some elements."""
    if padding == "zeros":
        return x
    x = x.nan_to_num(0.0)
    place, slope = x.detach(), 1.0
    if padding == "reflection":
        borders = (0, extent - 1) if align else (-0.5, extent - 0.5)
        place, slope = reflected(place, *borders)
    within = (place > 0) & (place < extent - 1)  # a border counts as outside
    return place.clamp(0, extent - 1) + (x - x.detach()) * where(within, slope, 0.0).to(x.dtype)


def read_at(input: Tensor, places: list[Tensor]) -> Tensor:
    """Return the elements at whole places, one tensor a dimension; 0 outside of the image."""
    inner = input.shape[2:]
    flat: Any = 0
    known: Any = None
    for place, extent in zip(places, inner, strict=True):
        inside = (place >= 0) & (place <= extent - 1)
        known = inside if known is None else known & inside
        flat = flat * extent + place.nan_to_num(0.0).clamp(0, max(extent - 1, 0)).long()
    count, channels = input.shape[:2]
    shape = places[0].shape[1:]
    index = flat.reshape(count, 1, -1).expand(-1, channels, -1)
    elements = input.reshape(count, channels, -1).gather(2, index)
    return where(known[:, None], elements.reshape(count, channels, *shape), 0.0)


def cubic(x: Tensor, step: int) -> Any:
    """Return the weight of the first or the second element that way, at a distance x."""
    return near(x) if step in (0, 1) else far(x)


def blended(
    input: Tensor, places: list[Tensor], taps: range, weight: Callable[[Tensor, int], Tensor],
    inside: Callable[[Tensor, int], Tensor],
) -> Array:  # fmt: skip
    """Return the elements around places, weighted by their distance."""
    total: Any = None
    bases = [place.detach().floor() for place in places]
    for steps in product(taps, repeat=len(places)):
        elements = [base + step for base, step in zip(bases, steps, strict=True)]
        share: Any = prod(
            weight(element - place if step > 0 else place - element, step)
            for place, element, step in zip(places, elements, steps, strict=True)
        )
        kept = [
            inside(element, extent)
            for element, extent in zip(elements, input.shape[2:], strict=True)
        ]
        part = read_at(input, kept) * share[:, None]
        total = part if total is None else total + part
    return total


def check_grid(input: Tensor, grid: Tensor, mode: str) -> None:
    """Refuse grids that do not fit their images.

    Raises:
        RuntimeError: a size, a type or the number of dimensions differs.
    """
    sizes = f"input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}"
    if input.shape[0] != grid.shape[0]:
        raise RuntimeError(in_full("grid_sampler(): expected grid and", sizes))
    if grid.shape[-1] != input.ndim - 2:
        raise RuntimeError(
            in_full("grid_sampler(): expected grid to", input.ndim - 2, list(grid.shape))
        )
    if 0 in input.shape[2:]:
        place = 2 + input.shape[2:].index(0)
        raise RuntimeError(in_full("grid_sampler(): expected input", list(input.shape), place))
    if input.ndim not in (4, 5) or input.ndim != grid.ndim:
        wanted = 4 if input.ndim == 4 else 5
        raise RuntimeError(in_full("grid_sampler(): expected {}D", wanted, sizes))
    if mode == "bicubic" and input.ndim != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    if input.dtype not in FLOATS:
        flat = input.ndim == 4
        raise not_implemented(
            "grid_sampler_2d_cpu_kernel_impl" if flat else "grid_sampler3d_cpu", input.dtype
        )
    require_same_type(input, grid)


@composite(
    autocast="full",
    namespace=F,
    related=("nn.functional.affine_grid",),
    choices={"mode": MODES, "padding_mode": PADDINGS},
)
def grid_sample(
    input: Array, grid: Array, mode: str = "bilinear", padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Array:  # fmt: skip
    """Return images read at the places of a grid: x and y from -1 to 1, border to border.

    >>> image = torch.tensor([[[[1., 2.], [3., 4.]]]])
    >>> torch.nn.functional.grid_sample(image, torch.zeros(1, 1, 1, 2), align_corners=False)
    tensor([[[[2.5000]]]])
    """
    for what, given, known, words in (
        ("mode", mode, MODES, "'bilinear', 'nearest' or 'bicubic'"),
        ("padding_mode", padding_mode, PADDINGS, "'zeros', 'border', or 'reflection'"),
    ):
        if given not in known:
            raise ValueError(
                f"nn.functional.grid_sample(): expected {what} to be {words}, but got: '{given}'"
            )
    if align_corners is None:
        warn(in_full("Default grid_sample"))
    align = bool(align_corners)
    check_grid(input, grid, mode)

    def inside(x: Tensor, extent: int) -> Tensor:
        return kept_inside(x, extent, padding_mode, align=align)

    places: list[Tensor] = []
    for x, extent in zip(grid.unbind(-1), reversed(input.shape[2:]), strict=True):
        place = unnormalized(x, extent, align=align, flat=input.ndim == 4)
        places.insert(0, place if mode == "bicubic" else inside(place, extent))
    if mode == "nearest":
        found = read_at(input, [place.detach().round() for place in places])
        found = found - grid[:0].sum()  # whose gradient is zero, not none
    elif mode == "bicubic":
        found = blended(input, places, range(-1, 3), cubic, inside)
    else:
        found = blended(input, places, range(2), lambda x, step: 1 - x, lambda x, extent: x)
    return under_name(found, f"GridSampler{len(places)}DBackward0")
