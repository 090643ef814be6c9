"""Which settings and filters a convolution can have, in PyTorch's words where it can't."""

from collections.abc import Sequence
from math import prod
from typing import Any

from tensorlab.engine.calling.refusing import require_cast
from tensorlab.engine.declaring import Tensor, not_implemented, require_same_type
from tensorlab.engine.dtypes import bfloat16, float32
from tensorlab.engine.facts import Types
from tensorlab.engine.promotion import promote_types
from tensorlab.engine.type_names import kernel_type_name
from tensorlab.engine.warning import in_full
from tensorlab.ops.nn.steps.convolution import Sizes


def each(name: str, value: Any, count: int) -> Sizes:
    """Return a setting for each dimension, given once or per dimension.

    Raises:
        RuntimeError: it is given for another number of dimensions.
    """
    if isinstance(value, int):
        return (value,) * count
    if len(value) == 1:
        return tuple(value) * count
    if len(value) != count:
        raise RuntimeError(in_full("expected {0} to be a", name, count, list(value)))
    return tuple(value)


def require_steps(weight: Tensor, count: int, settings: Sequence[Any]) -> None:
    """Refuse settings for another number of dimensions than the filters have.

    Raises:
        RuntimeError: the number of settings is another one.
    """
    for name, value in zip(("stride", "padding", "dilation"), settings, strict=False):
        if not isinstance(value, str):
            given = (value,) * count if isinstance(value, int) else tuple(value)
            each(name, given, weight.ndim - 2)


def require_input(name: str, input: Tensor, count: int) -> None:
    """Refuse inputs of the wrong number of dimensions.

    Raises:
        RuntimeError: the number of dimensions is another one.
    """
    if input.ndim not in (count + 1, count + 2):
        raise RuntimeError(
            in_full("Expected {}D (unbatched)", count + 1, count + 2, name, list(input.shape))
        )


def named_sizes(title: str, sizes: Sequence[int], separator: str) -> str:
    """Return sizes with the names of their axes, as PyTorch's kernels give them."""
    axes = ("depth", "height", "width")[-max(len(sizes), 2) :]
    pairs = zip(axes, as_images_are(sizes), strict=True)
    return separator.join(f"{title}_{axis}: {size}" for axis, size in pairs)


def as_images_are(sizes: Sequence[int]) -> list[int]:
    """Return sizes of a signal as those of an image of one row, which PyTorch takes it for."""
    return [1] * (len(sizes) == 1) + list(sizes)


def require_settings(stride: Sizes, padding: Sizes, dilation: Sizes, *, transposed: bool) -> None:
    """Refuse steps of nothing and negative borders.

    Raises:
        RuntimeError: a stride or dilation is not positive, or a padding negative.
    """
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if min(dilation) <= 0:
        named = named_sizes("dilation", dilation, ", ") if transposed else as_images_are(dilation)
        given = f", but got {named}" if min(dilation) == 0 else ""
        raise RuntimeError(f"dilation should be greater than zero{given}")


def require_elements(input: Tensor, weight: Tensor, dilation: Sizes, *, transposed: bool) -> None:
    """Refuse filters without elements, and images without any that are in a batch.

    Raises:
        RuntimeError: a size of the filters is 0, or of the images.
    """
    sizes = list(weight.shape[2:])
    if 0 in sizes and input.shape[1]:
        if len(sizes) == 3 and transposed:
            raise RuntimeError(in_full("non-empty 5D (n_output_plane", list(weight.shape)))
        named = f" {named_sizes('kernel', sizes, ' ')}"
        if not transposed and max(dilation) > 1:
            named = f" {as_images_are(sizes)}"
        elif len(sizes) == 3:
            named = f": {' x '.join(map(str, sizes))} (TxHxW)"
        raise RuntimeError(f"kernel size should be greater than zero, but got{named}")
    if 0 in input.shape[2:] and 0 not in input.shape[:2]:
        shape = [*input.shape[:2], *as_images_are(input.shape[2:])]
        raise RuntimeError(
            f"Only zero batch or zero channel inputs are supported, but got input shape: {shape}"
        )


def require_groups(shape: list[int], groups: int) -> None:
    """Refuse filters that cannot be dealt out to groups.

    Raises:
        RuntimeError: the groups do not divide the channels.
    """
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    few = shape[0] < groups
    if few or shape[0] % groups:
        wanted = f"at least {groups}" if few else f"divisible by {groups}"
        named = shape if few else [shape]  # as PyTorch prints it
        raise RuntimeError(in_full("Given groups={},", groups, wanted, named))


