"""torch.backends.cudnn: switches that programs set and read again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorlab.ops.modules import lookup

enabled = True
benchmark = False
benchmark_limit: int | None = None
deterministic = False
allow_tf32 = True


@contextmanager
def flags(**switches: Any) -> Iterator[None]:
    """Set switches for the length of a block."""
    before = {name: globals()[name] for name in switches}
    globals().update(switches)
    try:
        yield
    finally:
        globals().update(before)


__getattr__ = lookup("torch.backends.cudnn")
