"""Matrix products and determinants."""

import numpy as np

from tensorlab.engine.declaration import pairwise
from tensorlab.engine.signature import Array


@pairwise(shapes="(n,k),(k,m)->(n,m)", related=("matmul", "bmm"))
def mm(input: Array, mat2: Array) -> Array:
    """Return the matrix product: out[i, j] is row i of input times column j of mat2, summed.

    >>> torch.mm(torch.tensor([[1, 2], [3, 4]]), torch.tensor([[5, 6], [7, 8]]))
    tensor([[19, 22],
            [43, 50]])
    """
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError("self must be a matrix" if input.ndim != 2 else "mat2 must be a matrix")
    return np.dot(input, mat2)


mm.gradient(
    input=lambda g, mat2: g.mm(mat2.mT),
    mat2=lambda g, input: input.mT.mm(g),
)
