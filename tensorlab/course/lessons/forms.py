"""The forms of exercises: what each shows, what may be typed, which programs that stands for."""

import random
import re
from collections.abc import Iterator, Sequence

from tensorlab.course.answers.spellings import assigned, read
from tensorlab.course.lessons.lesson import Exercise
from tensorlab.course.predictions.phrases import place_named
from tensorlab.language.reading.source import tree_of
from tensorlab.wording import counted

BLANK = re.compile(r"\{\{(.+?)\}\}")
SHOWN_BLANK = "____"
AROUND = re.compile(r"[\w.,='\"()\[\]{}]")  # what may be copied from beside a blank
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
        return f"what belongs in the {blanks} blanks, in order, with ; between them"
    if exercise.kind == "order":
        spare = sum(bool(line.instead) for line in exercise.lines)
        which = f" ({counted(spare, 'of the lines is', 'of the lines are')} not needed)"
        return f"{len(exercise.lines)} letters in order, such as: b a c{which * bool(spare)}"
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
        return completed(exercise.code, text)
    if exercise.kind == "order":
        return ordered(exercise, text)
    if exercise.kind == "find":
        return mended(exercise, text)
    return [text]


def completed(code: str, text: str) -> list[str] | None:
    """Return the program with its blanks filled in, or with a typed line in place of theirs.

    A text that begins as that line does is the line, and no part of it. None where there are more
    or fewer parts than blanks.
    """
    line = next(line for line in code.split("\n") if BLANK.search(line))
    before, *_, after = BLANK.split(line)
    whole = whole_lines(code, line, text)
    parts = [] if whole and head(text) == head(line) else filled(code, text, before, after)
    found = [*parts, *whole]
    return [each for each in found if tree_of(each) is not None] or found or None


def whole_lines(code: str, line: str, typed: str) -> list[str]:
    """Return the program with a typed line in place of the one with the blank, or all as typed."""
    if "\n" in code and "\n" in typed.strip():
        return [typed]
    with_blanks = [each for each in code.split("\n") if BLANK.search(each)]
    both = [head(each).split(".") for each in (typed, line)]
    same = both[0][0] == both[1][0] or both[0][-1] == both[1][-1]  # m.sum(1) is torch.sum(m, 1)
    if (
        not (same or point_between(BLANK.split(line)[0], typed.strip()))
        or typed.strip().isidentifier()
        or len(with_blanks) > 1
    ):
        return []
    indent = line[: len(line) - len(line.lstrip())]
    return [code.replace(line, indent + typed.strip())]


def point_between(before: str, typed: str) -> str:
    """Return the point that is missing between two names, which nobody writes as one."""
    return "." * (before[-1:].isalnum() and typed[:1].isalpha())


def head(text: str) -> str:
    """Return the names with which a text begins, as t.sum."""
    return re.split(r"[^\w.]", text.strip(), maxsplit=1)[0]


def filled(code: str, text: str, before: str, after: str) -> list[str]:
    """Return the program with its blanks filled in, with and without what stands around them."""
    blanks = len(BLANK.findall(code))
    found: dict[str, None] = {}
    for core in cores(re.sub(r"^(\w+) *= *(?!=)", r"\1=", text.strip()), before, after):
        cuts = (";", "\n", ",", None) if blanks > 1 else ("\0",)
        for parts in ([part.strip() for part in core.split(cut)] for cut in cuts):
            if len(parts) == blanks:
                parts[0] = point_between(before, parts[0]) + parts[0]
                found[put_in(code, parts)] = None
                if core.endswith(")") and after.startswith("()"):  # a call of its own
                    found[put_in(code.replace("}}()", "}}"), parts)] = None
    return list(found)


def cores(text: str, before: str, after: str) -> Iterator[str]:
    """Yield a text without what stands on both sides of its blank, on one side, and as it is."""
    starts = (before.lstrip()[place:] for place in range(len(before)))
    ends = (after[:place] for place in range(len(after), 0, -1))
    start = next((each for each in starts if AROUND.search(each) and text.startswith(each)), "")
    end = next((each for each in ends if AROUND.search(each) and text.endswith(each)), "")
    yield text.removeprefix(start).removesuffix(end)
    yield text.removeprefix(start)
    yield text.removesuffix(end)
    yield text


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


def mended(exercise: Exercise, text: str) -> list[str] | None:
    """Return the programs with a line as it was typed in its place, None where it has none."""
    places, typed = placed(exercise, text)
    lines = exercise.code.split("\n")
    return [replaced(lines, each, typed) for each in places] if typed else None


def placed(exercise: Exercise, text: str) -> tuple[Sequence[int], str]:
    """Return which lines a typed one may mend, and that line; nothing where there is none.

    That is the line whose number was typed as well, or which gives a value to the same name; else
    one with a mistake, be it what stands behind its name. It must have the names that it reads. Of
    a whole program that one line counts in which it differs.
    """
    lines = exercise.code.split("\n")
    typed = unnumbered(text).strip()
    place = place_named(text.partition(typed)[0], len(lines)) if typed else None
    if "\n" in typed:
        whole = typed.split("\n")
        pairs = [map(squeezed, pair) for pair in zip(lines, whole, strict=False)]
        differing = [n for n, (one, other) in enumerate(pairs, 1) if one != other]
        if len(whole) != len(lines) or len(differing) != 1:
            return (), ""
        place, typed = differing[0], whole[differing[0] - 1].strip()
    if place:
        return [place], typed
    given = assigned(typed)
    fitting = [n for n in range(1, len(lines) + 1) if has_names(lines, n, typed)]
    same = [n for n in fitting if assigned(lines[n - 1].strip()) == given]
    faulty = [n for n in exercise.faulty if n in fitting]
    return (same[:1] or exercise.faulty) if given else (faulty or same or exercise.faulty), typed


def has_names(lines: Sequence[str], place: int, typed: str) -> bool:
    """Return whether all that a line reads of the program's names is given before its place."""
    before = "\n".join(lines[: place - 1])
    own = assigned("\n".join(lines)) & read(typed)
    return own <= assigned(before) or tree_of(before) is None


def replaced(lines: Sequence[str], place: int, typed: str) -> str:
    """Return a program with another line, or with a value for the name that its line gives."""
    old = lines[place - 1]
    begin = old[: len(old) - len(old.lstrip())]
    name, sign, _ = old.strip().partition(" = ")
    if sign and name.isidentifier() and not assigned(typed):
        begin += f"{name} = "
    return "\n".join([*lines[: place - 1], begin + typed, *lines[place:]])


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
    words = re.fullmatch(r"[A-Za-z' ]+[.!?]*", text.strip()) and place is None
    if words and not (" " in text.strip() and read(text) & assigned(exercise.code)):
        return f"Type {accepts(exercise)}."
    return ""
