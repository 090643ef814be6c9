"""Wrong arguments that once met numpy or Python before us: PyTorch's class and words."""

import pytest

from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.language.session import Budget, Session
from tensorlab.render.console import plain_text
from tensorlab.render.failure import FailureView

CALLS = """
torch.autograd.grad((1,), x) | AssertionError | Expected output to be a torch.Tensor
torch.autograd.grad(x.sum(), (1,)) | RuntimeError | all inputs have to be Tensors or GradientEdges, but got int
torch.autograd.grad(x.sum(), []) | RuntimeError | `inputs` argument to `grad()` cannot be empty.
torch.autograd.grad(x * x, x, zip([1], [2])) | TypeError | gradients can be either Tensors or None, but got tuple
torch.autograd.grad(x * x, x, []) | RuntimeError | got 1 tensors and 0 gradients
x.sum().backward([1]) | TypeError | gradients can be either Tensors or None, but got int
x.register_hook(lambda g: 1); x.sum().backward() | TypeError | expected Variable, but hook returned 'int'
x.register_hook(lambda g: torch.ones(3)); x.sum().backward() | RuntimeError | hook '<lambda>' has changed the size of value
h = x * 2; h.register_hook(lambda g: g.double()); h.sum().backward() | RuntimeError | hook '<lambda>' has changed the type of value (was torch.FloatTensor got torch.DoubleTensor)
torch.autograd.functional.vjp(lambda v: v, 1.5) | TypeError | The inputs given to vjp must be either a Tensor or a tuple of Tensors but the given inputs has type <class 'float'>.
torch.autograd.functional.jacobian(lambda v: (v, 3), x) | TypeError | The outputs of the user-provided function given to jacobian must be either a Tensor or a tuple of Tensors but the value at index 1 has type <class 'int'>.
torch.autograd.functional.jvp(lambda v: v, x, torch.ones(3)) | RuntimeError | v has invalid size: should be torch.Size([2]) but got torch.Size([3]).
torch.sort(y, out=(y,)) | TypeError | expected tuple of 2 elements but got 1
torch.zeros(2, out=()) | TypeError | zeros(): argument 'out' must be Tensor, not tuple
y.sum(2**31) | IndexError | Dimension out of range (expected to be in range of [-1, 0], but got 2147483648)
torch.ones(2, 3).transpose(2**62, 0) | IndexError | Dimension out of range (expected to be in range of [-2, 1], but got 4611686018427387904)
torch.unsafe_chunk(y, 0) | RuntimeError | chunk expects `chunks` to be greater than 0, got: 0
torch.slice_scatter(y, y, step=0) | RuntimeError | slice step must be positive
torch.device('cpu', 'a') | TypeError | device(): argument 'index' (position 2) must be int, not str
torch.device(-1) | RuntimeError | Device index must not be negative
torch.set_warn_always(y) | RuntimeError | setWarnOnlyOnce expects a bool, but got Tensor
torch.set_default_dtype('float64') | TypeError | invalid dtype object: only floating-point types are supported as the default type
torch.tensor([torch.rand(3, requires_grad=True)]) | ValueError | only one element tensors can be converted to Python scalars
F.adaptive_avg_pool2d(torch.ones(3), 2) | RuntimeError | adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got [3]
torch.linalg.vander(torch.tensor(1.)) | RuntimeError | N must be greater than 1.
abs in y | RuntimeError | Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class 'builtin_function_or_method'>.
s.data = y | RuntimeError | Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type.
y.data = q | RuntimeError | Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type.
s.grad = y | RuntimeError | attempting to assign a gradient to a tensor that has data of a different type
m.grad = y | RuntimeError | attempting to assign a gradient with device type 'cpu' to a tensor with device type 'meta'. Please ensure that the gradient and the tensor are on the same device
y.grad = y | RuntimeError | can't assign Variable as its own grad
torch.bilinear(y, torch.ones(1, 2), torch.ones(1, 2, 2)) | RuntimeError | bilinear(): input dimensions do not match: got 1 and 2
torch.unravel_index(torch.tensor([5, 0]), ('a', 2)) | TypeError | expected 'shape' sequence to only contain ints, but got <class 'str'>
torch.iinfo(torch.int8, 3) | TypeError | iinfo() takes 1 positional argument but 2 were given
"""  # noqa: E501
SETUP = """
x = torch.ones(2, requires_grad=True)
y = torch.ones(2)
s = y.to_sparse()
q = torch.quantize_per_tensor(y, .1, 0, torch.qint8)
m = torch.ones(2, device='meta')
"""


@pytest.mark.parametrize("line", CALLS.strip().splitlines())
def test_a_wrong_call_is_refused_in_the_words_of_pytorch(line):
    call, kind, message = line.split(" | ")
    session = Session(write=lambda text: None)
    assert session.run(SETUP).failure is None
    failure = session.run(call).failure
    assert (failure.type, failure.message) == (kind, message)


def test_the_parts_of_every_kind_of_tensor_can_be_set():
    session = Session(write=lambda text: None)
    session.run(SETUP)
    program = "s.data = torch.eye(2).to_sparse(); q.data = torch.clone(q); s.grad = s.clone()"
    assert session.run(program).failure is None
    assert session.run("tuple(s.shape)").value == (2, 2)
    assert session.run("s.grad is not None").value is True


def test_a_size_that_is_a_tensor_draws_once():
    session = Session(write=lambda text: None)
    program = "torch.manual_seed(0); torch.randn(2, {})"
    given = session.run(program.format("torch.tensor(3)")).value
    assert given.tolist() == session.run(program.format("3")).value.tolist()


def test_a_call_of_a_function_of_ours_is_told_by_its_public_name():
    failure = Session(write=lambda text: None).run("divmod(1)").failure
    assert failure.message.startswith("divmod() missing 1 required")


@pytest.mark.parametrize("data", ["range(10**12)", "[range(10**12)]", "[[1.], [range(10**12)]]"])
def test_numbers_that_are_too_many_are_refused_before_they_are_walked_through(data):
    session = Session(budget=Budget(memory=1 << 28), write=lambda text: None)
    assert session.run(f"torch.tensor({data})").failure.limit == "memory"


def test_a_number_in_a_product_is_drawn_beside_the_other_operand():
    failure = (
        Session(write=lambda text: None).run("torch.dot(torch.ones(0), torch.ones(()))").failure
    )
    assert plain_text(FailureView(diagnosed(failure)))


def test_print_options_that_are_tensors_are_no_mistake_of_ours():
    session = Session(write=lambda text: None)
    outcome = session.run("torch.set_printoptions(edgeitems=torch.rand(2)); torch.arange(3)")
    assert session.with_text(outcome).failure.type == "RuntimeError"
    Session().run("None")  # its settings stay in force for the tests that follow
