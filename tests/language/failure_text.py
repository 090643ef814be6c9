"""One failure as plain text, for the golden files: the marked line, the words, the help."""

from tensorlab.language.outcome import Failure
from tensorlab.language.running.session import Budget, Session


def failure_text(program: str) -> str:
    """Return the diagnosis of a program, one fact a line."""
    session = Session(budget=Budget(steps=1_000_000, memory=1 << 28), write=lambda text: None)
    failure = session.run(program).failure
    assert failure is not None, "the program runs"
    return "\n".join(lines_of(failure)) + "\n"


def lines_of(failure: Failure) -> list[str]:
    """Return the lines of a diagnosis."""
    lines = [*marked(failure), f"{failure.type}: {failure.message}"]
    lines += [failure.explanation] if failure.explanation else []
    lines += [f"hint: {hint}" for hint in failure.hints]
    for operand in failure.operands:
        facts = operand.text or f"{operand.dtype} {list(operand.shape or ())}"
        lines.append(f"operand: {operand.name} = {facts}")
    return lines


def marked(failure: Failure) -> list[str]:
    """Return the failing line with the failing part underlined."""
    span = failure.span
    if span is None:
        return []
    line = failure.source.split("\n")[span.line - 1]
    end = span.end_column if span.end_line == span.line else len(line)
    return [line, " " * span.column + "^" * max(end - span.column, 1)]
