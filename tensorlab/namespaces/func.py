"""torch.func: the declared functions, calls of modules with other parameters, and rearrange."""

import re
from importlib import import_module
from math import prod
from typing import Any

from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find as find_public
from tensorlab.ops.modules import lookup, names_in

Groups = list[list[str]]
REST = "..."
OF_MODULES = ("functional_call", "replace_all_batch_norm_modules_", "stack_module_state")
find, _ = lookup("torch.func")
__all__ = sorted({*names_in("torch.func"), *OF_MODULES, "rearrange"})  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Return a public name; what calls modules is with them."""
    if name in OF_MODULES:
        return getattr(import_module("tensorlab.nn.utils.stateless"), name)
    return find(name)


def rearrange(tensor: object, pattern: str, **axes_lengths: int) -> Any:
    """Return a tensor's elements, dimensions moved, split and joined: "b h w c -> b (c h w)".

    Raises:
        ValueError: the pattern does not say so much, or not for this tensor.
    """
    if isinstance(tensor, list | tuple):
        tensor = find_public("torch", "stack")(tensor)
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError("Pattern must contain a single '->' separator")
    left, right = map(groups_of, sides)
    rest = [f"{REST}{place}" for place in range(tensor.ndim - len(left) + 1)]
    left, right = (unfolded(side, rest) for side in (left, right))
    names, others = ([name for group in side for name in group] for side in (left, right))
    if apart := {*names} ^ {*others}:
        raise ValueError(in_full("Identifiers only on one side of", apart))
    if len(left) != tensor.ndim:
        raise ValueError(in_full("Number of dimensions in pattern", len(left), tensor.ndim))
    sizes = extents(left, tuple(tensor.shape), axes_lengths)
    split = tensor.reshape([sizes[name] for name in names])
    moved = split.permute([names.index(name) for name in others])
    return moved.reshape([prod(sizes[name] for name in group) for group in right])


def groups_of(side: str) -> Groups:
    """Return the names of one side, those in parentheses together; a 1 has no name."""
    parts = re.findall(r"\(([^)]*)\)|(\S+)", side.replace("(", " (").replace(")", ") "))
    return [[name for name in (many or one).split() if name != "1"] for many, one in parts]


def unfolded(side: Groups, rest: list[str]) -> Groups:
    """Return the groups with names for the dimensions that three dots stand for."""
    found: Groups = []
    for group in side:
        alone = group == [REST]
        inside = [part for name in group for part in (rest if name == REST else [name])]
        found.extend([[name] for name in rest] if alone else [inside])
    return found


def extents(groups: Groups, shape: tuple[int, ...], given: dict[str, int]) -> dict[str, int]:
    """Return the extent of each name, of those in parentheses all but one being given.

    Raises:
        ValueError: they do not fit the tensor.
    """
    sizes = dict(given)
    for group, extent in zip(groups, shape, strict=True):
        unknown = [name for name in group if name not in sizes]
        known = prod(sizes[name] for name in group if name in sizes)
        if len(unknown) > 1 or (not unknown and known != extent) or extent % max(known, 1):
            raise ValueError(f"{' '.join(group)} of {given} cannot be {extent} long")
        sizes.update(dict.fromkeys(unknown, extent // known))
    return sizes
