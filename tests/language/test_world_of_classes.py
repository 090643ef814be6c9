"""Trying something on networks, optimisers, streams, containers and generators: nothing stays."""

import sys

import pytest

from tensorlab.language.running.session import Budget, Session
from tensorlab.language.running.world import trying

SETUP = """
import torch, random, copy
from torch import nn
from collections import deque, Counter, defaultdict
from dataclasses import dataclass
import functools, itertools
torch.manual_seed(0); random.seed(3)
net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.ReLU(), nn.Linear(3, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.1)
sched = torch.optim.lr_scheduler.StepLR(opt, 2)
x = torch.randn(4, 2)
def step():
    opt.zero_grad(); l = net(x).pow(2).mean()
    l.backward(); opt.step(); sched.step(); return l.item()
step()
own = random.Random(5)
q = deque([1, 2], maxlen=3); c = Counter('aab'); d = defaultdict(list, {'a': [1]})
@dataclass
class R:
    v: list
r = R([1])
def gen():
    try:
        for i in range(5):
            yield i
            if i == 2:
                yield from [10, 20]
    finally: pass
g = gen(); next(g); next(g)
it = ITERATOR; next(it)
@functools.cache
def f(n): return [n]
f(1)
p = functools.partial(f, 2)
"""
# From Python 3.14 on those of itertools cannot tell where they stand.
ITERATOR = "iter([1, 2, 3])" if sys.version_info >= (3, 14) else "itertools.chain([1, 2], [3])"
STATE = """
(str(net.state_dict().values()), [list(s.items()) for s in opt.state.values()],
opt.param_groups[0]['lr'], len(opt.param_groups), sched.last_epoch, net.training, len(net),
[str(p.grad) for p in net.parameters()], random.getstate(), own.getstate(), list(q), dict(c),
dict(d), r.v, f.cache_info(), torch.get_rng_state().sum())
"""
CHANGES = [
    "step()",
    "[step() for _ in range(3)]",
    "random.random(), random.shuffle([1,2,3])",
    "own.random()",
    "net.eval()",
    "net[0].weight.data.zero_()",
    "nn.init.zeros_(net[0].weight)",
    "net.load_state_dict({k: v * 0 for k, v in net.state_dict().items()})",
    "net.append(nn.Linear(1,1))",
    "net[0] = nn.ReLU()",
    "net.requires_grad_(False)",
    "opt.param_groups[0]['lr'] = 3",
    "opt.add_param_group({'params': [torch.ones(1, requires_grad=True)]})",
    "sched.step()",
    "net.double()",
    "net(torch.randn(9, 2))",
    "q.append(3), q.rotate(1)",
    "c.update('zz')",
    "d['new']",
    "r.v.append(2)",
    "f(7), f.cache_clear()",
    "next(g)",
    "list(g)",
    "next(it)",
    "random.seed(1)",
    "net.register_forward_hook(lambda *a: None)",
    "net.zero_grad()",
    "net.apply(lambda m: nn.init.zeros_(m.bias) if isinstance(m, nn.Linear) else None)",
    "copy.deepcopy(net)[0].weight.data.zero_()",
    "nn.Dropout(0.5)(x)",
    "nn.utils.clip_grad_norm_(net.parameters(), 1e-3)",
    "next(g), next(g), next(g)",
]


@pytest.mark.parametrize("change", CHANGES)
def test_afterwards_nothing_has_happened(change):
    session = Session(write=lambda text: None)
    assert session.run(SETUP.replace("ITERATOR", ITERATOR)).failure is None
    before = str(session.run(STATE).value)
    with trying(session.variables, Budget()) as trier:
        first, second = trier.run(change), trier.run(change)
    assert first.failure is second.failure is None
    assert str(session.run(STATE).value) == before
    after = session.run("list(g), list(it), random.random()").value
    assert str(after) == "([2, 10, 20, 3, 4], [2, 3], 0.23796462709189137)"
