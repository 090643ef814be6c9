"""What people type for the forms of exercises, each text with what should come of it.

`right` and `wrong` are verdicts; `open` is whatever asks once more and loses nothing; `asks` stands
for a program that is to be run to know.
"""

import ast
import itertools

from tensorlab.course.lessons import forms
from tests.course.answers import candidates

NOTHING = ("?", "idk", "no idea", "don't know", "I don't know", "pass")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
WORDS = ("one", "two", "three", "four", "five")
LETTERED = (
    "{}", " {} ", "({})", "{})", "{}.", "option {}", "answer {}", "it is {}", "it's {}", "{}!",
    "I think {}", "letter {}", "Answer: {}", "[{}]", "`{}`", "{} is right", "it is option {}",
    "i'd say {}", "{}:", "choice {}", "it must be {}", '"{}"', "that is {}", "the answer is {}",
)  # fmt: skip
NUMBERED = (
    "{}", "line {}", "Line {}.", "#{}", "{}.", "({})", "in line {}", "the line {}", "L{}", "no. {}",
    "number {}", "it is line {}", "it's {}", "{}!", "I think line {}", "line number {}", "line #{}",
    "line: {}", "{})", "it's line {}", "line {} is wrong", "the mistake is in line {}", "`{}`",
)  # fmt: skip
AS_A_LINE = (
    "{}", "  {}", "`{}`", ">>> {}", "{n}: {}", "line {n}: {}", "{n}  {}", "{}  # mended", "{n}. {}",
)  # fmt: skip
JOINED = (" ", ", ", ",", "", ";", " > ", " -> ", "-", "\n", ". ", " and ", " then ", "  ", " | ")
AROUND = ("{}", "({})", "[{}]", "{}.", " {} ", "order: {}", "`{}`", "first {}")


def chosen(options, right):
    """Yield what people type where one of some lettered answers is asked for."""
    texts = list(options.values())
    for place, (letter, text) in enumerate(options.items()):
        due = "right" if text == right else "wrong"
        for form in LETTERED:
            yield form.format(letter), due
            yield form.format(letter.upper()), due
        for said in (ORDINALS[place], WORDS[place]):
            if said not in " ".join(texts).lower():
                yield f"the {said} one" if said in ORDINALS else f"option {said}", due
        bare = text.strip("`").rstrip(".")
        yield from ((said, due) for said in (text, bare, f"{bare}.", bare.upper(), f"`{bare}`"))
        yield f"  {bare}  ", due
        if place == len(texts) - 1:
            yield "the last one", due
        if str(place + 1) not in " ".join(texts):
            yield str(place + 1), due
    first, second = list(options)[:2]
    for both in (f"{first} and {second}", f"{first} or {second}", f"{first}{second}", "both"):
        yield both, "open"
    for text in (*NOTHING, "z", "none of them", "hm", "9", "all", "0"):
        yield text, "open"


def numbered(exercise):
    """Yield what people type where the number of a wrong line is asked for."""
    lines = exercise.code.split("\n")
    for number in range(1, len(lines) + 1):
        due = "right" if number in exercise.faulty else "wrong"
        yield from ((form.format(number), due) for form in NUMBERED)
        for form in ("the {} one", "{} line", "the {} line", "{}"):
            yield form.format(ORDINALS[number - 1]), due
        yield f"line {WORDS[number - 1]}", due
        if number == len(lines):
            yield from ((text, due) for text in ("the last line", "the last one", "last"))
    for text in (*NOTHING, str(len(lines) + 1), "0", "line 99", "none", "both", "all of them"):
        yield text, "open"
    yield from ((line.strip(), "open") for line in lines)


def mended(exercise):
    """Yield lines and programs that people type in place of a wrong line, with what they are."""
    lines = exercise.code.split("\n")
    good = exercise.solution.split("\n")
    for place, line in enumerate(good):
        if line.strip() == lines[place].strip():
            continue
        for number, new in enumerate(with_assignment(line)):
            if new.strip() in {each.strip() for each in lines}:
                continue
            program = "\n".join([*lines[:place], new, *lines[place + 1 :]])
            for form in AS_A_LINE if not number else AS_A_LINE[number % len(AS_A_LINE) :][:1]:
                yield form.format(new.strip(), n=place + 1), program
            if number % 3 == 0:
                yield program, program


