"""Whether operations are being recorded for gradients."""

from collections.abc import Callable, Generator
from functools import wraps
from inspect import isgeneratorfunction
from types import TracebackType
from typing import Any, ClassVar

from tensorlab.engine.addresses import object_text
from tensorlab.engine.naming import named_in_c, printed_under
from tensorlab.engine.tensor import make_untracked
from tensorlab.engine.untracked import Untracked
from tensorlab.engine.warning import in_full


class Switch:
    """Whether operations are being recorded: an object, since a class is slow to change."""

    __slots__ = ("enabled",)

    def __init__(self) -> None:
        self.enabled = True

    @property
    def inference(self) -> bool:
        """Whether we are in inference mode: what is made then can never be recorded."""
        return Untracked.allowed

    @inference.setter
    def inference(self, wanted: bool) -> None:
        make_untracked(wanted)


Recording = Switch()


class Walks:
    """Whether somebody is walking back: rules call functions where PyTorch has kernels."""

    going: ClassVar[bool] = False
    forwards: ClassVar[bool] = False  # directions are carried along, which some inputs have none of


class Retention:
    """Who looks on at every step of a walk back; graphs outlive it then, to be explained."""

    kept: ClassVar[bool] = False  # while a call is one of several that share a graph

    # It gets the walk, the step, and the gradients that arrive and go on.
    witness: ClassVar[Callable[..., None] | None] = None


class Moving:
    """What an explanation keeps of optimizers: the latest step of each parameter, by identity."""

    latest: ClassVar[dict[int, Any] | None] = None  # None where nobody may ask


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
        def switched(*args: object, **settings: object) -> Any:
            with self.again():
                made = function(*args, **settings)
            return self.stepwise(made) if isgeneratorfunction(function) else made

        return switched

    def stepwise(self, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Yield what a generator yields, each of whose steps runs under this position."""
        go, given = steps.send, None
        while True:
            try:
                with self.again():
                    item = go(given)
            except StopIteration as end:
                return end.value
            try:
                go, given = steps.send, (yield item)
            except BaseException as error:  # noqa: BLE001  it arises where the generator stands
                go, given = steps.throw, error

    def again(self) -> "SetGrad":
        """Return the same position for another block: functions call themselves."""
        return SetGrad(self.mode)

    def __repr__(self) -> str:
        return object_text(f"torch.autograd.grad_mode.{type(self).__name__}", self)


class no_grad(SetGrad):  # noqa: N801  PyTorch's name
    """Stop recording: results need no gradient."""

    mode_inside = False

    def __new__(cls, function: Callable[..., Any] | None = None) -> Any:
        """Return the switch, or the decorated function of a bare `@torch.no_grad`."""
        switch = super().__new__(cls)
        return switch if function is None else SetGrad(cls.mode_inside)(function)

    __new__.__qualname__ = "_NoParamDecoratorContextManager.__new__"  # as errors name it

    def __init__(self, function: None = None) -> None:
        super().__init__(self.mode_inside)


class enable_grad(no_grad):  # noqa: N801
    """Record again inside a block that does not."""

    mode_inside = True


class inference_mode(SetGrad):  # noqa: N801
    """Stop recording for good: what is made inside can't be recorded later either.

    `inference_mode(False)` records again.
    """

    def __new__(cls, mode: bool | Callable[..., Any] = True) -> Any:
        """Return the switch, or the decorated function of a bare `@torch.inference_mode`."""
        switch = super().__new__(cls)
        return switch if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(mode=not mode)
        self.outer: list[bool] = []

    def again(self) -> SetGrad:
        """Return the same mode for another block."""
        return inference_mode(not self.mode)

    def __enter__(self) -> None:
        self.outer.append(Recording.inference)
        Recording.inference = not self.mode
        super().__enter__()

    def __exit__(self, *error: object) -> None:
        Recording.inference = self.outer.pop()
        Recording.enabled = self.before.pop()


class set_grad_enabled(SetGrad):  # noqa: N801
    """Set the switch at once; as a `with` or a decorator, only for the block or the function."""

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise TypeError(in_full("set_grad_enabled():", named_in_c(mode)))
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

    def __repr__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


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
