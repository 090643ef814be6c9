"""Numbers as learners type them: any brackets, any separators, no arithmetic."""

import math
import re
from typing import Any

from tensorlab.frozen import pattern

LONGEST = 2000  # characters: nobody types more
DEEPEST = 20
REAL = r"(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
TOKEN = pattern(
    rf"""[ \t\r]*(?:
      (?P<complex>[+-]?{REAL}\s*[+-]\s*(?:{REAL})?[jJ](?!\w)|[+-]?{REAL}[jJ](?!\w))
    | (?P<real>[+-]?{REAL}(?![\w.]))
    | (?P<word>(?!and\b)[+-]?[A-Za-z]+)
    | (?P<text>'[^'\n]*'|"[^"\n]*")
    | (?P<open>[\[(])
    | (?P<close>[\])])
    | (?P<comma>,|and\b)
    | (?P<row>[;\n])
    )""",
    re.VERBOSE,
)
WORDS = {
    "true": True, "yes": True, "y": True, "yep": True, "yeah": True, "yup": True,
    "false": False, "no": False, "n": False, "nope": False, "nah": False,
    "nan": math.nan, "inf": math.inf, "infinity": math.inf,
}  # fmt: skip
# What PyTorch and numpy print around and behind the numbers.
WRAPPER = pattern(
    r"^(?:(?:torch|np|numpy)\.)?(?:tensor|array|Tensor|as_tensor)\s*\((.*)\)$", re.DOTALL
)
REMARK = pattern(
    r",\s*(?:dtype|device|size|requires_grad|grad_fn|layout)\s*="
    r"\s*(?:\([^()]*\)|<[^<>]*>|'[^']*'|[\w.]+)"
)
SPELLINGS = (
    ("\u2212", "-"), ("\u2013", "-"), ("\u221e", "inf"), ("float('inf')", "inf"),
    ('float("inf")', "inf"), ("float('nan')", "nan"), ("torch.inf", "inf"), ("torch.nan", "nan"),
    ("math.inf", "inf"), ("math.nan", "nan"), ("np.inf", "inf"), ("np.nan", "nan"),
)  # fmt: skip


class UnreadableError(Exception):
    """A text holds something that is neither a number nor a bracket."""


def read_numbers(text: str) -> Any:
    """Return a number, or nested lists of them.

    Raises:
        UnreadableError: it is something else, or would have to be computed.
    """
    if len(text) > LONGEST:
        raise UnreadableError
    for spelling, plain in SPELLINGS:
        text = text.replace(spelling, plain)
    text = REMARK.sub("", unwrapped(text.strip()))
    reader = Reader(text)
    value = reader.sequence(closing="", depth=0)
    if reader.place < len(text.rstrip()):
        raise UnreadableError
    return value


def unwrapped(text: str) -> str:
    """Return what stands between the brackets of `tensor(...)`."""
    wrapped = WRAPPER.match(text)
    return wrapped[1].strip() if wrapped else text


class Reader:
    """Reads tokens from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def token(self) -> re.Match[str] | None:
        """Return the next token, None at the end.

        Raises:
            UnreadableError: what stands there is none.
        """
        if not self.text[self.place :].strip(" \t\r"):
            self.place = len(self.text)
            return None
        match = TOKEN.match(self.text, self.place)
        if match is None:
            raise UnreadableError
        # Numbers that touch, as in 1-1, would have to be computed.
        before = self.text[match.start(match.lastgroup or 0) - 1 :][:1] if match.start() else ""
        touches = match.start(match.lastgroup or 0) == self.place and before not in "[](),; \n\t"
        if match.lastgroup in {"real", "complex", "word"} and self.place and touches:
            raise UnreadableError
        self.place = match.end()
        return match

    def sequence(self, closing: str, depth: int) -> Any:
        """Return what stands up to a closing bracket, or up to the end."""
        if depth > DEEPEST:
            raise UnreadableError
        rows: list[list[Any]] = [[]]
        commas = 0
        while True:
            token = self.token()
            if token is None or token.lastgroup == "close":
                self.check_end(token, closing)
                return arranged(rows, closing, commas)
            if token.lastgroup == "open":
                inner = "]" if token["open"] == "[" else ")"
                rows[-1].append(self.sequence(inner, depth + 1))
            elif token.lastgroup == "comma":
                commas += 1
            elif token.lastgroup == "row":
                rows.append([])
            else:
                rows[-1].append(read_number(token))

    def check_end(self, token: re.Match[str] | None, closing: str) -> None:
        """Hold the bracket that ends a sequence against the one that began it.

        Raises:
            UnreadableError: they do not go together, or one is missing.
        """
        if (token["close"] if token else "") != closing:
            raise UnreadableError


def arranged(rows: list[list[Any]], closing: str, commas: int) -> Any:
    """Return the elements of a sequence: rows within rows, and a number alone without brackets.

    Raises:
        UnreadableError: there are none, and yet more than a pair of brackets.
    """
    rows = [row for row in rows if row]
    parts = [part for row in rows for part in row]
    empty = all(part == [] for part in parts)
    if empty and (commas > len(parts) or (not closing and len(parts) != 1)):
        raise UnreadableError
    if closing == "]":
        return parts
    if len(rows) > 1 and not any(isinstance(part, list) for part in parts):
        return rows
    return parts[0] if len(parts) == 1 and not commas else parts


def read_number(token: re.Match[str]) -> Any:
    """Return the number, truth value or text that a token is.

    Raises:
        UnreadableError: a word that stands for none.
    """
    text = token[token.lastgroup or 0]
    match token.lastgroup:
        case "complex":
            compact = "".join(text.split())
            return complex(re.sub(r"([+-])j$", r"\g<1>1j", compact.lower()))
        case "real":
            plain = text.replace("_", "")
            return int(plain) if re.fullmatch(r"[+-]?\d+", plain) else float(plain)
        case "text":
            return text[1:-1]
    sign = -1 if text.startswith("-") else 1
    word = text.lstrip("+-").lower()
    if word not in WORDS:
        raise UnreadableError
    value = WORDS[word]
    return -value if sign < 0 and not isinstance(value, bool) else value
