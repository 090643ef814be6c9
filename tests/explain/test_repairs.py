"""Repairs that are offered work on the real values, and keep what the learner wrote."""

import ast
import random
from collections import Counter

import pytest

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.language.running.session import Session

pytestmark = pytest.mark.filterwarnings("ignore")
SHAPES = ((), (1,), (2,), (3,), (2, 3), (3, 2), (1, 3), (3, 1), (2, 2, 3), (2, 3, 2), (3, 3))
KINDS = ("float32", "float32", "int64", "bool", "float64")
FAILING = (
    "{a} + {b}", "{a} - {b}", "{a} @ {b}", "{a}.mm({b})", "torch.mm({a}, {b})", "{a} += {b}",
    "{a} -= 0.5 * {b}", "{a} /= 2", "{a} += 0.5", "{a} @= {b}", "{a}[::-1]", "{a}[:, ::-2]",
    "{a}[{n}]", "{a}[0, {n}]", "{a}[{n}, 0, 0]", "{a}[{b}]", "{a}.view({n}, {m})", "{a}.view({n})",
    "{a}.reshape({n}, -1)", "{a}.T.view(-1)", "{a}.sum({n})", "{a}.sum({n}, {m})",
    "{a}.sum(1, 2, dtype=torch.float64)", "{a}.argmax(dim={n})", "{a}.mean()", "{a}.mean({n})",
    "torch.cat([{a}, {b}])", "torch.cat([{a}, {b}], dim={n})", "torch.cat({a}, {b}, dim=0)",
    "torch.stack([{a}, {b}], 1)", "{a}.expand({n}, {m})", "{a}.repeat({n})",
    "{a}.permute({n}, {m})",
    "{a}.permute(0)", "{a}.transpose(0, {n})", "{a}.squeeze({n})", "{a}.unsqueeze({n})",
    "torch.dot({a}, {b})", "torch.det({a})", "{a}.item()", "bool({a})", "{a}.sub_({b})",
    "({a} * 2).backward()", "torch.exp({n})", "torch.tensor([[1, 2], [{n}]], dtype=torch.float64)",
    "torch.arange({n}, 0)", "torch.arange({n}, 0, 2)", "F.pad({a}, ({n},))", "{a}.cumsum()",
    "F.pad({a}, ({n}, {m}, 1, 1), value=7.)", "torch.masked_select({a}, {b})", "-{a}", "{a} & {b}",
    "torch.where({a}, {a}, {b})", "F.linear({a}, {b})", "F.softmax({a}, {n})", "{a}.t()",
    "torch.bmm({a}, {b})", "torch.add({a}, {b}, alpha=0.5)", "torch.add({a}, {b}, out={a})",
    "{a}.vsplit({n})", "{a}.max({n}, keepdim=True)", "{a}.flip({n})", "{a}.roll(1, {n})",
    "{a}.sum({n}, keepdim=True)", "F.layer_norm({a}, (2,))", "torch.outer({a}, {b})", "x.pow_({b})",
    "{a}.sum(0, keepdim=1)", "torch.diff({a}, dim={n})", "{a} - {a}.mean({m})",
)  # fmt: skip
AROUND = ("{}", "({}).sum()", "z = {}", "z = ({}) * 2", "print(({}), 1)", "len([{}])",
          "kept.append({})")  # fmt: skip


def setup(draw):
    """Return a program that makes three tensors, a list and a parameter."""
    lines = ["import torch", "import torch.nn.functional as F", "kept = []"]
    for name in "xyw":
        shape, kind = draw.choice(SHAPES), draw.choice(KINDS)
        lines.append(f"{name} = (torch.rand({shape}) * 9).to(torch.{kind})")
        if "float" in kind and draw.random() < 0.2:
            lines.append(f"{name}.requires_grad_()")
    return "\n".join(["torch.manual_seed(0)", *lines])


def failing(draw):
    text = draw.choice(FAILING).format(
        a=draw.choice("xyw"), b=draw.choice("xyw"), n=draw.randint(1, 5), m=draw.randint(0, 4)
    )
    return text if "=" in text.split("(")[0] else draw.choice(AROUND).format(text)


def offered(before, program):
    """Return the repairs of a failing program, and the session that it failed in."""
    session = Session(write=lambda text: None)
    session.run(before)
    failure = session.run(program).failure
    return (diagnosed(failure, session.names).repairs if failure else ()), session


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(10))
def test_a_repair_works_and_keeps_what_was_written(seed):
    draw = random.Random(seed)  # noqa: S311  programs, not secrets
    seen = 0
    for _ in range(120):
        before, program = setup(draw), failing(draw)
        repairs, _ = offered(before, program)
        for repair in repairs:
            seen += 1
            check(before, program, repair)
    assert seen > 40


