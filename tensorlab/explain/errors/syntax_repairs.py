"""Repairs of what is no program: the text with one slip of the pen mended, which was run."""

import re
from collections.abc import Iterator
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.errors.repairs import TRIAL
from tensorlab.language.outcome import Failure, Repair
from tensorlab.language.reading.source import tree_of
from tensorlab.language.reading.syntax import meant_by
from tensorlab.language.running.world import trying

PAIRS = {"(": ")", "[": "]", "{": "}"}
STRING = re.compile(r"('[^'\n]*'|\"[^\"\n]*\"|#.*)")
SIDE_BY_SIDE = re.compile(r"(?<=[\w\])'\"])[ \t]+(?=[\w\[('\"])")
INDENT = "    "
# What other languages write, and what stands for it here.
FOREIGN = {
    "&&": "and", "||": "or", "++": " += 1", "--": " -= 1", "=<": "<=", "=>": ">=", "<>": "!=",
    "else if": "elif",
}  # fmt: skip


def repairs_of_text(failure: Failure, names: dict[str, Any]) -> tuple[Repair, ...]:
    """Return the likeliest text that runs, nothing where none is found."""
    tried = {failure.source}
    for text, meaning in texts(failure):
        if text not in tried and tree_of(text):
            tried.add(text)
            with trying(names, TRIAL) as trier:
                outcome = trier.run(text)
            if outcome.failure is None:
                value = outcome.value if isinstance(outcome.value, Tensor) else None
                shape = None if value is None else tuple(value.shape)
                dtype = None if value is None else repr(value.dtype)
                return (Repair(changed(failure.source, text), shape, dtype, meaning, text),)
    return ()


def changed(before: str, after: str) -> str:
    """Return the first line that differs, the rest being as it was."""
    pairs = zip(before.split("\n"), after.split("\n"), strict=False)
    return next((new.strip() for old, new in pairs if old != new), after.strip())


def texts(failure: Failure) -> Iterator[tuple[str, str]]:
    """Yield texts with one slip mended, and what was done."""
    source, span, said = failure.source, failure.span, failure.message
    lines = source.split("\n")
    place = min(span.line, len(lines)) - 1 if span is not None else 0
    line = lines[place]

    def with_line(new: str) -> str:
        return "\n".join([*lines[:place], new, *lines[place + 1 :]])

    if "expected ':'" in said:
        yield with_line(f"{line.rstrip()}:"), "A colon begins the block."
    if said.startswith("Missing parentheses in call to 'print'"):
        mended = re.sub(r"\bprint\s+(.*)$", r"print(\1)", line)
        yield with_line(mended), "print is a function: it needs brackets."
    if "unterminated" in said and span is not None:
        quote = line[span.column : span.column + 1]
        for closers in re.findall(r"[)\]},]*$", line.rstrip()):
            body = line.rstrip()[: len(line.rstrip()) - len(closers)]
            yield with_line(f"{body}{quote}{closers}"), f"The closing {quote}."
        yield with_line(f"{line.rstrip()}{quote}"), f"The closing {quote}."
    if "instead of '='" in said:
        yield with_line(re.sub(r"(?<![=<>!])=(?!=)", "==", line)), "== compares."
    if failure.type in {"TabError", "IndentationError"}:
        yield from indented(source, lines, place)
    yield balanced(source), "Each bracket closed by its partner, in reverse order."
    yield with_line(SIDE_BY_SIDE.sub(", ", line)), "A comma between the values."
    plain = "".join(meant_by(sign) or sign for sign in source)
    yield plain, "Python's own characters in place of look-alikes."
    for foreign, ours in FOREIGN.items():
        if foreign in source:
            source = source.replace(foreign, ours)
            yield source, f"{foreign} is written {ours.strip()} here."


def indented(source: str, lines: list[str], place: int) -> Iterator[tuple[str, str]]:
    """Yield texts in which the beginnings of the lines fit."""
    if "\t" in source:
        yield source.replace("\t", INDENT), "Four spaces in place of each tab."
    further = [f"{INDENT}{line}" if line.strip() else line for line in lines[place:]]
    yield "\n".join([*lines[:place], INDENT + lines[place], *lines[place + 1 :]]), "Indented."
    yield "\n".join([*lines[:place], *further]), "Indented by four spaces."
    before = lines[place - 1] if place else ""
    same = before[: len(before) - len(before.lstrip())]
    mended = [*lines[:place], same + lines[place].lstrip(), *lines[place + 1 :]]
    yield "\n".join(mended), "Indented as far as the line before."


def balanced(source: str) -> str:
    """Return a text in which each bracket is closed by its like; what closes nothing goes."""
    found: list[str] = []
    waiting: list[str] = []
    for part in STRING.split(source):
        if STRING.fullmatch(part):
            found.append(part)
            continue
        for sign in part:
            if sign in PAIRS:
                waiting.append(PAIRS[sign])
            elif sign in PAIRS.values():
                while waiting and waiting[-1] != sign and sign in waiting:
                    found.append(waiting.pop())
                if not waiting or waiting[-1] != sign:
                    continue
                waiting.pop()
            found.append(sign)
    return "".join(found).rstrip() + "".join(reversed(waiting)) if waiting else "".join(found)