def with_assignment(line):
    """Yield spellings and slips of a line, which may give its value a name."""
    tree = ast.parse(line.strip())
    value = ast.unparse(tree.body[0].value)
    named = line.partition("=")[0].rstrip() if isinstance(tree.body[0], ast.Assign) else ""
    for other in itertools.islice(candidates(value), 0, None, 3):
        if "\n" not in other and not other.startswith((">>>", "#", "In [", "`")):
            yield (
                f"{named} = {other.strip()}"
                if named and "=" not in other.partition("(")[0]
                else other
            )


def filled(exercise):
    """Yield what people type for blanks, with the program that it stands for."""
    right = forms.BLANK.findall(exercise.code)
    for parts in ways_to_fill(right):
        program = forms.put_in(exercise.code, parts)
        for cut in ("; ", ";", "\n", " ; "):
            yield cut.join(parts), program
        if len(parts) > 1 and not any("," in part or " " in part for part in parts):
            for cut in (", ", ",", " ", "  "):
                yield cut.join(parts), program
        yield program, program
        yield f"`{program}`" if "\n" not in program else program, program
        last = program.split("\n")[-1]
        yield last, program
        yield f"print({last})", program
        yield f">>> {last}", program
        if len(parts) == 1:
            yield from ((text, program) for text in in_context(exercise.code, parts[0]))


def in_context(code, part):
    """Yield a part with the name that stands beside its blank, in quotes of code, in a sentence."""
    yield from (f" {part} ", f"`{part}`")
    before = forms.BLANK.split(code)[0].split("\n")[-1]
    word = "".join(itertools.takewhile(lambda sign: sign.isalnum() or sign in "_=", before[::-1]))
    if word:
        yield word[::-1] + part
    yield before + part


def ways_to_fill(right):
    """Yield the right parts, in other spellings, and other parts."""
    yield right
    yield [part.replace(" ", "") for part in right]
    for place, part in enumerate(right):
        if part.lstrip("-").isdigit():
            for other in (int(part) + 1, int(part) - 1, -int(part), f"({part})", f"{part}.0"):
                yield [*right[:place], str(other), *right[place + 1 :]]
    if len(right) > 1:
        yield right[::-1]
        yield [right[0]] * len(right)


def ordered(exercise):
    """Yield letters and lines in many orders, with the programs they stand for, or `open`."""
    lines = forms.lettered(exercise)
    count = len(exercise.lines)
    orders = list(itertools.permutations(lines, count))
    letters = {line: letter for letter, line in lines.items()}
    good = tuple(letters[line.text] for line in exercise.lines)
    for number, order in enumerate([good, *orders[:: max(1, len(orders) // 40)]]):
        program = "\n".join(lines[letter] for letter in order)
        joined = JOINED if not number else JOINED[:2]
        for cut, around in itertools.product(joined, AROUND if not number else AROUND[:2]):
            yield around.format(cut.join(order)), program
        yield " ".join(order).upper(), program
        yield program, program
        yield "\n".join(f"{letter}  {lines[letter]}" for letter in order), program
        yield "\n".join(lines[letter].strip() for letter in order), program
        if not number:
            yield "\n".join(f"{n}. {letter}" for n, letter in enumerate(order, 1)), program
            yield " ".join(f"{n}{letter}" for n, letter in enumerate(order, 1)), program
    for text in (
        *NOTHING,
        good[0],
        " ".join(good[:-1]),
        "x y z",
        " ".join([good[0]] * count),
        "1 2 3",
    ):
        yield text, "open"


def told(ideas, model):
    """Yield sentences, with the places of the ideas that they name."""
    everything = set(range(len(ideas)))
    yield model, everything
    yield model.upper(), everything
    for place, idea in enumerate(ideas):
        for word in idea:
            rest = {n for n, other in enumerate(ideas) if any(names(word, each) for each in other)}
            for form in (
                "I think it has to do with {}",
                "because of the {}s",
                "({}), of course",
                "{}: so it is",
            ):
                if form.count("{}s") and not word[-1].isalpha():
                    continue
                yield form.format(word), {place, *rest}
                yield form.format(word.title()), {place, *rest}
    for text in (
        "something with numbers in it",
        "it just does so",
        "x9z9 y8w8 a bright ardent narrowing",
    ):
        yield text, set()
    yield "in 100 or 10.5 of them", set()


def names(text, word):
    """Return whether a word stands in a text by itself or begins a word there."""
    at = text.lower().find(word.lower())
    return at == 0 or (at > 0 and not text[at - 1].isalnum())
