"""The derivatives that declarations state, and how what is not worked out begins or ends."""

from tensorlab.engine.facts import Kind
from tensorlab.engine.operation import Operation

ELSE = ", else 0"  # at the end of a derivative in words
WORDS = "in words: "  # at the beginning of one that is told and not worked out
MOVED = f"1 where it was moved to{ELSE}"
READ = f"1 where it was kept or put{ELSE}"


def formulas_of(operation: Operation, name: str) -> tuple[str, ...]:
    """Return the derivatives that are declared, for what only moves cells that it is 1 there."""
    if name in operation.slopes:
        stated = operation.slopes[name]
        return (stated,) if isinstance(stated, str) else stated
    moves = operation.kind is Kind.VIEW or bool(operation.facts.get("stored"))
    return (MOVED,) if moves else (READ,) if operation.kind is Kind.SELECTING else ("",)
