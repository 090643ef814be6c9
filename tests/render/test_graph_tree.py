"""A long graph stays in its window: both ends are shown, and how much lies between is said."""

import io

import pytest
from rich.console import Console

import tensorlab as torch
from tensorlab.explain.gradients.graph import MOST_STEPS, graph_of
from tensorlab.render.explanations.graph_tree import GraphTree
from tensorlab.render.look.console import THEME


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20)])
def test_a_long_graph_fits_into_a_window(width, height):
    shown = lines_of(GraphTree(graph_of(long_sum(), {})), width, height)
    assert len(shown) < height
    assert any("lines between" in line for line in shown)
    assert shown[-1].split()[0] == "1"


def test_where_nothing_is_a_window_all_is_shown():
    assert len(lines_of(GraphTree(graph_of(long_sum(), {})), 80, None)) > 40


def test_a_graph_may_be_deeper_than_python_calls_functions():
    graph = graph_of(long_sum(600), {})
    assert len(graph) == 1202
    assert graph[-1].label == "leaf"
    assert lines_of(GraphTree(graph), 80, 24)[-1].split()[0] == "1"


def long_sum(steps=20):
    """Return the end of twice as many steps."""
    y = torch.ones(2, requires_grad=True)
    for _ in range(steps):
        y = (y + 1).sin()
    return y.sum()


def lines_of(tree, width, height):
    """Return what is printed, on a terminal where there is a height."""
    out = io.StringIO()
    terminal = height is not None
    console = Console(
        width=width,
        height=height,
        file=out,
        force_terminal=terminal,
        color_system=None,
        theme=THEME,
    )
    console.print(tree)
    return [line for line in out.getvalue().splitlines() if line.strip()]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20)])
def test_a_graph_of_large_tensors_fits_into_a_window(width, height):
    w = torch.ones(40, 30, requires_grad=True)
    loss = ((w @ w.T) ** 2).sum()
    loss.backward()
    shown = lines_of(GraphTree(graph_of(loss, {"w": w, "loss": loss})), width, height)
    assert len(shown) < height
    assert any("value [[" in line for line in shown) or width < 80


def test_what_goes_into_a_step_stands_further_in_than_the_step():
    w, b = (torch.ones(2, requires_grad=True) for _ in range(2))
    loss = ((w * 2).sum() + b) ** 2
    lines = lines_of(GraphTree(graph_of(loss.sum(), {"w": w, "b": b})), 100, None)
    margins = {line.split()[0]: len(line) - len(line.lstrip()) for line in lines}
    assert margins == {"7": 0, "6": 2, "5": 4, "4": 6, "3": 8, "2": 10, "1": 6}


def test_of_a_graph_of_very_many_steps_the_nearest_ones_are_looked_at():
    w = torch.ones(2, requires_grad=True)
    total = torch.zeros(2)
    for _ in range(MOST_STEPS):
        total = total + w * 2
    nodes = graph_of(total, {"w": w})
    assert [nodes[place].label for place in nodes[0].sources] == ["AddBackward0", "MulBackward0"]
    assert len(nodes) == MOST_STEPS + 1
    assert {node.gradient for node in nodes[1:] if node.label != "leaf"} == {None}
    shown = lines_of(GraphTree(nodes), 80, 24)
    assert shown[-1].strip() == f"Only the {MOST_STEPS} nearest steps, without gradients."
