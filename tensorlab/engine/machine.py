"""What programs choose about the machine: kept for them to read again, and nothing hangs on it."""

import warnings
from typing import Any


class Machine:
    """The choices, as PyTorch begins."""

    def __init__(self) -> None:
        self.interop_threads = 1
        self.deterministic: int = 0  # 1 warns and 2 refuses, where PyTorch would do otherwise
        self.matmul_precision = "highest"
        self.watching_for_anomalies = False
        self.checking_for_nan = True
        self.checking_distributions = True  # their parameters, and values asked about
        self.members: dict[str, Any] = {}  # of modules, by full name, as a program wrote them
        # The hooks of every module of torch.nn, by when they are called; a dict with the first.
        self.module_hooks: dict[int, tuple[str, Any]] | None = None


MACHINE = Machine()
PRECISIONS: tuple[Any, ...] = ("highest", "high", "medium")
MODES: tuple[Any, ...] = ("default", "warn", "error")


def require_deterministic(kernel: str) -> None:
    """Refuse, where a program asks for it, a function that PyTorch answers in any order.

    Raises:
        RuntimeError: deterministic algorithms were asked for.
    """
    if not MACHINE.deterministic:
        return
    head = f"{kernel} does not have a deterministic implementation, but you set "
    if MACHINE.deterministic == 1:
        warnings.warn(
            f"{head}'torch.use_deterministic_algorithms(True, warn_only=True)'. You can file an "
            "issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding "
            "deterministic support for this operation.",
            UserWarning,
            stacklevel=4,
        )
        return
    raise RuntimeError(
        f"{head}'torch.use_deterministic_algorithms(True)'. You can turn off determinism just for "
        "this operation, or you can use the 'warn_only=True' option, if that's acceptable for your "
        "application. You can also file an issue at https://github.com/pytorch/pytorch/issues to "
        "help us prioritize adding deterministic support for this operation."
    )
