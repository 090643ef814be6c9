"""What an explanation names must matter, what it does not must not: elements are changed."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tensorlab.explain.story.explanation import NothingToExplainError
from tensorlab.language.running.session import Session
from tests.explain.examples import FUNCTIONS, SETUP, examples_of, listed
from tests.explain.perturbing import disagreements
from tests.explain.test_random_frames import BINARY, UNARY, tensors

ANY = sorted({*UNARY, *BINARY} - {"x == x"})  # what meets itself is no other for a change
UNDECIDED = listed("undecided.txt")
DECIDING = (
    """
i[j]|x[j]|x[m]|x[:, j]|x.any()|x.all(1)|m.any(0)|x.count_nonzero()|torch.isin(i, j)
m.nonzero()|m.argwhere()|torch.where(m)|x.bool()|x.index_fill(1, j, 7)|x.masked_fill(m, 5)
x.scatter(1, i % 3, 9.0)|x.scatter(1, i % 3, y)|x.scatter_add(1, i % 3, y)|x.gather(1, i % 3)
x.where(m, y)|torch.where(m, x, y)|torch.where(m, 1.0, x)|x.index_select(1, j)|x.take(j)
x.index_add(1, j[:2], y[:, :2])|F.dropout(x)|F.dropout(x, training=False)
torch.bernoulli(x.abs() % 1)|x.masked_select(m)|torch.normal(x, 2.0)|F.embedding(j, y.T)
F.one_hot(j)|F.cross_entropy(y.T, j)|F.nll_loss(y.T, j)|x.sort(1)|x.argsort(0)|x.topk(1)
x.median(0)|x.mode(1)|x.cummax(1)|x.unique()|torch.bincount(j)
torch.searchsorted(j.sort().values, i)|x.masked_scatter(m, y)|x.put(j, y[0])|x.max(1)
x.amin(0, keepdim=True)|x.argmax(-1)|x.std(0)|F.normalize(x)|x.softmax(-2)|x.logcumsumexp(1)
x.mul_(y)|x.copy_(y)|torch.exp_(x)|F.relu(x, inplace=True)
torch.add(x, y, out=torch.zeros(2, 3))|x.fill_(2)|x.zero_()|torch.zeros_like(x)|x.equal(y)
x.allclose(y)|x.numel()|x.dim()|x.expand(2, 2, 3)|F.max_pool1d(x, 2)|x.quantile(0.5)|x.histc(3)
torch.diff(x)|torch.cdist(x, y)|x.T.tril()|x.tile(2)|c * c|c.abs()|c.conj()|c.real|h + h|h.sum()
h.softmax(0)|b.softmax(0)|x[0, 1]|x[..., None]|x.T @ y|torch.rand(2)
torch.multinomial(x.abs() + 1, 2)|x.new_zeros(2)|torch.empty(0)|x[:0]|x.sum(())|x[:0].sum(0)
x.masked_fill(x > 1, 0)|x.clamp(min=y)|x.index_put((j[:2],), y[0, :1])|x.lerp(y, 0.5)|x.nan_to_num()
2 > x|2 - x|2 / y|2 ** x|2 == x
3 % y|torch.gt(other=x, input=y)|m ^ True|torch.sub(other=2, input=x)
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
INPUTS = """
x = torch.tensor([[1.5, -2.0, 0.25], [3.0, 0.0, 1.5]])
y = torch.tensor([[0.5, 4.0, -1.0], [2.0, 0.125, 3.0]])
i = torch.tensor([[1, 0, 2], [2, 2, 0]])
j = torch.tensor([1, 0, 1])
m = torch.tensor([[True, False, True], [False, True, True]])
c = torch.tensor([1 + 2j, -0.5j])
h = torch.tensor([1.5, -2.0], dtype=torch.float16)
b = torch.tensor([1.5, -2.0], dtype=torch.bfloat16)
"""


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_examples_of_a_function_name_what_matters(name):
    found = [each for expression, setup in examples_of(name)
             for each in contradictions(expression, setup)]  # fmt: skip
    assert bool(found) == (name in UNDECIDED), found or "take it off undecided.txt"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("expression", DECIDING)
def test_what_decides_is_named(expression):
    setup = SETUP + INPUTS
    assert contradictions(expression, setup) == []


@pytest.mark.slow
@settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(x=tensors(), y=tensors(), alike=st.booleans(), expression=st.sampled_from(ANY))
def test_random_inputs_name_what_matters(x, y, alike, expression):
    other = "(x + 1).to(x.dtype).flip(-1)" if alike else y
    setup = f"{SETUP}x = {x}\ny = {other}"
    assume(Session(write=lambda text: None).run(f"{setup}\n{expression}").failure is None)
    assert contradictions(expression, setup) == []


def contradictions(expression, setup):
    """Return what changed inputs contradict; a shape or a type has no elements."""
    with suppress(NothingToExplainError):
        return disagreements(expression, setup)
    return []
