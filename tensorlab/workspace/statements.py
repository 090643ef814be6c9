"""A script's text cut into the statements that a prompt would have taken one by one."""

from collections.abc import Iterator

from tensorlab.language.layout import goes_on, logical_lines
from tensorlab.workspace.line import question

QUESTIONS = (":", "?")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of a script, each with the number of lines before it.

    What is open at the end is yielded as it is: running it says what it lacks.
    """
    number = 0
    statement: list[str] = []
    last = ""  # but for blank lines and comments
    for line in lines_of(text):
        if statement and not continues(last, line):
            yield number, "".join(statement)
            number += sum(part.count("\n") for part in statement)
            statement = []
        if statement or line.strip():
            statement.append(line)
            last = last if is_blank(line) else line
        else:
            number += 1
    if statement:
        yield number, "".join(statement)


def lines_of(text: str) -> Iterator[str]:
    """Yield the logical lines of a script; a question is one line, whatever is open in it."""
    begin = 0
    for end, _ in logical_lines(text, QUESTIONS):
        yield text[begin:end]
        begin = end


def continues(last: str, line: str) -> bool:
    """Return whether a line belongs to the statement whose last line is given."""
    if last.startswith(QUESTIONS):
        return False
    return last.startswith("@") or goes_on(line)  # a decorator stands above what it decorates


def is_question(statement: str) -> bool:
    """Return whether a statement is for the prompt: a command, or a question."""
    return statement.startswith(QUESTIONS) or question(statement) is not None


def is_blank(line: str) -> bool:
    """Return whether a line says nothing."""
    return not line.strip() or line.startswith("#")
