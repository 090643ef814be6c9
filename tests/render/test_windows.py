"""A step of an explanation fits small windows; the whole is `python -m tests.render.windows`."""

import pytest

from tensorlab.render.explanations.view import ExplanationView, FrameView
from tests.explain.telling import explained
from tests.render.windows import SIZES, faults, on_terminal

SMALL = "import torch\nimport torch.nn.functional as F\nx = torch.arange(80.).view(4, 20)\n"


@pytest.mark.parametrize(
    "expression", ["x @ x.T", "x.softmax(1)", "x.view(4, 5, 4).sum(0)", "x.max(1)"]
)
def test_a_step_fits_small_windows(expression):
    told, _, _ = explained(expression, SMALL)
    assert list(faults(told)) == []


def test_where_there_is_room_nothing_is_left_out():
    told, _, _ = explained("torch.arange(6.).view(2, 3).softmax(1)")
    chapter = told.chapters[-1]
    wide, narrow = (on_terminal(FrameView(chapter, 0), size) for size in SIZES)
    assert not any("... " in line for line in wide)
    assert len(wide) > len(narrow) - 4


def test_what_is_said_of_a_whole_explanation_leaves_its_last_operation_on_the_screen():
    told, _, _ = explained("x.softmax(1)", SMALL)
    for size in SIZES:
        lines = on_terminal(ExplanationView(told), size)
        assert len(lines) <= size.rows - 1
        assert lines[-1].endswith("more elements")


def test_of_many_operations_the_last_one_stays_on_the_screen_and_the_rest_is_said_to_be_there():
    told, _, _ = explained("((x @ x.T).softmax(1).log() ** 2).mean().sqrt()", SMALL)
    for size in SIZES:
        lines = on_terminal(ExplanationView(told, keys=":why step walks through them"), size)
        assert len(lines) <= size.rows - 2
        assert any(line.startswith("sqrt: ") for line in lines)
        assert " ".join(lines).count("before; :why step walks") == 1
