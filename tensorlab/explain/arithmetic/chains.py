"""Long sums and products: written with their ends, and with one number for what lies between."""

from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

from tensorlab.explain.arithmetic.numbers import behind_operator

WRITTEN = 12  # no more terms are written one by one
ENDS = 3  # so many stand at each end of a longer chain

Compute = Callable[[Any, Any], Any]
# how a term is written behind an operator, and its value
Link = tuple[str, Any]


class Chain(NamedTuple):
    """Terms that one operator joins; of many the first, the last, and what `hidden` others make."""

    symbol: str
    first: tuple[str, ...]
    last: tuple[Link, ...] = ()
    middle: Any = None
    hidden: int = 0

    def joined(self, link: Link, compute: Compute) -> "Chain":
        """Return the chain with one more term."""
        if len(self.first) < ENDS and not self.last:
            return self._replace(first=(*self.first, link[0]))
        last = (*self.last, link)
        if not self.hidden and len(self.first) + len(last) <= WRITTEN:
            return self._replace(last=last)
        folded, kept = [value for _, value in last[:-ENDS]], last[-ENDS:]
        known = [self.middle] if self.hidden else []
        middle = reduce(compute, [*known, *folded])
        return self._replace(last=kept, middle=middle, hidden=self.hidden + len(folded))

    @property
    def text(self) -> str:
        """The terms with the operator between them."""
        space = " " if self.symbol in "+-" else ""
        middle = [behind_operator(shortened(self.middle))] if self.hidden else []
        return f"{space}{self.symbol}{space}".join(
            [*self.first, *middle, *(text for text, _ in self.last)]
        )

    @property
    def note(self) -> str:
        """What the number in the middle stands for, nothing where all terms are written."""
        if not self.hidden:
            return ""
        whole = behind_operator(shortened(self.middle))
        kind = "factors" if self.symbol == "*" else "terms"
        return f"The {self.hidden} {kind} in the middle make {whole} together."


def shortened(value: object) -> Any:
    """Return a number with the digits that matter where the others are rounded, too."""
    return float(f"{value:.10g}") if isinstance(value, float) else value
