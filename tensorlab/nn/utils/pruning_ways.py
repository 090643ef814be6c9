"""Ways to choose what of a parameter is pruned: by size, by chance, by channel, by a mask."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.utils.pruning import BasePruningMethod, chosen_count, require_amount
from tensorlab.ops.loading import find


class Identity(BasePruningMethod):
    """Prune nothing: the parameter only gets a mask of ones.

    >>> torch.nn.utils.prune.Identity().prune(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Any:
        """Return the mask as it was."""
        return default_mask


class OfElements(BasePruningMethod):
    """Some elements of a parameter, of those that no earlier mask has zeroed."""

    def __init__(self, amount: object) -> None:
        require_amount(amount)
        self.amount = amount

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Any:
        """Return the mask with zeros at the elements chosen."""
        count = chosen_count(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            mask.view(-1)[self.chosen(t, count)] = 0
        return mask

    def chosen(self, t: Any, count: int) -> Any:
        """Return the places of the elements to prune."""
        raise NotImplementedError


class RandomUnstructured(OfElements):
    """Prune elements drawn at random: `amount` of them, or as a share of all.

    >>> torch.nn.utils.prune.RandomUnstructured(1.).prune(torch.tensor([1., 2.]))
    tensor([0., 0.])
    """

    def chosen(self, t: Tensor, count: int) -> Any:
        """Return places drawn at random."""
        return find("torch", "rand_like")(t).view(-1).topk(k=count).indices


class L1Unstructured(OfElements):
    """Prune the elements nearest to zero: `amount` of them, or as a share of all.

    >>> torch.nn.utils.prune.L1Unstructured(1).prune(torch.tensor([3., -2.]))
    tensor([3., -0.])
    """

    def chosen(self, t: Tensor, count: int) -> Any:
        """Return the places of the smallest elements."""
        return t.abs().view(-1).topk(k=count, largest=False).indices


class OfChannels(BasePruningMethod):
    """Some slices along a dimension, all of whose elements are pruned."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: object, dim: int = -1) -> None:
        require_amount(amount)
        self.amount = amount
        self.dim = dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Any:
        """Return the mask with zeros in the slices chosen.

        Raises:
            ValueError: there are no slices of more than one element.
            IndexError: there is no such dimension.
        """
        if t.dim() <= 1:
            raise ValueError(
                "Structured pruning can only be applied to multidimensional tensors. Found tensor "
                f"of shape {t.shape} with {t.dim()} dims"
            )
        if self.dim >= t.dim():
            raise IndexError(f"Invalid index {self.dim} for tensor of size {t.shape}")
        size = t.shape[self.dim]
        count = chosen_count(self.amount, size)
        kept = self.kept(t, size, count)
        if not count:
            return default_mask
        mask = find("torch", "zeros_like")(t)
        mask.transpose(0, self.dim)[kept] = 1
        return mask * default_mask.to(dtype=mask.dtype)

    def kept(self, t: Any, size: int, count: int) -> Any:
        """Return the places, or a mask, of the slices that stay."""
        raise NotImplementedError


class RandomStructured(OfChannels):
    """Prune slices along a dimension, drawn at random.

    >>> torch.nn.utils.prune.RandomStructured(2, dim=0).prune(torch.ones(2, 2))
    tensor([[0., 0.],
            [0., 0.]])
    """

    def kept(self, t: Tensor, size: int, count: int) -> Any:
        """Return which slices are not among those drawn."""
        if not count:
            return None
        prob = find("torch", "rand")(size)
        return prob > prob.kthvalue(k=count).values


class LnStructured(OfChannels):
    """Prune the slices along a dimension whose norm is smallest.

    >>> prune = torch.nn.utils.prune.LnStructured(1, n=2, dim=0)
    >>> prune.prune(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[0., 0.],
            [3., 4.]])
    """

    def __init__(self, amount: object, n: object, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def kept(self, t: Tensor, size: int, count: int) -> Any:
        """Return the places of the slices of the largest norms."""
        others = [other for other in range(t.dim()) if other != self.dim % t.dim()]
        norms = find("torch", "norm")(t, p=self.n, dim=others)
        return norms.topk(k=size - count, largest=True).indices


class CustomFromMask(BasePruningMethod):
    """Prune the elements where a given mask is 0.

    >>> torch.nn.utils.prune.CustomFromMask(torch.tensor([0., 1.])).prune(torch.tensor([3., 4.]))
    tensor([0., 4.])
    """

    PRUNING_TYPE = "global"

    def __init__(self, mask: Tensor) -> None:
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Any:
        """Return the mask with the given one's zeros, too."""
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)
