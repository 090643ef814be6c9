"""Every error message, one small file each: a program, then what the learner is told."""

import sys
from pathlib import Path

import pytest

from tests.language.failure_text import failure_text

FILES = sorted((Path(__file__).parent / "errors").glob("*.txt"))
# Python 3.12 and later say these in other words.
WORDED_BY_PYTHON = {"max-empty", "syntax-default-order", "syntax-f-string"}
RULE = "-" * 20 + "\n"


def parts_of(path: Path) -> tuple[str, str]:
    program, _, expected = path.read_text(encoding="utf-8").partition(RULE)
    return program.removesuffix("\n"), expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_message_is_as_written(path):
    if path.stem in WORDED_BY_PYTHON and sys.version_info >= (3, 12):
        pytest.skip("Python has changed these words")
    program, expected = parts_of(path)
    assert failure_text(program) == expected


def test_every_message_names_a_place():
    without = [path.stem for path in FILES if "^" not in parts_of(path)[1]]
    assert without == []


if __name__ == "__main__":  # write the files anew, then read the difference
    for path in FILES:
        program = parts_of(path)[0]
        path.write_text(f"{program}\n{RULE}{failure_text(program)}", encoding="utf-8")
    sys.exit()
