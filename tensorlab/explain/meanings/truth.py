"""any and all: one cell may be enough."""

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.arithmetic.terms import Writing
from tensorlab.explain.calls.call import Call
from tensorlab.explain.meanings.extremes import cells_along
from tensorlab.explain.story.frames import Cell, Index
from tensorlab.explain.strategies.explaining import CannotExplainError, Explained, Explainer
from tensorlab.explain.strategies.sentences import place

LONGEST = 4096
WRITTEN = 12  # so many cells stand in the text


WORDS = {"any": "or", "all": "and"}


def by_truth(call: Call) -> Explainer:
    """Tell of any and all: the truth values joined by a word.

    Raises:
        CannotExplainError: it is another function.
    """
    if call.name not in WORDS:
        raise CannotExplainError
    word, decides = WORDS[call.name], call.name == "any"
    bound = call.bound()
    input, dim = bound["input"], bound.get("dim")
    dim = dim[0] if isinstance(dim, tuple | list) and len(dim) == 1 else dim
    if not isinstance(input, Tensor) or not isinstance(dim, int | None):
        raise CannotExplainError

    def explain(part: int | None, index: Index) -> Explained:
        line = cells_along(call, input, dim, index, keepdim=bool(bound.get("keepdim")))
        if not 0 < len(line) <= LONGEST:
            raise CannotExplainError
        deciding = [cell for cell in line if bool(cell.value) is decides]
        if deciding:
            first = deciding[0]
            words = f"{place(first)} is {literal(first.value)}: one such cell is enough."
        else:
            kind = "zero" if decides else "not zero"
            words = f"All {len(line)} cells are {kind}: {place(line[0])} to {place(line[-1])}."
        shown = line if len(line) <= WRITTEN else [*deciding, *line][:WRITTEN]
        text = f" {word} ".join(map(truth, shown))
        return Explained(text, tuple(line), words)

    return explain


def truth(cell: Cell) -> str:
    """Return a cell as a truth value."""
    written = Writing.of(cell)
    return written if isinstance(cell.value, bool) else f"{written} != 0"
