"""What is claimed for a call is about what it takes: ordinary work is never refused for memory."""

import sys
import tracemalloc
from contextlib import ExitStack
from pathlib import Path

import pytest

from tensorlab.engine import memory
from tensorlab.errors import LimitReached
from tensorlab.language.limits.contents import DEEPEST, meetings, weigh_key, weight
from tensorlab.language.limits.meter import AT_ONCE, DEEPEST_FROM_WITHIN, from_within, meter
from tensorlab.language.limits.tensor_guards import indexed
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.values.iteration import size_of_item

DATA = """
torch.manual_seed(0)
x, scores, wide = torch.rand(6000, 784), torch.rand(60000, 10), torch.rand(1000, 50)
classes, rows = torch.randint(0, 10, (60000,)), torch.randint(0, 60000, (60000,))
table, words = torch.rand(20000, 300), torch.randint(0, 20000, (64, 40))
single = torch.rand(60000, 1)
"""
# What PyTorch does within a few megabytes.
ORDINARY = [
    "F.cross_entropy(scores, classes)", "F.nll_loss(scores, classes)",
    "F.cross_entropy(single, classes * 0)", "scores.index_select(0, rows)",
    "single.index_select(0, rows)", "classes.index_select(0, rows)", "scores[rows]",
    "classes[rows]", "classes.take(rows)", "scores.gather(1, classes.unsqueeze(1))",
    "F.embedding(words, table)", "F.embedding(rows, single)", "torch.cdist(wide, wide)",
    "torch.zeros(10, 784).index_add(0, classes[:6000], x)", "torch.cov(x[:, :50].T)",
    "torch.corrcoef(x[:, :50].T)", "x.mean(0)", "x.sum()", "F.one_hot(classes)",
    "scores.scatter(1, classes.unsqueeze(1), 1.)", "scores[torch.arange(60000), classes]",
    "torch.zeros(60000).scatter_add(0, rows, single[:, 0])", "classes.bincount()",
    "torch.zeros(60000).index_put((rows,), single[:, 0])",
]  # fmt: skip
# What takes several times as much as its result.
WORKING = [
    "x.sort(1)", "x.nonzero()", "(x > .5).nonzero()", "x.unique()", "x.cumsum(1)", "F.gelu(x)",
    "x.log_softmax(1)", "F.dropout(x, .5)", "torch.where(x > .5, x, 0.)", "x.clamp(0, 1)",
    "torch.lerp(x, x, .5)", "F.mse_loss(x, x)", "x.logsumexp(1)", "x.topk(5, 1)", "x[x > .5]",
    "F.normalize(x)", "torch.logaddexp(x, x)", "x.histc(100)", "F.layer_norm(x, (784,))",
    "x[torch.randperm(6000)]", "torch.bucketize(x, torch.linspace(0, 1, 11))", "x.exp()", "x + x",
    "torch.multinomial(scores[:6000], 2)", "torch.bernoulli(x)", "F.softmax(x, 1)",
    "x @ x.T[:, :100]",
]  # fmt: skip
MOST = 64 << 20


@pytest.fixture(scope="module")
def session():
    made = Session(budget=Budget(), write=lambda text: None)
    assert made.run(DATA).failure is None
    return made


def claimed_and_taken(session, program, monkeypatch):
    """Return what was claimed while a program ran, and the most that it took."""
    reserved = []
    reserve = memory.Allowance.reserve_memory

    def recorded(self, count):
        reserved.append(count)
        reserve(self, count)

    monkeypatch.setattr(memory.Allowance, "reserve_memory", recorded)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        failure = session.run(program).failure
        taken = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert failure is None, failure
    return sum(reserved), taken


@pytest.mark.parametrize("program", ORDINARY)
def test_ordinary_work_claims_little(session, program, monkeypatch):
    claimed, _ = claimed_and_taken(session, program, monkeypatch)
    assert claimed < MOST


@pytest.mark.parametrize("program", WORKING)
def test_as_much_is_claimed_as_is_taken(session, program, monkeypatch):
    claimed, taken = claimed_and_taken(session, program, monkeypatch)
    assert taken / 2 < claimed < 4 * taken


