"""Reads one fenced block of a lesson: its options and what it holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

from tensorlab.course.events import Misconception, PredictionKind
from tensorlab.course.fields import Field, FieldError, read_fields, split_list
from tensorlab.course.lesson import Exercise, Explain, Predict, Run, WrongAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tensorlab.course.lesson import Block

HINTS = 3
WHATS: tuple[PredictionKind, ...] = get_args(PredictionKind)
REVEALS = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*): (.+)", re.DOTALL)
PREDICT_FIELDS = ("question", "wrong", "reveals", "hint", "why")
EXERCISE_FIELDS = (
    *("task", "setup", "also", "solution", "uses", "without"),
    *("wrong", "reveals", "hint", "why"),
)
Options = dict[str, str]


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
    return Run(line, _code(lines, line), fails, "quiet" in options)


def _explain(options: Options, lines: list[str], line: int) -> Explain:
    text = options.get("cells", "")
    try:
        cells = tuple(
            tuple(int(place) for place in cell.split(",")) for cell in text.split(";") if cell
        )
    except ValueError:
        raise FieldError(line, f"cells look like cells=0,1;1,2 and not {text!r}") from None
    return Explain(line, _code(lines, line), cells)


def _predict(options: Options, lines: list[str], line: int) -> Predict:
    whats = [what for what in WHATS if what in options]
    if len(whats) != 1:
        raise FieldError(line, f"say what to predict, one of: {', '.join(WHATS)}")
    cut = lines.index("---") if "---" in lines else len(lines)
    fields = read_fields(lines[cut + 1 :], line + cut + 2, PREDICT_FIELDS)
    return Predict(
        line=line,
        item=options["id"],
        what=whats[0],
        source=_code(lines[:cut], line),
        question=_only(fields, "question", line),
        why=_only(fields, "why", line),
        wrong=_wrong(fields),
        hints=_hints(fields),
    )


def _exercise(options: Options, lines: list[str], line: int) -> Exercise:
    fields = read_fields(lines, line + 1, EXERCISE_FIELDS)
    for name in ("task", "solution"):
        if not _only(fields, name, line):
            raise FieldError(line, f"the exercise has no {name!r}")
    return Exercise(
        line=line,
        item=options["id"],
        task=_only(fields, "task", line),
        solution=_only(fields, "solution", line),
        setup=_only(fields, "setup", line),
        also=tuple(field.text for field in fields if field.name == "also"),
        uses=split_list(_only(fields, "uses", line)),
        without=split_list(_only(fields, "without", line)),
        why=_only(fields, "why", line),
        wrong=_wrong(fields),
        hints=_hints(fields),
    )


def _code(lines: list[str], line: int) -> str:
    source = "\n".join(lines).strip("\n")
    if not source.strip():
        raise FieldError(line, "the block is empty")
    return source


def _only(fields: list[Field], name: str, line: int) -> str:
    texts = [field.text for field in fields if field.name == name]
    if len(texts) > 1:
        raise FieldError(line, f"the field {name!r} is given twice")
    return texts[0] if texts else ""


def _wrong(fields: list[Field]) -> tuple[WrongAnswer, ...]:
    answers = []
    for index, field in enumerate(fields):
        follows = fields[index + 1] if index + 1 < len(fields) else None
        if field.name == "reveals" and (index == 0 or fields[index - 1].name != "wrong"):
            raise FieldError(field.line, "'reveals' belongs right after a 'wrong'")
        if field.name != "wrong":
            continue
        if follows is None or follows.name != "reveals":
            raise FieldError(field.line, "'wrong' needs a 'reveals' right after it")
        parts = REVEALS.fullmatch(follows.text)
        if parts is None:
            message = "'reveals' is a short name and a sentence: dim-is-kept: You kept ..."
            raise FieldError(follows.line, message)
        sentence = " ".join(parts[2].split())
        answers.append(WrongAnswer(field.text, Misconception(parts[1], sentence), field.line))
    return tuple(answers)


def _hints(fields: list[Field]) -> tuple[str, ...]:
    hints = [field for field in fields if field.name == "hint"]
    if len(hints) > HINTS:
        raise FieldError(hints[HINTS].line, f"{HINTS} hints at most: longer ladders are not read")
    return tuple(field.text for field in hints)


READERS: dict[str, tuple[tuple[str, ...], Callable[[Options, list[str], int], Block]]] = {
    "run": (("fails", "quiet"), _run),
    "predict": (("id", *WHATS), _predict),
    "exercise": (("id",), _exercise),
    "explain": (("cells",), _explain),
}
