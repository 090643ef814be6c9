"""Classes as rows of zeros with a one."""

import numpy as np

from tensorlab.engine.declaring import Array, composite
from tensorlab.engine.dtypes import int64
from tensorlab.engine.storage_sizes import LONG, reserve_elements
from tensorlab.engine.tensor import wrap
from tensorlab.ops.nn.classification import F


@composite(namespace=F, related=("nn.functional.cross_entropy",))
def one_hot(tensor: Array, num_classes: int = -1) -> Array:
    """Return for each class a row of zeros with a 1 at its place.

    >>> torch.nn.functional.one_hot(torch.tensor([0, 2]), num_classes=3)
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    if tensor.dtype is not int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    classes = tensor.array
    if classes.size == 0:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return tensor.new_zeros((*classes.shape, num_classes))
    if classes.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    most = int(classes.max()) + 1
    if num_classes == -1:
        num_classes = most
    elif num_classes < most:
        raise RuntimeError("Class values must be smaller than num_classes.")
    if num_classes >= LONG:
        raise RuntimeError("zeros: Dimension size must be non-negative.")
    reserve_elements((*classes.shape, num_classes), 8)
    rows = np.zeros_like(classes, shape=(*classes.shape, num_classes))
    np.put_along_axis(rows, classes[..., None], 1, -1)
    return wrap(rows, int64)
