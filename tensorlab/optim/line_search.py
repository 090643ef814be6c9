"""Looking along a line for a step that goes down far enough and ends flat enough."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

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
