"""Every error message, one small file each: a program, then what the learner is told."""

import sys
from pathlib import Path

import pytest

from tests.language.failure_text import failure_text

FILES = sorted((Path(__file__).parent / "errors").glob("*.txt"))
# These are said in other words from a version of Python on.
WORDED_BY_PYTHON = {
    **dict.fromkeys(("max-empty", "syntax-default-order", "syntax-f-string"), (3, 12)),
    "print-unknown-keyword": (3, 13),
    **dict.fromkeys(("modulo-by-zero", "syntax-not-equal-old"), (3, 14)),
    **dict.fromkeys(("unhashable", "unpack-too-many"), (3, 14)),
}
RULE = "-" * 20 + "\n"


def parts_of(path: Path) -> tuple[str, str]:
    program, _, expected = path.read_text(encoding="utf-8").partition(RULE)
    return program.removesuffix("\n"), expected


def after_message(text: str) -> str:
    """Return what is told after Python's own words."""
    return text.partition("Error: ")[2].partition("\n")[2]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_message_is_as_written(path):
    program, expected = parts_of(path)
    told = failure_text(program)
    if sys.version_info >= WORDED_BY_PYTHON.get(path.stem, (4,)):
        told, expected = after_message(told), after_message(expected)
    assert told == expected


def test_every_message_names_a_place():
    without = [path.stem for path in FILES if "^" not in parts_of(path)[1]]
    assert without == []


if __name__ == "__main__":  # write the files anew, then read the difference
    for path in FILES:
        program = parts_of(path)[0]
        path.write_text(f"{program}\n{RULE}{failure_text(program)}", encoding="utf-8")
    sys.exit()
