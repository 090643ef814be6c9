"""torch.nn.utils.prune: parts of a parameter held at zero by a mask."""

from collections.abc import Iterable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.module import Module
from tensorlab.nn.utils.pruning import BasePruningMethod, PruningContainer, hooks_of
from tensorlab.nn.utils.pruning_ways import (
    CustomFromMask,
    Identity,
    L1Unstructured,
    LnStructured,
    RandomStructured,
    RandomUnstructured,
)
from tensorlab.ops.loading import find

__all__ = [
    "BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured",
    "PruningContainer", "RandomStructured", "RandomUnstructured", "custom_from_mask",
    "global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured",
    "random_structured", "random_unstructured", "remove",
]  # fmt: skip


def identity(module: Module, name: str) -> Any:
    """Give a parameter a mask of ones; return its module.

    >>> layer = torch.nn.utils.prune.identity(torch.nn.Linear(2, 1), "bias")
    >>> layer.bias_mask
    tensor([1.])
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: object) -> Any:
    """Prune elements of a parameter, drawn at random; return its module.

    >>> layer = torch.nn.utils.prune.random_unstructured(torch.nn.Linear(2, 1), "weight", 0.5)
    >>> layer.weight_mask.sum()
    tensor(1.)
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(
    module: Module, name: str, amount: object, importance_scores: object = None
) -> Any:
    """Prune the elements of a parameter that are nearest to zero; return its module.

    >>> layer = torch.nn.utils.prune.l1_unstructured(torch.nn.Linear(2, 1), "weight", amount=0.5)
    >>> layer.weight_mask.sum()
    tensor(1.)
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: object, dim: int) -> Any:
    """Prune slices of a parameter along a dimension, drawn at random; return its module.

    >>> layer = torch.nn.utils.prune.random_structured(torch.nn.Linear(2, 3), "weight", 1, dim=0)
    >>> layer.weight_mask.sum()
    tensor(4.)
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
    module: Module, name: str, amount: object, n: object, dim: int, importance_scores: object = None
) -> Any:
    """Prune the slices of a parameter whose norm is smallest; return its module.

    >>> prune = torch.nn.utils.prune
    >>> layer = prune.ln_structured(torch.nn.Linear(2, 3), "weight", 2, n=2, dim=0)
    >>> layer.weight_mask.sum()
    tensor(2.)
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Module, name: str, mask: Tensor) -> Any:
    """Prune the elements of a parameter where a mask is 0; return its module.

    >>> prune = torch.nn.utils.prune
    >>> prune.custom_from_mask(torch.nn.Linear(2, 1), "bias", torch.tensor([0.])).bias
    tensor([0.], grad_fn=<MulBackward0>)
    """
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
    parameters: object, pruning_method: Any, importance_scores: object = None, **kwargs: Any
) -> None:
    """Prune elements of several parameters, pairs of module and name, as if they were one.

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
    """Return the elements of several tensors one behind the other."""
    return find("torch", "cat")([tensor.detach().reshape(-1) for tensor in tensors])


def remove(module: Module, name: str) -> Any:
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


def is_pruned(module: Module) -> bool:
    """Return whether a parameter of a module, or of one within it, is pruned.

    >>> torch.nn.utils.prune.is_pruned(torch.nn.Linear(2, 1))
    False
    """
    return any(True for _, part in module.named_modules() for _ in hooks_of(part))
