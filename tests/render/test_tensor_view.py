"""A tensor as grids: labels, facets, dots, and what a sharp eye should not have to look for."""

import pytest

from tensorlab.language.running.session import Session
from tensorlab.render.look.console import plain_text
from tensorlab.render.tensors.view import TensorView


def shown(source, width=80):
    value = Session(write=lambda text: None).run(source).value
    return plain_text(TensorView(value), width).split("\n")


def test_rows_and_columns_have_labels():
    assert shown("torch.tensor([[1.5, 20], [-3, 4]])") == [
        "shape (2, 2) · dtype float32",
        "        0       1",
        "0  1.5000 20.0000",
        "1 -3.0000  4.0000",
    ]


def test_facets_stand_side_by_side_as_far_as_the_width_allows():
    wide = shown("torch.arange(12).view(3, 2, 2)")
    assert wide[1] == "[0, :, :]    [1, :, :]    [2, :, :]"
    narrow = shown("torch.arange(12).view(3, 2, 2)", 24)
    assert [line for line in narrow if ":" in line] == [
        "[0, :, :]    [1, :, :]",
        "[2, :, :]",
    ]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("torch.tensor([float('nan'), 1.])", "shape (2,) · dtype float32 · 1 nan"),
        ("torch.ones(2, 3).T", "shape (3, 2) · dtype float32 · strides (1, 3)"),
        ("torch.empty(0, 3)", "shape (0, 3) · dtype float32 · no values"),
    ],
)
def test_the_head_says_what_is_not_as_usual(source, line):
    assert shown(source)[0] == line


def test_truth_values_read_without_colour():
    assert shown("torch.tensor([True, False])")[-1] == " True False"


def test_a_large_tensor_is_cut_to_its_edges():
    lines = shown("torch.ones(300, 300)")
    assert len(lines) == 11
    assert lines[-2:] == ["294 of 300 rows are not shown.", "294 of 300 columns are not shown."]
