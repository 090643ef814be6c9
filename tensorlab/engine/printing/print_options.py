"""The options of printing: their defaults, profiles and changes."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PrintOptions:
    """How tensors are written.

    Floats get `precision` digits after the point. Tensors of more than `threshold` elements show
    `edgeitems` at both ends of every dimension. Lines break at `linewidth` characters. `sci_mode`
    demands or forbids scientific notation; None leaves it to the numbers.
    """

    def __init__(
        self, precision: int = 4, threshold: float = 1000, edgeitems: int = 3, linewidth: int = 80
    ) -> None:
        self.precision = precision
        self.threshold = threshold
        self.edgeitems = edgeitems
        self.linewidth = linewidth
        self.sci_mode: bool | None = None


OPTIONS = PrintOptions()

PROFILES: dict[str, PrintOptions] = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors are printed from now on.

    A profile ("default", "short" or "full") sets everything, the other arguments then win over it.
    What is None stays, but for sci_mode, which goes back to None unless it is given.
    """
    chosen = PROFILES.get(profile) if isinstance(profile, str) else None
    changes = {} if chosen is None else dict(vars(chosen))
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changes |= {name: value for name, value in given.items() if value is not None}
    changes["sci_mode"] = sci_mode
    for name, value in changes.items():
        setattr(OPTIONS, name, value)


def get_printoptions() -> dict[str, Any]:
    """Return the options in force, as `set_printoptions` takes them."""
    return dict(vars(OPTIONS))


@contextmanager
def printoptions(**changes: Any) -> Iterator[None]:
    """Print otherwise within a `with` block; takes what `set_printoptions` takes."""
    before = get_printoptions()
    set_printoptions(**changes)
    try:
        yield
    finally:
        set_printoptions(**before)
