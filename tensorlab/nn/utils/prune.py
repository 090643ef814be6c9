"""torch.nn.utils.prune: parts of a parameter held at zero by a mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tensorlab.nn.utils.pruning import (
    BasePruningMethod,
    PruningContainer,
    chosen_count,
    hooks_of,
    require_amount,
)
from tensorlab.ops.loading import find

__all__ = [
    "BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured",
    "PruningContainer", "RandomStructured", "RandomUnstructured", "custom_from_mask",
    "global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured",
    "random_structured", "random_unstructured", "remove",
]  # fmt: skip


class Identity(BasePruningMethod):
    """Prune nothing: the parameter only gets a mask of ones.

    >>> torch.nn.utils.prune.Identity().prune(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask as it was."""
        return default_mask


class OfCells(BasePruningMethod):
    """Some cells of a parameter, of those that no earlier mask has zeroed."""

    def __init__(self, amount: Any) -> None:
        require_amount(amount)
        self.amount = amount

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask with zeros at the cells chosen."""
        count = chosen_count(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            mask.view(-1)[self.chosen(t, count)] = 0
        return mask

    def chosen(self, t: Any, count: int) -> Any:
        """Return the places of the cells to prune."""
        raise NotImplementedError


class RandomUnstructured(OfCells):
    """Prune cells drawn at random: `amount` of them, or as a share of all.

    >>> torch.nn.utils.prune.RandomUnstructured(1.).prune(torch.tensor([1., 2.]))
    tensor([0., 0.])
    """

    def chosen(self, t: Any, count: int) -> Any:
        """Return places drawn at random."""
        return find("torch", "rand_like")(t).view(-1).topk(k=count).indices


class L1Unstructured(OfCells):
    """Prune the cells nearest to zero: `amount` of them, or as a share of all.

    >>> torch.nn.utils.prune.L1Unstructured(1).prune(torch.tensor([3., -2.]))
    tensor([3., -0.])
    """

    def chosen(self, t: Any, count: int) -> Any:
        """Return the places of the smallest cells."""
        return t.abs().view(-1).topk(k=count, largest=False).indices


class OfChannels(BasePruningMethod):
    """Some slices along a dimension, all of whose cells are pruned."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, dim: int = -1) -> None:
        require_amount(amount)
        self.amount = amount
        self.dim = dim

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask with zeros in the slices chosen.

        Raises:
            ValueError: there are no slices of more than one cell.
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

    def kept(self, t: Any, size: int, count: int) -> Any:
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

    def __init__(self, amount: Any, n: Any, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def kept(self, t: Any, size: int, count: int) -> Any:
        """Return the places of the slices of the largest norms."""
        others = [other for other in range(t.dim()) if other != self.dim % t.dim()]
        norms = find("torch", "norm")(t, p=self.n, dim=others)
        return norms.topk(k=size - count, largest=True).indices


class CustomFromMask(BasePruningMethod):
    """Prune the cells where a given mask is 0.

    >>> torch.nn.utils.prune.CustomFromMask(torch.tensor([0., 1.])).prune(torch.tensor([3., 4.]))
    tensor([0., 4.])
    """

    PRUNING_TYPE = "global"

    def __init__(self, mask: Any) -> None:
        self.mask = mask

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask with the given one's zeros, too."""
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module: Any, name: str) -> Any:
    """Give a parameter a mask of ones; return its module.

    >>> layer = torch.nn.utils.prune.identity(torch.nn.Linear(2, 1), "bias")
    >>> layer.bias_mask
    tensor([1.])
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module: Any, name: str, amount: Any) -> Any:
    """Prune cells of a parameter, drawn at random; return its module.

    >>> layer = torch.nn.utils.prune.random_unstructured(torch.nn.Linear(2, 1), "weight", 0.5)
    >>> layer.weight_mask.sum()
    tensor(1.)
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: Any, name: str, amount: Any, importance_scores: Any = None) -> Any:
    """Prune the cells of a parameter that are nearest to zero; return its module.

    >>> layer = torch.nn.utils.prune.l1_unstructured(torch.nn.Linear(2, 1), "weight", amount=0.5)
    >>> layer.weight_mask.sum()
    tensor(1.)
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Any, name: str, amount: Any, dim: int) -> Any:
    """Prune slices of a parameter along a dimension, drawn at random; return its module.

    >>> layer = torch.nn.utils.prune.random_structured(torch.nn.Linear(2, 3), "weight", 1, dim=0)
    >>> layer.weight_mask.sum()
    tensor(4.)
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
    module: Any, name: str, amount: Any, n: Any, dim: int, importance_scores: Any = None
) -> Any:
    """Prune the slices of a parameter whose norm is smallest; return its module.

    >>> prune = torch.nn.utils.prune
    >>> layer = prune.ln_structured(torch.nn.Linear(2, 3), "weight", 2, n=2, dim=0)
    >>> layer.weight_mask.sum()
    tensor(2.)
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Any, name: str, mask: Any) -> Any:
    """Prune the cells of a parameter where a mask is 0; return its module.

    >>> prune = torch.nn.utils.prune
    >>> prune.custom_from_mask(torch.nn.Linear(2, 1), "bias", torch.tensor([0.])).bias
    tensor([0.], grad_fn=<MulBackward0>)
    """
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
    parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any
) -> None:
    """Prune cells of several parameters, pairs of module and name, as if they were one.

    >>> prune, layer = torch.nn.utils.prune, torch.nn.Linear(2, 2)
    >>> pairs = [(layer, "weight"), (layer, "bias")]
    >>> prune.global_unstructured(pairs, prune.L1Unstructured, amount=2)
    >>> layer.weight_mask.sum() + layer.bias_mask.sum()
    tensor(4.)

    Raises:
        TypeError: the parameters are no list, the scores no dict, or the method prunes slices.
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    pairs = list(parameters)
    values = [scores.get((module, name), getattr(module, name)) for module, name in pairs]
    masks = [
        getattr(module, f"{name}_mask", find("torch", "ones_like")(getattr(module, name)))
        for module, name in pairs
    ]
    container = PruningContainer()
    container._tensor_name = method._tensor_name = "temp"
    container.add_pruning_method(method)
    mask = container.compute_mask(flat(values), flat(masks)).split([v.numel() for v in values])
    for (module, name), part in zip(pairs, mask, strict=True):
        custom_from_mask(module, name, part.view_as(getattr(module, name)))


def flat(tensors: list[Any]) -> Any:
    """Return the cells of several tensors one behind the other."""
    return find("torch", "cat")([tensor.detach().reshape(-1) for tensor in tensors])


def remove(module: Any, name: str) -> Any:
    """Make the pruned state of a parameter its own; return its module.

    >>> prune = torch.nn.utils.prune
    >>> layer = prune.l1_unstructured(torch.nn.Linear(2, 1), "weight", amount=1)
    >>> sorted(dict(prune.remove(layer, "weight").named_parameters()))
    ['bias', 'weight']

    Raises:
        ValueError: it is not pruned.
    """
    for key, hook in hooks_of(module):
        if hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(
        f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed"
    )


def is_pruned(module: Any) -> bool:
    """Return whether a parameter of a module, or of one within it, is pruned.

    >>> torch.nn.utils.prune.is_pruned(torch.nn.Linear(2, 1))
    False
    """
    return any(True for part in module.modules() for _ in hooks_of(part))