CLAIMS = Path(__file__).with_name("claims.txt").read_text(encoding="utf-8").splitlines()


def claim_of(program, monkeypatch):
    """Return the bytes that are claimed by a program, and the steps that it takes, in hundreds."""
    session, reserved = Session(budget=Budget(), write=lambda text: None), []
    session.run("x = torch.linspace(0, 1, 600).view(20, 30)\nX = x.repeat(10, 10)")
    meter.start(None, None, None)
    before = meter.total
    monkeypatch.setattr(memory.Allowance, "reserve_memory", lambda self, n: reserved.append(n))
    failure = session.run(program).failure
    meter.start(None, None, None)
    assert failure is None, failure
    return f"{sum(reserved)} {(meter.total - before) // 100}"


@pytest.mark.parametrize("line", CLAIMS)
def test_a_program_claims_and_takes_what_is_written(line, monkeypatch):
    program, _, claim = line.rpartition(" | ")
    assert claim_of(program, monkeypatch) == claim


def test_what_is_stretched_is_still_refused():
    session = Session(budget=Budget(memory=1 << 28), write=lambda text: None)
    for program in (
        "torch.ones(10**5, 1) + torch.arange(10**5)",
        "torch.where(torch.arange(10**5)[:, None] > 3, torch.arange(10**5), 0)",
        "torch.ones(10**4).index_select(0, torch.zeros(10**4, dtype=torch.long).repeat(10**5))",
        "torch.ones(10**4)[torch.zeros(10**4, dtype=torch.long).repeat(10**4)]",
        "F.embedding(torch.zeros(10**6, dtype=torch.long), torch.ones(2, 10**5))",
        "torch.cdist(torch.ones(10**5, 2), torch.ones(10**5, 2))",
    ):
        assert session.run(program).failure.limit == "memory", program


def test_one_piece_takes_no_more_steps_than_can_be_waited_for():
    meter.start(None, None, None)
    meter.require_pause(AT_ONCE)
    with pytest.raises(LimitReached, match="in one piece"):
        meter.require_pause(AT_ONCE + 1)


def test_texts_weigh_by_their_length_and_keys_that_meet_by_theirs():
    class Same(str):
        __slots__ = ()

        def __hash__(self):
            return 1

    assert weight("a" * 6400) == 100
    short, long = ({Same("a" * length + str(n)) for n in range(99)} for length in (1, 6400))
    assert meetings(short) == 2 * 99**2
    assert meetings(long) == 100 * meetings(short)


@pytest.mark.parametrize("part", [2**70, -(2**70), "a"])
def test_a_place_is_told_from_a_key_that_takes_long_to_hash(part):
    assert weigh_key((0, slice(None), -1))
    assert not weigh_key((0, part))


def test_a_mask_is_looked_at_as_a_whole():
    x, mask = Session().run("torch.ones(10, 20), torch.ones(10) > 0").value
    assert indexed(x, mask) == indexed(x, (mask,)) == 2 * 200
    assert indexed(x, ([0, 3, 3],)) == 3 * 20


def test_calls_from_within_end_before_python_s_stack_does():
    with ExitStack() as stack:
        for _ in range(DEEPEST_FROM_WITHIN):
            stack.enter_context(from_within)
        with pytest.raises(RecursionError):
            stack.enter_context(from_within)


def test_what_is_printed_ends_at_its_limit():
    failures = [
        Session(budget=Budget(output=100), write=len).run(f"print('a' * {count})").failure
        for count in (90, 150)
    ]
    assert [failure and failure.limit for failure in failures] == [None, "output"]


def test_a_list_of_a_range_takes_what_its_numbers_take():
    for stop in (100, 10**30):
        assert size_of_item(range(stop - 9, stop)) >= 8 + sys.getsizeof(stop)
    assert size_of_item([10**30]) == 8


def test_containers_are_walked_no_deeper_than_we_say():
    nested = "x = []\nfor _ in range({}): x = [x]\nx < [1]"
    session = Session(budget=Budget(), write=lambda text: None)
    assert session.run(nested.format(DEEPEST - 1)).failure.type == "TypeError"
    assert session.run(nested.format(DEEPEST)).failure.limit == "depth"
