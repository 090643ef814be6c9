"""PyTorch's losses under their kernels' names: how they are reduced is given as a number."""

from functools import partial
from typing import Any

from tensorlab.engine.calling.refusing import require_shape
from tensorlab.engine.declaring import Array, Tensor, composite
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.engine.signatures.accepting import refuse_huge
from tensorlab.ops.alike import alike
from tensorlab.ops.nn import binary_loss, likelihood_loss, margin_loss
from tensorlab.ops.nn.loss import finished
from tensorlab.ops.nn.similarity import pairwise_distance
from tensorlab.ops.shape.stretching import broadcast_tensors


def reduction_of(number: int) -> str:
    """Return the reduction that PyTorch's kernels know by a number; by another one, none.

    Raises:
        ValueError: the number does not fit into 64 bits.
    """
    if not -(2**63) <= number < 2**63:
        refuse_huge(number, int)
    return {1: "mean", 2: "sum"}.get(number, "none")


@composite(name="kl_div", method=False, related=("nn.functional.kl_div",))
def divergent(input: Array, target: Array, reduction: int = 0, *, log_target: bool = False) -> Any:
    """Return the Kullback-Leibler divergence: target * (log(target) - input).

    >>> torch.kl_div(torch.zeros(1, 2), torch.ones(1, 2), 2)
    tensor(0.)
    """
    found = binary_loss.kl_div(input, target, reduction="none", log_target=log_target)
    return finished(found, reduction_of(reduction))


@composite(name="binary_cross_entropy_with_logits", method=False,
           related=("nn.functional.binary_cross_entropy_with_logits",))  # fmt: skip
def of_logits(
    input: Array, target: Array, weight: Tensor | None = None, pos_weight: Tensor | None = None,
    reduction: int = 0,
) -> Any:  # fmt: skip
    """Return the binary cross entropy of logits.

    >>> torch.binary_cross_entropy_with_logits(torch.tensor([0.]), torch.tensor([1.]))
    tensor([0.6931])
    """
    if pos_weight is not None:
        require_shape(input, broadcast_shapes(input.shape, pos_weight.shape, target.shape))
    for other in (input, weight):  # by which the losses are multiplied in place
        if other is not None:
            require_shape(target, broadcast_shapes(target.shape, other.shape))
    input, target = broadcast_tensors(input, target)
    return binary_loss.binary_cross_entropy_with_logits(
        input, target, weight, pos_weight=pos_weight, reduction=reduction_of(reduction)
    )


@composite(name="poisson_nll_loss", method=False, related=("nn.functional.poisson_nll_loss",))
def of_counts(
    input: Array, target: Array, log_input: bool, full: bool, eps: float, reduction: int
) -> Any:
    """Return how unlikely counts are under Poisson distributions.

    >>> torch.poisson_nll_loss(torch.tensor([0.]), torch.tensor([1.]), True, False, 1e-8, 1)
    tensor(1.)
    """
    return likelihood_loss.poisson_nll_loss(
        input, target, log_input, full, eps=eps, reduction=reduction_of(reduction)
    )


@composite(name="hinge_embedding_loss", method=False,
           related=("nn.functional.hinge_embedding_loss",))  # fmt: skip
def hinge_embedding_loss(
    input: Array, target: Array, margin: float = 1.0, reduction: int = 0
) -> Any:
    """Return distances where the target is 1, and where it is -1 what they lack to the margin.

    >>> torch.hinge_embedding_loss(torch.tensor([0.5, 0.25]), torch.tensor([1., -1.]))
    tensor([0.5000, 0.7500])
    """
    return margin_loss.hinge_embedding_loss(
        input, target, margin, reduction=reduction_of(reduction)
    )


@composite(name="margin_ranking_loss", method=False, related=("nn.functional.margin_ranking_loss",))
def of_ranks(
    input1: Array, input2: Array, target: Array, margin: float = 0.0, reduction: int = 0
) -> Any:
    """Return what pairs lack to the wanted order, by a margin.

    >>> torch.margin_ranking_loss(torch.tensor([1.]), torch.tensor([3.]), torch.tensor([1.]))
    tensor([2.])
    """
    return margin_loss.ranked(input1, input2, target, margin, reduction_of(reduction))


@composite(name="cosine_embedding_loss", method=False,
           related=("nn.functional.cosine_embedding_loss",))  # fmt: skip
@alike(of_ranks)
def of_angles(given: dict[str, Any]) -> Any:
    """Return how far pairs are from pointing the same way, or, for -1, from not doing so.

    >>> x = torch.tensor([[1., 0.]])
    >>> torch.cosine_embedding_loss(x, x, torch.tensor([-1.]))
    tensor([1.])
    """
    reduction = reduction_of(given.pop("reduction"))
    return margin_loss.cosine_embedding_loss(**given, reduction=reduction)


@composite(name="triplet_margin_loss", method=False, related=("nn.functional.triplet_margin_loss",))
def of_triplets(
    anchor: Array, positive: Array, negative: Array, margin: float = 1.0, p: float = 2.0,
    eps: float = 1e-06, swap: bool = False, reduction: int = 0,
) -> Any:  # fmt: skip
    """Return how much nearer, by a margin, the anchor should be to the positive than the negative.

    >>> zero, one = torch.tensor([[0.]]), torch.tensor([[1.]])
    >>> torch.triplet_margin_loss(zero, zero, one, eps=0.)
    tensor([0.])
    """
    distance, how = partial(pairwise_distance, p=p, eps=eps), reduction_of(reduction)
    return margin_loss.nearer(anchor, positive, negative, distance, margin, swap, how)


@composite(name="ctc_loss", method=False, related=("nn.functional.ctc_loss",))
def of_alignments(
    log_probs: Array, targets: Array, input_lengths: Any, target_lengths: Any, blank: int = 0,
    reduction: int = 0, zero_infinity: bool = False,
) -> Any:  # fmt: skip
    """Return how unlikely it is that steps spell the targets, blanks in between.

    >>> steps = torch.zeros(2, 1, 2).log_softmax(2)
    >>> torch.ctc_loss(steps, torch.tensor([[1]]), torch.tensor([2]), torch.tensor([1]))
    tensor([0.2877])
    """
    lengths, how = (input_lengths, target_lengths), reduction_of(reduction)
    if isinstance(input_lengths, Tensor) is not isinstance(target_lengths, Tensor):
        raise TypeError  # the engine knows PyTorch's words
    return likelihood_loss.ctc_loss(log_probs, targets, *lengths, blank, how, zero_infinity)
