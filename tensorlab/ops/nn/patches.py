"""Images taken apart into patches and put together again, and channels shuffled."""

from typing import Any

import numpy as np

from tensorlab.engine.declaring import BOOLEAN, INEXACT, Array, Dims, operation
from tensorlab.engine.layout import row_major, zeros_beside
from tensorlab.engine.shapes import reserve_elements, wrap_dim
from tensorlab.engine.warning import in_full
from tensorlab.ops.nn.steps.convolution import Steps, offsets, padded, places_along, windows, within

NN = "torch.nn.functional"
# What PyTorch has kernels for that lay patches out as columns.
COLUMNS = INEXACT | BOOLEAN


def pair(value: Any) -> tuple[int, int]:
    """Return a size for rows and columns: one number stands for both."""
    if isinstance(value, int):
        return value, value
    return int(value[0]), int(value[1])


# What each setting of a patch must be, and PyTorch's words for one that is not.
LEAST = {
    "kernel_size": (1, "kernel size should be greater than zero", "kernel_height", "kernel_width"),
    "dilation": (1, "dilation should be greater than zero", "dilation_height", "dilation_width"),
    "padding": (0, "padding should be non-negative", "pad_height", "pad_width"),
    "stride": (1, "stride should be greater than zero", "stride_height", "stride_width"),
}


def check_pairs(**given: Any) -> None:
    """Refuse settings that are no pairs, or of a sign that no patch has, in the order given.

    Raises:
        RuntimeError: a setting has another length or sign.
    """
    for name, value in given.items():
        if not isinstance(value, int) and len(value) != 2:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(value)}")
    for name, value in given.items():
        if name not in LEAST:
            continue
        least, words, high, wide = LEAST[name]
        height, width = pair(value)
        if min(height, width) < least:
            raise RuntimeError(f"{words}, but got {high}: {height} {wide}: {width}")


def blocks(
    size: tuple[int, int], kernel: object, dilation: object, padding: object, stride: object
) -> tuple[int, ...]:
    """Return how many patches fit, down and across."""
    steps = Steps(pair(stride), pair(padding), pair(dilation), 1)
    return places_along(size, pair(kernel), steps)


@operation(namespace=NN, out=False, takes=COLUMNS, kernel="im2col_out_cpu", node="Im2ColBackward0",
           related=("fold",), quantized_kernel="im2col")  # fmt: skip
def unfold(
    input: Array, kernel_size: Dims, dilation: Dims = 1, padding: Dims = 0, stride: Dims = 1
) -> Array:
    """Return the patches of images as columns, those of a row of patches side by side.

    >>> torch.nn.functional.unfold(torch.arange(4.).reshape(1, 1, 2, 2), (2, 1))
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    check_pairs(kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)
    image = input if input.ndim == 4 else input[None]
    if image.ndim != 4 or 0 in image.shape[1:]:
        for dim in range(1, 3 if input.ndim < 3 else 1):
            wrap_dim(dim, input.ndim)
        raise RuntimeError(in_full("Expected 3D or 4D", list(input.shape)))
    counts = blocks(image.shape[2:], kernel_size, dilation, padding, stride)
    if min(counts) < 1:
        raise RuntimeError(
            in_full(
                "Given input with spatial",
                image.shape[2:],
                pair(kernel_size),
                pair(dilation),
                pair(padding),
                counts,
            )
        )
    height, width = pair(kernel_size)
    reserve_elements((*image.shape[:2], height, width, *counts), image.itemsize)
    large = padded(image, pair(padding))
    seen = windows(large, (height, width), pair(stride), pair(dilation), counts)
    columns = seen.reshape(image.shape[0], image.shape[1] * height * width, counts[0] * counts[1])
    return columns if input.ndim == 4 else columns[0]


@operation(namespace=NN, out=False, takes=COLUMNS, kernel="col2im_out_cpu", node="Col2ImBackward0",
           related=("unfold",), quantized_kernel="col2im")  # fmt: skip
def fold(
    input: Array, output_size: Dims, kernel_size: Dims, dilation: Dims = 1, padding: Dims = 0,
    stride: Dims = 1,
) -> Array:  # fmt: skip
    """Return images put together from patches in columns; where patches overlap they are added.

    >>> torch.nn.functional.fold(torch.ones(1, 2, 2), (2, 2), (2, 1))
    tensor([[[[1., 1.],
              [1., 1.]]]])
    """
    check_pairs(
        output_size=output_size,
        kernel_size=kernel_size,
        stride=stride,
        dilation=dilation,
        padding=padding,
    )
    if input.ndim not in (2, 3) or 0 in input.shape[input.ndim - 2 :]:
        raise RuntimeError(in_full("Expected 2D or 3D", list(input.shape)))
    columns = input if input.ndim == 3 else input[None]
    size = pair(output_size)
    height, width = pair(kernel_size)
    check_columns(columns, size, kernel_size, dilation, padding, stride)
    counts = blocks(size, kernel_size, dilation, padding, stride)
    batch, channels = columns.shape[0], columns.shape[1] // (height * width)
    whole = padded(zeros_beside(input, (batch, channels, *size)), pair(padding))
    parts = columns.reshape(batch, channels, height, width, *counts)
    for (row, column), places in offsets((height, width), pair(stride), pair(dilation), counts):
        whole[places] += parts[:, :, row, column]
    images = row_major(whole[(..., *within(pair(padding), size))])
    return images if input.ndim == 3 else images[0]


def check_columns(
    columns: np.ndarray, size: Any, kernel: Any, dilation: Any, padding: Any, stride: Any
) -> None:
    """Refuse columns that are not those of so many patches of such a size.

    Raises:
        RuntimeError: the columns are not as long or as many.
    """
    height, width = pair(kernel)
    if columns.shape[1] % (height * width):
        raise RuntimeError(in_full("Expected size of input's", columns.shape[1], height, width))
    down, across = blocks(size, kernel, dilation, padding, stride)
    if columns.shape[2] != down * across:
        raise RuntimeError(
            f"Given output_size={size}, kernel_size=({height}, {width}), "
            f"dilation={pair(dilation)}, padding={pair(padding)}, stride={pair(stride)}, expected "
            f"size of input's dimension 2 to match the calculated number of sliding blocks {down} "
            f"* {across} = {down * across}, but got input.size(2)={columns.shape[2]}."
        )


fold.gradient(
    input=lambda g, kernel_size, dilation, padding, stride: unfold(
        g, kernel_size, dilation, padding, stride
    )
)
fold.derivative(input="1 where it was put, else 0")
unfold.gradient(
    input=lambda g, sizes, kernel_size, dilation, padding, stride: fold(
        g, sizes[-2:], kernel_size, dilation, padding, stride
    )
)
unfold.derivative(input="1 where it was put, else 0")
