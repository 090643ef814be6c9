"""Activations made of straight lines and thresholds."""

from tensorlab.engine.warning import warn
from tensorlab.nn.applied import Applied


def renamed(bound: str, old: float | None, new: float) -> float:
    """Return a bound, which once had a longer name."""
    if old is None:
        return new
    text = f"keyword argument `{bound}_value` is deprecated and renamed to `{bound}_val`"
    warn(text, FutureWarning)
    return old


class Hardtanh(Applied):
    """x, kept between two bounds.

    >>> torch.nn.Hardtanh()(torch.tensor([-3., 0.5]))
    tensor([-1.0000,  0.5000])
    """

    def __init__(
        self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False,
        min_value: float | None = None, max_value: float | None = None,
    ) -> None:  # fmt: skip
        given = renamed("min", min_value, min_val), renamed("max", max_value, max_val)
        self._take({"min_val": given[0], "max_val": given[1], "inplace": inplace})
        if given[1] <= given[0]:
            raise AssertionError(f"max_val ({given[1]}) must be greater than min_val ({given[0]})")


class ReLU6(Hardtanh):
    """min(max(0, x), 6), element by element.

    >>> torch.nn.ReLU6()(torch.tensor([-1., 9.]))
    tensor([0., 6.])
    """

    _function = "hardtanh"
    _shown = ()

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)


class Hardsigmoid(Applied):
    """A sigmoid made of three straight lines.

    >>> torch.nn.Hardsigmoid()(torch.tensor([-4., 0.]))
    tensor([0.0000, 0.5000])
    """

    _switch = ""  # which PyTorch never shows


class Hardswish(Applied):
    """x * hardsigmoid(x).

    >>> torch.nn.Hardswish()(torch.tensor([-4., 1.]))
    tensor([-0.0000, 0.6667])
    """

    _switch = ""


class Hardshrink(Applied):
    """x, with numbers near 0 made 0.

    >>> torch.nn.Hardshrink()(torch.tensor([0.3, 2.]))
    tensor([0., 2.])
    """

    _bare, _placed = ("lambd",), True


class Softshrink(Applied):
    """x moved towards 0, by lambd at most.

    >>> torch.nn.Softshrink()(torch.tensor([0.3, 2.]))
    tensor([0.0000, 1.5000])
    """

    _extra_text = "{m.lambd!s}"

    _placed = True


class Threshold(Applied):
    """x where it is above the threshold, else the value.

    >>> torch.nn.Threshold(1., 9.)(torch.tensor([0., 2.]))
    tensor([9., 2.])
    """
