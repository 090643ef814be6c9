"""linear_cross_entropy: a linear layer and the cross entropy of its result, in one call."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.custom import Function
from tensorlab.ops.autograd.differentiation import grad
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
        raise RuntimeError(in_full("expected equal input", input.shape[-1], weight.shape[-1]))
    wanted = tuple(weight.shape[:-1])
    if bias is not None and tuple(bias.shape) != wanted:
        raise RuntimeError(f"expected linear_bias shape {wanted}, got {tuple(bias.shape)}")
    if weight.ndim > 2 and input.ndim == 1:
        raise RuntimeError(
            in_full("K-dimensional loss", tuple(weight.shape), input.shape[-1], tuple(input.shape))
        )


def loss_of_rows(
    input: Tensor, weights: Tensor, bias: Tensor | None, target: Tensor, **settings: object
) -> Any:
    """Return the cross entropy of a linear layer's result, with that one's settings."""
    *outer, width = weights.shape
    rows = weights.reshape(-1, width) if len(outer) > 1 else weights
    bias = bias.reshape(-1) if len(outer) > 1 and bias is not None else bias
    logits = linear(input, rows, bias).reshape(*input.shape[:-1], *outer)
    return cross_entropy(logits, target, **settings)


class Chunked(Function):
    """A loss whose gradients are worked out with it, to be walked back once or again and again."""

    generate_vmap_rule = True

    @staticmethod
    def forward(ctx: Any, loss_of: Callable[..., Tensor], again: bool, *operands: Any) -> Tensor:
        """Return the loss of the operands, and keep its gradients."""
        ctx.again, needed = again, ctx.needs_input_grad[2:]
        leaves = [
            operand if operand is None else operand.detach().requires_grad_(need)
            for operand, need in zip(operands, needed, strict=True)
        ]
        with SetGrad(mode=any(needed)):
            loss = loss_of(*leaves)
        wanted = [leaf for leaf, need in zip(leaves, needed, strict=True) if need]
        found = iter(grad(loss, wanted) if wanted else ())
        ctx.gradients = [next(found) if need else None for need in needed]
        return loss.detach()

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients times that of the loss.

        Raises:
            RuntimeError: they were asked for before, and are not to be kept.
        """
        gradients, ctx.gradients = ctx.gradients, ctx.gradients if ctx.again else None
        if gradients is None:
            raise RuntimeError(in_full("linear_cross_entropy"))
        return (None, None, *(one if one is None else one * g for one in gradients))


Chunked.__name__ = "GeneratedBackwardFor_torch_nn__linear_cross_entropy_batch_chunked_default"


@composite(namespace=F, related=("nn.functional.cross_entropy", "linear"))
def linear_cross_entropy(
    input: Array, linear_weight: Array, target: Array, *, linear_bias: Tensor | None = None,
    weight: Tensor | None = None, reduction: str = "mean", ignore_index: int | None = None,
    label_smoothing: float = 0.0, options: Any = None,
) -> Any:  # fmt: skip
    """Return the cross entropy of input @ linear_weight.T + linear_bias.

    `options` would set the parts in which it is worked out, where the result is the same; a mean or
    a sum of whole classes has its gradients worked out with it.

    >>> F = torch.nn.functional
    >>> F.linear_cross_entropy(torch.ones(1, 2), torch.zeros(3, 2), torch.tensor([1]))
    tensor(1.0986)
    """
    require_sizes(input, linear_weight, linear_bias)
    classes, *inner, _ = linear_weight.shape
    shape = (*input.shape[:-1], classes, *inner)
    if target.shape == shape and ignore_index is not None:
        raise RuntimeError(in_full("ignore_index cannot"))
    ignored = -100 if ignore_index is None else ignore_index
    rest: Any = {"ignore_index": ignored, "reduction": reduction, "weight": weight}
    loss_of: Any = partial(loss_of_rows, target=target, label_smoothing=label_smoothing, **rest)
    whole = target.dtype is DTYPES["int64"] and not inner and not label_smoothing
    if options is None or not whole or reduction not in ("mean", "sum"):
        return loss_of(input, linear_weight, linear_bias)
    again = options.allow_retain_graph
    loss = Chunked.apply(loss_of, again, input, linear_weight, linear_bias)
    return loss if input.ndim == 2 else loss.squeeze(0)
