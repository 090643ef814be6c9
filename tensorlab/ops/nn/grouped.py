"""Products of groups of rows with a matrix each, as mixtures of experts are computed."""

from itertools import pairwise
from typing import Any

from tensorlab.engine.declaring import Tensor
from tensorlab.ops.shape.joining import cat


def grouped_mm(
    mat_a: Tensor, mat_b: Tensor, *, offs: Any = None, bias: Any = None, out_dtype: Any = None
) -> Tensor:
    """Return the rows of each group times its matrix; `offs` says where groups end.

    >>> rows, experts = torch.ones(3, 1), torch.tensor([[[2.]], [[5.]]])
    >>> torch.nn.functional.grouped_mm(rows, experts, offs=torch.tensor([1, 3]))
    tensor([[2.],
            [5.],
            [5.]])

    Raises:
        NotImplementedError: it is not rows that are grouped, or a bias or a type is given.
    """
    if (mat_a.dim(), mat_b.dim(), bias, out_dtype) != (2, 3, None, None) or offs is None:
        raise NotImplementedError("grouped_mm: rows of a matrix are grouped; take torch.bmm")
    groups = zip(pairwise([0, *offs.tolist()]), mat_b, strict=True)
    return cat([mat_a[start:end] @ matrix for (start, end), matrix in groups])
