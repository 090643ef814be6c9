"""Arithmetic for the ear: words where signs were, and nothing but words and numbers."""

import io
import re

import pytest
from rich.console import Console
from rich.theme import Theme

from tensorlab.render.look.narration import row_sentence, said, spoken, spoken_sentence
from tensorlab.render.look.themes import of_output
from tensorlab.repl.commands import answer
from tensorlab.workspace.workspace import Workspace


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1.0*2.0 + 3.0", "1.0 times 2.0 plus 3.0"),
        ("(1 + 2)*3", "(1 plus 2) times 3"),
        ("1 - (2 - 3)", "1 minus (2 minus 3)"),
        ("exp(-1.0)/2", "exp of minus 1.0 divided by 2"),
        ("2.0 if 1.0 > 0 else 0.0", "2.0 if 1.0 is greater than 0, else 0.0"),
        ("nan*2", "nan times 2"),
        ("sqrt(4.0 + 5.0)", "the square root of (4.0 plus 5.0)"),
        ("-inf", "minus infinity"),
        ("2.0**2", "2.0 squared"),
        ("2.0**2.5 + 2**20", "2.0 to the power of 2.5 plus 2 to the power of 20"),
        ("-(-1.0)", "the opposite of minus 1.0"),
        ("min(max(2.0, 0), 1)*3", "(the smallest of (the largest of 2.0 and 0) and 1) times 3"),
        ("logical_and(True, False)", "logical and of True and False"),
        ("(1 == 1) + (0 == 1)", "the number of these that hold: 1 equals 1; 0 equals 1"),
        ("x.grad", "x.grad"),
        ("not python (", "not python ("),
    ],
)
def test_signs_are_said(text, words):
    assert spoken(text) == words


def test_a_number_is_said():
    assert [said(value) for value in (-2.5, float("nan"), 1e-9)] == ["minus 2.5", "nan", "1e-9"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x[0, 2] = 2.0 is the largest: 2.0 > 0.0.",
         "x at 0, 2, which is 2.0, is the largest: 2.0 is greater than 0.0."),
        ("x[1] = 0.7 stands at place 0 of 0.7 >= 0.2 >= 0.1.",
         "x at 1, which is 0.7, stands at place 0 of 0.7, then 0.2, then 0.1."),
        ("both are element 3 + 0*1 = 3", "both are element 3 plus 0 times 1 is 3"),
        ("d(w**2)/dw = 2*w = -4.0",
         "The derivative of (w squared) by w is 2 times w, which is minus 4.0"),
        ("With u = a**2 and v = b: d(u + v)/du = 1",
         "With u for a squared and v for b: the derivative of (u plus v) by u is 1"),
        ("The first element of x > 1 that is True is at 2.",
         "The first element of (x is greater than 1) that is True is at 2."),
        ("x[2] = 2.5 lies halfway.", "x at 2, which is 2.5, lies halfway."),
        ("x[i - 1] times 2", "x at (i minus 1) times 2"),
        ("idx[0] = -1, so x[-1] is read.", "idx at 0 is minus 1, so x at minus 1 is read."),
        ("x[1] = 5.0 stands at place 0 of 5.0 >= 1.0.",
         "x at 1, which is 5.0, stands at place 0 of 5.0, then 1.0."),
        ("c (3,) is read as if it were (2, 3).", "c (3) is read as if it were (2 by 3)."),
        ("The first True of m is at [0, 2].", "The first True of m is at 0, 2."),
        ("errors: -(y * log(p))", "errors: minus (y times log(p))"),
        ("x.sum(1, keepdim=True) stays.", "x.sum(1, keepdim=True) stays."),
    ],
)  # fmt: skip
def test_signs_in_sentences_are_said(text, words):
    assert spoken_sentence(text) == words


def test_a_long_row_has_words_between_its_numbers():
    said_row = row_sentence((2,), list("abcdefg"))
    assert said_row == "Row 2: a, b, c, d, e; from place 5 on: f, g."
    assert row_sentence((), []) == "Values: none."


def test_what_is_drawn_is_said_to_who_listens(monkeypatch):
    monkeypatch.setenv("TENSORLAB_A11Y", "1")
    workspace = Workspace(lambda text: None)
    workspace.run("w = torch.tensor([3., -1.], requires_grad=True)")
    workspace.run("loss = (w * w).sum(); loss.backward(); x = torch.ones(2, 3)")
    workspace.run("x - x.mean(1)")
    for command in (":graph loss", ":shapes w * w", ":view w", ":why", ":why TL001", ":help TL001"):
        console = Console(file=io.StringIO(), width=200, theme=Theme(of_output("dark")))
        console.print(answer(command, workspace).text)
        said = console.file.getvalue()
        assert len(said) > 20
        assert not re.search(r"\^|>>>|-> |[\u2500-\u257f\u2190-\u21ff]|\[-?\d+\.", said), said
