"""Arithmetic for the ear: words where signs were, and nothing but words and numbers."""

import pytest

from tensorlab.render.spoken import said, spoken


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1.0*2.0 + 3.0", "1.0 times 2.0 plus 3.0"),
        ("(1 + 2)*3", "(1 plus 2) times 3"),
        ("1 - (2 - 3)", "1 minus (2 minus 3)"),
        ("exp(tensor(-1.0))/2", "exp of minus 1.0 divided by 2"),
        ("2.0 if 1.0 > 0 else 0.0", "2.0 if 1.0 is greater than 0, else 0.0"),
        ("torch.nan*2", "nan times 2"),
        ("-torch.inf", "minus infinity"),
        ("2.0**2", "2.0 to the power of 2"),
        ("x.grad", "x.grad"),
        ("not python (", "not python ("),
    ],
)
def test_signs_are_said(text, words):
    assert spoken(text) == words


def test_a_number_is_said():
    assert [said(value) for value in (-2.5, float("nan"), 1e-9)] == ["minus 2.5", "nan", "1e-9"]
