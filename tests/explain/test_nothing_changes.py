"""The diagnosis of failing programs: all that can be observed is as it is without one."""

import ast
import random
import warnings
from itertools import product

import pytest

from tensorlab.engine import settings
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.explain.reference.functions import reference
from tensorlab.language.expressions.comprehensions import Generator
from tensorlab.language.running.session import Session
from tensorlab.language.values.functions import Function
from tensorlab.language.values.values import ProgramIterator

SURROUNDINGS = """\
torch.manual_seed(5)
x = torch.arange(6.).view(2, 3); part = x[0]; z = torch.full((2, 3), 7.); cube = torch.ones(2, 2, 2)
w = torch.full((2, 3), 2., requires_grad=True); y = w * 2
old = (w * w).sum(); old.backward(retain_graph=True)
n = []; d = {'n': n, 'k': [1]}; s = {1}; count = 0; log = []
items = iter([x, z, 3, 4]); numbers = (k for k in (7, 8, 9) for _ in 'ab')
pairs = zip(enumerate([4, 5, 6]), map(lambda v: log.append(v) or v, [1, 2]))
drawn = (torch.rand(2, 3) for _ in range(4)); own = torch.Generator()
handle = w.register_hook(lambda g: log.append(g))
y.register_hook(lambda g: print('hook')); y.retain_grad()
def f(v=x):
    global count
    count += 1; n.append(count); print('called', count)
    return v
def g():
    f()
    return 7
def turned():
    torch.set_grad_enabled(not torch.is_grad_enabled())
    return 7
def other_type():
    double = torch.get_default_dtype() == torch.float64
    torch.set_default_dtype(torch.float32 if double else torch.float64)
    return 7
def scale():
    k = 1.
    def step():
        nonlocal k
        k *= 2
        return x * k
    return step
step = scale(); still = torch.no_grad()(f)
torch.set_default_dtype(torch.float64); torch.set_printoptions(precision=3)
"""
OPERANDS = [
    "x", "w", "y", "z", "part", "f()", "f(w)", "still()", "step()", "next(items)", "next(drawn)",
    "torch.rand(2, 3)", "torch.normal(0., 1., (2, 3))", "torch.rand(2, 3, generator=own)",
    "x.add_(1)", "part.mul_(2)", "z.data.zero_()", "y.grad", "cube.T", "torch.tensor([1j]).float()",
    "(n.append(9), x)[1]", "(d.update(a=1), x)[1]", "(s.add(7), z)[1]", "list(pairs)[0][1]",
    "(old.backward(retain_graph=True), w.grad)[1]", "F.dropout(x, 0.5)",
]  # fmt: skip
FAILING = [
    "{0} @ {1}", "torch.add({0}, {1}, out=z) @ x", "torch.add({0}, torch.ones(5), out=z)",
    "{0}.view(7, 7) + {1}", "torch.cat([{0}, {1}[:, :1]])", "({0} * {1}).backward()",
    "F.linear({0}, {1}, z)", "{0}[{1}]", "({0} * 2)[9]", "torch.mm({0}, torch.rand(5, 2))",
    "{0}.add_({1} @ x)", "z.copy_({0} @ {1})", "torch.normal({0}, -1.) + {1}", "{0}.sum(9) + {1}",
    "{0} += torch.ones(5) @ {1}", "q = f({0}) @ next(items); q.add_({1})", "{0}.nothing + {1}",
    "[f({0}) + torch.ones(n) for n in (3, 4)]", "[v @ {1} for v in drawn]",
    "torch.autograd.grad(({0} * y).sum(), {1})", "w.grad.zero_(); {0} @ {1}",
    "torch.set_grad_enabled(False); {0} @ {1}", "torch.set_default_dtype(torch.float32); {0} @ {1}",
    "torch.manual_seed(1); {0} @ {1}", "x[{0} > 0] = {1}", "own.manual_seed(3); {0} @ {1}",
    "x.resize_(2); {0} @ {1}", "w.register_hook(f); {0} @ {1}", "torch.cross({0}, {1}[0], 7)",
]  # fmt: skip
# A diagnosis works such numbers out again: it has no values for what is no tensor.
NUMBERS = [
    "g()", "next(numbers)", "len([*numbers]) + 7", "int(torch.rand(1).item()) + 7",
    "int(step().sum().item()) + 7", "len(n.append(1) or n) + 7", "(x.add_(1), 7)[1]",
    "(part.zero_(), 7)[1]", "(own.manual_seed(count), 7)[1]", "turned()", "other_type()",
    "(torch.set_printoptions(precision=1), 7)[1]", "(torch.rand(700), 7)[1]",
    "(torch.randn(700, generator=own), 7)[1]", "(old.backward(retain_graph=True), 7)[1]",
    "(y.sum().backward(), 7)[1]", "(cube.T, 7)[1]", "(y[0].grad, 7)[1]", "len([*drawn]) + 7",
    "(z.resize_(1), 7)[1]", "(handle.remove(), 7)[1]", "(w.requires_grad_(False), 7)[1]",
    "(d.clear(), 7)[1]", "(s.pop(), 7)[1]", "(torch.manual_seed(1), 7)[1]", "(print(x), 7)[1]",
    "(torch.add(x, 1, out=z), 7)[1]", "(w.register_hook(f), 7)[1]", "(log.pop(), 7)[1]",
]  # fmt: skip
NUMBERED = [
    "x.view({0}, 7)", "torch.cat([x, z], {0})", "x.sum({0})", "torch.randperm(3)[{0}] + x",
    "torch.zeros(3, 2).expand({0}, 3, 9)", "x.unsqueeze({0}) @ z", "torch.topk(x, {0})",
    "x.transpose(0, {0})", "torch.randn(2, 3).reshape(7, {0})", "(x @ w.T).view({0}, {0})",
]  # fmt: skip


