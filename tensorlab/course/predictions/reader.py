"""What learners type as a prediction, in one form for all ways to say it."""

import re
from typing import Any

from tensorlab.course.answers.verdicts import PredictionKind
from tensorlab.course.predictions.number_reader import LONGEST, UnreadableError, read_numbers
from tensorlab.course.predictions.phrases import bare_prediction
from tensorlab.engine.dtypes import ALIASES, DTYPES
from tensorlab.frozen import lines_beside, pattern

ROWS = "\n".join(lines_beside(__file__, "said.txt")).split("\n\n")
# The regular expressions in a text beside this file: each below its name.
SAID = {
    name: pattern("".join(lines), re.IGNORECASE)
    for name, *lines in (row.split("\n") for row in ROWS)
}
LONGEST_CLAUSE = 8  # words: what is longer says more than one thing
YES = {"yes": "view", "yep": "view", "y": "view", "no": "copy", "nope": "copy", "n": "copy"}
OTHER = {"view": "copy", "copy": "view"}

# Arithmetic on numbers, or a name that is called, indexed, asked for a part or computed with.
PROGRAM = pattern(r"[\d)]\s*[-+*/@]\s*[\d(]|\*\*|\b[A-Za-z_]\w*(?:[\[(]|\.[A-Za-z]|\s*[*@+])")


def read_memory(text: str) -> str | None:
    """Return view or copy, None where a text says neither, or both."""
    words = text.lower().rstrip(".! ").strip()
    if SAID["hedged"].search(words):
        return None
    clauses = [part.strip() for part in re.split(r"[,;:]| and | but |\u2014", words)]
    said = [stance(part) for part in clauses if part]
    known = {each for each in said if each}
    if len(known) == 1:
        return known.pop()
    if known:
        return None
    agreed = all(SAID["echo"].fullmatch(clause) for clause in clauses[1:] if clause)
    return YES.get(SAID["agreed"].sub("", clauses[0])) if agreed and None in said else None


def stance(clause: str) -> str | None:
    """Return what one clause says."""
    if len(clause.split()) > LONGEST_CLAUSE or PROGRAM.search(clause):
        return None
    # The same word of yes that opens an answer denies nothing.
    shares, copies = SAID["view"].search(clause), SAID["copy"].search(clause)
    if bool(shares) == bool(copies):
        return None
    found = "view" if shares else "copy"
    return OTHER[found] if SAID["not"].search(clause) else found


ERROR = "error"
ERROR_CLASS = pattern(r"(?:\w+\.)*([A-Z]\w*(?:Error|Exception|Warning))\b(?!\w).*", re.DOTALL)
SAME = SAID["same"]
NO_IDEA = SAID["no idea"]
NUMBERS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve".split(),  # noqa: SIM905
        range(13),
        strict=True,
    )
)
PART = pattern(r"\b(?!(?:size|shape)\b)[a-z_]\w*\[")  # x[1] is some part of x
DTYPE_WORDS = {
    "boolean": "bool", "booleans": "bool", "logical": "bool", "truth": "bool", "bools": "bool",
    "floats": "float32", "floating": "float32", "floatingpoint": "float32", "single": "float32",
    "doubles": "float64", "longs": "int64",
    "singlefloat": "float32", "halffloat": "float16", "doublefloat": "float64", "byte": "uint8",
    "unsignedbyte": "uint8",
    "longinteger": "int64", "longint": "int64", "char": "int8", "true/false": "bool",
    "trueorfalse": "bool", "brainfloat": "bfloat16", "brainfloat16": "bfloat16",
    **{name: dtype.name for name, dtype in ALIASES.items()},
}  # fmt: skip
# Abbreviations in names of data types.
SHORT_KINDS = dict(fp="float", f="float", i="int", u="uint", bf="bfloat", c="complex")  # noqa: C408  a table of words
WHOLE = {"int", "integer", "integers", "ints", "whole", "wholenumber", "wholenumbers"}


def read_prediction(what: PredictionKind, text: str) -> Any:
    """Return a typed prediction in one form for all ways to type it, or None if it is none."""
    if len(text) > LONGEST:
        return None
    words = unquoted(" ".join(text.split()))
    if is_error(words):
        return ERROR
    if not words or (what != "text" and NO_IDEA.fullmatch(words)):
        return None
    if what == "text":
        return text.strip()
    words = bare_prediction(words)
    if what == "shape":
        return read_shape(words)
    if what == "dtype":
        return read_dtype(words)
    if what == "value":
        return read_value(text if "\n" in text else words)
    return read_memory(words)


