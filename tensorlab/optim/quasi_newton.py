"""L-BFGS: Newton's method with a curvature that is guessed from the last steps."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from tensorlab.engine.autograd.gradmode import enable_grad, no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.shape.joining import cat
from tensorlab.optim.optimizer import Optimizer


class Point(NamedTuple):
    """What was found after a step of some length: the loss, its gradient, its slope on the line.

    The slope is a tensor, and so is a step that was found by it: both are as exact as in PyTorch.
    """

    step: Any
    loss: float
    slope: Any
    grad: Any


def _cubic_interpolate(
    x1: Any, f1: float, g1: Any, x2: Any, f2: float, g2: Any,
    bounds: Any = None,
) -> Any:  # fmt: skip
    """Return where the cubic through two points with their slopes is lowest, within bounds."""
    low, high = bounds or sorted((x1, x2))
    first = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = first**2 - g1 * g2
    if not square >= 0:  # it may be no number
        return (low + high) / 2.0
    second = square.sqrt()
    if x1 > x2:
        x1, g1, x2, g2 = x2, g2, x1, g1
    place = x2 - (x2 - x1) * ((g2 + second - first) / (g2 - g1 + 2 * second))
    return min(max(place, low), high)


def _strong_wolfe(
    obj_func: Callable[..., Any], x: Any, t: Any, d: Tensor, f: float,
    g: Any, gtd: Any, c1: float = 1e-4, c2: float = 0.9, tolerance_change: float = 1e-9,
    max_ls: int = 25,
) -> tuple[float, Any, Any, int]:  # fmt: skip
    """Return loss and gradient after a step along d that satisfies the strong Wolfe conditions.

    Behind them stand the length of the step, and how often obj_func(x, length, d) was asked. The
    step keeps a share c1 of the decrease that the slope promises, and leaves c2 of the slope.

    Source: Nocedal and Wright, Numerical optimization (2006), section 3.5.
    """

    def measure(step: Any) -> Point:
        loss, grad = obj_func(x, step, d)
        return Point(step, loss, grad.dot(d), grad)

    def is_low(it: Point) -> bool:
        return not it.loss > f + c1 * it.step * gtd

    def is_flat(it: Point) -> bool:
        return bool(abs(it.slope) <= -c2 * gtd)

    before, now, tries = Point(0, f, gtd, g), measure(t), 0
    while tries < max_ls:
        is_past = not is_low(now) or (tries > 1 and now.loss >= before.loss)
        if not is_past and is_flat(now):
            return now.loss, now.grad, now.step, tries + 1
        if is_past or now.slope >= 0:
            break
        bounds = now.step + 0.01 * (now.step - before.step), now.step * 10
        further = _cubic_interpolate(*before[:3], *now[:3], bounds)
        before, now, tries = now, measure(further), tries + 1
    else:
        before = Point(0, f, gtd, g)
    line = Line(measure, is_low, is_flat, tolerance_change / d.abs().max())
    now, count = zoomed(line, [before, now], max_ls - tries)
    return now.loss, now.grad, now.step, tries + 1 + count


class Line(NamedTuple):
    """What is asked along a line: a point, what is said of it, and the shortest piece to search."""

    measure: Callable[[Any], Point]
    is_low: Callable[[Point], bool]
    is_flat: Callable[[Point], bool]
    shortest: Any


def zoomed(line: Line, bracket: list[Point], tries: int) -> tuple[Point, int]:
    """Return the point between two that satisfies the conditions, or the lower; and the tries."""
    stuck, count = False, 0
    low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
    while count < tries:
        left, right = sorted(point.step for point in bracket)
        if right - left < line.shortest:
            break
        step = _cubic_interpolate(*bracket[0][:3], *bracket[1][:3])
        margin = 0.1 * (right - left)
        is_near = min(right - step, step - left) < margin
        if is_near and (stuck or step >= right or step <= left):
            step = left + margin if step - left <= right - step else right - margin
            is_near = False
        stuck = is_near
        now, count = line.measure(step), count + 1
        if not line.is_low(now) or now.loss >= bracket[low].loss:
            bracket[high] = now
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        done = line.is_flat(now)
        if not done and now.slope * (bracket[high].step - bracket[low].step) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = now
        if done:
            break
    return bracket[low], count


LEAST_CURVATURE = 1e-10


class LBFGS(Optimizer):
    """Steps along -H @ gradient, H the inverse curvature, estimated from the last steps.

    Each step calls a function that computes the loss anew, several times.

    Source: Nocedal and Wright, Numerical optimization (2006), section 7.2.

    >>> w = torch.tensor([1., 2.], requires_grad=True)
    >>> optimizer = torch.optim.LBFGS([w], line_search_fn="strong_wolfe")
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = (w * w).sum()
    ...     loss.backward()
    ...     return loss
    >>> optimizer.step(closure)
    tensor(5., grad_fn=<SumBackward0>)
    >>> w.detach().abs() < 1e-6
    tensor([True, True])
    """

    _checks = ("lr",)
    _numbers = ()

    def __init__(
        self, params: object, lr: float = 1, max_iter: int = 20, max_eval: int | None = None,
        tolerance_grad: float = 1e-7, tolerance_change: float = 1e-9, history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:  # fmt: skip
        max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self._begin_with(locals())
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _gradient(self) -> Any:
        """Return all gradients as one vector, zeros where there is none."""
        parts = [
            parameter.new_zeros(parameter.numel())
            if parameter.grad is None
            else parameter.grad.reshape(-1)
            for parameter in self._params
        ]
        return cat(parts, 0)

    def _move(self, step: float, direction: Tensor) -> None:
        """Move all parameters along one vector."""
        begin = 0
        for parameter in self._params:
            end = begin + parameter.numel()
            parameter.add_(direction[begin:end].view_as(parameter), alpha=step)
            begin = end

    def step(self, closure: Callable[[], Any]) -> Any:  # type: ignore[override]  # it is needed
        """Make up to max_iter steps; return the loss from which they started."""
        group, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        with no_grad():
            first, loss, grad = self._measured(closure)
            state["func_evals"] += 1
            if not grad.abs().max() <= group["tolerance_grad"]:
                self._descend(closure, group, state, loss, grad)
        return first

    def _measured(self, closure: Callable[[], Any]) -> tuple[Any, float, Any]:
        """Return the loss as it is, as a number, and its gradient."""
        with enable_grad():
            loss = closure()
        return loss, float(loss), self._gradient()

    def _descend(
        self, closure: Any, group: dict[str, Any], state: dict[str, Any], loss: float, grad: Tensor
    ) -> None:
        """Walk until the loss is flat, or long enough."""
        searches = group["line_search_fn"]
        if searches not in {None, "strong_wolfe"}:
            raise RuntimeError("only 'strong_wolfe' is supported")
        calls = 1
        for steps in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = self._direction(state, grad, group["history_size"])
            before, state["prev_flat_grad"], state["prev_loss"] = loss, grad.clone(), loss
            is_first = state["n_iter"] == 1
            short: Any = min(1.0, grad.abs().sum().reciprocal()) if is_first else 1
            state["t"] = length = short * group["lr"]
            slope = grad.dot(direction)
            if slope > -group["tolerance_change"]:
                break
            made = 0
            if searches:
                most = group["max_eval"] - calls
                origin = [parameter.clone() for parameter in self._params]
                ask = partial(self._loss_after, closure)
                loss, grad, length, made = _strong_wolfe(
                    ask, origin, length, direction, loss, grad, slope, max_ls=most
                )
            state["t"] = length
            self._move(length, direction)
            if not searches and steps != group["max_iter"]:
                _, loss, grad = self._measured(closure)
                made = 1
            calls += made
            state["func_evals"] += made
            moved, fell = direction * length, abs(loss - before)
            if calls >= group["max_eval"] or is_flat(grad, moved, fell, group):
                break
        order = ["d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss"]
        state.update({key: state.pop(key) for key in order})

    def _loss_after(
        self, closure: Any, origin: list[Tensor], step: Any, direction: Tensor
    ) -> tuple[float, Any]:
        """Return loss and gradient after a step; the parameters are put back where they were."""
        self._move(step, direction)
        _, loss, grad = self._measured(closure)
        for parameter, place in zip(self._params, origin, strict=True):
            parameter.copy_(place)
        return loss, grad

    def _direction(self, state: dict[str, Any], grad: Any, most: int) -> Any:
        """Return -H @ gradient, from the moves and the changes of gradients that are remembered."""
        if state["n_iter"] == 1:
            state.update(d=grad.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return state["d"]
        change, move = grad.sub(state["prev_flat_grad"]), state["d"].mul(state["t"])
        curvature = change.dot(move)
        changes, moves, inverses = state["old_dirs"], state["old_stps"], state["ro"]
        if curvature > LEAST_CURVATURE:
            remembered = (changes, change), (moves, move), (inverses, 1.0 / curvature)
            for memory, newest in remembered:
                memory[:] = [*memory, newest][-most:]
            state["H_diag"] = curvature / change.dot(change)
        found, shares = grad.neg(), []
        for change, move, inverse in reversed(list(zip(changes, moves, inverses, strict=True))):
            shares.append(move.dot(found) * inverse)
            found.add_(change, alpha=-shares[-1].item())
        state["al"] = shares[::-1] + [None] * (most - len(shares))
        found = found * state["H_diag"]
        for change, move, inverse, share in zip(
            changes, moves, inverses, reversed(shares), strict=True
        ):
            found.add_(move, alpha=(share - change.dot(found) * inverse).item())
        state["d"] = found
        return found


def is_flat(grad: Tensor, moved: Tensor, fell: float, group: dict[str, Any]) -> bool:
    """Return whether the slope, the last step or what it gained is too small to go on."""
    return bool(
        grad.abs().max() <= group["tolerance_grad"]
        or moved.abs().max() <= group["tolerance_change"]
        or fell < group["tolerance_change"]
    )
