"""torch.utils.benchmark: how long a statement takes, run many times."""

import timeit
from dataclasses import dataclass
from statistics import mean, median, quantiles
from typing import Any

__all__ = ["Measurement", "Timer"]
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


@dataclass(frozen=True)
class Measurement:
    """The times of several rounds of a statement, each of so many runs.

    >>> torch.utils.benchmark.Measurement(10, [1.0, 3.0], "x + y").mean
    0.2
    """

    number_per_run: int
    raw_times: list[float]
    stmt: str
    title: str = ""
    num_threads: int = 1

    @property
    def times(self) -> list[float]:
        """How long one run took in each round, in seconds."""
        return [time / self.number_per_run for time in self.raw_times]

    @property
    def mean(self) -> float:
        """The mean time of one run, in seconds."""
        return mean(self.times)

    @property
    def median(self) -> float:
        """The median time of one run, in seconds."""
        return median(self.times)

    @property
    def iqr(self) -> float:
        """How far the middle half of the times is spread, in seconds."""
        if len(self.times) < 2:
            return 0.0
        low, _, high = quantiles(self.times, n=4)
        return high - low

    def __repr__(self) -> str:
        size, unit = next((pair for pair in UNITS if self.median >= pair[0]), UNITS[-1])
        several = len(self.times) > 1
        words = "Median" if several else ""
        runs = f"{len(self.times)} measurements, " if several else "1 measurement, "
        return (
            f"<torch.utils.benchmark.utils.common.Measurement object at {id(self):#x}>\n"
            f"{self.title or self.stmt}\n  {words + ': ' if words else ''}"
            f"{self.median / size:.2f} {unit}\n  {runs}{self.number_per_run} runs "
            f"{'per measurement, ' if several else ', '}{self.num_threads} thread"
            f"{'s' if self.num_threads > 1 else ''}"
        )


class Timer:
    """A statement to be timed, with the names that it may use.

    >>> timer = torch.utils.benchmark.Timer("x + 1", globals={"x": torch.ones(2)})
    >>> timer.timeit(5).number_per_run
    5
    """

    def __init__(
        self, stmt: str = "pass", setup: str = "pass", global_setup: str = "",
        timer: Any = timeit.default_timer, globals: dict[str, Any] | None = None,
        label: str | None = None, sub_label: str | None = None, description: str | None = None,
        env: str | None = None, num_threads: int = 1, language: object = None,
    ) -> None:  # fmt: skip
        self.stmt = stmt
        self.title = ": ".join(part for part in (label, sub_label) if part)
        self.num_threads = num_threads
        self.timer = timeit.Timer(stmt, setup, timer, globals={**(globals or {})})

    def measured(self, number: int, times: list[float]) -> Measurement:
        """Return times with what they are of."""
        return Measurement(number, times, self.stmt, self.title, self.num_threads)

    def timeit(self, number: int = 1000000) -> Measurement:
        """Return the time of one round of so many runs."""
        self.timer.timeit(max(number // 100, 1))  # a round to warm up
        return self.measured(number, [self.timer.timeit(number)])

    def repeat(self, repeat: int = -1, number: int = -1) -> list[float]:
        """Return the times of several rounds, in seconds."""
        return self.timer.repeat(max(repeat, 1), max(number, 1))

    def blocked_autorange(self, callback: object = None, min_run_time: float = 0.2) -> Measurement:
        """Return the times of rounds that together take at least so many seconds."""
        number, spent = 1, self.timer.timeit(1)
        while spent < min_run_time / 1000 and number < 10**7:
            number *= 10
            spent = self.timer.timeit(number)
        times: list[float] = []
        while sum(times) < min_run_time:
            times.append(self.timer.timeit(number))
        return self.measured(number, times)

    adaptive_autorange = blocked_autorange
