"""Explanations of functions on tensors that nobody chose: any shape, any type, any values."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tensorlab.language.running.session import Session
from tests.explain.telling import check

UNARY = (
    """
x.T|x.exp()|x + 1|1 - x|x * 2.5|x / 2|x // 2|x % 3|x ** 2|-x|x > 0|x.ge(1)|x == x|x.sum()
x.float()|x.long()|x.bool()|x.to(torch.float16)|x.numel()|x.flatten()|x.reshape(-1)
x.unsqueeze(0)|x[None]|x.repeat(2, 1, 1, 1)|x.clone()|torch.cat((x, x))|torch.stack((x, x))
torch.argmax(x)|x.max()|x.min()|x.masked_select(x > 0)|torch.where(x > 0, x, 0)|x.abs()|x.relu()
torch.full_like(x, 3)|x.cumsum(0)|x.cumprod(-1)|x.sum(0)|x.prod(-1)|x.argmax(0)|x.amax(-1)
F.pad(x, (1, 1))|F.pad(x, (0, 2), value=7)|x.permute(*range(x.dim()))|x.transpose(0, -1)
x.flip(0)|x.mean()|x.float().mean(0)|x.tril()|x.roll(1)|x.repeat_interleave(2)
x.expand(2, *x.shape)|x.sort()|x.float().softmax(-1)|x.vsplit(1)|x.float().var()|(x + x).sum(0)
x.view(-1)[::2]|x.isnan()|x.sign()|x.float().det()|x.nonzero()|x.clamp(0, 2)|x.topk(1)
x.median()|x.any()|x.all(0)|x.square()|x.float().sqrt()|x.float().std(0)|x.double().log()
x.int() & 3
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
BINARY = (
    """
x + y|x - y|x * y|x / y|x // y|x % y|x > y|x == y|x.pow(2) + y|torch.maximum(x, y)
torch.where(x > y, x, y)|x @ y|torch.matmul(x, y.mT)|x.masked_select(y > 0)|torch.cat((x, y))
torch.cat((x, y), -1)|torch.add(x, y, alpha=2)|x.logical_and(y)
torch.hypot(x.float(), y.float())|x.fmod(y)|x.lerp(y, 0.5)|F.mse_loss(x.float(), y.float())
torch.dot(x.flatten(), y.flatten())|torch.outer(x.flatten(), y.flatten())|torch.bmm(x, y.mT)
F.l1_loss(x.float(), y.float())|x.addcmul(x, y)|torch.lt(x, y)|(x + y) * (x - y)
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
TYPES = ("int64", "float32", "float64", "uint8", "int8", "bool", "float16", "bfloat16", "complex64")


@st.composite
def tensors(draw):
    """Return an expression for a tensor of up to three dimensions."""
    shape = draw(st.lists(st.integers(0, 3), max_size=3))
    dtype = draw(st.sampled_from(TYPES))
    return f"torch.tensor({draw(values(shape, dtype))!r}, dtype=torch.{dtype}).reshape({shape})"


def values(shape, dtype):
    """Return lists of as many numbers as a shape has, of a kind that the type holds."""
    count = 1
    for size in shape:
        count *= size
    numbers = {
        "bool": st.booleans(),
        "uint8": st.integers(0, 255),
        "int8": st.integers(-128, 127),
        "int64": st.integers(-9, 9),
    }.get(dtype, st.integers(-36, 36).map(lambda number: number / 4))
    return st.lists(numbers, min_size=count, max_size=count)


SLOW = settings(
    max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.mark.sampled(3)
@SLOW
@given(x=tensors(), expression=st.sampled_from(UNARY))
def test_functions_of_one_tensor_are_told_truly(x, expression):
    told_truly(f"import torch\nimport torch.nn.functional as F\nx = {x}", expression)


@pytest.mark.sampled(3)
@SLOW
@given(x=tensors(), y=tensors(), expression=st.sampled_from(BINARY))
def test_functions_of_two_tensors_are_told_truly(x, y, expression):
    told_truly(f"import torch\nimport torch.nn.functional as F\nx = {x}\ny = {y}", expression)


@pytest.mark.sampled(3)
@SLOW
@given(x=tensors(), data=st.data(), expression=st.sampled_from(BINARY))
def test_functions_of_two_tensors_of_one_shape_are_told_truly(x, data, expression):
    setup = (
        f"import torch\nimport torch.nn.functional as F\nx = {x}\ny = (x + 1).to(x.dtype).flip(-1)"
    )
    told_truly(setup, expression)


def told_truly(setup, expression):
    """Check an expression that works; what PyTorch refuses is no concern of explanations."""
    outcome = Session(write=lambda text: None).run(f"{setup}\n{expression}")
    assume(outcome.failure is None)
    check(expression, setup)
