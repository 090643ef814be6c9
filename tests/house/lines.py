"""Count the lines of code by room and by purpose: `python -m tests.house.lines [--lower]`.

A line counts if a token of the program stands on it: docstrings, comments, blank lines and stubs do
not. `ceilings.txt` holds what each room may have; `--lower` writes down what it has by now.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tensorlab

PACKAGE = Path(tensorlab.__file__).parent
CEILINGS = Path(__file__).with_name("ceilings.txt")
LOOSE = "(loose files)"
# What the rooms are for; a room that is not named serves PyTorch's names.
PURPOSES = {
    "semantics": ("engine", "numerics", "ops"),
    "language": ("language",),
    "explanations": ("explain",),
    "lessons": ("course",),
    "front ends": (
        "batch", "cli", "commands", "completing", "files", "notebook", "pictures", "process",
        "render", "repl", "workspace", LOOSE,
    ),
}  # fmt: skip
NAMES = "PyTorch's modules"
PURPOSE_OF = {room: purpose for purpose, rooms in PURPOSES.items() for room in rooms}
LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
QUOTES = ('"""', "'''")
REMARK = re.compile(r"  # .*")


class Size(NamedTuple):
    """How much stands in a file, and how densely."""

    lines: int
    characters: int  # without remarks: those make nothing denser
    skips: int  # lines that the formatter leaves as they are


def docstring_lines(text: str) -> set[int]:
    """Return the lines on which docstrings stand."""
    lines: set[int] = set()
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        # No docstring stands in an expression, where most of a tree is.
        waiting += (part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.expr))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                lines.update(range(first.lineno, first.end_lineno + 1))
    return lines


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that hold code."""
    docstrings = docstring_lines(text)
    stripped = {at: line.strip() for at, line in enumerate(text.split("\n"), 1)}
    outside = {at: line for at, line in stripped.items() if line and at not in docstrings}
    if not any(quotes in line for line in outside.values() for quotes in QUOTES):
        return {at for at, line in outside.items() if not line.startswith("#")}
    spans = [  # a string may have lines that are blank, or look like comments
        range(token.start[0], token.end[0] + 1)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in LAYOUT
    ]
    return {line for span in spans for line in span} - docstrings


def size_of(path: Path) -> Size:
    """Return the size of a file."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    counted = code_lines(text)
    return Size(
        len(counted),
        sum(len(REMARK.sub("", lines[number - 1].strip())) for number in counted),
        text.count("# fmt: skip"),
    )


def rooms(package: Path = PACKAGE) -> Iterator[tuple[tuple[str, str], Size]]:
    """Yield each file's room and the folder in it, and its size."""
    for path in sorted(package.rglob("*.py")):
        folders = path.relative_to(package).parts[:-1]
        yield (folders[0] if folders else LOOSE, folders[1] if folders[1:] else "."), size_of(path)


def by_room(sizes: list[tuple[tuple[str, str], Size]]) -> Counter[str]:
    """Return the lines of code of each room."""
    total: Counter[str] = Counter()
    for (room, _), size in sizes:
        total[room] += size.lines
    return total


def density(sizes: list[tuple[tuple[str, str], Size]]) -> dict[str, float]:
    """Return how closely the code is written: what must not rise where its lines become fewer.

    The linter holds that no line has two statements.
    """
    lines, characters, skips = map(sum, zip(*(size for _, size in sizes), strict=True))
    return {
        "characters a line": round(characters / lines, 1),
        "lines laid out by hand": skips,
    }


def ceilings() -> dict[str, float]:
    """Return what each room may have at most, and each measure of density."""
    lines = CEILINGS.read_text(encoding="utf-8").splitlines()
    return {name: float(most) for most, name in (line.split(" ", 1) for line in lines)}


def lowered(found: dict[str, float], before: dict[str, float]) -> str:
    """Return the text of the ceilings after what was found, none higher than before."""
    kept = {name: min(value, before.get(name, value)) for name, value in found.items()}
    return "".join(f"{value:g} {name}\n" for name, value in sorted(kept.items()))


def report(sizes: list[tuple[tuple[str, str], Size]]) -> Iterator[str]:
    """Yield the lines of a report by purpose, room and folder."""
    total = by_room(sizes)
    folders = Counter()
    for place, size in sizes:
        folders[place] += size.lines
    for purpose in (*PURPOSES, NAMES):
        inside = [room for room in total if PURPOSE_OF.get(room, NAMES) == purpose]
        yield f"{sum(total[room] for room in inside):7,}  {purpose}"
        for room in sorted(inside, key=total.get, reverse=True):
            yield f"{total[room]:11,}  {room}"
            parts = {folder: lines for (of, folder), lines in folders.items() if of == room}
            if len(parts) > 1:
                yield from (f"{n:15,}  {part}" for part, n in Counter(parts).most_common())
    yield f"{total.total():7,}  in all, in {len(sizes)} files"
    yield from (f"{value:7,}  {name}" for name, value in density(sizes).items())


def main() -> None:
    """Print the report, or lower the ceilings."""
    sizes = list(rooms())
    if "--lower" in sys.argv[1:]:
        found = {**by_room(sizes), **density(sizes)}
        before = ceilings() if CEILINGS.exists() else {}
        CEILINGS.write_text(lowered(found, before), encoding="utf-8")
    print("\n".join(report(sizes)))


if __name__ == "__main__":
    main()
