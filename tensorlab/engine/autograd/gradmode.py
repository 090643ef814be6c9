"""Whether operations are being recorded for gradients."""

from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Any

from tensorlab.engine.addresses import object_text
from tensorlab.engine.naming import printed_under


class Switch:
    """Whether operations are being recorded: an object, since a class is slow to change."""

    __slots__ = ("enabled", "inference")

    def __init__(self) -> None:
        self.enabled = True
        self.inference = 0  # blocks of inference mode around us


Recording = Switch()


class SetGrad:
    """A position of the switch that lasts for a `with` block or a decorated function."""

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
        """Return the function that runs under this position of the switch."""

        @wraps(function)
        def switched(*args: Any, **settings: Any) -> Any:
            with SetGrad(self.mode):
                return function(*args, **settings)

        return switched

    def __repr__(self) -> str:
        return object_text(f"torch.autograd.grad_mode.{type(self).__name__}", self)


class no_grad(SetGrad):  # noqa: N801  PyTorch's name
    """Stop recording: results need no gradient."""

    mode_inside = False

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        """Return the switch, or the decorated function of a bare `@torch.no_grad`."""
        switch = super().__new__(cls)
        return switch if function is None else SetGrad(cls.mode_inside)(function)

    def __init__(self, function: None = None) -> None:
        super().__init__(self.mode_inside)


class enable_grad(no_grad):  # noqa: N801
    """Record again inside a block that does not."""

    mode_inside = True


class inference_mode(SetGrad):  # noqa: N801
    """Stop recording, as no_grad does; `inference_mode(False)` changes nothing."""

    def __init__(self, mode: bool = True) -> None:
        super().__init__(mode=not mode and Recording.enabled)
        self.inner = int(mode)

    def __enter__(self) -> None:
        Recording.inference += self.inner
        super().__enter__()

    def __exit__(self, *error: object) -> None:
        Recording.inference -= self.inner
        Recording.enabled = self.before.pop()


class set_grad_enabled(SetGrad):  # noqa: N801
    """Set the switch at once; as a `with` or a decorator, only for the block or the function."""

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise TypeError(
                "set_grad_enabled(): argument 'enabled' (position 1) must be bool, "
                f"not {type(mode).__name__}"
            )
        super().__init__(mode)
        self.position = Recording.enabled  # to which it always goes back
        Recording.enabled = mode

    def __enter__(self) -> None:
        Recording.enabled = self.mode

    def __exit__(self, *error: object) -> None:
        Recording.enabled = self.position

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that runs with the switch set; the switch itself goes back."""
        Recording.enabled = self.position
        return super().__call__(function)


def is_grad_enabled() -> bool:
    """Return whether operations are being recorded."""
    return Recording.enabled


printed_under(
    "torch.autograd.grad_mode",
    globals(),
    "no_grad",
    "enable_grad",
    "set_grad_enabled",
    "inference_mode",
)
