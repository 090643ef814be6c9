"""Wrong arguments that once met numpy or Python before us: PyTorch's class and words."""

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.language.running.session import Budget, Session
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.console import plain_text

CALLS = """
torch.autograd.grad((1,), x) | AssertionError | Expected output to be a torch.Tensor
torch.autograd.grad(x.sum(), (1,)) | RuntimeError | all inputs have to be Tensors or GradientEdges, but got int
torch.autograd.grad(x.sum(), []) | RuntimeError | `inputs` argument to `grad()` cannot be empty.
torch.autograd.grad(x * x, x, zip([1], [2])) | TypeError | gradients can be either Tensors or None, but got tuple
torch.autograd.grad(x * x, (1,)) | RuntimeError | grad can be implicitly created only for scalar outputs
torch.autograd.grad(x.sum(), x, create_graph=y) | TypeError | only integer tensors of a single element can be converted to an index
torch.autograd.grad(x.sum(), x, x.detach().sum() * 1j) | RuntimeError | For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: grad_output[0] has a dtype of torch.complex64 and output[0] has a dtype of torch.float32.
torch.autograd.backward(y, torch.ones(3)) | RuntimeError | Mismatch in shape: grad_output[0] has a shape of torch.Size([3]) and output[0] has a shape of torch.Size([2]).
x.sum().backward(retain_graph={}) | TypeError | 'dict' object cannot be interpreted as an integer
x.sum().backward(inputs=y) | RuntimeError | can't retain_grad on Tensor that has requires_grad=False
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
F.dropout2d(torch.ones(1, 1, 2, 2), 0.5, 3, True) | TypeError | feature_dropout_(): argument 'train' (position 3) must be bool, not int
F.max_pool1d(torch.ones(1, 4), [1, 'a'], return_indices=True) | TypeError | max_pool1d_with_indices(): argument 'kernel_size' failed to unpack the object at pos 2 with error "type must be tuple of ints,but got str"
F.dropout(y, torch.ones(2)) | RuntimeError | Boolean value of Tensor with more than one value is ambiguous
F.softmax([1.]) | AttributeError | 'list' object has no attribute 'dim'
F.softmax([1.], 0) | AttributeError | 'list' object has no attribute 'softmax'
y.norm(1.5, 'a') | TypeError | linalg_vector_norm(): argument 'dim' (position 3) must be tuple of ints, not str
F.cross_entropy(torch.ones(1, 2, 4, 4), torch.zeros(1, 4).long()) | RuntimeError | only batches of spatial targets supported (3D tensors) but got targets of dimension: 2
F.cross_entropy(torch.ones(1, 2, 4, 4), torch.zeros(1, 4, 5).long()) | RuntimeError | size mismatch (got input: [1, 2, 4, 4] , target: [1, 4, 5]
F.group_norm(torch.ones(1, 4), 4) | ValueError | Expected more than 1 value per channel when training, got input size [1, 4]
F.batch_norm(torch.ones(2, 4), None, y) | RuntimeError | running_mean must be defined in evaluation mode
F.max_pool2d(torch.ones(5, 5), 0) | RuntimeError | non-empty 3D or 4D (batch mode) tensor expected for input
F.pad(y, (1, 1), mode='abc', value=1.) | NotImplementedError | Unrecognised padding mode abc
y.index_select(5, torch.ones(1, 2)) | IndexError | Dimension out of range (expected to be in range of [-1, 0], but got 5)
torch.nn.EmbeddingBag(6, 3)(torch.tensor([1, 2]), y - 1) | RuntimeError | Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.FloatTensor instead (while checking arguments for embedding_bag)
torch.nn.MultiheadAttention(2, 1, dropout='a')(*[torch.ones(3, 1, 2)] * 3) | TypeError | '>' not supported between instances of 'str' and 'float'
torch.nn.TransformerEncoder(1, 2, foo=3) | TypeError | TransformerEncoder.__init__() got an unexpected keyword argument 'foo'
torch.nn.utils.clip_grad_norm_(y, 'a') | ValueError | could not convert string to float: 'a'
torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 2), 2) | RuntimeError | 'lengths' argument should be a 1D CPU int64 tensor, but got 0D cpu Long tensor
torch.nn.init.kaiming_normal_(y, mode=3, nonlinearity=4) | AttributeError | 'int' object has no attribute 'lower'
torch.optim.Adam([x], foreach=True, fused=True) | RuntimeError | `fused` and `foreach` cannot be `True` together.
torch.optim.lr_scheduler.MultiplicativeLR(torch.optim.SGD([x], 1.), 3) | TypeError | lr_lambda should be a function, but got int
torch.optim.lr_scheduler.ChainedScheduler([3], torch.optim.SGD([x], 1.)) | TypeError | ChainedScheduler at index 0 should have `optimizer` as its attribute.
torch.utils.data.default_collate(y) | TypeError | stack(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor
list(torch.utils.data.DataLoader([1], collate_fn=0)) | TypeError | 'int' object is not callable
list(torch.utils.data.DataLoader([1], pin_memory=torch.ones(2))) | RuntimeError | Boolean value of Tensor with more than one value is ambiguous
list(torch.utils.data.DataLoader([1], timeout=1)) | AssertionError | _SingleProcessDataLoaderIter requires timeout == 0
torch.distributions.TransformedDistribution(torch.distributions.Normal(0., 1.), [3]) | ValueError | transforms must be a Transform or a list of Transforms
torch.distributions.Normal(0., 1.).icdf(0.5) | TypeError | erfinv(): argument 'input' (position 1) must be Tensor, not float
torch.vmap(torch.exp, in_dims=[0])(y) | ValueError | vmap(exp, in_dims=[0], ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: <class 'list'>.
F.mse_loss(y, torch.ones(3), reduction='avg') | RuntimeError | The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0
F.kl_div(y, torch.ones(3), reduction='elementwise_mean') | RuntimeError | The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0
torch.ones(2, 3).bool() @ torch.tensor(True) | RuntimeError | both arguments to matmul need to be at least 1D, but they are 2D and 0D
torch.tensor(1.).expand(2, -1) | RuntimeError | numel: integer multiplication overflow
torch.nn.Embedding(-3, 7, padding_idx=0) | RuntimeError | Trying to create tensor with negative dimension -3: [-3, 7]
torch.nn.utils.parameters_to_vector([1]) | AttributeError | 'int' object has no attribute 'device'
torch.distributions.Normal(0., 1.).expand(3) | TypeError | 'int' object is not iterable
list(torch.utils.data.DataLoader([1], batch_sampler=[1])) | TypeError | 'int' object is not iterable
torch.nn.Sequential(torch.relu) | TypeError | torch._VariableFunctionsClass.relu is not a Module subclass
torch.ones(2).sort() + 1 | TypeError | can only concatenate tuple (not "int") to tuple
torch.ones(2).to_sparse().foo | AttributeError | 'Tensor' object has no attribute 'foo'
torch.ones(2).sort().shape | AttributeError | 'torch.return_types.sort' object has no attribute 'shape'
torch.nn.Linear(1, 1).named_parameters(0).__next__() | TypeError | unsupported operand type(s) for +: 'int' and 'str'
F.batch_norm(y, None, None, training=True) | IndexError | Dimension out of range (expected to be in range of [-1, 0], but got 1)
F.elu(y, 2j) | RuntimeError | value cannot be converted to type float without overflow
y.split((1, 1), 'a') | TypeError | split_with_sizes(): argument 'dim' (position 3) must be int, not str
torch.nn.LSTM(2, 1)(torch.ones(2, 2, device='meta')) | RuntimeError | Input and parameter tensors are not at the same device, found input tensor at meta and parameter tensor at cpu
torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(2, 1), 1)([1.]) | AttributeError | 'list' object has no attribute 'dtype'
torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 2), [2, 1], 2) | TypeError | _pack_padded_sequence(): argument 'batch_first' (position 3) must be bool, not int
torch.func.rearrange(y, 'a b -> a b') | ValueError | Number of dimensions in pattern (2) must be equal to the number of dimensions in the tensor (1)
torch.einsum(1) | ValueError | einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list
torch.einsum('i', []) | ValueError | einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list
torch.einsum('ij', 3) | TypeError | expected Tensor as element 0 in argument 1, but got int
torch.einsum('i', y, 3) | TypeError | expected Tensor as element 1 in argument 1, but got int
torch.einsum(1, y) | TypeError | einsum(): argument 'equation' (position 1) must be str, not int
torch.einsum(y, 3) | TypeError | 'int' object is not iterable
torch.einsum(y, [1.5]) | TypeError | 'float' object cannot be interpreted as an integer
torch.einsum(y, [-1]) | ValueError | einsum(): subscript in subscript list is not within the valid range [0, 52)
torch.einsum(y, range(52, 53)) | ValueError | einsum(): subscript in subscript list is not within the valid range [0, 52)
torch.device(3) | RuntimeError | Cannot access accelerator device when none is available.
y.to(-1) | RuntimeError | Device index must not be negative
torch.device('cuda:01') | RuntimeError | Invalid device string: 'cuda:01'
torch.tensor([torch.tensor(2.5)], dtype=torch.int64) | TypeError | only integer tensors of a single element can be converted to an index
y[[1j]] | TypeError | 'complex' object cannot be interpreted as an integer
y[:y.sum()] | TypeError | only integer tensors of a single element can be converted to an index
torch.ones(2, 3)[:, ['a']] | TypeError | new(): invalid data type 'str'
y[int] | IndexError | only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got type)
y.sum()[10**30] | ValueError | Overflow when unpacking long long
torch.ones(3) in y | RuntimeError | The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0
torch.from_numpy(y, 1) | TypeError | torch._VariableFunctionsClass.from_numpy() takes exactly one argument (2 given)
torch.from_numpy(ndarray=y) | TypeError | torch._VariableFunctionsClass.from_numpy() takes no keyword arguments
torch.FloatTensor(2, 2**70) | TypeError | new(): argument 'size' failed to unpack the object at pos 2 with error "Overflow when unpacking long long
torch.Tensor([1], device='cuda') | RuntimeError | legacy constructor expects device type: cpu but device type: cuda was passed
torch.meshgrid([y, 3]) | TypeError | expected Tensor as element 1 in argument 0, but got int
torch.meshgrid(y, indexing=3) | TypeError | meshgrid(): argument 'indexing' must be str, not int
F.max_pool1d(y, 'a', return_indices=True) | TypeError | max_pool1d_with_indices(): argument 'kernel_size' (position 2) must be tuple of ints, not str
F.max_pool1d(y, return_indices=True) | TypeError | max_pool1d_with_indices() missing 1 required positional argument: 'kernel_size'
F.adaptive_avg_pool2d(torch.ones(1, 1, 2, 2), (2, 'a')) | TypeError | adaptive_avg_pool2d(): argument 'output_size' failed to unpack the object at pos 2 with error "type must be tuple of ints,but got str"
y.requires_grad_(None) | TypeError | requires_grad_(): argument 'requires_grad' (position 1) must be bool, not NoneType
torch.linalg.cross(torch.ones(3), torch.ones(2).int()) | RuntimeError | linalg.cross: inputs dimension -1 must have length 3. Got 3 and 2
torch.ones(1, 1, 1).t_() | RuntimeError | t_() expects a tensor with <= 2 dimensions, but self is 3D
torch.linspace(y, y.sum(), 3) | RuntimeError | linspace only supports 0-dimensional start and end tensors, but got start with 1 dimension(s) and end with 0 dimension(s).
torch.device('CUDA') | RuntimeError | Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: CUDA
torch.ones(2, 3, 4).mT @ torch.ones(2, 4) | RuntimeError | Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [2, 2].
torch.ones(2, 3, 4) @ torch.ones(2, 4) | RuntimeError | mat1 and mat2 shapes cannot be multiplied (6x4 and 2x4)
y[5] = 10**30 | ValueError | Overflow when unpacking long long
y[torch.tensor([1, 0], dtype=torch.uint8)] = 1 | RuntimeError | masked_fill_ only supports boolean masks, but got mask with dtype unsigned char
x.set_(y) | RuntimeError | a leaf Variable that requires grad is being used in an in-place operation.
x.copy_(torch.ones(5)) | RuntimeError | a leaf Variable that requires grad is being used in an in-place operation.
x.t_(1) | TypeError | TensorBase.t_() takes no arguments (1 given)
(x / 2).requires_grad = True | RuntimeError | you can only change requires_grad flags of leaf variables.
y.sum().backward(retain_graph=slice(None)) | TypeError | 'slice' object cannot be interpreted as an integer
torch.einsum(torch.ones(2, 2), torch.ones(2, 2)) | RuntimeError | Boolean value of Tensor with more than one value is ambiguous
torch.linalg.solve(torch.ones(2, 3), torch.ones(2).int()) | RuntimeError | linalg.solve: Expected A and B to have the same dtype, but found A of type Float and B of type Int instead
torch.add(y, torch.ones(7), out=x) | RuntimeError | add(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
torch.roll(y, [[1]]) | TypeError | roll(): argument 'shifts' (position 2) must be tuple of ints, but found element of type list at pos 0
F.group_norm(torch.ones(1, 4), 4 / 2) | TypeError | group_norm(): argument 'num_groups' (position 2) must be int, not float
F.cross_entropy(torch.ones(1, 2, 3, 3), torch.zeros(1, 3, 3).long(), torch.ones(3)) | RuntimeError | weight tensor should be defined either for all or no classes
F.embedding_bag(torch.tensor([0]), y) | ValueError | weight has to be a 2D Tensor, but got Tensor of dimension 1
F.embedding_bag(torch.ones(2, 2), torch.tensor([0])) | ValueError | offsets has to be a 1D Tensor but got None
y.sum().gather(0, torch.tensor(0.)) | RuntimeError | gather(): Expected dtype int32/int64 for index
x.register_hook(lambda g: 1 / 0); x.sum().backward() | ZeroDivisionError | division by zero
torch.stack(v for v in [y]) | TypeError | stack(): argument 'tensors' (position 1) must be tuple of Tensors, not generator
torch.cat(map(torch.sin, [y])) | TypeError | cat(): argument 'tensors' (position 1) must be tuple of Tensors, not map
len(zip([1])) | TypeError | object of type 'zip' has no len()
torch.add(iter([1]), 1) | TypeError | add(): argument 'input' (position 1) must be Tensor, not list_iterator
y[y.argmax] | IndexError | only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got builtin_function_or_method)
x[:] = 0 | RuntimeError | a leaf Variable that requires grad is being used in an in-place operation.
x[:1] = 0 | RuntimeError | a view of a leaf Variable that requires grad is being used in an in-place operation.
torch.ones(3, 2, requires_grad=True) @ torch.ones(2, 3, 4) | RuntimeError | mat1 and mat2 shapes cannot be multiplied (8x3 and 2x3)
torch.cat([x, y], out=torch.empty(0)) | RuntimeError | cat(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.
torch.ones(0, 3).index_select(0, torch.tensor([0])) | RuntimeError | index_select(): self indexing axis dim should be positive
y[m > 0] | NotImplementedError | The register_meta function for torch.nonzero() raises unimplemented by default, as a correct data-independent implementation does not exist. This implementation returns a fake value, assuming all elements of the tensor are non-zero. To enable this registration, please set 'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to True.
torch.randn(2, out=x) | RuntimeError | cannot resize variables that require grad
torch.meshgrid(y, m, indexing='ij') | RuntimeError | meshgrid expects all tensors to have the same device
torch.finfo(None) | TypeError | finfo(): argument 'type' (position 1) must be torch.dtype, not NoneType
torch.autograd.functional.jacobian(torch.sin, torch.ones(0)) | RuntimeError | stack expects a non-empty TensorList
x.max(0).sum() | AttributeError | 'torch.return_types.max' object has no attribute 'sum'
torch.mm(torch.ones(2, 3, device='meta'), torch.ones(2, 3)) | RuntimeError | a and b must have same reduction dim, but got [2, 3] X [2, 3].
torch.nn.Linear(3, 2)(torch.ones(2, 4, device='meta')) | RuntimeError | a and b must have same reduction dim, but got [2, 4] X [3, 2].
z = torch.ones(2, 3, device='meta'); z[0] = 'a' | TypeError | can't assign a str to a torch.meta.FloatTensor
torch.func.vmap(torch.sin, in_dims=({},))(y) | ValueError | vmap(sin, in_dims=({},), ...)(<inputs>): in_dims is not compatible with the structure of `inputs`. in_dims has structure TreeSpec(tuple, None, [TreeSpec(dict, [], [])]) but inputs has structure TreeSpec(tuple, None, [*]).
torch.func.vmap(torch.sin, out_dims=1.5)(y) | ValueError | vmap(sin, ..., out_dims=1.5): `out_dims` must be an int, None or a python collection of ints representing where in the outputs the vmapped dimension should appear.
torch.func.jvp(torch.sin, (y,), (y.long(),)) | ValueError | Expected tangent to be floating point or complex, but got: torch.int64
torch.ones(2, 3)[torch.ones(2, 0) > 0] | IndexError | The shape of the mask [2, 0] at index 1 does not match the shape of the indexed tensor [2, 3] at index 1
F.binary_cross_entropy(y / 2, y, torch.ones(3, 2)) | RuntimeError | output with shape [2] doesn't match the broadcast shape [3, 2]
y.cuda('cpu') | RuntimeError | Invalid device, must be cuda device
torch.cholesky_solve(torch.ones(2, 2), y) | RuntimeError | u should have at least 2 dimensions, but has 1 dimensions instead
x.backward(y, weights=y) | TypeError | Tensor.backward() got an unexpected keyword argument 'weights'
y.norm(2, self=1) | TypeError | Tensor.norm() got multiple values for argument 'self'
F.binary_cross_entropy(y, 2 * y) | RuntimeError | all elements of target should be between 0 and 1
torch.zeros(2, device=0) | RuntimeError | Cannot access accelerator device when none is available.
q[0] = [1.] | TypeError | can't assign a list to a torch.FloatTensor
q[[0]] = y | RuntimeError | shape mismatch: value tensor of shape [2] cannot be broadcast to indexing result of shape [1]
q[:] = torch.ones(3) | RuntimeError | The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 0.  Target sizes: [2].  Tensor sizes: [3]
q.copy_(torch.ones(3)) | RuntimeError | Quantized copy only works with Tensors with the same shape
c[[0]] = 2. | RuntimeError | index_put for quantized tensors is currently only supported for per tensor quantized tensors
torch.iinfo(torch.int8, 3) | TypeError | iinfo() takes 1 positional argument but 2 were given
"""  # noqa: E501
SETUP = """
x = torch.ones(2, requires_grad=True)
y = torch.ones(2)
s = y.to_sparse()
q = torch.quantize_per_tensor(y, .1, 0, torch.qint8)
m = torch.ones(2, device='meta')
c = torch.quantize_per_channel(torch.ones(2, 3), torch.ones(2), torch.zeros(2), 0, torch.qint8)
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
    assert failure.message == "divmod expected 2 arguments, got 1"


@pytest.mark.parametrize("source", ["3", "'a'"])
def test_what_has_no_storage_is_no_source(source):
    failure = Session(write=lambda text: None).run(f"torch.ones(2).set_({source})").failure
    assert failure.type == "TypeError"
    assert failure.message.startswith("set_() received an invalid combination of arguments - got (")


@pytest.mark.parametrize(
    "call",
    [
        "torch.ones(3)[range(10**12)]", "torch.ones(3, 3)[0:1, range(10**12)]",
        "torch.ones(3).new_tensor([range(10**12)])", "torch.Tensor([range(10**12)])",
        "torch.sparse_coo_tensor([range(10**12)], [1.])",
    ],
)  # fmt: skip
def test_places_that_are_too_many_are_refused_before_they_are_walked_through(call):
    failure = Session(budget=Budget(memory=1 << 28), write=lambda text: None).run(call).failure
    assert (failure.limit, "7.3 TiB" in failure.message) == ("memory", True)


def test_what_the_system_refuses_is_told_in_our_words():
    call = "torch.empty(2**20, 0) @ torch.empty(0, 2**20)"
    failure = Session(budget=Budget(memory=1 << 28), write=lambda text: None).run(call).failure
    assert "4 TiB more" in failure.message
    assert "array" not in failure.message


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


def test_lists_that_lie_in_themselves_are_refused():
    loop, ring = [1], []
    loop.append(loop)
    ring.append(ring)
    with pytest.raises(TypeError, match=r"^new\(\): self-referential lists are incompatible$"):
        torch.tensor(loop)
    with pytest.raises(ValueError, match="too many dimensions 'list'"):
        torch.tensor(ring, dtype=torch.float32)
    for refused in (lambda x: x.sum(ring), lambda x: x.to_sparse(loop), lambda x: torch.cat(ring)):
        with pytest.raises(TypeError):
            refused(torch.ones(2))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: torch.relu(x, out=x), "relu() got an unexpected keyword argument 'out'"),
        (
            lambda x: torch.flip(x, 0),
            "flip(): argument 'dims' (position 2) must be tuple of ints, not int",
        ),
        (
            lambda x: torch.linalg.inv(x.int()[0]),
            "linalg.inv: The input tensor A must have at least 2",
        ),
        (lambda x: torch.linalg.inv_ex(x), "linalg.inv: A must be batches of square matrices"),
        (
            lambda x: x.int()[:, :1].expand(2, 3).cos_(),
            "unsupported operation: more than one element",
        ),
        (lambda x: torch.linalg.cond(x, "x"), "linalg.cond(ord=x): A must be batches of square"),
    ],
)
def test_what_is_wrong_first_is_told(call, words):
    with pytest.raises((TypeError, RuntimeError)) as caught:
        call(torch.ones(2, 3))
    assert str(caught.value).startswith(words)


def test_an_array_of_one_whole_number_is_a_count_where_a_tensor_may_be_many():
    x, two = torch.arange(3.0), np.array(2)
    assert torch.tensor_split(x, two)[0].tolist() == [0.0, 1.0]
    assert x.repeat_interleave(two).tolist() == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0]
    assert x.narrow(0, two, 1).tolist() == [2.0]
    for call in (lambda: torch.histogram(x, two), lambda: x.bernoulli_(two)):
        with pytest.raises(TypeError, match="invalid combination"):
            call()


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda ctx, x: ctx.save_for_backward(2) or x @ x, "mat1 and mat2 shapes cannot be"),
        (lambda ctx, x: ctx.save_for_backward(2) or x * 2, "save_for_backward can only save"),
        (lambda ctx, x: ctx.mark_dirty(2) or x * 2, "mark_dirty can only accept variables"),
    ],
)
def test_what_forward_itself_does_wrong_is_told_before_what_it_keeps(act, words):
    class Own(torch.autograd.Function):
        forward = staticmethod(act)

    with pytest.raises((TypeError, RuntimeError), match=words):
        Own.apply(torch.ones(2, 3, requires_grad=True))
