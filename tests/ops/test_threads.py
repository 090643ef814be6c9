"""Many elementary functions are shared out among threads, and nothing of it shows."""

import os

import pytest

import tensorlab as torch
from tensorlab.numerics.machine.threads import MANY, Threads, in_threads

CALLS = [
    "x.exp()",
    "x.log()",
    "x.view(7, -1).sin()",
    "x[::2].cos()",
    "x.sigmoid()",
    "x.lgamma()",
    "x.view(-1, 49).softmax(1)",
    "x.view(-1, 49).log_softmax(1)",
    "x.view(-1, 49).cumsum(1)",
]


@pytest.fixture(autouse=True)
def _as_before():
    most, asked = Threads.most, Threads.asked
    yield
    Threads.most, Threads.asked = most, asked


@pytest.mark.parametrize("call", CALLS)
def test_results_do_not_depend_on_the_number_of_threads(call):
    x = torch.linspace(-3, 3, 7 * (MANY // 3))
    Threads.most = 3
    found = []
    for count in (1, 2, 3, 2):
        torch.set_num_threads(count)
        found.append(eval(call, {"x": x}).numpy().tobytes())  # noqa: S307  our own calls
    assert len(set(found)) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no system that forks")
def test_a_forked_process_makes_threads_of_its_own():
    Threads.most = Threads.asked = 2
    x = torch.ones(MANY)
    x.exp()
    child = os.fork()
    if not child:
        os._exit(0 if x.exp().shape == x.shape else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_each_place_is_worked_at_once_and_what_one_raises_arrives():
    Threads.most = Threads.asked = 3
    done = []

    def work(place):
        in_threads(lambda inner: done.append((place, inner)), range(2))
        if place == 5:
            raise MemoryError

    with pytest.raises(MemoryError):
        in_threads(work, range(9))
    assert len(set(done)) == len(done)
    assert not Threads.busy
    in_threads(done.remove, list(done))
    assert not done