def require_filters(
    input: Tensor, weight: Tensor, bias: Tensor | None, groups: int, *, transposed: bool
) -> None:
    """Refuse filters that don't fit the input's channels, or a bias that doesn't fit the filters.

    Raises:
        RuntimeError: a size is another one.
    """
    shape = list(weight.shape)
    require_groups(shape, groups)
    channels = shape[0] if transposed else shape[1] * groups
    made = shape[1] * groups if transposed else shape[0]
    if input.shape[1] != channels:
        which = "transposed=1" if transposed else f"groups={groups}"
        raise RuntimeError(
            f"Given {which}, weight of size {shape}, expected input{list(input.shape)} to have "
            f"{channels} channels, but got {input.shape[1]} channels instead"
        )
    if bias is not None and (bias.ndim != 1 or bias.shape[0] != made):
        which = "transposed=1, weight" if transposed else "weight"
        raise RuntimeError(in_full("Given {} of size", which, shape, made, list(bias.shape)))


def require_bias(input: Tensor, bias: Tensor | None) -> None:
    """Refuse a bias of another type, which filters that move are asked about before anything.

    Raises:
        RuntimeError: the types differ.
    """
    if bias is not None and bias.dtype is not input.dtype:
        names = input.dtype.c_name, bias.dtype.c_name
        raise RuntimeError(f"Input type ({names[0]}) and bias type ({names[1]}) should be the same")


def is_fast(input: Tensor, weight: Tensor, by: Any) -> bool:
    """Return whether PyTorch has its fast kernel of float32 convolve, on one thread."""
    batch, (rows, columns) = input.shape[0], (1, *weight.shape[2:])[-2:]
    moves = max(*by.stride, *by.dilation, rows, columns) > 1 or batch >= 16
    large = by.groups > 1 or min(rows, columns) > 3 or batch > 1
    return input.dtype is float32 and moves and (large or prod(input.shape[:4]) > 20480)


def require_types(
    input: Tensor, weight: Tensor, bias: Tensor | None, known: Types, kernel: str, by: Any
) -> Tensor | None:
    """Refuse filters, or a bias, of another type than the input's; return the bias in that type.

    The kernels for complex numbers and bfloat16 are others, as is that for much of float32: they
    ask for types before anything.

    Raises:
        NotImplementedError: the kernel does not know the input's type.
        RuntimeError: a type is another one.
    """
    kind = input.dtype
    apart = kind.is_complex or kind is bfloat16 or is_fast(input, weight, by)
    for name, part in (("weight", weight), ("bias", bias)):
        if part is None or part.dtype is kind:
            continue
        if apart:
            instead = f" or input should be a MKLDNN tensor and {name} is a dense tensor"
            raise RuntimeError(
                f"Input type ({kernel_type_name(input)}) and {name} type ({kernel_type_name(part)})"
                f" should be the same{'' if kind.is_complex else instead}"
            )
        if kind not in known:
            raise not_implemented(kernel, kind)
        if name == "weight" or "3d" in kernel:
            require_same_type(input, part)
        require_cast(promote_types(kind, part.dtype), input)
    return bias if bias is None or apart else bias.to(kind)


def require_room(input: Tensor, sizes: Sequence[int], padding: Sizes, dilation: Sizes) -> None:
    """Refuse filters larger than what they look at.

    Raises:
        RuntimeError: a filter is larger than the padded input.
    """
    room = [size + 2 * pad for size, pad in zip(input.shape[2:], padding, strict=True)]
    reach = [step * (size - 1) + 1 for size, step in zip(sizes, dilation, strict=True)]
    if any(wanted > there for wanted, there in zip(reach, room, strict=True)):
        raise RuntimeError(
            in_full("Calculated padded", " x ".join(map(str, room)), " x ".join(map(str, reach)))
        )


def require_extra(extra: Sizes, stride: Sizes, dilation: Sizes) -> None:
    """Refuse an output padding that no step leaves open.

    Raises:
        RuntimeError: the output padding is not smaller than stride and dilation.
    """
    if all(
        more < jump or more < step for more, jump, step in zip(extra, stride, dilation, strict=True)
    ):
        return
    rows = zip(("stride", "dilation"), (stride, dilation), strict=True)
    facts = [
        named_sizes("output_padding", (0,) * (len(extra) == 1) + tuple(extra), " "),
        *(named_sizes(title, sizes, " ") for title, sizes in rows),
    ]
    raise RuntimeError(
        "output padding must be smaller than either stride or dilation, but got " + " ".join(facts)
    )


def require_answers(input: Tensor, extent: Sizes) -> None:
    """Refuse borders that cut everything off.

    Raises:
        RuntimeError: a size of the result is not positive.
    """
    if min(extent) < 1:
        before, after = (
            " x ".join(map(str, as_images_are(sizes))) for sizes in (input.shape[2:], extent)
        )
        raise RuntimeError(in_full("Given input size per", before, after))
