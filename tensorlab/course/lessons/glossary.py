"""What a word of the course means: the sentence in which a lesson tells it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tensorlab.course.lessons.lesson import Lesson, Text
from tensorlab.course.lessons.words import BOLD, first_told, plain

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
