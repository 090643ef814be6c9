"""A sheet: many cases written as one program and the expressions that are set into it.

A block of a cases file is a sheet if it has a line `---`. Above that is the program, in which
`EXPR` stands for the expression; a program without it prints the expression at its end. Below are
the expressions, one a line. An expression with choices is followed by them, indented, and stands
for every combination:

    torch.NAME(a, dim=DIM)
        NAME: sum; mean
        DIM: 0; -1
"""

import re
from collections.abc import Iterator

RULE = "\n---\n"
# Choices that many sheets share.
SHARED = {
    "@dtypes": "float32; float64; float16; bfloat16; complex32; complex64; complex128; uint8; "
    "int8; int16; int32; int64; bool",
    "@kinds": "float32; float16; bfloat16; float64; complex64; uint8; int8; int64; bool",
    "@reals": "float32; float64; float16; bfloat16",
}
CHOICE = re.compile(r"([A-Z]{3,}): ?(.*)")


def sheet_cases(title: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the program of each case of a sheet."""
    program, _, below = text.partition(RULE)
    program = program.strip("\n")
    if "EXPR" not in program:
        program += "\nprint(EXPR)"
    for expression in dict.fromkeys(expressions(below)):
        name = f"{title}: {expression}" if title else expression
        yield name, program.replace("EXPR", expression).strip() + "\n"


def expressions(text: str) -> Iterator[str]:
    """Yield the expressions in the order of the lines, the last choice changing fastest."""
    for pattern, *choices in re.findall(r"^(\S.*\n?)((?:[ ]+.*\n?)*)", text, re.MULTILINE):
        filled = [pattern.rstrip("\n")]
        for word, values in choices_of("".join(choices)):
            filled = [line.replace(word, value) for line in filled for value in values]
        yield from filled


def choices_of(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each choice's word and values; a list may run on over several lines."""
    lines: list[str] = []
    for line in text.splitlines():
        if CHOICE.match(line.strip()):
            lines.append(line.strip())
        else:
            lines[-1] += " " + line.strip()
    for line in lines:
        word, listed = CHOICE.fullmatch(line).groups()
        yield word, [value.strip() for value in SHARED.get(listed, listed).split(";")]
