"""How far one distribution lies from another."""

import warnings

from tensorlab.engine.declaring import FLOATS, Array, Tensor, composite
from tensorlab.ops.nn.loss import F, known_reduction


def refuse_divergence(*parts: Tensor) -> None:
    """Refuse the divergence of what are no logarithms.

    Raises:
        RuntimeError: the input is of whole numbers.
    """
    for part in parts:
        if part.dtype not in FLOATS:
            kind = "Complex" if part.dtype.is_complex else "Integral"
            raise RuntimeError(f"kl_div: {kind} inputs not supported.")


@composite(autocast="full", namespace=F, related=("nn.functional.cross_entropy",), copies=3)
def kl_div(
    input: Array, target: Array, size_average: bool | None = None, reduce: bool | None = None,
    reduction: str = "mean", log_target: bool = False,
) -> Array:  # fmt: skip
    """Return the divergence of target from exp(input): target * (log(target) - input), reduced.

    reduction "batchmean" divides the sum by the size of the first dimension.

    >>> p = torch.tensor([[0.5, 0.5]])
    >>> torch.nn.functional.kl_div(p.log(), torch.tensor([[0.25, 0.75]]), reduction="batchmean")
    tensor(0.1308)
    """
    if reduction == "mean" and size_average is None and reduce is None:
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math "
            "definition.'mean' will be changed to behave the same as 'batchmean' in the next major "
            "release.",
            UserWarning,
            stacklevel=3,
        )
    refuse_divergence(input, target)
    by_batch = reduction == "batchmean"
    reduction = known_reduction("sum" if by_batch else reduction, size_average, reduce)
    if log_target:
        losses = target.exp() * (target - input)
    else:  # in this order, so that the gradients of target come the other way round
        product = target * input
        losses = target.xlogy(target) - product
    if reduction == "none":
        return losses
    total = getattr(losses, reduction)()
    return total / len(input) if by_batch and input.ndim else total
