"""Pooling layers whose windows begin where random numbers say."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import Named, functional
from tensorlab.ops.nn.steps.pooled_sizes import spread_out


class LargestOfDrawnWindows(Named):
    """The largest element of each window; their count is given, or a share of the input's."""

    def __init__(
        self, kernel_size: object, output_size: object = None, output_ratio: object = None,
        return_indices: bool = False, _random_samples: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        widths = (kernel_size,) if isinstance(kernel_size, int) else kernel_size
        if self._dims == 3 and isinstance(widths, tuple | list) and not all(w > 0 for w in widths):
            raise ValueError(f"kernel_size must be greater than 0, but got {kernel_size}")
        self.kernel_size = spread_out(kernel_size, self._dims)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else spread_out(output_size, self._dims)
        self.output_ratio = None if output_ratio is None else spread_out(output_ratio, self._dims)
        if output_size is None and output_ratio is None:
            raise ValueError(
                f"{type(self).__name__} requires specifying either an output size, or a pooling "
                "ratio"
            )
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if not all(0 < ratio < 1 for ratio in self.output_ratio or ()):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input: Tensor) -> Any:
        """Return the largest elements."""
        return functional(f"fractional_max_pool{self._dims}d")(
            input,
            self.kernel_size,
            self.output_size,
            self.output_ratio,
            self.return_indices,
            _random_samples=self._random_samples,
        )


class FractionalMaxPool2d(LargestOfDrawnWindows):
    """The largest element of each window of images; the windows begin at random.

    >>> torch.nn.FractionalMaxPool2d(2, output_ratio=0.5)(torch.ones(1, 4, 4))
    tensor([[[1., 1.],
             [1., 1.]]])
    """


class FractionalMaxPool3d(LargestOfDrawnWindows):
    """The largest element of each window of volumes; the windows begin at random.

    >>> torch.nn.FractionalMaxPool3d(2, output_size=(1, 1, 2))(torch.ones(1, 4, 4, 4))
    tensor([[[[1., 1.]]]])
    """