def check(before, program, repair):
    said = f"{before}\n{program}\n-> {repair.source}"
    session = Session(write=lambda text: None)
    session.run(before)
    operands = [value for value in session.names.values() if isinstance(value, Tensor)]
    outcome = session.run(repair.source)
    assert outcome.failure is None, (said, outcome.failure.message)
    assert keeps_the_statement(*(ast.parse(text).body[0] for text in (program, repair.source))), (
        said
    )
    assert not written(program) - written(repair.source), said
    if isinstance(outcome.value, Tensor):
        assert repair.shape == tuple(outcome.value.shape), said
        assert repair.dtype == repr(outcome.value.dtype), said
        writes = "_(" in program or "out=" in program
        assert writes or not any(is_same(outcome.value, each) for each in operands), said
    assert bounds(repair.source) <= bounds(program), f"{said} leaves a part out"


def keeps_the_statement(old, new):
    """Return whether an assignment stays one of the same target, and an update an update."""
    if isinstance(new, ast.With):  # the same, but unrecorded
        return ast.dump(old) == ast.dump(new.body[0])
    if isinstance(old, ast.AugAssign) and isinstance(new, ast.Assign):  # x = x + value
        value = new.value
        return (
            isinstance(value, ast.BinOp) and type(value.op) is type(old.op)
            and ast.unparse(value.left) == ast.unparse(new.targets[0]) == ast.unparse(old.target)
        )  # fmt: skip
    if type(old) is not type(new):
        return False
    if isinstance(old, ast.AugAssign):
        return type(old.op) is type(new.op) and ast.unparse(old.target) == ast.unparse(new.target)
    return not isinstance(old, ast.Assign) or ast.dump(old.targets[0]) == ast.dump(new.targets[0])


def written(text):
    """Return the variables of a program and the settings that were given by name."""
    nodes = list(ast.walk(ast.parse(text)))
    names = Counter(node.id for node in nodes if isinstance(node, ast.Name) and node.id in "xywz")
    return set(names) | {node.arg for node in nodes if isinstance(node, ast.keyword)} - {"dim"}


def is_same(first, second):
    """Return whether two tensors are one view of one storage."""
    facts = [each._array.__array_interface__ for each in (first, second)]
    strides = first._array.strides == second._array.strides
    return strides and facts[0]["data"] == facts[1]["data"] and first.shape == second.shape


def bounds(text):
    """Return how many slices leave elements out."""
    return sum(
        isinstance(node, ast.Slice) and (node.upper is not None or node.lower is not None)
        for node in ast.walk(ast.parse(text))
    )


def sources(before, program):
    return [repair.source for repair in offered(before, program)[0]]


@pytest.mark.parametrize(
    ("before", "program", "wanted"),
    [
        ("x = torch.arange(3)", "x[::-1]", "x.flip(0)"),
        ("x = torch.arange(6).view(2, 3)", "x[:, ::-2]", "x.flip(1)[:, ::2]"),
        ("x = torch.ones(2, 3); v = torch.ones(2)", "x += v", "x += v.unsqueeze(1)"),
        ("x = torch.arange(3)", "x /= 2", "x = x / 2"),
        ("x = torch.ones(2, requires_grad=True)", "x += 1", "x = x + 1"),
        ("x = torch.ones(2, 3)", "z = (x @ x).sum()", "z = (x @ x.T).sum()"),
        ("x = torch.ones(2, 3)", "torch.cat(x, x, dim=0)", "torch.cat([x, x], dim=0)"),
        ("x = torch.ones(2, 3, 4)", "x.sum(1, 2, keepdim=True)", "x.sum(dim=(1, 2), keepdim=True)"),
        ("x = torch.ones(3, 2)", "x.sum(0, keepdim=0)", "x.sum(0, keepdim=False)"),
    ],
)
def test_a_repair_is_what_a_person_would_want(before, program, wanted):
    assert wanted in sources(before, program)


@pytest.mark.parametrize(
    "program",
    ["x.expand(2, 5)", "x - torch.ones(2, 4)", "x.narrow(0, 1, 5)", "torch.zeros(-1)",
     "torch.randint(5, 2, (2,))", "x.view(7, 7)", "x.squeeze(3)", "torch.full((2, 2))"],
)  # fmt: skip
def test_nothing_is_offered_where_only_something_else_would_work(program):
    assert sources("x = torch.ones(2, 3)", program) == []


def test_a_large_tensor_beside_does_not_change_what_is_offered():
    before = "x = torch.arange(6.).view(2, 3); b = torch.tensor([True, False, True])"
    few = offered(before, "x[b]")[0]
    assert offered(f"{before}; large = torch.zeros(1000, 1000)", "x[b]")[0] == few
    assert [repair.shape for repair in few] == [(2, 2)]


def test_repairs_that_write_leave_everything_as_it_was():
    before = "x = torch.zeros(2, 3); v = torch.ones(2); kept = []"
    for program in ("x += v", "x.add_(v)", "kept.append(x.add_(v))", "x.add_(v, alpha=2)"):
        repairs, session = offered(before, program)
        assert repairs, program
        assert session.run("x.sum().item(), x._version, len(kept)").value == (0.0, 0, 0)
