"""Who is told how many there are of something is told in words that fit one, too."""

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

import tensorlab
from tensorlab.wording import counted, joined, numbered

PACKAGE = Path(tensorlab.__file__).parent
# What is counted for people; PyTorch's own words for errors stand in other rooms.
NOUNS = (
    "bytes", "characters", "cores", "days", "decimals", "examples", "faults", "learners", "lessons",
    "matrices", "minutes", "operations", "points", "questions", "seconds", "statements", "steps",
)  # fmt: skip
OF_PYTORCH = {"absent", "engine", "namespaces", "nn", "numerics", "ops", "optim", "utils"}
MANY = {"len(chapters)", "comes[0]", "days", "minutes(lesson)"}  # more than one, where they stand


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 bytes"), (1, "1 byte"), (1.0, "1 byte"), (0.5, "0.5 bytes")]
)
def test_one_is_no_plural(count, words) -> None:
    assert counted(count, "byte") == words


def test_a_plural_can_be_given_and_thousands_are_set_apart() -> None:
    assert counted(1200, "matrix", "matrices") == "1,200 matrices"


@pytest.mark.parametrize(("words", "said"), [("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")])
def test_words_are_joined(words, said) -> None:
    assert joined(words) == said


@pytest.mark.parametrize(("numbers", "said"), [([0], "row 0"), ([0, 2], "rows 0 and 2")])
def test_what_has_numbers_is_one_or_several(numbers, said) -> None:
    assert numbered("row", numbers) == said


def plurals(tree: ast.AST) -> Iterator[str]:
    """Yield what stands before a plural in a text: the count, which may be one."""
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else []
        for count, text in itertools.pairwise(parts):
            if isinstance(count, ast.FormattedValue) and isinstance(text, ast.Constant):
                word = str(text.value).removeprefix(" ").partition(" ")[0].rstrip(".,:;?!)\n")
                if word in NOUNS and not ast.unparse(count.value).isupper():
                    yield ast.unparse(count.value)


def test_every_count_for_people_is_worded_by_the_one_function() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {count}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] not in OF_PYTORCH
        for count in plurals(ast.parse(path.read_text(encoding="utf-8")))
        if count not in MANY
    ]
    assert not found, f"use counted() of wording.py: {found}"


def endings(tree: ast.AST) -> Iterator[str]:
    """Yield where an s is put behind a word by hand: `'s' * (n != 1)`, `"s" if n > 1 else ""`."""
    for node in ast.walk(tree):
        parts = [getattr(node, name, None) for name in ("left", "body", "orelse")]
        if any(isinstance(part, ast.Constant) and part.value == "s" for part in parts):
            yield ast.unparse(node)


# In Python's words, and where nothing may be loaded.
BY_HAND = {"language/compiling/code.py", "language/classes/values.py", "process/watchdog.py"}


def test_no_ending_is_put_behind_a_word_by_hand() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] not in OF_PYTORCH
        and list(endings(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found == BY_HAND | {"wording.py"}, "use counted() or numbered() of wording.py"
