"""New words of a course: told in bold, few at a time, used only after; and what a word means."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tensorlab.course.lessons.lesson import Block, Choose, Exercise, Lesson, Predict, Tell, Text

MOST_NEW = 2  # words in a step: more are not kept
BOLD = re.compile(r"\*\*([^*]+)\*\*")
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)", re.DOTALL)


class Told(NamedTuple):
    """Where a word is told: the lesson's place in the course, the step, the file's line."""

    lesson: int
    step: int
    line: int


Found = tuple[int, int, str]


def words_of(lessons: Sequence[Lesson]) -> Iterator[Found]:
    """Yield, with the lesson's place and the line, steps with many new words and words too soon."""
    told = first_told(lessons)
    for place, lesson in enumerate(lessons):
        for number, step in enumerate(lesson.steps):
            here = Told(place, number, 0)
            new = sorted(word for word, where in told.items() if where[:2] == here[:2])
            if len(new) > MOST_NEW:
                listed = ", ".join(new)
                words = f"{len(new)} new words in a step, {MOST_NEW} at most: {listed}"
                yield place, step[0].line, words
            if number + 1 < len(lesson.steps):  # the last one looks ahead
                later = {word: where for word, where in told.items() if where[:2] > here[:2]}
                yield from too_soon(step, place, later, lessons)


def too_soon(
    step: Sequence[Block], place: int, later: dict[str, Told], lessons: Sequence[Lesson]
) -> Iterator[Found]:
    """Yield the words of a step that are told later."""
    said = [(block.line, text) for block in step for text in texts_of(block)]
    for word, where in later.items():
        line = next((line for line, text in said if says(word, text)), None)
        if line is not None:
            teller = lessons[where.lesson].name
            yield place, line, f"{word!r} is used before {teller} explains it, in line {where.line}"


def first_told(lessons: Sequence[Lesson]) -> dict[str, Told]:
    """Return where each word stands in bold for the first time."""
    told: dict[str, Told] = {}
    for place, lesson in enumerate(lessons):
        for number, step in enumerate(lesson.steps):
            for block in step:
                if isinstance(block, Text):
                    for word in BOLD.findall(CODE.sub(" ", block.markdown)):
                        told.setdefault(plain(word), Told(place, number, block.line))
    return told


def texts_of(block: Block) -> Iterator[str]:
    """Yield the words that somebody reads in a block."""
    match block:
        case Text():
            yield block.markdown
        case Predict():
            yield from (block.question, block.why, *block.hints)
        case Exercise():
            yield from (block.task, block.why, *block.hints)
        case Choose():
            yield from (block.question, block.why, *block.hints)
        case Tell():
            yield from (block.question, block.model, *block.hints)


def says(word: str, text: str) -> bool:
    """Return whether a text uses a word, also in the plural, outside of code."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(s|es)?(?![\w-])", prose(text)) is not None


def prose(text: str) -> str:
    """Return a text in small letters, without code and with single blanks."""
    return " ".join(CODE.sub(" ", text).lower().split())


def plain(word: str) -> str:
    """Return a word as it is looked for: in small letters, in the singular."""
    return re.sub(r"(?<![suia])s$", "", " ".join(word.lower().split()))


SENTENCE = re.compile(r"(?<=[.:?!])\s+(?=[A-Z`*(])")
POINTING = ("This ", "That ", "These ", "The third ")  # at what was said before
FEWEST_WORDS = 4
ENDS = re.compile(r"[:,]$")


class Meaning(NamedTuple):
    """The sentence that tells a word, as Markdown, and the lesson in which it stands."""

    sentence: str
    lesson: str


def meaning_of(word: str, lessons: Sequence[Lesson]) -> Meaning | None:
    """Return what a word means, None where no lesson, in the order of the course, tells it."""
    wanted = plain(word)
    where = first_told(lessons).get(wanted)
    if where is None:
        return None
    lesson = lessons[where.lesson]
    for block in lesson.steps[where.step]:
        if isinstance(block, Text) and (sentence := telling(wanted, block.markdown)):
            return Meaning(ENDS.sub(".", sentence), lesson.name)
    return None


def telling(word: str, markdown: str) -> str:
    """Return the sentence of a text in which a word stands in bold, nothing where none does."""
    for paragraph in markdown.split("\n\n"):
        before = ""
        for sentence in SENTENCE.split(" ".join(paragraph.split())):
            if any(plain(bold) == word for bold in BOLD.findall(sentence)):
                leans = sentence.startswith(POINTING) or len(sentence.split()) < FEWEST_WORDS
                return f"{before} {sentence}".strip() if leans else sentence
            before = sentence
    return ""
