"""Trying something on tensors of a GPU: afterwards they are as they were."""

import pytest

from tensorlab.language.running.session import Budget, Session
from tensorlab.language.running.world import TooLargeError, trial, trying

pytestmark = pytest.mark.usefixtures("gpu")


def test_what_is_tried_on_a_gpu_leaves_everything_as_it_was():
    session = Session(write=lambda text: None)
    session.run("x = torch.arange(6., device='cuda').view(2, 3); row = x[0]; w = x + 1")
    with trying(session.names, Budget()) as trier:
        for program in ("x.mul_(2)", "row.zero_()", "torch.add(x, 1, out=w)"):
            assert trier.run(program).failure is None
    assert session.run("x.tolist()").value == [[0, 1, 2], [3, 4, 5]]
    assert session.run("w.tolist(), row._version").value == ([[1, 2, 3], [4, 5, 6]], 0)


def test_nothing_is_tried_on_what_is_too_large_to_copy():
    session = Session(write=lambda text: None)
    session.run("x = torch.zeros(5_000_000, device='cuda')")
    with pytest.raises(TooLargeError), trial(session.names):
        pass
