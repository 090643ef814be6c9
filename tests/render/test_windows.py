"""A step of an explanation fits small windows; the whole is `python -m tests.render.windows`."""

import pytest

from tensorlab.render.explanation_view import FrameView
from tests.explain.telling import explained
from tests.render.windows import SIZES, faults, on_terminal

SMALL = "import torch\nimport torch.nn.functional as F\nx = torch.arange(240.).view(4, 60)\n"


@pytest.mark.parametrize(
    "expression",
    [
        "x @ x.T", "x.softmax(1)", "x.sum()", "x.view(6, 5, 8).sum(0)", "x.std()",
        "F.layer_norm(x, (60,))", "F.conv2d(x.view(1, 2, 10, 12), torch.ones(2, 2, 3, 3))",
        "x.max(1)", "torch.where(x > 3, x, -x)",
    ],
)  # fmt: skip
def test_a_step_fits_small_windows(expression):
    told, _, _ = explained(expression, SMALL)
    assert list(faults(told)) == []


def test_where_there_is_room_nothing_is_left_out():
    told, _, _ = explained("torch.arange(6.).view(2, 3).softmax(1)")
    chapter = told.chapters[-1]
    wide, narrow = (on_terminal(FrameView(chapter, 0), size) for size in SIZES)
    assert not any("... " in line for line in wide)
    assert len(wide) > len(narrow) - 4
