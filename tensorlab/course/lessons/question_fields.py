"""The fields that questions have in common: hints, wrong answers, set-ups."""

import re
from collections.abc import Sequence

from tensorlab.course.answers.verdicts import Misconception
from tensorlab.course.lessons.fields import Field, FieldError, read_fields
from tensorlab.course.lessons.lesson import WrongAnswer
from tensorlab.course.setups.declaring import Declaration, DeclarationError, declaration
from tensorlab.frozen import pattern

HINTS = 3
REVEALS = pattern(r"([a-z0-9]+(?:-[a-z0-9]+)*)(?:: (.+))?", re.DOTALL)
Options = dict[str, str]


class Fields:
    """The fields of one fence."""

    def __init__(self, lines: list[str], line: int, allowed: Sequence[str]) -> None:
        self.line = line
        self.found = read_fields(lines, line + 1, tuple(allowed))

    def only(self, name: str) -> str:
        """Return the text of a field that may be given once, nothing where it is not."""
        texts = self.all(name)
        if len(texts) > 1:
            raise FieldError(self.line, f"the field {name!r} is given twice")
        return texts[0] if texts else ""

    def needed(self, kind: str, name: str) -> str:
        """Return the text of a field that must be given."""
        if not (text := self.only(name)):
            raise FieldError(self.line, f"the {kind} has no {name!r}")
        return text

    def all(self, name: str) -> list[str]:
        """Return the texts of a field that may be given several times."""
        return [field.text for field in self.found if field.name == name]

    def line_of(self, name: str) -> int:
        """Return the line where a field stands."""
        return next((field.line for field in self.found if field.name == name), self.line)

    def hints(self) -> tuple[str, ...]:
        """Return the hints."""
        hints = [field for field in self.found if field.name == "hint"]
        if len(hints) > HINTS:
            message = f"{HINTS} hints at most: longer ladders are not read"
            raise FieldError(hints[HINTS].line, message)
        return tuple(field.text for field in hints)

    def vary(self) -> Declaration:
        """Return what the set-ups are drawn from."""
        text = self.only("vary")
        try:
            return declaration(text) if text else Declaration()
        except DeclarationError as error:
            raise FieldError(self.line_of("vary") + error.line, str(error)) from None

    def wrong(self) -> tuple[WrongAnswer, ...]:
        """Return the wrong answers, each with what it reveals."""
        answers = []
        for index, field in enumerate(self.found):
            follows = self.found[index + 1] if index + 1 < len(self.found) else None
            if field.name == "reveals" and (index == 0 or self.found[index - 1].name != "wrong"):
                raise FieldError(field.line, "'reveals' belongs right after a 'wrong'")
            if field.name == "wrong":
                if follows is None or follows.name != "reveals":
                    raise FieldError(field.line, "'wrong' needs a 'reveals' right after it")
                answers.append(WrongAnswer(field.text, misconception(follows), field.line))
        return tuple(answers)


def misconception(field: Field) -> Misconception:
    """Return the idea that a wrong answer reveals; one of the catalogue needs no words."""
    from tensorlab.course.misconceptions.catalogue import IDEAS  # noqa: PLC0415  only authors' ideas ask

    parts = REVEALS.fullmatch(field.text)
    if parts is None:
        message = "'reveals' is a short name and a sentence: dim-is-kept: You kept ..."
        raise FieldError(field.line, message)
    name, sentence = parts[1], " ".join((parts[2] or "").split())
    if not sentence and name not in IDEAS:
        raise FieldError(field.line, f"the idea {name!r} is new: say it in a sentence behind it")
    return Misconception(name, sentence or IDEAS[name].sentence)


def code_of(lines: list[str], line: int) -> str:
    """Return the program of a fence."""
    source = "\n".join(lines).strip("\n")
    if not source.strip():
        raise FieldError(line, "the block is empty")
    return source
