"""Reads the fences that ask something: predictions, the forms of exercises, choices, own words."""

import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

from tensorlab.course.answers.verdicts import Misconception, PredictionKind
from tensorlab.course.lessons import lesson as blocks
from tensorlab.course.lessons.fields import Field, FieldError, read_fields, split_list
from tensorlab.course.lessons.lesson import WrongAnswer
from tensorlab.course.setups.declaring import Declaration, DeclarationError, declaration
from tensorlab.course.setups.drawing import draw
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
            message = f"{HINTS} hints at most: nobody reads more"
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
        raise FieldError(field.line, f"the idea {name!r} is new: a sentence after it must say it")
    return Misconception(name, sentence or IDEAS[name].sentence)


def code_of(lines: list[str], line: int) -> str:
    """Return the program of a fence."""
    source = "\n".join(lines).strip("\n")
    if not source.strip():
        raise FieldError(line, "the block is empty")
    return source


WHATS: tuple[PredictionKind, ...] = get_args(PredictionKind)
SHARED = ("wrong", "reveals", "hint", "why")
CHECKED = ("task", "setup", "also", "vary", "when", "judge", "ignore", "uses", "without", *SHARED)
JUDGED = ("requires_grad", "sharing", "mutation")
IGNORED = ("dtype", "shape", "value")
BLANK = pattern(r"\{\{(.+?)\}\}")
INSTEAD = "or: "


def predict(options: Options, lines: list[str], line: int) -> blocks.Predict:
    """Return a question before its answer."""
    whats = [what for what in WHATS if what in options]
    if len(whats) != 1:
        raise FieldError(line, f"say what to predict, one of: {', '.join(WHATS)}")
    cut = lines.index("---") if "---" in lines else len(lines)
    fields = Fields(lines[cut + 1 :], line + cut + 1, ("question", "vary", *SHARED))
    body = source = code_of(lines[:cut], line)
    vary = fields.vary()
    if vary:
        source = f"{draw(vary, options['id']).program}\n{body}"
    return blocks.Predict(
        what=whats[0],
        source=source,
        question=fields.only("question"),
        vary=vary,
        body=body if vary else "",
        **posed(options, fields, line),
    )


def posed(options: Options, fields: Fields, line: int) -> dict[str, Any]:
    """Return what all questions have."""
    return {
        "line": line, "item": options["id"], "why": fields.only("why"), "wrong": fields.wrong(),
        "hints": fields.hints(),
    }  # fmt: skip


def exercise(
    options: Options, lines: list[str], line: int, kind: blocks.ExerciseKind = "exercise"
) -> blocks.Exercise:
    """Return a task that any right program solves."""
    fields = Fields(lines, line, (*CHECKED, "solution"))
    return checked(kind, options, fields, fields.needed(kind, "solution"))


def golf(options: Options, lines: list[str], line: int) -> blocks.Exercise:
    """Return a task for the shortest program."""
    return exercise(options, lines, line, "golf")


def complete(options: Options, lines: list[str], line: int) -> blocks.Exercise:
    """Return a program with blanks, from one where {{double braces}} mark what to fill in."""
    fields = Fields(lines, line, (*CHECKED, "code"))
    code = fields.needed("complete", "code")
    if not BLANK.search(code):
        raise FieldError(fields.line_of("code"), "mark what to fill in: a.sum(dim={{1}})")
    return checked("complete", options, fields, BLANK.sub(r"\1", code), code=code)


def order(options: Options, lines: list[str], line: int) -> blocks.Exercise:
    """Return lines to put in order; a line `or: ...` stands in for the line above it."""
    fields = Fields(lines, line, (*CHECKED, "lines"))
    found: list[blocks.Line] = []
    for each in fields.needed("order", "lines").split("\n"):
        if each.strip().startswith(INSTEAD) and found:
            indent = found[-1].text[: len(found[-1].text) - len(found[-1].text.lstrip())]
            instead = indent + each.strip().removeprefix(INSTEAD)
            found[-1] = blocks.Line(found[-1].text, instead)
        elif each.strip():
            found.append(blocks.Line(each))
    solution = "\n".join(each.text for each in found)
    return checked("order", options, fields, solution, lines=tuple(found))


def find(options: Options, lines: list[str], line: int) -> blocks.Exercise:
    """Return a program with a mistake to find, given the line that mends it."""
    fields = Fields(lines, line, (*CHECKED, "code", "line", "mended"))
    code, places = fields.needed("find", "code"), split_list(fields.needed("find", "line"))
    program = code.split("\n")
    for place in places:
        if not place.isdecimal() or not 0 < int(place) <= len(program):
            raise FieldError(fields.line_of("line"), f"the program has no line {place!r}")
    first, *_ = faulty = tuple(map(int, places))
    mended = [*program[: first - 1], fields.needed("find", "mended"), *program[first:]]
    return checked("find", options, fields, "\n".join(mended), code=code, faulty=faulty)


def checked(
    kind: blocks.ExerciseKind,
    options: Options,
    fields: Fields,
    solution: str,
    *,
    code: str = "",
    lines: tuple[blocks.Line, ...] = (),
    faulty: tuple[int, ...] = (),
) -> blocks.Exercise:
    """Return an exercise of any form, with what all forms have."""
    vary, setup = fields.vary(), fields.only("setup")
    return blocks.Exercise(
        task=fields.needed(kind, "task"),
        solution=solution,
        kind=kind,
        setup=setup or (draw(vary, options["id"]).program if vary else ""),
        also=tuple(fields.all("also")),
        vary=vary,
        when=fields.only("when"),
        judge=listed(fields, "judge", JUDGED),
        ignore=listed(fields, "ignore", IGNORED),
        uses=split_list(fields.only("uses")),
        without=split_list(fields.only("without")),
        code=code,
        lines=lines,
        faulty=faulty,
        drawn=bool(vary) and not setup,
        **posed(options, fields, fields.line),
    )


def listed(fields: Fields, name: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a field, all of them known."""
    words = split_list(fields.only(name))
    if unknown := set(words) - set(allowed):
        message = f"{name} takes {', '.join(allowed)}, not {unknown.pop()!r}"
        raise FieldError(fields.line_of(name), message)
    return words


def choose(options: Options, lines: list[str], line: int) -> blocks.Choose:
    """Return a question with its answers."""
    fields = Fields(lines, line, ("question", "setup", "right", *SHARED))
    if not fields.wrong():
        raise FieldError(line, "a choice has one 'right' and at least one 'wrong'")
    return blocks.Choose(
        question=fields.needed("choose", "question"),
        right=fields.needed("choose", "right"),
        setup=fields.only("setup"),
        **posed(options, fields, line),
    )


def tell(options: Options, lines: list[str], line: int) -> blocks.Tell:
    """Return a question to answer in one's own words."""
    fields = Fields(lines, line, ("question", "setup", "model", "idea", "hint", "why"))
    ideas = (tuple(word.strip() for word in idea.split("|")) for idea in fields.all("idea"))
    return blocks.Tell(
        question=fields.needed("tell", "question"),
        model=fields.needed("tell", "model"),
        ideas=tuple(ideas),
        setup=fields.only("setup"),
        **posed(options, fields, line),
    )


FENCES = (predict, exercise, complete, order, find, golf, choose, tell)
QUESTIONS: dict[str, Callable[[Options, list[str], int], blocks.Question]] = {
    read.__name__: read for read in FENCES
}
