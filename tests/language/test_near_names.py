"""A name is suggested only where what was typed looks like a slip in it."""

import pytest

from tensorlab.language.failing.hints import nearest
from tensorlab.language.running.session import Session

KNOWN = list(Session(write=lambda text: None).known_names())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tensr", ["tensor"]), ("zeros_lik", ["zeros_like"]), ("pritn", ["print"]),
        ("softmx", ["softmax"]), ("mena", ["mean"]), ("zero", ["zero_", "zeros"]),
        ("tensors", ["tensor"]),
        ("sqrtt", ["sqrt"]), ("cumprot", ["cumprod"]), ("matmull", ["matmul"]), ("relU", ["relu"]),
        ("sqroot", ["sqrt"]), ("flaot", ["float"]),
        ("arrange", ["arange", "range"]), ("Torch", ["torch"]),
    ],
)  # fmt: skip
def test_a_slip_is_seen(typed, meant):
    assert nearest(typed, KNOWN) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "error", "Error", "foo", "value", "loss", "model", "data", "text", "layer", "batch",
        "train", "test", "target", "output", "hidden", "weights", "optimizer", "number", "loader",
        "position", "delta", "x", "y", "ab", "answer", "result", "std_", "dict1", "a" * 100,
    ],
)  # fmt: skip
def test_another_word_is_no_slip(typed):
    assert nearest(typed, KNOWN) == []
