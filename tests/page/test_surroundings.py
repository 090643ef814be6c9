"""What is bounded in a browser: the depth of programs, and the release of long graphs."""

import json
import subprocess
import sys

import pytest

from tensorlab.page import surroundings
from tensorlab.page.answering import answer
from tensorlab.page.surroundings import MOST_NESTED, nesting

DEEP = ("1" + "+1" * 2000, "-" * 900 + "1", "x" + ".real" * 900, "1 if 0 else " * 900 + "1",
        "[1, " * 101 + "]" * 101, "{1: " * 101 + "1" + "}" * 101, "lambda a, b: " * 900 + "1",
        "not " * 900 + "1", "[" * 900 + "]" * 900, "(" * 101 + ")" * 101, "f" + "()" * 900,
        "if a:\n    b\n" + "elif c:\n    d\n" * 900)  # fmt: skip


@pytest.mark.parametrize("source", DEEP)
def test_what_is_deep_is_told_as_deep(source):
    assert nesting(source) > MOST_NESTED


@pytest.mark.parametrize(
    "source",
    [
        "a = 1\nb = a + 2\n" * 500, f"torch.tensor([{'-1.5, ' * 900}])", "x" * 5000, "'", "(", ")",
        f"[{'[1, 2], ' * 900}]", "for i in range(3):\n    x = i\n" * 300, "", f"f({'a=1, ' * 900})",
        "f = lambda a: a\n" * 300,
    ],
)  # fmt: skip
def test_what_is_only_long_is_not_deep(source):
    assert nesting(source) < 20


@pytest.mark.parametrize("source", DEEP)
def test_a_deep_program_is_refused_in_a_browser(monkeypatch, source):
    monkeypatch.setattr(surroundings, "IS_BROWSER", True)
    for request in ({"do": "run", "source": source}, {"do": "complete", "text": source},
                    {"do": "run", "source": f":shapes {source}"}):  # fmt: skip
        assert json.loads(answer(json.dumps(request)))["error"]["limit"] == "depth"


GRAPHS = """
import gc, sys, weakref
from tensorlab.page import surroundings
surroundings.IS_BROWSER = True
surroundings.prepare()
import tensorlab as torch

x = torch.ones(1, requires_grad=True)
y = z = x
for _ in range(20_000):
    y = y.sin() * y.cos()
first = weakref.ref(y.grad_fn)
deepest = []
kept = surroundings.release
def release(node):
    frame, depth = sys._getframe(), 0
    while frame:
        frame, depth = frame.f_back, depth + 1
    deepest.append(depth)
    kept(node)
type(y.grad_fn).__mro__[-2].__del__ = release
del y
assert first() is None
assert len(deepest) > 50_000
assert max(deepest) < 10, max(deepest)
"""


def test_a_long_graph_is_released_step_by_step():
    ran = subprocess.run(
        [sys.executable, "-c", GRAPHS], capture_output=True, text=True, check=False
    )
    assert not ran.stderr
