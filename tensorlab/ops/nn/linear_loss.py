"""linear_cross_entropy: a linear layer and the cross entropy of its result, in one call."""

import math
from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.nn.classification import cross_entropy
from tensorlab.ops.nn.layers import linear

F = "torch.nn.functional"


def require_sizes(input: Tensor, weight: Tensor, bias: Tensor | None) -> None:
    """Refuse what does not fit the weight.

    Raises:
        RuntimeError: a size differs.
    """
    if input.ndim not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.ndim}")
    if weight.ndim < 2:
        raise RuntimeError(
            f"expected linear_weight with dimensionality at least 2, got {weight.ndim}"
        )
    if input.shape[-1] != weight.shape[-1]:
        raise RuntimeError(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{input.shape[-1]} and {weight.shape[-1]}, respectively"
        )
    wanted = tuple(weight.shape[:-1])
    if bias is not None and tuple(bias.shape) != wanted:
        raise RuntimeError(f"expected linear_bias shape {wanted}, got {tuple(bias.shape)}")
    if weight.ndim > 2 and input.ndim == 1:
        raise RuntimeError(
            f"K-dimensional loss defined by linear_weight shape {tuple(weight.shape)} requires "
            f"batched input, (N, {input.shape[-1]}), got unbatched input with shape "
            f"{tuple(input.shape)}"
        )


@composite(namespace=F, related=("nn.functional.cross_entropy", "linear"))
def linear_cross_entropy(
    input: Array, linear_weight: Array, target: Array, *, linear_bias: Tensor | None = None,
    weight: Tensor | None = None, reduction: str = "mean", ignore_index: int | None = None,
    label_smoothing: float = 0.0, options: Any = None,
) -> Any:  # fmt: skip
    """Return the cross entropy of input @ linear_weight.T + linear_bias.

    `options` would say in how large parts it is worked out; the result is the same.

    >>> F = torch.nn.functional
    >>> F.linear_cross_entropy(torch.ones(1, 2), torch.zeros(3, 2), torch.tensor([1]))
    tensor(1.0986)
    """
    require_sizes(input, linear_weight, linear_bias)
    classes, *inner, width = linear_weight.shape
    shape = (*input.shape[:-1], classes, *inner)
    if target.shape == shape and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    rows = linear_weight.reshape(math.prod(inner, start=classes), width) if inner else linear_weight
    bias = linear_bias.reshape(-1) if inner and linear_bias is not None else linear_bias
    logits = linear(input, rows, bias).reshape(shape)
    return cross_entropy(
        logits,
        target,
        weight,
        ignore_index=-100 if ignore_index is None else ignore_index,
        reduction=reduction,
        label_smoothing=label_smoothing,
    )