def unquoted(words: str) -> str:
    """Return words without marks of code, quotes around all of them, and doubts behind them."""
    words = words.strip("`")
    if words.strip("?!"):
        words = words.rstrip("?!").rstrip()
    inner = words[1:-1]
    quoted = words[:1] in {"'", '"'} and words[:1] == words[-1:] and words[0] not in inner
    return inner if quoted and inner else words


def is_error(words: str) -> bool:
    """Return whether somebody says that it is an error, also by the error's class."""
    said = re.sub(r"^(it )?(raises?|throws?|gives?) ", "", bare_prediction(words).strip("<>"))
    said = re.sub(r"^an? ", "", said)
    return any(SAID["error words"].fullmatch(each) for each in (words, said)) or bool(
        ERROR_CLASS.fullmatch(said)
    )


def read_shape(text: str) -> tuple[int, ...] | None:
    """Return the shape in `(2, 3)`, `2x3`, `[2, 3]`, `2 by 3`, `torch.Size([2, 3])` or `()`."""
    words = text.lower().rstrip(".!").strip()
    if SAID["empty"].fullmatch(words) or SAID["scalar"].fullmatch(words):
        return ()
    if PART.search(words):
        return None
    words = SAID["one dimension"].sub(" ", words)
    for word, number in NUMBERS.items():
        words = re.sub(rf"\b{word}\b", str(number), words)
    if SAID["counted"].fullmatch(words):
        return None
    if column := SAID["column"].fullmatch(words):
        return (int(column[1]), 1)
    words = SAID["rows columns"].sub(
        lambda found: " ".join(filter(None, found.groups()[::-1])), words
    )
    words = SAID["with unit"].sub(r"\1 ", words)
    words = re.sub(r"(\d)\s*-?(?:x|\u00d7|\*|by)-?\s*(?=\d)", r"\1 ", words)
    words = re.sub(r"(\d)\s*-?(?:x|\u00d7|\*|by)-?\s*(?=\d)", r"\1 ", words)
    if SAID["no shape"].search(words):
        return None
    words = re.sub(r"\.(?=\s*[(\[])|[:.](?!\d)|(?<!\d)=", " ", SAID["shape noise"].sub(" ", words))
    parts = [part for part in re.split(r"[\s,()\[\]]+", words) if part]
    # Digits beyond these are no length that anybody means.
    if not parts or not all(re.fullmatch(r"[0-9]{1,18}", part) for part in parts):
        return None
    return tuple(int(part) for part in parts)


def read_dtype(text: str) -> str | None:
    """Return the full name of the data type in `torch.float32`, `fp32`, `float`, `long`."""
    name = text.lower().strip("'\"<>. ").removeprefix("class ").strip("'\"")
    name = re.sub(r",?\s*\(?(?:the |by )?default\)?$|^dtype\s*=?\s*\(?\s*", "", name)
    name = name.strip("'\"() ")
    explicit = name.startswith(("torch.", "np.", "numpy."))
    name = re.sub(r"^(torch|np|numpy)\.", "", name)
    name = re.sub(
        r"^(an?|the|torch) |[\s-]precision\b|(?<=[a-z]) ?[_(](?=\d)|[\s-]bits?$", "", name
    )
    name = re.sub(r"^floating[\s-]?point\s+(?=\d)", "float", re.sub(r"_t?$", "", name))
    name = SAID["unsigned"].sub(lambda found: f"uint{found[1] or found[2] or ''}", name)
    name = re.sub(r"^signed|[\s-]|numbers?$|tensor$|values?$", "", name)
    if width := SAID["width first"].fullmatch(name):
        kind = width[2].replace("integer", "int").replace("unsignedint", "uint")
        name = f"{kind.replace('floatingpoint', 'float')}{width[1]}"
    if short := SAID["short dtype"].fullmatch(name):
        name = SHORT_KINDS[short[1]] + short[2]
    if name in WHOLE and not explicit:
        # torch.int has 32 bits, Python's own has no end: nobody knows which is meant
        return None
    name = re.sub(r"^integer(?=\d)", "int", DTYPE_WORDS.get(name, name))
    name = DTYPE_WORDS.get(name.removesuffix("s"), name)
    return f"torch.{name}" if name in DTYPES else None


def read_value(text: str) -> Any:
    """Return the numbers in `[[1, 2], [3, 4]]`, `tensor([1., 2.])`, `1 2 3`, `yes` or `6`."""
    text = re.sub(r"^-\s+(?=[\d.])", "-", re.sub(r"(\.\d+)\.$", r"\1", text))
    words = text.lower().rstrip(".!")
    if words in NUMBERS:
        return NUMBERS[words]
    if affirmed := SAID["affirmed"].fullmatch(words):
        return affirmed[1].startswith("y")
    for source in (text, text.rstrip(".!") if not text[-2:-1].isdigit() else text):
        try:
            return read_numbers(source)
        except UnreadableError:
            continue
    return None
