"""Trying something: whatever a program does meanwhile, afterwards nothing has happened."""

import re

import pytest

import tensorlab as torch
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.running.world import TooLargeError, World, trial, trying

SETUP = """\
w = torch.ones(3, requires_grad=True); loss = (w * w).sum()
x = torch.arange(6.); view = x.view(2, 3); big = torch.zeros(3_000_000, dtype=torch.float64)
called = [0]; deep = {'a': [1, (2, [3])]}; seen = {1, 2}; count = 0
items = iter([1, 2, 3]); pairs = zip(enumerate([4, 5, 6]), map(lambda v: v + 1, items))
drawn = ((f(), n, m) for n in range(4) if n for m in range(n)); within = (2 * n for n in items)
own = torch.Generator(); sparse = torch.eye(2).to_sparse()
def f():
    global count
    count += 1; called[0] += 1; print('hello'); return count
def counter():
    n = 0
    def step():
        nonlocal n
        n += 1
        return n
    return step
step = counter(); quiet = torch.no_grad()(f); log = []
handle = w.register_hook(lambda g: log.append(1))
import numpy as np
a = np.arange(6.); rows = a.reshape(2, 3); shared = x.numpy(); rng = np.random.default_rng(0)
np.random.seed(0); torch.manual_seed(1); torch.set_default_dtype(torch.float64)
"""
STATE = """\
(w.grad, loss.grad_fn, x, view, view._version, called, deep, seen, count, sparse, log, big.sum(),
torch.get_rng_state().sum(), own.get_state().sum(), torch.get_default_dtype(),
torch.is_grad_enabled(), torch.tensor([0.123456]), w.requires_grad, x.shape, a, rows)
"""
# What each does can be told apart afterwards: by STATE, or by what comes of running it.
CHANGES = [
    "f(); f(); count",
    "quiet(); count",
    "step(); step()",
    "next(pairs)",
    "[*pairs]",
    "next(items)",
    "next(drawn), next(drawn)",
    "list(drawn)",
    "next(within)",
    "loss.backward(); w.grad, log",
    "view.add_(1); x",
    "rows[0] = 7; rows += 1; a",
    "rows.sort(); a.put([0], 9); a.shape = (3, 2); a",
    "shared[1] = 5; x",
    "np.random.rand(2), rng.random(2), rng.integers(0, 9, 3)",
    "x.data.mul_(2); x",
    "torch.add(x, 1, out=x)",
    "x.resize_(2)",
    "w.requires_grad_(False)",
    "w.grad = torch.ones(3); w.grad",
    "handle.remove(); loss.backward(); log",
    "deep['a'][1][1].append(4); deep['b'] = 1; deep",
    "seen.add(3); seen.discard(1); seen",
    "del called; deep.clear(); deep",
    "torch.rand(3), torch.rand(2, generator=own), torch.normal(0., 1., (1,))",
    "own.manual_seed(3); own.initial_seed()",
    "torch.set_default_dtype(torch.float32); torch.get_default_dtype()",
    "torch.set_printoptions(precision=1); torch.set_grad_enabled(False)",
    "torch.tensor([1 + 1j]).float()",
    "sparse._values().add_(1); sparse",
    "1 / 0",
]


@pytest.fixture
def heard():
    return []


@pytest.fixture
def session(heard):
    session = Session(write=heard.append)
    assert session.run(SETUP).failure is None
    return session


def shown(session, program):
    outcome = session.run(program)
    return repr(outcome.value), outcome.failure and outcome.failure.message, outcome.notices


@pytest.mark.parametrize("program", CHANGES)
def test_what_is_tried_leaves_everything_as_it_was(session, heard, program):
    before = shown(session, STATE)
    with trying(session.names, Budget()) as trier:
        for _ in range(2):
            trier.run(program)
    assert heard == []
    assert shown(session, STATE) == before
    assert without_addresses(shown(session, program)) == without_addresses(shown_anew(program))


def without_addresses(told):
    return re.sub("0x[0-9a-f]+", "", repr(told))


def shown_anew(program):
    session = Session(write=lambda text: None)
    session.run(SETUP)
    session.run(STATE)
    return shown(session, program)


def test_what_modules_keep_for_a_program_stays_as_it_was():
    session = Session()
    session.run("import os, sys, tempfile\nos.environ['A'] = '1'; sys.argv.append(1)")
    with trial(session.names):
        session.run("os.environ['A'] = '2'; sys.argv.append(2); tempfile.mkdtemp()")
    found = session.run("os.environ['A'], sys.argv[1:], tempfile.mkdtemp()[-1]").value
    assert found == ("1", [1], "1")


def test_what_is_too_large_to_copy_is_not_written_to(session):
    with trying(session.names, Budget()) as trier:
        assert trier.run("big.sum().item()").value == 0
        assert trier.run("big += 1").failure is not None
    assert session.run("big += 1; big.sum().item()").value == 3_000_000


def test_where_too_much_would_have_to_be_kept_nothing_is_tried(session):
    session.run("many = [[n] for n in range(300_000)]")
    with pytest.raises(TooLargeError, match="too much"), trial(session.names):
        pass


def test_where_an_iterator_cannot_be_put_back_nothing_is_tried(session):
    session.run("import re\nruns = re.finditer('a', 'banana')")
    with pytest.raises(TooLargeError, match="an iterator"), trial(session.names):
        pass


def test_runs_of_items_are_put_back_to_where_they_stood(session):
    session.run("import itertools\nruns = itertools.groupby([1, 1, 2])")
    with trial(session.names):
        assert session.run("[list(run) for _, run in runs]").value == [[1, 1], [2]]
    assert session.run("[key for key, _ in runs]").value == [1, 2]


def test_elements_that_stay_as_they_are_are_kept_once(session):
    first = World([session.names])
    session.run("x.add_(1)")
    second = World([session.names], first)
    same = [first.storages[key][1] is second.storages[key][1] for key in first.storages]
    assert same.count(False) == 1
    first.restore()
    assert session.run("x[0].item()").value == 0
    second.restore()
    assert session.run("x[0].item()").value == 1


def test_no_hooks_are_called_meanwhile():
    called = []
    w = torch.ones(3, requires_grad=True)
    w.register_hook(lambda gradient: called.append(gradient.shape))
    with torch.enable_grad():  # whatever the session before has switched
        with trial({"w": w}):
            (w * 2).sum().backward()
        assert called == []
        (w * 2).sum().backward()
    assert called == [(3,)]


def test_long_lists_of_numbers_are_walked_at_once_and_too_long_ones_not_at_all():
    session = Session()
    session.run("x = [0] * 10**6")
    assert World([session.names]).lost == []
    session.run("y = [x[0]] * 10**6 + x")
    assert session.names["y"] in World([session.names]).lost
