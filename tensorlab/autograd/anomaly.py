"""Watching for gradients that are nan: the step that made one is named."""

from typing import Self

from tensorlab.engine.autograd.walking import watch
from tensorlab.engine.naming import printed_under
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.warning import in_full, warn


class set_detect_anomaly:  # noqa: N801  PyTorch's name
    """Choose whether to watch at once; as a block, for its length.

    >>> with torch.autograd.set_detect_anomaly(False):
    ...     torch.is_anomaly_enabled()
    False
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.before = (MACHINE.watching_for_anomalies, MACHINE.checking_for_nan)
        watch(mode, check_nan)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        watch(*self.before)


class detect_anomaly(set_detect_anomaly):  # noqa: N801
    """A block in which a backward step that gives nan is an error that names the step.

    >>> x = torch.tensor(-1., requires_grad=True)
    >>> with torch.autograd.set_detect_anomaly(True):
    ...     (x * 2).backward()
    >>> x.grad
    tensor(2.)
    """

    def __init__(self, check_nan: bool = True) -> None:
        self.before = (MACHINE.watching_for_anomalies, MACHINE.checking_for_nan)
        self.check_nan = check_nan
        warn(in_full("Anomaly Detection"))

    def __enter__(self) -> Self:
        watch(True, self.check_nan)
        return self


printed_under("torch.autograd.anomaly_mode", globals())
