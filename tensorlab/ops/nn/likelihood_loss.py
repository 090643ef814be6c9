"""Losses that are likelihoods: of counts, of numbers with an uncertainty, of aligned sequences."""

import math
from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Tensor, composite, not_implemented
from tensorlab.engine.declaring.filling import tell_of
from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.from_values import tensor
from tensorlab.ops.indexing.selection import where
from tensorlab.ops.nn.loss import finished, known_reduction
from tensorlab.ops.pointwise.flat import once_only
from tensorlab.ops.reduction.truth import any as any_of
from tensorlab.ops.shape.joining import cat, stack

F = "torch.nn.functional"
NEVER = -1e30  # the logarithm of what can't be: infinity itself has no gradient


@composite(autocast="full", namespace=F, related=("nn.functional.gaussian_nll_loss",))
def poisson_nll_loss(
    input: Array, target: Array, log_input: bool = True, full: bool = False,
    size_average: bool | None = None, eps: float = 1e-8, reduce: bool | None = None,
    reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the mean of exp(input) - target * input: how unlikely counts are at a rate.

    >>> torch.nn.functional.poisson_nll_loss(torch.tensor([0., 1.]), torch.tensor([1., 2.]))
    tensor(0.8591)
    """
    reduction = known_reduction(reduction, size_average, reduce)
    losses = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:  # Stirling's formula for the factorial
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        losses = losses + stirling.masked_fill(target <= 1, 0)
    return finished(losses, reduction)


@composite(namespace=F, related=("nn.functional.mse_loss",))
def gaussian_nll_loss(
    input: Array, target: Any, var: Any, full: bool = False, eps: float = 1e-6,
    reduction: str = "mean",
) -> Array:  # fmt: skip
    """Return the mean of (log(var) + (input - target) ** 2 / var) / 2.

    >>> mean, seen, var = torch.tensor([1.]), torch.tensor([2.]), torch.tensor([4.])
    >>> torch.nn.functional.gaussian_nll_loss(mean, seen, var)
    tensor(0.8181)
    """
    tell_of(lambda: in_full("vmap: It looks like you're at"), getattr(var, "_array", None))
    if var < 0 if isinstance(var, float) else any_of(var < 0):
        raise ValueError("var has negative entry/entries")
    if isinstance(var, float):
        var = var * input.new_ones(input.shape)
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = var.unsqueeze(-1)
        elif (input.ndim != var.ndim) or sum(
            size for own, size in zip(input.shape, var.shape, strict=True) if own != size
        ) != 1:  # it may be stretched along one dimension
            raise ValueError("var is of incorrect size")
    if reduction not in {"none", "mean", "sum"}:
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    var.detach().clamp_(min=eps)  # as large as eps, with its own gradient
    losses = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        losses = losses + 0.5 * math.log(2 * math.pi)
    return finished(losses, reduction)


def padded_targets(targets: Tensor, lengths: list[int]) -> Any:
    """Return the targets of all samples, a row for each: those in one line are cut apart."""
    if targets.ndim == 2:
        return targets.long()
    rows = targets.new_zeros(len(lengths), max(lengths, default=0)).long()
    for row, part in zip(rows, targets.split(lengths), strict=True):
        row[: len(part)] = part
    return rows


def likelihoods(
    log_probs: Tensor, targets: Tensor, steps: Tensor, counts: Tensor, blank: int
) -> Any:
    """Return minus the logarithm of how likely all alignments of a target are, for each sample.

    What a state of the walk stands for: a blank, a label, a blank, a label, ... and a blank. From
    a state the walk stays, goes on by one, or by two where that skips a blank between two labels.
    """
    batch, longest = targets.shape
    labels = targets.new_full((batch, 2 * longest + 1), blank)
    labels[:, 1::2] = targets
    skips = labels[:, 2:] != labels[:, :-2]
    heard = log_probs.gather(2, labels.expand(log_probs.shape[0], -1, -1))
    none = heard.new_full((batch, 2), NEVER)
    state = cat([heard[0, :, :2], heard.new_full((batch, max(2 * longest - 1, 0)), NEVER)], 1)
    state = state[:, : labels.shape[1]]
    for step in range(1, log_probs.shape[0]):
        by_one = cat([none[:, :1], state[:, :-1]], 1)
        skipped = state[:, :-2].masked_fill(~skips, NEVER)
        by_two = cat([none, skipped], 1)[:, : labels.shape[1]]
        further = stack([state, by_one, by_two]).logsumexp(0) + heard[step]
        state = where((step < steps)[:, None], further, state)
    last = state.gather(1, 2 * counts[:, None])[:, 0]
    before = state.gather(1, (2 * counts[:, None] - 1).clamp_min(0))[:, 0]
    before = before.masked_fill(counts == 0, NEVER)
    return -stack([last, before]).logsumexp(0)


def without_gradient(zeros: Tensor, chosen: Tensor) -> Any:
    """Return zeros, through which the gradient of the chosen ones is nan."""
    corner = zeros.masked_fill(~chosen, 1)
    return (corner * corner).sqrt().masked_fill(~chosen, 0)


def whole_lengths(name: str, lengths: Any, log_probs: Tensor) -> Any:
    """Return lengths as a vector beside the probabilities.

    Raises:
        RuntimeError: they are no whole numbers.
    """
    if isinstance(lengths, Tensor) and lengths.dtype.category != INTEGER:
        raise RuntimeError(f"{name} must be integral")
    given = lengths if isinstance(lengths, Tensor) else tensor(list(lengths))
    return given.reshape(-1).long().to(log_probs.device)


CHECKING = "(while checking arguments for ctc_loss_allocate_outputs)"


def check_alignment(probs: Tensor, targets: Tensor, steps: list[int], counts: list[int]) -> None:
    """Refuse lengths that are not those of the samples, and targets that are too few.

    Raises:
        RuntimeError: a length lies outside, or there are not as many as samples.
    """
    longest, batch = probs.shape[:2]
    for name, lengths in (("input_lengths", steps), ("target_lengths", counts)):
        if len(lengths) != batch:
            raise RuntimeError(f"{name} must be of size batch_size")
        if (least := min(lengths, default=0)) < 0:
            raise RuntimeError(
                f"Expected {name} to have value at least 0, but got value {least} {CHECKING}"
            )
    if (most := max(steps, default=0)) > longest:
        raise RuntimeError(in_full("Expected input_lengths", longest, most, CHECKING))
    if targets.ndim not in (1, 2):
        raise RuntimeError(in_full("Expected 1 to 2 dimensions,", targets.ndim, CHECKING))
    wanted = (batch, max(counts, default=0)) if targets.ndim == 2 else (sum(counts),)
    for dim, (size, least) in enumerate(zip(targets.shape, wanted, strict=True)):
        if size < least or (dim == 0 and size != least):
            bound = "at least " if dim else ""
            raise RuntimeError(in_full("Expected tensor to", bound, least, dim, size, CHECKING))


by_alignments = once_only("_ctc_loss_backward")


@composite(autocast="full", namespace=F, related=("nn.functional.nll_loss",))
def ctc_loss(
    log_probs: Array, targets: Array, input_lengths: Tensor | tuple[int, ...],
    target_lengths: Tensor | tuple[int, ...], blank: int = 0, reduction: str = "mean",
    zero_infinity: bool = False,
) -> Array:  # fmt: skip
    """Return how unlikely it is that the steps of log_probs spell the targets, blanks in between.

    Shapes: (steps, batch, classes), (batch, longest target), and the lengths of both.

    >>> steps = torch.zeros(2, 1, 2).log_softmax(2)
    >>> F = torch.nn.functional
    >>> F.ctc_loss(steps, torch.tensor([[1]]), torch.tensor([2]), torch.tensor([1]))
    tensor(0.2877)
    """
    reduction = known_reduction(reduction, None, None)
    log_probs = by_alignments(log_probs)
    if log_probs.ndim not in (2, 3):
        raise RuntimeError(in_full("Expected 3-dimensional tensor, but", log_probs.ndim + 1))
    single = log_probs.ndim == 2
    if log_probs.dtype.itemsize < 4:
        raise not_implemented("ctc_loss_cpu", log_probs.dtype)
    steps = whole_lengths("input_lengths", input_lengths, log_probs)
    counts = whole_lengths("target_lengths", target_lengths, log_probs)
    probs = log_probs[:, None] if single else log_probs
    targets = targets[None] if single and targets.ndim == 1 else targets
    if not 0 <= blank < probs.shape[2]:
        raise RuntimeError("blank must be in label range")
    check_alignment(probs, targets, steps.tolist(), counts.tolist())
    rows = padded_targets(targets, counts.tolist())
    losses = likelihoods(probs, rows, steps, counts, blank)
    # no step spells anything but nothing
    losses = losses.masked_fill(steps == 0, -NEVER)
    losses = losses.masked_fill((steps == 0) & (counts == 0), -0.0)
    impossible = losses > -NEVER / 2
    losses = losses.masked_fill(impossible, 0.0 if zero_infinity else math.inf)
    # The gradient is that of scores before log_softmax: the probabilities belong to it.
    chances = probs.exp()
    present = losses.new_ones(()).bool() & (
        tensor(list(range(len(probs))), device=steps.device)[:, None] < steps
    )
    chances = (chances - chances.detach()).sum(2).masked_fill(~present, 0).sum(0)
    losses = losses + chances.masked_fill(impossible, 0)
    if not zero_infinity:
        losses = losses + without_gradient(chances, impossible)
    losses = losses[0] if single else losses
    if reduction == "mean":
        lengths = counts.clamp_min(1).to(losses.dtype)
        return (losses / (lengths[0] if single else lengths)).mean()
    step = "WhereBackward0" if zero_infinity else "CtcLossBackward0"
    return under_name(losses, step) if reduction == "none" else losses.sum()
