"""Where the largest and the smallest elements are."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.declaring import NUMBERS, USUAL, Array, Tensor, operation
from tensorlab.engine.dtypes import BOOLEAN
from tensorlab.engine.tensor import as_array
from tensorlab.ops.reduction.extremes import position, refuse_complex, require_elements


def refuse_unordered(name: str) -> Any:
    """Return the check that a type can be searched for where its extreme is."""

    def check(input: Tensor) -> None:
        refuse_complex(name)(input)
        if input.dtype.category == BOOLEAN:
            raise RuntimeError(f"{name}(): does not support bool input")

    return check


def locate(name: str, input: NDArray[Any], dim: int | None, keepdim: bool) -> Any:
    """Return where the extreme is: in the flattened tensor, or along a dimension."""
    try:
        if dim is None:
            found = getattr(input, name)(None, None, keepdims=keepdim)
            return found if keepdim else as_array(found)
        return position(name, input, dim, keepdim)
    except ValueError:
        require_elements(name, input, dim, advice=False)
        raise


@operation(plain=lambda input: np.array(input.argmax(), np.int64), takes=NUMBERS,
           kernel="argmax_cpu", check=refuse_unordered("argmax"), related=("max", "argmin"),
           skips_overlap_check=True, wrong_out=USUAL, reduces=True)  # fmt: skip
def argmax(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Return where the largest element is: in the flattened tensor, or along a dimension.

    Of equal elements the first one counts.

    >>> x = torch.tensor([[1, 7], [5, 3]])
    >>> torch.argmax(x)
    tensor(1)
    >>> torch.argmax(x, dim=0)
    tensor([1, 0])
    """
    return locate("argmax", input, dim, keepdim)


@operation(plain=lambda input: np.array(input.argmin(), np.int64), takes=NUMBERS,
           kernel="argmin_cpu", check=refuse_unordered("argmin"), related=("min", "argmax"),
           skips_overlap_check=True, wrong_out=USUAL, reduces=True)  # fmt: skip
def argmin(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Return where the smallest element is: in the flattened tensor, or along a dimension.

    Of equal elements the first one counts.

    >>> torch.argmin(torch.tensor([[1, 7], [5, 3]]), dim=1)
    tensor([0, 1])
    """
    return locate("argmin", input, dim, keepdim)
