"""Large tensors are shared out among threads, and nothing of it shows in the numbers."""

from queue import SimpleQueue
from threading import Barrier, Thread, get_ident
from weakref import ref

import pytest

import tensorlab as torch
from tensorlab.numerics.machine import threads
from tensorlab.numerics.machine.signs import Signs
from tensorlab.numerics.machine.threads import MANY, Threads, in_parts

CALLS = [
    "x + y", "x * 2.5", "x > y", "x.exp()", "torch.relu(x)", "torch.erf(x)", "x.sum()", "x.max()",
    "x.cumsum(0)", "x.view(-1, 3).sum(1)", "x.view(-1, 3).cumprod(1)", "torch.cat((x, y))",
    "x.view(3, -1).repeat(2, 1)", "torch.arange(0, 100_000.5, 0.11)", "torch.full((600_000,), 7)",
    "x.clone().sub_(y)", "torch.manual_seed(0) and torch.randn(600_001)",
    "x.view(-1, 3).softmax(1)", "x.view(3, -1).log_softmax(0)", "torch.nn.functional.gelu(x)",
    "wide.softmax(1)", "wide.log_softmax(1)", "wide.logsumexp(1)", "wide.sum(0)", "wide.sum(1)",
    "wide - wide.amax(1, True)", "x.view(-1, 27).amax(1)", "wide * wide[0]",
    "x.view(-1, 57, 3).sum(1)", "torch.sigmoid(x)", "wide.cumsum(1)", "x.clamp(0.2, 0.7)",
    "x.half()", "x.double()", "torch.nn.functional.layer_norm(wide, (513,), wide[0], wide[1])",
    "(x.half() * y.half()).float()", "(x.bfloat16() * 0.3).float()",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _as_before():
    most, asked = Threads.most, Threads.asked
    yield
    Threads.most, Threads.asked = most, asked


@pytest.mark.parametrize("call", CALLS)
def test_results_do_not_depend_on_the_number_of_threads(call):
    torch.manual_seed(1)
    size = (MANY // 513 + 2) * 513
    names = {"torch": torch, "x": torch.rand(size), "y": torch.rand(size)}
    names["wide"] = names["x"].view(-1, 513)
    Threads.most = 3
    bits = []
    for count in (1, 2, 3):
        torch.set_num_threads(count)
        bits.append(eval(call, names).numpy().tobytes())  # noqa: S307  our own calls
    assert bits[0] == bits[1] == bits[2]


def test_parts_make_up_the_whole_and_keep_to_their_width():
    Threads.most = Threads.asked = 3
    seen = []
    in_parts(1000, lambda begin, end: seen.append((begin, end)), 16)
    seen.sort()
    assert len(seen) > 3
    assert [begin for begin, _ in seen] == [0, *(end for _, end in seen[:-1])]
    assert seen[-1][1] == 1000
    assert not any(end % 16 for _, end in seen[:-1])


def test_nobody_waits_for_a_thread_that_was_not_woken(monkeypatch):
    Threads.most = Threads.asked = 2
    asleep = SimpleQueue()
    monkeypatch.setattr(Threads, "ready", lambda count: asleep)
    seen = []
    in_parts(10, lambda begin, end: seen.extend(range(begin, end)))
    assert sorted(seen) == list(range(10))
    asleep.get()(Signs())  # it wakes too late, finds nothing to do, and harms nobody
    assert len(seen) == 10


def test_a_thread_that_wakes_too_late_keeps_no_memory(monkeypatch):
    Threads.most = Threads.asked = 2
    asleep = SimpleQueue()
    monkeypatch.setattr(Threads, "ready", lambda count: asleep)
    result = torch.ones(4).numpy()

    def work(begin, end, cells=result):
        cells[:] = end - begin

    kept = ref(work)
    in_parts(10, work)
    del work
    assert kept() is None
    assert not asleep.empty()


def test_calls_that_follow_each_other_do_all_their_work():
    Threads.most = Threads.asked = 3
    for size in range(8, 308):
        seen = []
        in_parts(size, lambda begin, end, seen=seen: seen.extend(range(begin, end)))
        assert sorted(seen) == list(range(size))
    assert Threads.awake


def test_who_waits_awake_sees_a_sign():
    signs = Signs()
    signs.ask()
    signs.await_work()
    assert signs.ended[0]  # told before it began to wait
    signs.begin()
    assert not signs.ended[0]
    helper = Thread(target=signs.await_work)
    helper.start()
    while not signs.ended[0]:
        signs.await_end()
    helper.join()  # nobody asked: it goes to sleep by itself


def test_all_threads_take_part():
    Threads.most = Threads.asked = 2
    both = Barrier(2, timeout=60)
    seen = set()

    def work(begin, end):
        if begin < 3:  # the first two parts wait for each other
            both.wait()
        seen.add(get_ident())

    in_parts(8, work)
    assert len(seen) == 2


def test_what_goes_wrong_in_a_part_is_raised_where_the_work_was_asked_for():
    Threads.most = Threads.asked = 2

    def work(begin, end):
        if begin:
            raise ValueError("in the second part")

    with pytest.raises(ValueError, match="in the second part"):
        in_parts(10, work)


def test_one_thread_means_none_but_ours(monkeypatch):
    torch.set_num_threads(1)
    monkeypatch.setattr(threads, "in_parts", None)
    assert (torch.ones(MANY) + 1).sum().item() == 2 * MANY
