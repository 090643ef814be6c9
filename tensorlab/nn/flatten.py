"""Layers that only change the shape."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module


class Flatten(Module):
    """The dimensions from one to another made one: between convolutions and linear layers.

    >>> torch.nn.Flatten()(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Any:
        """Return the input with fewer dimensions."""
        return functional("flatten")(input, self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension made several.

    >>> torch.nn.Unflatten(1, (2, 3))(torch.zeros(4, 6)).shape
    torch.Size([4, 2, 3])
    """

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        if not isinstance(dim, int):
            raise TypeError("invalid argument type for dim parameter")
        if not isinstance(unflattened_size, tuple | list):
            raise TypeError(
                "unflattened_size must be tuple of ints, but found type "
                f"{type(unflattened_size).__name__}"
            )
        for place, size in enumerate(unflattened_size):
            if not isinstance(size, int):
                raise TypeError(
                    f"unflattened_size must be tuple of ints, but found element of type "
                    f"{type(size).__name__} at pos {place}"
                )
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Any:
        """Return the input with more dimensions."""
        return functional("unflatten")(input, self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """Return the dimension and its sizes."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
