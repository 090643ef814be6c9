"""The momentum of an optimiser, where a schedule moves it against the learning rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def begin_momentum(optimizer: Any, least: Sequence[float], most: Sequence[float]) -> None:
    """Let the momentum of each group begin at its largest: it goes down where the rate goes up.

    Raises:
        ValueError: the optimiser has none.
    """
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError(
            "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
        )
    for group, low, high in zip(optimizer.param_groups, least, most, strict=True):
        set_momentum(group, high)
        group["max_momentum"], group["base_momentum"] = high, low


def set_momentum(group: dict[str, Any], value: float) -> None:
    """Set the momentum of a group, by whichever name its algorithm has for it."""
    if "betas" in group:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def for_each(value: Any, groups: Sequence[Any]) -> list[float]:
    """Return a setting for each group; one number is meant for all."""
    return list(value) if isinstance(value, list | tuple) else [value] * len(groups)
