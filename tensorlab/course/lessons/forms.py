"""The forms of exercises: what each shows, what may be typed, which programs that stands for."""

import random
import re

from tensorlab.course.answers.spellings import assigned
from tensorlab.course.lessons.lesson import Exercise
from tensorlab.course.predictions.phrases import place_named

BLANK = re.compile(r"\{\{(.+?)\}\}")
SHOWN_BLANK = "____"
NUMBERED = re.compile(r"\A\s*(?:[Ll]ine )?#?\d{1,2}(?:[:.)]\s*|\s\s+|\s(?=[A-Za-z_]))(?=\D)")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ACCEPTS = {
    "exercise": "an expression",
    "golf": "an expression, as short as you can",
    "complete": "what belongs in the blank",
    "find": "the number of the line with the mistake, or the line as it should be",
}


def accepts(exercise: Exercise) -> str:
    """Return in words what may be typed."""
    blanks = len(BLANK.findall(exercise.code))
    if exercise.kind == "complete" and blanks > 1:
        return f"what belongs in the {blanks} blanks, with ; between"
    if exercise.kind == "order":
        spare = sum(bool(line.instead) for line in exercise.lines)
        which = (
            f" ({spare} of the lines {'is' if spare == 1 else 'are'} not needed)" if spare else ""
        )
        return f"{len(exercise.lines)} letters in order, such as: b a c{which}"
    return ACCEPTS[exercise.kind]


def shown(exercise: Exercise) -> str:
    """Return the code that a form shows beside its set-up."""
    if exercise.kind == "complete":
        return BLANK.sub(SHOWN_BLANK, exercise.code)
    if exercise.kind == "find":
        lines = exercise.code.split("\n")
        return "\n".join(f"{number}  {line}" for number, line in enumerate(lines, 1))
    if exercise.kind == "order":
        return "\n".join(f"{letter}  {line}" for letter, line in lettered(exercise).items())
    return ""


def lettered(exercise: Exercise) -> dict[str, str]:
    """Return the lines to be ordered by their letters: mixed, but each beside its like."""
    chance = random.Random(f"{exercise.item}/{exercise.solution}")  # noqa: S311  nobody is to guess
    pairs = [[line.text, line.instead] if line.instead else [line.text] for line in exercise.lines]
    mixed = pairs
    for _ in range(9):  # in order at last by chance is no question
        mixed = chance.sample(pairs, len(pairs))
        if mixed != pairs:
            break
    lines = [line for pair in mixed for line in chance.sample(pair, len(pair))]
    return dict(zip(LETTERS, lines, strict=False))


def programs(exercise: Exercise, text: str) -> list[str] | None:
    """Return the programs that an answer may stand for, None where it is no answer at all."""
    if exercise.kind == "complete":
        return [*filled(exercise, text), *whole_line(exercise.code, text), text]
    if exercise.kind == "order":
        return ordered(exercise, text)
    if exercise.kind == "find":
        return [*mended(exercise, text), text]
    return [text]


def filled(exercise: Exercise, text: str) -> list[str]:
    """Return the program with its blanks filled in."""
    blanks = len(BLANK.findall(exercise.code))
    if blanks == 1:
        part = text.strip()
        parts = dict.fromkeys((part, without_context(part, exercise.code)))
        return [put_in(exercise.code, [each]) for each in parts]
    cuts = ([part.strip() for part in text.split(cut)] for cut in (";", "\n", ",", None))
    return [put_in(exercise.code, parts) for parts in cuts if len(parts) == blanks]


def whole_line(code: str, typed: str) -> list[str]:
    """Return the program with a typed line in place of the one with the blank."""
    lines = code.split("\n")
    places = [place for place, line in enumerate(lines) if BLANK.search(line)]
    if len(lines) == 1 or len(places) > 1:
        return []
    return ["\n".join([*lines[: places[0]], typed, *lines[places[0] + 1 :]])]


def without_context(part: str, code: str) -> str:
    """Return what was typed for a blank without the name before it, which stands there already."""
    before = BLANK.split(code)[0].split("\n")[-1]
    starts = (before[place:] for place in range(len(before)))
    typed = (part.removeprefix(start) for start in starts if re.search(r"\w", start))
    return next((each for each in typed if each != part), part)


def put_in(code: str, parts: list[str]) -> str:
    """Return code with its blanks filled in."""
    rest = iter(parts)
    return BLANK.sub(lambda blank: next(rest), code)


def ordered(exercise: Exercise, text: str) -> list[str] | None:
    """Return the lines in the order of the letters, or as they were typed themselves.

    None where these are not so many letters of lines: some were forgotten, or are no answer.
    """
    lines = lettered(exercise)
    typed = [squeezed(line) for line in text.split("\n") if line.strip()]
    by_text = {squeezed(line): letter for letter, line in lines.items()}
    by_text |= {letter + line: letter for line, letter in by_text.items()}
    if all(line in by_text for line in typed):
        letters = "".join(by_text[line] for line in typed)
    else:
        letters = letters_in(text)
    if not set(letters) <= set(lines) or len(set(letters)) != len(letters):
        return None
    if len(letters) != len(exercise.lines):
        return None
    return ["\n".join(lines[letter] for letter in letters)]


def letters_in(text: str) -> str:
    """Return the letters in "b, a, c", "b -> a -> c", "first b, then a" or "1. b 2. a"."""
    words = re.sub(r"\b(?:first|then|and|order|last|finally|lines?)\b", " ", text.lower())
    return re.sub(r"[^a-z]+", "", words)


def squeezed(line: str) -> str:
    """Return a line without its blanks."""
    return "".join(line.split())


def mended(exercise: Exercise, text: str) -> list[str]:
    """Return the program with a line as it was typed, each in turn: some mend another one.

    First come the lines that give a value to the same name, then those with a mistake.
    """
    lines = exercise.code.split("\n")
    typed = unnumbered(text).strip()

    def unlike(place: int) -> tuple[bool, bool]:
        other_name = assigned(lines[place].strip()) != assigned(typed)
        return other_name, place + 1 not in exercise.faulty

    found = []
    for place in sorted(range(len(lines)), key=unlike):
        before = lines[place]
        indent = before[: len(before) - len(before.lstrip())]
        found.append("\n".join([*lines[:place], indent + typed, *lines[place + 1 :]]))
    return found


def unnumbered(text: str) -> str:
    """Return a line without its number, where that was typed as well."""
    return NUMBERED.sub("", text, count=1)


def unanswered(exercise: Exercise, text: str) -> str:
    """Return what to say of a text that neither names a line nor mends one, nothing of others."""
    lines = exercise.code.split("\n")
    place = place_named(text, len(lines))
    if place is not None and not 0 < place <= len(lines):
        return f"There are {len(lines)} lines, from 1 to {len(lines)}."
    squeezed_lines = [squeezed(line) for line in lines]
    if (given := squeezed(unnumbered(text))) in squeezed_lines:
        number = squeezed_lines.index(given) + 1
        return f"That is line {number} as it stands. Type its number, or the line as it should be."
    if re.fullmatch(r"[A-Za-z' ]+[.!?]*", text.strip()) and place is None:
        return f"Type {accepts(exercise)}."
    return ""
