"""PyTorch's long sentences: each is said somewhere, and each that is said is found."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import tensorlab
from tensorlab.engine.warning import sentence, sentences

PACKAGE = Path(tensorlab.__file__).parent


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls that say a sentence, each with its place."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "tensorlab.engine.warning" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "in_full":
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def test_every_sentence_stands_in_order_and_is_said():
    rows = sentences()
    assert rows == sorted(set(rows))
    said = {sentence(node.args[0].value) for _, node in calls()}
    assert {row.replace("\n", "\\n").replace("\x1b", "\\e") for row in said} == set(rows)


@pytest.mark.parametrize(
    ("place", "node"), [pytest.param(place, node, id=place) for place, node in calls()]
)
def test_what_is_filled_in_has_its_places(place, node):
    if len(node.args) == 1 and not node.keywords:
        return
    numbers = iter(range(99))
    fields = [name for _, name, *_ in string.Formatter().parse(sentence(node.args[0].value))]
    wanted = {name or str(next(numbers)) for name in fields if name is not None}
    given = {str(place) for place in range(len(node.args) - 1)}
    assert wanted == given | {each.arg for each in node.keywords}, place
