"""Addition and its kin: one declaration per function."""

import numpy as np

from tensorlab.engine.declaration import elementwise
from tensorlab.engine.signature import Array, Number, Operand


@elementwise(symbol="+", inplace=True, related=("sub", "mul"))
def add(input: Array, other: Operand, *, alpha: Number = 1) -> Array:
    """Return input plus other, cell by cell; alpha multiplies other first.

    Shapes broadcast: they are aligned at their last dimensions, and a size of 1 is stretched.

    >>> torch.add(torch.tensor([1, 2]), torch.tensor([10, 20]))
    tensor([11, 22])
    >>> torch.tensor([1., 2.]) + 0.5
    tensor([1.5000, 2.5000])
    """
    return np.add(input, other if alpha == 1 else alpha * other)


add.gradient(
    input=lambda g: g,
    other=lambda g, alpha: g if alpha == 1 else g * alpha,
)
