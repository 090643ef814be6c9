"""L-BFGS: Newton's method with a curvature that is guessed from the last steps."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from tensorlab.engine.autograd.gradmode import enable_grad, no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.shape.joining import cat
from tensorlab.optim.optimizer import Optimizer

DECREASE = 1e-4  # how much of the decrease that the slope promises has to be kept
FLATNESS = 0.9  # how much of the slope may be left


class Point(NamedTuple):
    """What was found after a step of some length: the loss, its gradient, its slope on the line."""

    step: float
    loss: float
    grad: Any
    slope: float


def cubic_minimum(one: Point, other: Point, bounds: tuple[float, float] | None = None) -> float:
    """Return where the cubic through two points with their slopes is lowest, within bounds."""
    low, high = bounds or sorted((one.step, other.step))
    first = one.slope + other.slope - 3 * (one.loss - other.loss) / (one.step - other.step)
    square = first**2 - one.slope * other.slope
    if square < 0:
        return (low + high) / 2.0
    second = math.sqrt(square)
    left, right = (one, other) if one.step <= other.step else (other, one)
    share = (right.slope + second - first) / (right.slope - left.slope + 2 * second)
    place = right.step - (right.step - left.step) * share
    return min(max(place, low), high)


def strong_wolfe(
    measure: Callable[[float], Point], start: Point, step: float, reach: float,
    tolerance: float = 1e-9, most: int = 25,
) -> tuple[Point, int]:  # fmt: skip
    """Return a point that satisfies the strong Wolfe conditions, and how often was measured.

    Source: Nocedal and Wright, Numerical optimization (2006), section 3.5.
    """
    before, now, count, tries = start, measure(step), 1, 0
    bracket: list[Point] = []
    while tries < most:
        if now.loss > start.loss + DECREASE * now.step * start.slope or (
            tries > 1 and now.loss >= before.loss
        ):
            bracket = [before, now]
            break
        if abs(now.slope) <= -FLATNESS * start.slope:
            return now, count
        if now.slope >= 0:
            bracket = [before, now]
            break
        nearest = now.step + 0.01 * (now.step - before.step)
        further = cubic_minimum(before, now, (nearest, now.step * 10))
        before, now = now, measure(further)
        count, tries = count + 1, tries + 1
    if not bracket:
        bracket = [start, now]
    return zoomed(measure, start, bracket, count, reach, tolerance, most - tries)


def zoomed(
    measure: Callable[[float], Point], start: Point, bracket: list[Point], count: int,
    reach: float, tolerance: float, tries: int,
) -> tuple[Point, int]:  # fmt: skip
    """Return the point between two others that satisfies the conditions, or the lower of them."""
    stuck = False
    low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
    while tries > 0:
        left, right = sorted(point.step for point in bracket)
        if (right - left) * reach < tolerance:
            break
        step = cubic_minimum(bracket[0], bracket[1])
        margin = 0.1 * (right - left)
        if min(right - step, step - left) < margin:
            if stuck or step >= right or step <= left:
                step = right - margin if abs(step - right) < abs(step - left) else left + margin
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        now = measure(step)
        count, tries = count + 1, tries - 1
        if now.loss > start.loss + DECREASE * step * start.slope or now.loss >= bracket[low].loss:
            bracket[high] = now
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        done = abs(now.slope) <= -FLATNESS * start.slope
        if not done and now.slope * (bracket[high].step - bracket[low].step) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = now
        if done:
            break
    return bracket[low], count


LEAST_CURVATURE = 1e-10
MOST_LOOKS = 25  # along one line


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

    checks = ("lr",)

    def __init__(
        self, params: object, lr: float = 1, max_iter: int = 20, max_eval: int | None = None,
        tolerance_grad: float = 1e-7, tolerance_change: float = 1e-9, history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:  # fmt: skip
        max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self.begin_with(locals())
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def gradient(self) -> Any:
        """Return all gradients as one vector, zeros where there is none."""
        parts = [
            parameter.new_zeros(parameter.numel())
            if parameter.grad is None
            else parameter.grad.reshape(-1)
            for parameter in self._params
        ]
        return cat(parts, 0)

    def move(self, step: float, direction: Tensor) -> None:
        """Move all parameters along one vector."""
        begin = 0
        for parameter in self._params:
            end = begin + parameter.numel()
            parameter.add_(direction[begin:end].view_as(parameter), alpha=step)
            begin = end

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Make up to max_iter steps; return the loss from which they started."""
        if closure is None:
            raise TypeError("LBFGS.step() missing 1 required positional argument: 'closure'")
        group, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        with no_grad():
            first, loss, grad = self.measured(closure)
            state["func_evals"] += 1
            if grad.abs().max() > group["tolerance_grad"]:
                self.descend(closure, group, state, loss, grad)
        return first

    def measured(self, closure: Callable[[], Any]) -> tuple[Any, float, Any]:
        """Return the loss as it is, as a number, and its gradient."""
        with enable_grad():
            loss = closure()
        return loss, float(loss.detach()), self.gradient()

    def descend(
        self, closure: Any, group: dict[str, Any], state: dict[str, Any], loss: float, grad: Tensor
    ) -> None:
        """Walk until the loss is flat, or long enough."""
        searches = group["line_search_fn"]
        if searches not in {None, "strong_wolfe"}:
            raise RuntimeError("only 'strong_wolfe' is supported")
        steps, calls = 0, 1
        while steps < group["max_iter"]:
            steps += 1
            state["n_iter"] += 1
            direction = self.direction(state, grad, group["history_size"])
            before, state["prev_flat_grad"], state["prev_loss"] = loss, grad.clone(), loss
            short = min(1.0, 1.0 / float(grad.abs().sum())) if state["n_iter"] == 1 else 1
            state["t"] = length = short * group["lr"]
            slope = float(grad.dot(direction))
            if slope > -group["tolerance_change"]:
                break
            made, point = 0, Point(length, loss, grad, slope)
            if searches:
                start, left = point._replace(step=0), group["max_eval"] - calls
                point, made = self.searched(closure, start, length, direction, left)
            state["t"] = point.step
            self.move(point.step, direction)
            loss, grad = point.loss, point.grad
            if not searches and steps != group["max_iter"]:
                _, loss, grad = self.measured(closure)
                made = 1
            calls += made
            state["func_evals"] += made
            moved, fell = direction * point.step, abs(loss - before)
            if calls >= group["max_eval"] or is_flat(grad, moved, fell, group):
                break

    def searched(
        self, closure: Any, start: Point, length: float, direction: Tensor, most: int
    ) -> tuple[Point, int]:
        """Return the best point along a line, the parameters being where they were."""
        origin = [parameter.clone() for parameter in self._params]

        def measure(step: float) -> Point:
            self.move(step, direction)
            _, loss, grad = self.measured(closure)
            for parameter, place in zip(self._params, origin, strict=True):
                parameter.copy_(place)
            return Point(step, loss, grad, float(grad.dot(direction)))

        reach = float(direction.abs().max())
        return strong_wolfe(measure, start, length, reach, most=min(MOST_LOOKS, most))

    def direction(self, state: dict[str, Any], grad: Any, most: int) -> Any:
        """Return -H @ gradient, from the moves and the changes of gradients that are remembered."""
        if state["n_iter"] == 1:
            state.update(d=grad.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return state["d"]
        change, move = grad.sub(state["prev_flat_grad"]), state["d"].mul(state["t"])
        curvature = change.dot(move)
        changes, moves, inverses = state["old_dirs"], state["old_stps"], state["ro"]
        if curvature > LEAST_CURVATURE:
            if len(changes) == most:
                for memory in (changes, moves, inverses):
                    memory.pop(0)
            changes.append(change)
            moves.append(move)
            inverses.append(1.0 / curvature)
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
