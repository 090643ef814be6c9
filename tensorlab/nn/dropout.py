"""Dropout layers: while training, cells made 0 by chance."""

from typing import Any

from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module


class Dropping(Module):
    """Cells made 0 by chance p while training, the others scaled up to match."""

    function = ""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def forward(self, input: Any) -> Any:
        """Return the cells; those that are dropped are 0."""
        return functional(self.function)(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(Dropping):
    """Each cell made 0 by chance p while training, the others divided by 1 - p.

    >>> torch.nn.Dropout().eval()(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    function = "dropout"
