"""A choice, and an answer in one's own words, while they are open."""

import random
import re
from collections.abc import Iterator, Sequence

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.verdicts import Reason, Verdict
from tensorlab.course.lessons.forms import LETTERS
from tensorlab.course.lessons.lesson import Choose, Tell
from tensorlab.course.predictions.phrases import bare, place_named
from tensorlab.course.predictions.reader import NO_IDEA
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Asked, Event, Misread, Prose, Told
from tensorlab.course.taking.questions import Open

FEWEST_WORDS = 2


class OpenChoice(Open[Choose]):
    """Several answers of which one is right: one try."""

    def __init__(self, lesson: str, choose: Choose, progress: Progress, bench: Bench) -> None:
        super().__init__(lesson, choose, progress, bench)
        options = [choose.right, *(wrong.answer for wrong in choose.wrong)]
        seed = f"{choose.item}/{choose.right}{choose.mixed}"
        chance = random.Random(seed)  # noqa: S311  mixed, not secret
        self.options = dict(zip(LETTERS, chance.sample(options, len(options)), strict=False))

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        return Asked(
            item=self.block.item,
            kind="choose",
            prompt=self.block.question,
            source=self.block.setup,
            accepts=f"a letter, a to {LETTERS[len(self.options) - 1]}",
            hints=bool(self.block.hints),
            choices=tuple(self.options.items()),
        )

    def answer(self, text: str) -> Iterator[Event]:
        """Judge a choice."""
        given = self.read(text)
        if given is None:
            yield Misread(f"Type {self.asked().accepts}.")
            return
        self.closed = True
        right = given == self.block.right
        idea = next((w.misconception for w in self.block.wrong if w.answer == given), None)
        self.ledger.write("right" if right else "wrong", self.hints.given, idea)
        letter = next(key for key, option in self.options.items() if option == self.block.right)
        reason = Reason("choice", letter, text, f"It is {letter}.")
        yield Verdict(
            item=self.block.item,
            right=right,
            checked=("choice",),
            reasons=() if right else (reason,),
            misconception=idea,
        )
        yield from self.reason()

    def read(self, text: str) -> str | None:
        """Return the option that a text names: by its own words, its letter or its place."""
        options = list(self.options.values())
        for option in options:
            if spelled(option) == spelled(text):
                return option
        letter = bare(text)
        if letter in self.options:
            return self.options[letter]
        place = place_named(text, len(options))
        if place and place <= len(options):
            return options[place - 1]
        return begun_by(text, options)

    def again(self) -> Iterator[Event]:
        """Show the answer to one who has answered already."""
        self.closed = True
        yield Prose(f"The answer: {self.block.right}")
        yield from self.reason()


class OpenTelling(Open[Tell]):
    """An answer in one's own words, held beside a good one: it cannot be wrong."""

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        return Asked(
            item=self.block.item,
            kind="tell",
            prompt=self.block.question,
            source=self.block.setup,
            accepts="a sentence in your own words",
            hints=bool(self.block.hints),
        )

    def answer(self, text: str) -> Iterator[Event]:
        """Show an answer beside the model's."""
        if NO_IDEA.fullmatch(text.strip()) or len(text.split()) < FEWEST_WORDS:
            yield Misread("A few words are enough, and none are wrong here; or skip.")
            return
        self.closed = True
        named = [any(told_in(word, text) for word in idea) for idea in self.block.ideas]
        self.ledger.write("right", self.hints.given, answer=text.strip())
        pairs = list(zip(self.block.ideas, named, strict=True))
        yield Told(
            given=text.strip(),
            model=self.block.model,
            named=tuple(idea[0] for idea, found in pairs if found),
            missing=tuple(idea[0] for idea, found in pairs if not found),
        )
        yield from self.reason()

    def again(self) -> Iterator[Event]:
        """Show a good answer to one who has answered already."""
        self.closed = True
        yield Prose(self.block.model)


def begun_by(text: str, options: Sequence[str]) -> str | None:
    """Return the one option that begins with the words of a text."""
    words = " ".join(text.lower().split())
    begins = re.compile(re.escape(words) + r"(?![\w.])")
    found = [option for option in options if begins.match(option.lower())]
    return found[0] if words and len(found) == 1 else None


def spelled(text: str) -> str:
    """Return a text without blanks, quotes and its last full stop, to compare what was meant."""
    return re.sub(r"[\s`'\"]+", "", text.lower()).removesuffix(".").removesuffix(",")


def told_in(word: str, text: str) -> bool:
    """Return whether a word stands in a text or begins one there: pair in pairs, 0 not in 10."""
    after = r"(?![\w.]*\d)" if word[-1:].isdigit() else ""
    return re.search(rf"(?<![\w.]){re.escape(word)}{after}", text, re.IGNORECASE) is not None
