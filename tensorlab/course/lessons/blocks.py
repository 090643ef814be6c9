"""Reads one fenced block of a lesson: its options and what it holds."""

from collections.abc import Callable

from tensorlab.course.lessons.fields import FieldError
from tensorlab.course.lessons.lesson import Block, Explain, Run
from tensorlab.course.lessons.question_blocks import QUESTIONS, WHATS
from tensorlab.course.lessons.question_fields import Options, code_of


def read_block(info: str, lines: list[str], line: int, number: int) -> Block:
    """Return the block of a fence; `number` makes the id of a question that has none.

    Raises:
        FieldError: an unknown fence, option or field, or one that is missing.
    """
    kind, *words = info.split() or [""]
    if kind not in READERS:
        known = ", ".join(READERS)
        raise FieldError(line, f"there is no fence {kind!r}; use {known} or text")
    allowed, read = READERS[kind]
    return read(_options(kind, words, line, allowed, number), lines, line)


def _options(kind: str, words: list[str], line: int, allowed: tuple[str, ...], n: int) -> Options:
    options = {"id": f"{kind}-{n}"}
    for word in words:
        name, _, value = word.partition("=")
        if name not in allowed:
            known = " or ".join(allowed)
            raise FieldError(line, f"{kind} has no option {word!r}; it takes {known}")
        options[name] = value
    return options


def _run(options: Options, lines: list[str], line: int) -> Run:
    fails = options.get("fails")
    if fails == "":
        raise FieldError(line, "fails names the error's class, such as fails=RuntimeError")
    return Run(line, code_of(lines, line), fails, "quiet" in options)


def _explain(options: Options, lines: list[str], line: int) -> Explain:
    text = options.get("elements", "")
    try:
        elements = tuple(
            tuple(int(place) for place in element.split(","))
            for element in text.split(";")
            if element
        )
    except ValueError:
        raise FieldError(line, f"elements look like elements=0,1;1,2 and not {text!r}") from None
    return Explain(line, code_of(lines, line), elements)


READERS: dict[str, tuple[tuple[str, ...], Callable[[Options, list[str], int], Block]]] = {
    "run": (("fails", "quiet"), _run),
    "predict": (("id", *WHATS), QUESTIONS["predict"]),
    "explain": (("elements",), _explain),
    **{name: (("id",), read) for name, read in QUESTIONS.items() if name != "predict"},
}
