"""GradScaler: losses made larger, so that gradients of 16 bits do not vanish."""

from typing import Any

from tensorlab.engine.cuda.cupy_backend import obstacle
from tensorlab.engine.naming import printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import warn

NO_GPU = "torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling."


class GradScaler:
    """Scales losses up and gradients down again; without a GPU it does nothing but step.

    >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.)
    >>> scaler.scale(torch.tensor(0.5))
    tensor(2.)
    """

    def __init__(
        self, device: str = "cuda", init_scale: float = 2.0**16, growth_factor: float = 2.0,
        backoff_factor: float = 0.5, growth_interval: int = 2000, enabled: bool = True,
    ) -> None:  # fmt: skip
        if enabled and device == "cuda" and obstacle() is not None:
            warn(NO_GPU)
            enabled = False
        self._enabled = enabled
        self._scale = float(init_scale)
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._growth_tracker = 0
        # by optimiser, once its gradients are scaled down
        self._finite: dict[int, bool] = {}

    def scale(self, outputs: Any) -> Any:
        """Return a loss, or several, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            return outputs * self._scale
        return type(outputs)(self.scale(output) for output in outputs)

    def unscale_(self, optimizer: Any) -> None:
        """Divide the gradients by the scale, to look at them before the step.

        Raises:
            RuntimeError: that has been done since the last update.
        """
        if not self._enabled:
            return
        if id(optimizer) in self._finite:
            raise RuntimeError(
                "unscale_() has already been called on this optimizer since the last update()."
            )
        finite = True
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    finite = finite and bool(parameter.grad.isfinite().all())
                    parameter.grad.mul_(1 / self._scale)
        self._finite[id(optimizer)] = finite

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Let the optimiser make its step, unless a gradient is infinite or nan."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if id(optimizer) not in self._finite:
            self.unscale_(optimizer)
        return optimizer.step(*args, **kwargs) if self._finite[id(optimizer)] else None

    def update(self, new_scale: Any = None) -> None:
        """Make the scale smaller after a step that was left out, larger after many that were not.

        Raises:
            AssertionError: no step was made since the last update.
        """
        if not self._enabled:
            return
        finite = all(self._finite.values())
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not self._finite:
            raise AssertionError("No inf checks were recorded prior to update.")
        elif not finite:
            self._scale, self._growth_tracker = self._scale * self._backoff_factor, 0
        else:
            self._growth_tracker += 1
            if self._growth_tracker == self._growth_interval:
                self._scale, self._growth_tracker = self._scale * self._growth_factor, 0
        self._finite = {}

    def get_scale(self) -> float:
        """Return the scale, 1 where nothing is scaled."""
        return self._scale if self._enabled else 1.0

    def get_growth_factor(self) -> float:
        """Return by what the scale grows."""
        return self._growth_factor

    def get_backoff_factor(self) -> float:
        """Return by what the scale shrinks."""
        return self._backoff_factor

    def get_growth_interval(self) -> int:
        """Return after how many steps the scale grows."""
        return self._growth_interval

    def is_enabled(self) -> bool:
        """Return whether anything is scaled."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """Return the scale and what it hangs on; nothing where nothing is scaled."""
        if not self._enabled:
            return {}
        names = ("scale", "growth_factor", "backoff_factor", "growth_interval", "_growth_tracker")
        return {name: getattr(self, f"_{name.lstrip('_')}") for name in names}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another scaler remembered.

        Raises:
            RuntimeError: it remembered nothing, and this one is to scale.
        """
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled "
                "instance of GradScaler."
            )
        for name, value in state_dict.items():
            setattr(self, f"_{name.lstrip('_')}", value)


printed_under("torch.amp.grad_scaler", globals())
