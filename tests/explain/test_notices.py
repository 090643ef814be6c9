"""Every notice says what is so: over all documented examples, all lessons, and made programs."""

import random

import pytest

from tensorlab.course.lessons.library import Library
from tensorlab.course.predictions.prediction import truth
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference.functions import reference
from tensorlab.ops.loading import load_all
from tests.explain.noticing import Checked
from tests.lessons.sayings import sayings

load_all()
NAMES = sorted({id(operation): name for name, operation in sorted(OPERATIONS.items())}.values())
SETUP = "import torch\nimport torch.nn.functional as F\n"
pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_notices_on_all_documented_examples_are_true():
    told = 0
    for name in NAMES:
        session = Checked()
        session.run(SETUP)
        for example in reference(name).examples:
            session.run(example)
        told += len(session.notices)
    assert told > 5


@pytest.mark.sampled(10)
@pytest.mark.parametrize("lesson", Library().lessons, ids=lambda lesson: lesson.name)
def test_the_notices_on_a_lesson_are_true(lesson):
    sayings(lesson, Checked, truth)


SHAPES = ((), (1,), (3,), (1, 3), (3, 1), (2, 3), (3, 2), (1, 1), (2, 1, 3), (0,), (3, 0))
VIEWS = ("x", "x.T", "x[0]", "x[:, 0]", "x[1:]", "x[1:]", "x[0]", "x[1]", "x[:1]", "x[::2]",
         "x.t()",
         "x.unsqueeze(0)", "x.expand(2, *x.shape)", "x.flatten()", "x.view(-1)", "x.detach()",
         "x.diagonal()", "x.mT",
         "x[..., :1]", "x.squeeze()", "x.reshape(-1)", "x.clone()", "x.movedim(0, -1)", "x.data",
         "x.unfold(0, 2, 1)", "x.as_strided((2,), (2,))", "x.chunk(2)[0]")  # fmt: skip
WRITES = ("{a} += 1", "{a} *= 1", "{a}.add_(0)", "{a}.zero_()", "{a}[0] = 7", "{a}[:] = {b}",
          "{a}.copy_({b})", "{a}.clamp_(min=0)", "{a}.fill_(2)", "{a}.t_()", "{a}.detach_()",
          "{a}.mul_(2)", "{a}[..., 0] += 0", "{a}[0].add_(3)", "{a}.requires_grad_(False)",
          "{a}.sort_()", "{a}.abs_()", "{a}[{a} > 5] = 0", "{a} -= {a}", "{a}.copy_({b}.mul_(3))",
          "{a}.copy_({b}.mul_(3))")  # fmt: skip
SAYINGS = ("{a} + {b}", "{a} @ {b}", "{a} < {b}", "{a} / {b}", "{a} / 2", "2 / {a}", "{a} / 0",
           "{a} * 100", "{a} - 100", "{a}.argmax()", "{a}.argmax(0)", "{a}.argmin(dim=-1)",
           "torch.argmax({a}, 0, True)", "{a} == {b}", "{a}.T", "{a} ** {b}", "{a} + 200",
           "{a} // {b}", "{a} * {b}", "torch.argmin(input={a}, dim=0)", "{b} / {a}",
           "{a} < {b} < 3", "3 - {b} * {a}", "{a}.transpose(0, -1)", "{a}.expand(3, -1, -1)",
           "({a} > 2) / 2", "torch.where({a} > 1, {a}, {b}).T")  # fmt: skip

ONCE_FALSE = (
    "x = torch.ones(2, 3); w = torch.ones(3); x @ w",
    "v = torch.arange(6).view(2, 3)[:, 0]",
    "x = torch.ones(4); a = x[:2]; b = x[2:]; a.copy_(b.mul_(3))",
    "x = torch.ones(4); a = x[:2]; b = x[2:]; a += 1",
    "x = torch.ones(4); a = x[:2]; a += 0",
    "x = torch.ones(4); a = x[:2]; _ = x; __ = x[1:]; a += 1",
    "torch.arange(3) / torch.arange(3)",
    "torch.ones(3) < torch.ones(3, 1)",
    "torch.ones(2, 2, 3) @ torch.ones(3, 4)",
)


@pytest.mark.parametrize("program", ONCE_FALSE)
def test_the_notices_on_what_invites_false_ones_are_true(program):
    assert Checked().run(program).failure is None


def made_program(draw):
    """Return a program that makes views, writes through them and computes with them."""
    shapes = draw.choices(SHAPES, k=2)
    kinds = draw.choices(("int64", "uint8", "int8", "int32", "float32", "bool"), k=2)
    lines = [
        f"{name} = (torch.arange({product(shape)}) % {draw.choice((3, 7, 200))})"
        f".reshape({shape}).to(torch.{kind})"
        for name, shape, kind in zip("xy", shapes, kinds, strict=True)
    ]
    lines += [f"{name} = {draw.choice(VIEWS).replace('x', draw.choice('xy'))}" for name in "abcd"]
    for _ in range(6):
        a, b = draw.choice("xyabcd"), draw.choice("xyabcd")
        lines.append(draw.choice((*WRITES, *SAYINGS)).format(a=a, b=b))
    return lines


def product(shape):
    count = 1
    for size in shape:
        count *= size
    return count


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(12))
def test_the_notices_on_made_programs_are_true(seed):
    draw = random.Random(seed)  # noqa: S311  programs, not secrets
    told = 0
    for _ in range(40):
        session = Checked()
        for line in made_program(draw):
            session.run(line)
        told += len(session.notices)
    assert told > 20


@pytest.mark.parametrize("text", ["x.size", "len", "torch.sum", "x[0].item"])
def test_a_function_that_is_only_named_is_pointed_out(text):
    session = Checked()
    session.run(f"{SETUP}x = torch.ones(2)\n{text}")
    assert session.notices == [f"{text} is a function; to call it, write {text}(...)."]


def test_a_function_that_gets_a_name_is_not_pointed_out():
    session = Checked()
    session.run(f"{SETUP}size = torch.ones(2).size\nsize()")
    assert session.notices == []