def composed(count):
    """Programs of the grammar, the same ones every time."""
    every = [form.format(*pair) for form in FAILING for pair in product(OPERANDS, repeat=2)]
    return random.Random(1).sample(every, count)  # noqa: S311


def mutated_examples(count):
    """Documented examples in which one number is another one."""
    chance = random.Random(2)  # noqa: S311
    examples = [each for name in sorted(OPERATIONS) for each in examples_of(name) if parses(each)]
    return [changed(chance, chance.choice(examples)) for _ in range(count)]


def examples_of(name):
    card = reference(name)
    return () if card is None else card.examples


def parses(source):
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def changed(chance, source):
    tree = ast.parse(source)
    numbers = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) in {int, float}
    ]  # fmt: skip
    if numbers:
        chance.choice(numbers).value = chance.choice([7, -9, 5, 1.5, True, None])
    return ast.unparse(tree)


def observed(program, *, diagnose):
    """All that can be seen of a program's run; None where it does not fail."""
    printed = []
    session = Session(write=printed.append)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert session.run(SURROUNDINGS).failure is None
        outcome = session.run(program)
        if outcome.failure is None:
            return None
        if diagnose:
            diagnosed(outcome.failure, session.names)
    standing = {each.name: each.read() for each in settings.SETTINGS}
    del standing["random stream"]  # an object, told by its state
    stream = settings.default_generator.get_state().tolist()
    seen = {}
    shown = {name: look(value, seen) for name, value in session.names.items()}
    after = session.run(
        "(cube.T, torch.rand(2), [*items], [*pairs], [*drawn], [*numbers], step(), f())"
    )
    return (
        *(outcome.notices, printed, [str(each.message) for each in heard]),
        *(repr(standing), stream, shown, look(after.value, seen), after.notices),
    )


def look(value, seen):
    """A value in full, as plain data; what was seen before by its number."""
    if id(value) in seen:
        return seen[id(value)][0]
    seen[id(value)] = f"no. {len(seen)}", value
    if isinstance(value, Tensor):
        hooks = len(value._backward_hooks or ())  # their numbers count on from run to run
        parts = (value._grad, value._view_of, value.grad_fn and value.grad_fn.saved)
        facts = value._tracked, value._version, str(value.dtype), value._array.strides, hooks
        return (value._array.tobytes(), *facts, *(look(part, seen) for part in parts))
    if isinstance(value, dict):
        return [(str(key), look(each, seen)) for key, each in value.items()]
    if isinstance(value, list | tuple | set):
        return type(value).__name__, [look(each, seen) for each in value]
    if isinstance(value, Function):
        outer = {} if isinstance(value.parent, dict) else value.parent[1:]
        return value.code.name, look(outer, seen), look(value.defaults, seen)
    if isinstance(value, Generator):
        return len(value.stack), look(value.frame[1:], seen)
    if isinstance(value, ProgramIterator) or hasattr(value, "tensor"):
        return look(getattr(value, "tensor", value.__class__.__name__), seen)
    return repr(value).split(" at 0x")[0]


NUMBERS_WRONG = [form.format(number) for form in NUMBERED for number in NUMBERS]
PROGRAMS = [*NUMBERS_WRONG, *composed(300), *mutated_examples(300)]
GROUPS = 8


@pytest.mark.sampled(8)
@pytest.mark.parametrize("group", range(GROUPS))
def test_a_diagnosis_changes_nothing(group):
    failing = 0
    for program in PROGRAMS[group::GROUPS]:
        without = observed(program, diagnose=False)
        if without is not None:
            failing += 1
            assert observed(program, diagnose=True) == without, program
    assert failing * GROUPS > 500


def test_what_a_failing_call_itself_changes_stays_changed():
    printed = []
    session = Session(write=printed.append)
    session.run(SURROUNDINGS)
    outcome = session.run("x.add_(1) @ f()")
    assert diagnosed(outcome.failure, session.names).code is not None
    assert session.run("x[0, 0].item(), count").value == (1, 1)
    assert printed == ["called 1\n"]
