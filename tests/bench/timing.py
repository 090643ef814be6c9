"""Taking turns: two libraries run the same work one after the other, and the shortest times count.

A busy moment hits one turn of one of them; the shortest time of many turns holds none. Threads of
either library spin for a while after a call, on a processor that the other one's threads would
need: before each turn they get time to fall asleep.
"""

import math
import time
import timeit
from collections.abc import Callable, Iterable, Iterator
from typing import Any

CALM = 0.005  # seconds until all threads sleep
TURN = 0.01  # seconds that one turn takes, unless a single run takes longer
Names = dict[str, Any]


def shortest(ours: Callable[[int], float], theirs: Callable[[int], float], rounds: int,
             turn: float = TURN) -> tuple[float, float]:  # fmt: skip
    """Return the shortest time of one run of each; both tell how long so many runs take."""
    number = max(1, int(turn / max(theirs(3) / 3, ours(1), 1e-7)))
    times = [(calmly(ours, number), calmly(theirs, number)) for _ in range(rounds)]
    return min(mine for mine, _ in times) / number, min(other for _, other in times) / number


def calmly(run: Callable[[int], float], number: int) -> float:
    """Return how long so many runs take once no other threads are awake."""
    time.sleep(CALM)
    if number > 1:
        run(1)
    return run(number)


def compared(
    expressions: dict[str, str], ours: Names, theirs: Names, rounds: int
) -> Iterator[tuple[str, float, float]]:
    """Yield for each expression its name, and the seconds that it takes in either library."""
    for name, expression in expressions.items():
        mine = timeit.Timer(expression, globals=ours).timeit
        other = timeit.Timer(expression, globals=theirs).timeit
        yield name, *shortest(mine, other, rounds)


def geometric_mean(ratios: Iterable[float]) -> float:
    """Return the geometric mean."""
    logs = [math.log(ratio) for ratio in ratios]
    return math.exp(sum(logs) / len(logs))
