"""Texts of the library name a program's values as PyTorch does, and tell no address and no file."""

import pytest

from tensorlab import nn, optim
from tensorlab.distributions import FILE_OF as DISTRIBUTIONS
from tensorlab.language.running.session import Session
from tensorlab.optim import lr_scheduler
from tensorlab.utils import data
from tests.leaks import leaks_in

PREPARED = """
import functools, contextlib, collections, io
import numpy as np
class A:
    class Inner: pass
class E(Exception): pass
class M(nn.Module): pass
def f(x): return x
x = torch.ones(2, 2)
"""
VALUES = [
    *("A()", "A", "A.Inner()", "E(1)", "ValueError()", "ValueError", "f", "lambda: 1", "len"),
    *("nn.ReLU", "nn.ReLU()", "nn", "F.relu", "int", "np", "np.sum", "np.ones(2)", "np.float32(1)"),
    *("torch.float32", "M()", "M", "object()", "x.sum", "A().__init__", "iter([1])", "{1: A()}"),
    *("[A(), f]", "(A(),)", "property(f)", "staticmethod(f)", "functools.partial(f, A())"),
    *("functools.lru_cache(f)", "contextlib.suppress(E)", "collections.Counter", "io.StringIO()"),
    *("torch.Generator()", "torch.no_grad()", "x.storage()", "torch.device('cpu')"),
    *("torch.Size([1])", "(nn.Parameter(x) * x).grad_fn"),
]
MADE = [f"nn.{name}" for name in nn.FILE_OF]
MADE += [f"torch.optim.{name}" for name in optim.FILE_OF]
MADE += [f"torch.optim.lr_scheduler.{name}" for name in lr_scheduler.FILE_OF]
MADE += [f"torch.utils.data.{name}" for name in data.FILE_OF]
MADE += [f"torch.distributions.{name}" for name in DISTRIBUTIONS]
MADE += ["torch.typename", "torch.testing.assert_close", "torch.autocast", "torch.tensor", "x.to"]


@pytest.fixture(scope="module")
def session():
    made = Session(write=lambda text: None)
    assert made.run(PREPARED).failure is None
    return made


@pytest.mark.sampled(9)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("value", VALUES)
def test_a_text_of_the_library_about_any_value_holds_no_leak(session, value):
    texts = []
    session.write = texts.append
    for name in MADE:
        for call in (f"{name}({value})", f"{name}(2, {value})"):
            outcome = session.run(f"print({call})")
            if outcome.failure is not None:
                assert outcome.failure.type != "InternalError", call
                texts.append(outcome.failure.message)
    assert [leak[0] for text in texts for leak in leaks_in(text)] == []


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("nn.Sequential(nn.Linear(1, 1), nn.ReLU)",
         "torch.nn.modules.activation.ReLU is not a Module subclass"),
        ("nn.Sequential(A())", "__main__.A is not a Module subclass"),
        ("nn.Sequential(A)", "__main__.A is not a Module subclass"),
        ("nn.Sequential(f)", "__main__.f is not a Module subclass"),
        ("nn.Sequential(len)", "len is not a Module subclass"),
        ("nn.Sequential(F.relu)", "torch.nn.functional.relu is not a Module subclass"),
        ("nn.Sequential(ValueError())", "ValueError is not a Module subclass"),
        ("nn.Sequential(np.ones(2))", "numpy.ndarray is not a Module subclass"),
        ("torch.sin(np.ones(2))",
         "sin(): argument 'input' (position 1) must be Tensor, not numpy.ndarray"),
        ("nn.Sequential(torch.float32)", "torch.dtype is not a Module subclass"),
        ("nn.Linear(1, 1).register_buffer('b', A())",
         "cannot assign '__main__.A' object to buffer 'b' (torch Tensor or None required)"),
        ("nn.Linear(1, 1).load_state_dict(A())",
         "Expected state_dict to be dict-like, got <class '__main__.A'>."),
        ("torch.utils.data.default_collate([A()])",
         ("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
          "found <class '__main__.A'>")),
        ("torch.testing.assert_close(A(), f)",
         ("No comparison pair was able to handle inputs of type <class '__main__.A'> and "
          "<class 'function'>.")),
    ],
)  # fmt: skip
def test_an_error_names_a_value_as_pytorch_does(session, program, words):
    assert session.run(program).failure.message == words


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("nn.AvgPool2d(2, a)", "AvgPool2d(kernel_size=2, stride={}, padding=0)"),
        ("nn.CELU([a])", "CELU(alpha=[{}])"),
        ("[a, (a,), {1: a}]", "[{0}, ({0},), {{1: {0}}}]"),
        ("nn.CELU(ValueError(a))", "CELU(alpha=ValueError({}))"),
    ],
)  # fmt: skip
def test_an_object_within_a_text_is_shown_as_alone(session, program, text):
    session.run("a = A()")
    alone = session.run("repr(a)").value
    assert alone.startswith("<__main__.A object at 0x")
    assert session.run(f"str({program})").value == text.format(alone)


def test_copies_of_a_state_say_what_it_says_of_its_modules(session):
    session.run("import copy\nstate = nn.ReLU().state_dict()")
    for copied in ("copy.copy(state)", "copy.deepcopy(state)"):
        assert session.run(f"{copied}._metadata == state._metadata").value is True
    failure = session.run("state.copy()._metadata").failure
    assert str(failure.message) == "'collections.OrderedDict' object has no attribute '_metadata'"


def test_what_a_class_of_the_library_leaves_open_is_asked_for(session):
    failure = session.run(
        "class Endless(torch.utils.data.IterableDataset): pass\nEndless()"
    ).failure
    assert "abstract class Endless" in str(failure.message)


def test_transforms_are_called_by_the_methods_that_heirs_override(session):
    exp = "torch.distributions.ExpTransform()"
    assert session.run(f"{exp}._inverse({exp}._call(x)).allclose(x)").value is True


def test_a_distribution_of_ones_own_checks_its_values_as_it_is_told(session):
    session.run("""
class Mine(torch.distributions.Distribution):
    arg_constraints, support = {}, torch.distributions.constraints.positive
    def log_prob(self, value):
        if self._validate_args: self._validate_sample(value)
        return value
""")
    assert "within the support" in session.run("Mine().log_prob(-x)").failure.message
    assert session.run("Mine(validate_args=False).log_prob(-x).equal(-x)").value is True
    assert session.run("Mine().expand((2,))").failure.type == "NotImplementedError"
