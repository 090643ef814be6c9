"""Whether operations are being recorded for gradients."""

from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any


class Recording:
    """The switch that every recorded operation asks."""

    enabled = True


class SetGrad:
    """A switch setting that lasts for a `with` block or a decorated function."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.before: list[bool] = []

    def __enter__(self) -> None:
        self.before.append(Recording.enabled)
        Recording.enabled = self.mode

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        Recording.enabled = self.before.pop()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def switched(*args: Any, **settings: Any) -> Any:
            with self.__class__.__new__(self.__class__).again(self.mode):
                return function(*args, **settings)

        return switched

    def again(self, mode: bool) -> "SetGrad":
        """Return this switch made ready for one more block."""
        SetGrad.__init__(self, mode)
        return self


class no_grad(SetGrad):  # noqa: N801  PyTorch's name
    """Stop recording: results need no gradient."""

    def __init__(self, function: Callable[..., Any] | None = None) -> None:
        super().__init__(mode=False)

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        """Return the switch, or the decorated function of a bare `@torch.no_grad`."""
        switch = super().__new__(cls)
        if function is None:
            return switch
        SetGrad.__init__(switch, mode=cls is enable_grad)
        return switch(function)


class enable_grad(no_grad):  # noqa: N801
    """Record again inside a block that does not."""

    def __init__(self, function: Callable[..., Any] | None = None) -> None:
        SetGrad.__init__(self, mode=True)


class set_grad_enabled(SetGrad):  # noqa: N801
    """Set recording at once, and until the end of the block when used in a `with`."""

    def __init__(self, mode: bool) -> None:
        super().__init__(mode)
        self.before.append(Recording.enabled)
        Recording.enabled = mode

    def __enter__(self) -> None:
        Recording.enabled = self.mode


def is_grad_enabled() -> bool:
    """Return whether operations are being recorded."""
    return Recording.enabled
