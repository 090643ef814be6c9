"""Lists what anybody may read: `python -m docs.sentences [lessons|help|program|texts]`.

Each line is a place and a text, for reading them all, one after the other. Texts that are
PyTorch's or Python's own are left out, as far as their folders tell.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import tensorlab
from tensorlab.course.lessons.lesson import Choose, Exercise, Predict, Tell, Text
from tensorlab.course.lessons.library import Library

PACKAGE = Path(tensorlab.__file__).parent
# What these say is PyTorch's or Python's, to the letter, or is never shown.
NOT_OURS = {
    "amp", "autograd", "distributions", "engine", "namespaces", "nn", "numerics", "ops", "optim",
    "serialization", "testing", "utils",
}  # fmt: skip
TEXTS = (
    "absent/names.txt", "course/misconceptions/ideas.txt", "explain/*/*.txt",
    "language/*/hints.txt", "language/*/elsewhere.txt", "language/*/syntax_words.txt",
    "language/rules/*.txt", "ops/**/*.recipes", "optim/*.recipes", "workspace/habits.txt",
)  # fmt: skip
WORDS = re.compile(r"(?:\b[A-Za-z][a-z']*\b[,:;]? ){2,}")
Said = Iterator[tuple[str, str]]


def of_lessons() -> Said:
    """Yield the words of all lessons."""
    for lesson in Library().lessons:
        yield f"{lesson.name} title", lesson.title
        for number, step in enumerate(lesson.steps, 1):
            for block in step:
                yield from ((f"{lesson.name} {number}", text) for text in words_of(block) if text)


def words_of(block: object) -> Iterator[str]:
    """Yield the words of a block."""
    match block:
        case Text():
            yield block.markdown
        case Predict() | Choose() | Tell() | Exercise():
            yield getattr(block, "question", "") or getattr(block, "task", "")
            for wrong in getattr(block, "wrong", ()):
                yield f"{wrong.answer} -> {wrong.misconception.sentence}"
            yield from (f"{name}: {getattr(block, name, '')}" for name in ("right", "model"))
            yield from (f"hint: {hint}" for hint in block.hints)
            yield f"why: {block.why}"


def of_help() -> Said:
    """Yield what the pages of functions say: the docstrings of what is declared."""
    for room in sorted(NOT_OURS):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for node in ast.walk(tree := ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and node in tree.body:
                    text = ast.get_docstring(node) or ""
                    if text and is_public(node):
                        yield f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}", text


def is_public(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Return whether a function is declared, or a class can be reached."""
    return bool(node.decorator_list) or isinstance(node, ast.ClassDef)


def of_program() -> Said:
    """Yield the texts in the program that read like sentences, and what commands say of themselves.

    Values that are filled in stand as `{}`.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if place.parts[0] in NOT_OURS:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        spoken = place.parts[0] in {"cli", "notebook"}
        notes = set() if spoken else docstrings(tree)
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
                 for part in ast.walk(node) if part is not node}  # fmt: skip
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in notes | inner:
                text = text_of(node)
                if WORDS.search(text + " "):
                    yield f"{place}:{node.lineno}", text


def of_texts() -> Said:
    """Yield the lines that read like sentences in the texts beside the program."""
    for path in sorted({path for pattern in TEXTS for path in PACKAGE.glob(pattern)}):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            said = line if path.suffix == ".txt" else line.partition("#")[2]
            if WORDS.search(f"{said} "):
                yield f"{path.relative_to(PACKAGE)}:{number}", said


def docstrings(tree: ast.Module) -> set[int]:
    """Return the nodes that are docstrings."""
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    return {
        id(body[0].value)
        for body in bodies
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr)
    }


def text_of(node: ast.Constant | ast.JoinedStr) -> str:
    """Return the text of a literal, with marks for what is filled in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
    )


KINDS = {"lessons": of_lessons, "help": of_help, "program": of_program, "texts": of_texts}


def main(*kinds: str) -> None:
    """Print all sentences, or those of some kinds."""
    for kind in kinds or KINDS:
        for place, text in KINDS[kind]():
            sys.stdout.write(f"{place}: {' '.join(text.split())}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
