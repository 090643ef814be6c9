"""What programs choose about the machine: kept for them to read again, and nothing hangs on it."""

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
        self.switches: dict[str, Any] = {}  # a library's, by full name, as set


MACHINE = Machine()
PRECISIONS: tuple[Any, ...] = ("highest", "high", "medium")
MODES: tuple[Any, ...] = ("default", "warn", "error")
