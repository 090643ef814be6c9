"""Reads a lesson file: front matter, prose and the fenced blocks, into a `Lesson`."""

from collections.abc import Callable, Iterator
from pathlib import Path

from tensorlab.course.lessons.fields import FieldError, read_fields, split_list
from tensorlab.course.lessons.lesson import Block, Explain, Lesson, LessonError, Question, Run, Text
from tensorlab.course.lessons.question_blocks import QUESTIONS, WHATS, Options, code_of
from tensorlab.frozen import Frozen, pattern, replace


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


FRONT_MATTER = ("title", "names", "order", "track", "related", "needs")
REQUIRED = ("title", "names", "order")
FENCE = pattern(r"(`{3,}|~{3,})\s*([^`]*)$")


class Fence(Frozen):
    """A fenced block as written: the words after the fence, and the lines inside."""

    line: int
    info: str
    lines: list[str]


def read_lesson(path: Path) -> Lesson:
    """Return the lesson in a file.

    Raises:
        LessonError: an author's mistake, with the file and the line.
    """
    try:
        return parse_lesson(path.read_text(encoding="utf-8-sig"), path)
    except UnicodeDecodeError as error:
        raise LessonError(path, 1, "the file is not UTF-8 text") from error


def parse_lesson(text: str, path: Path) -> Lesson:
    """Return the lesson that a text describes; `path` names it and appears in errors."""
    try:
        return _parse([line.rstrip() for line in text.split("\n")], path)
    except FieldError as error:
        raise LessonError(path, error.line, str(error)) from None


def _parse(lines: list[str], path: Path) -> Lesson:
    front, body = _front_matter(lines)
    blocks: list[Block] = []
    for part in _parts(lines, body):
        if isinstance(part, Text):
            blocks.append(part)
        else:
            number = 1 + sum(isinstance(block, Question) for block in blocks)
            blocks.append(read_block(part.info, part.lines, part.line, number))
    _check_items(blocks)
    blocks = without_title(blocks, front["title"])
    return Lesson(
        name=path.stem.partition(".")[0],
        path=path,
        title=front["title"],
        names=split_list(front["names"]),
        order=int(front["order"]),
        related=split_list(front.get("related", "")),
        needs=split_list(front.get("needs", "")),
        track=front.get("track", ""),
        blocks=tuple(blocks),
    )


def without_title(blocks: list[Block], title: str) -> list[Block]:
    """Return blocks without a first heading that says the title again: it is shown above."""
    match blocks:
        case [Text(markdown=words) as first, *rest]:
            heading, _, below = words.partition("\n")
            if heading == f"# {title}":
                left = below.strip("\n")
                return [replace(first, markdown=left), *rest] if left else rest
    return blocks


def _front_matter(lines: list[str]) -> tuple[dict[str, str], int]:
    """Return the front matter and the index of the first line after it."""
    if not lines or lines[0] != "---" or "---" not in lines[1:]:
        raise FieldError(1, "a lesson starts with its front matter between two lines '---'")
    end = lines.index("---", 1)
    front: dict[str, str] = {}
    for field in read_fields(lines[1:end], 2, FRONT_MATTER):
        if field.name in front:
            raise FieldError(field.line, f"the field {field.name!r} is given twice")
        if field.name == "order" and not field.text.isdecimal():
            raise FieldError(field.line, f"order is a whole number, not {field.text!r}")
        front[field.name] = field.text
    for name in REQUIRED:
        if name not in front:
            raise FieldError(1, f"the front matter has no {name!r}")
    return front, end + 1


def _parts(lines: list[str], start: int) -> Iterator[Text | Fence]:
    """Split the body into prose and fences; a `text` fence is prose, shown as it stands."""
    prose: list[str] = []
    prose_line = start + 1
    # whether the fence above shows something, which words right below explain
    shows = False
    index = start
    while index < len(lines):
        fence = FENCE.match(lines[index])
        end = _fence_end(lines, index, fence[1]) if fence else index
        if fence and fence[2].split()[:1] != ["text"]:
            yield from _prose(prose, prose_line, attachable=shows)
            yield Fence(index + 1, fence[2], lines[index + 1 : end])
            shows = fence[2].split()[:1] in (["run"], ["explain"]) and "quiet" not in fence[2]
            prose, prose_line = [], end + 2
        else:
            prose.extend(lines[index : end + 1])
        index = end + 1
    yield from _prose(prose, prose_line, attachable=shows)


def _fence_end(lines: list[str], start: int, mark: str) -> int:
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if line.startswith(mark) and not line.strip(mark[0]):
            return index
    raise FieldError(start + 1, "this fence is never closed")


def _prose(lines: list[str], line: int, *, attachable: bool) -> Iterator[Text]:
    """Yield words; the first paragraph belongs to the fence that it touches."""
    if attachable and lines and lines[0].strip():
        end = next((number for number, text in enumerate(lines) if not text.strip()), len(lines))
        yield Text(line, "\n".join(lines[:end]), attached=True)
        lines, line = lines[end:], line + end
    markdown = "\n".join(lines).strip("\n")
    if markdown.strip():
        yield Text(line, markdown)


def _check_items(blocks: list[Block]) -> None:
    seen: set[str] = set()
    for block in blocks:
        item = getattr(block, "item", None)
        if item in seen:
            raise FieldError(block.line, f"two questions have the id {item!r}")
        if item:
            seen.add(item)
