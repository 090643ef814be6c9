"""A softmax over many classes in which rare ones share their place until they are needed."""

from collections import namedtuple
from itertools import pairwise
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn.applied import functional
from tensorlab.nn.containers import ModuleList, Sequential
from tensorlab.nn.linear import Linear
from tensorlab.nn.module import Module, arguments

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])  # noqa: PYI024  as PyTorch prints it


def require_cutoffs(cutoffs: list[int], n_classes: int) -> None:
    """Refuse borders between groups of classes that are none.

    Raises:
        ValueError: so they are.
    """
    if not cutoffs:
        raise ValueError("cutoffs should be a sequence of length larger than 0")
    if (
        cutoffs != sorted(set(cutoffs))
        or min(cutoffs) <= 0
        or max(cutoffs) > n_classes - 1
        or any(int(border) != border for border in cutoffs)
    ):
        raise ValueError(in_full("cutoffs should be a sequence of unique"))


class AdaptiveLogSoftmaxWithLoss(Module):
    """Logarithms of probabilities of many classes, the rare ones in groups of their own.

    The head decides among the classes before the first of `cutoffs` and the groups; a group's
    classes are decided by two narrower layers, `div_value` times narrower from group to group.

    >>> _ = torch.manual_seed(0)
    >>> softmax = torch.nn.AdaptiveLogSoftmaxWithLoss(4, 6, cutoffs=[2])
    >>> softmax.log_prob(torch.ones(1, 4)).exp().sum()
    tensor(1.0000, grad_fn=<SumBackward0>)
    """

    def __init__(
        self, in_features: int, n_classes: int, cutoffs: Any, div_value: float = 4.0,
        head_bias: bool = False, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        super().__init__()
        require_cutoffs(list(cutoffs), n_classes)
        made = {"device": device, "dtype": dtype}
        self.__dict__.update(arguments(locals(), "in_features n_classes div_value head_bias"))
        self.cutoffs = [*cutoffs, n_classes]
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for number, (first, end) in enumerate(pairwise(self.cutoffs)):
            width = int(in_features // div_value ** (number + 1))
            narrow = Linear(in_features, width, bias=False, **made)
            self.tail.append(Sequential(narrow, Linear(width, end - first, bias=False, **made)))

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        self.head.reset_parameters()
        for layer in self.tail.modules():
            if isinstance(layer, Linear):
                layer.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> Any:
        """Return the logarithms of the targets' probabilities, and their mean, turned."""
        self._require_targets(input_, target_)
        single = target_.dim() == 0
        input = input_.unsqueeze(0) if single else input_
        target = target_.unsqueeze(0) if single else target_
        output, places = self._within_groups(input, target)
        logs = functional("log_softmax")(self.head(input), dim=1)
        output += logs.gather(1, places.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output.squeeze(0) if single else output, loss)

    def _require_targets(self, input: Tensor, target: Tensor) -> None:
        """Refuse targets that do not fit the input.

        Raises:
            RuntimeError: so they are.
        """
        dims = target.dim()
        if dims > 1:
            raise RuntimeError(in_full("0D or 1D target tensor expected, multi"))
        if dims == 1 and input.size(0) != target.size(0):
            raise RuntimeError("Input and target should have the same size in the batch dimension.")
        if input.dim() != dims + 1:
            raise RuntimeError(in_full("{}D target tensor expects", dims, dims + 1, input.size()))

    def _within_groups(self, input: Tensor, target: Tensor) -> tuple[Any, Any]:
        """Return the logarithms of probabilities within a group, and the places in the head."""
        output = input.new_zeros(target.size(0))
        places = target.new_empty(target.size(0))
        used = 0
        for group, (first, end) in enumerate(pairwise([0, *self.cutoffs])):
            mask = (target >= first) & (target < end)
            rows = mask.nonzero().squeeze()
            if rows.numel() == 0:
                continue
            used += rows.numel()
            if group == 0:
                places.index_copy_(0, rows, target[mask])
                continue
            shown = self.tail[group - 1](input.index_select(0, rows))
            places.index_fill_(0, rows, self.shortlist_size + group - 1)
            logs = functional("log_softmax")(shown, dim=1)
            own = logs.gather(1, (target[mask] - first).unsqueeze(1))
            output.index_copy_(0, rows, own.squeeze(1))
        if used != target.size(0):
            raise RuntimeError(
                in_full(
                    "Target values", self.n_classes - 1, target.min().item(), target.max().item()
                )
            )
        return output, places

    def _all_logs(self, input: Tensor, head: Tensor) -> Any:
        """Return the logarithms of all classes' probabilities, given what the head shows."""
        out = input.new_empty((head.size(0), self.n_classes))
        logs = functional("log_softmax")(head, dim=1)
        out[:, : self.shortlist_size] = logs[:, : self.shortlist_size]
        for group, (first, end) in enumerate(pairwise(self.cutoffs)):
            own = functional("log_softmax")(self.tail[group](input), dim=1)
            out[:, first:end] = own + logs[:, self.shortlist_size + group].unsqueeze(1)
        return out

    def log_prob(self, input: Tensor) -> Any:
        """Return the logarithms of all classes' probabilities."""
        return self._all_logs(input, self.head(input))

    def predict(self, input: Tensor) -> Any:
        """Return the most likely class of each row."""
        head = self.head(input)
        output = head.argmax(dim=1)
        rare = output >= self.shortlist_size
        if rare.any():
            output[rare] = self._all_logs(input[rare], head[rare]).argmax(dim=1)
        return output
