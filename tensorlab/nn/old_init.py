"""The names that functions of torch.nn.init had before they got their underscores."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from warnings import warn

OLD = (
    "uniform", "normal", "constant", "eye", "dirac", "xavier_uniform", "xavier_normal",
    "kaiming_uniform", "kaiming_normal", "orthogonal", "sparse",
)  # fmt: skip


def renamed(new: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function under its old name, which it warns of."""
    old = new.__name__.rstrip("_")

    @wraps(new)
    def init(*args: object, **settings: object) -> Any:
        warn(
            f"`nn.init.{old}` is now deprecated in favor of `nn.init.{old}_`.",
            FutureWarning,
            stacklevel=2,
        )
        return new(*args, **settings)

    return init
