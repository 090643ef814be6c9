"""Questions with what is said to them, word by word, in a text that can be written anew."""

from collections.abc import Callable, Iterable
from pathlib import Path

BETWEEN, BEHIND = "\n====\n", "\n--\n"  # questions; a question, before its answer


def answers_in(file: Path) -> dict[str, str]:
    """Return what a text has as the answer to each question."""
    parts = file.read_text(encoding="utf-8").rstrip("\n").split(BETWEEN)
    return dict(part.split(BEHIND) for part in parts)


def write_anew(file: Path, questions: Iterable[str], answer: Callable[[str], str]) -> None:
    """Write down what is said now."""
    parts = [f"{question}{BEHIND}{answer(question)}" for question in questions]
    file.write_text(BETWEEN.join(parts) + "\n", encoding="utf-8")
