"""torch.quasirandom: points that fill a cube evenly, Sobol's sequence."""

from typing import Any, Final, Self

import numpy as np

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.frozen import lines_beside
from tensorlab.ops.loading import find

BITS: Final = 30
ROWS: Final = lines_beside(__file__, "sobol.txt")


class SobolEngine:
    """Draws points of Sobol's sequence in so many dimensions, in order or scrambled."""

    MAXBIT, MAXDIM = BITS, len(ROWS)

    def __init__(self, dimension: int, scramble: bool = False, seed: int | None = None) -> None:
        if not 1 <= dimension <= self.MAXDIM:
            limits = f"[1, {self.MAXDIM}]"
            raise ValueError(f"Supported range of dimensionality for SobolEngine is {limits}")
        self.dimension, self.scramble, self.seed = dimension, scramble, seed
        self.num_generated, self.shift = 0, np.zeros(dimension, np.int64)
        self.state = np.array([directions(row) for row in ROWS[:dimension]])
        if scramble:
            self._scramble()

    def _scramble(self) -> None:
        """Move all points by one step, and mix each direction's bits by a triangle of others."""
        source = None if self.seed is None else find("torch", "Generator")().manual_seed(self.seed)
        draw, sizes = find("torch", "randint"), (self.dimension, BITS)
        self.shift = draw(2, sizes, generator=source)._array @ (1 << np.arange(BITS))
        below = np.tril(draw(2, (*sizes, BITS), generator=source)._array, -1)
        mixing = below + np.eye(BITS, dtype=int)
        places = np.arange(BITS)[::-1]
        bits = self.state[..., None] >> places & 1
        self.state = (bits @ mixing.swapaxes(1, 2) % 2) @ (1 << places)

    def draw(self, n: int = 1, out: Tensor | None = None, dtype: DType | None = None) -> Tensor:
        """Return the next n points, in rows."""
        places = np.arange(self.num_generated, self.num_generated + n)
        steps, points = places ^ places >> 1, np.tile(self.shift, (n, 1))
        for bit in range(BITS):
            points ^= (steps >> bit & 1)[:, None] * self.state[:, bit]
        self.num_generated += n
        dtype = dtype or find("torch", "get_default_dtype")()
        drawn: Any = find("torch", "tensor")(points / 2**BITS, dtype=dtype)
        return drawn if out is None else out.resize_as_(drawn).copy_(drawn)

    def draw_base2(self, m: int, out: Tensor | None = None, dtype: DType | None = None) -> Tensor:
        """Return the next 2 ** m points, which with those before must be a power of two."""
        before, total = self.num_generated, self.num_generated + 2**m
        if total & total - 1:
            raise ValueError(in_full("The balance properties", before, m, total))
        return self.draw(2**m, out, dtype)

    def fast_forward(self, n: int) -> Self:
        """Pass over n points."""
        self.num_generated += n
        return self

    def reset(self) -> Self:
        """Begin again."""
        return self.fast_forward(-self.num_generated)

    def __repr__(self) -> str:
        said = {"scramble": self.scramble or None, "seed": self.seed}
        more = [f"{name}={value}" for name, value in said.items() if value is not None]
        return f"SobolEngine({', '.join([f'dimension={self.dimension}', *more])})"


def directions(row: str) -> list[int]:
    """Return a dimension's direction numbers, each shifted to its place."""
    polynomial, *found = map(int, row.split())
    degree = len(found)
    for place in range(degree, BITS):
        new = found[place - degree]
        for back in range(degree):
            new ^= (polynomial >> degree - 1 - back & 1) * found[place - back - 1] << back + 1
        found.append(new)
    return [number << BITS - 1 - place for place, number in enumerate(found)]
