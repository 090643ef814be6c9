"""A learner's module may call its parts as it likes."""

import inspect
import io

import pytest

import tensorlab
from tensorlab import nn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.forget = nn.Linear(2, 2)
        self.replace = 3
        self.member = nn.Parameter(nn.Linear(1, 1).weight)
        self.watched = True
        self.other = nn.Linear(2, 2)


class Wide(nn.MaxPool2d):
    """A pool under another name."""


def test_names_of_parts_do_not_clash_with_the_module_s_own():
    model = Memory()
    model.forget = nn.Identity()
    model.member = None
    assert list(model._modules) == ["forget", "other"]
    assert (model.replace, model.watched, model.member) == (3, True, None)


def test_a_layer_works_under_another_name():
    images = nn.Parameter(nn.Linear(4, 4).weight).view(1, 1, 4, 4)
    assert Wide(2)(images).shape == (1, 1, 2, 2)


def test_a_function_of_torch_in_a_class_is_given_no_self():
    class Curved(nn.Module):
        curve = tensorlab.tanh
        make = tensorlab.zeros

    model = Curved()
    assert model.curve(tensorlab.zeros(2)).tolist() == model.make(2).tolist() == [0, 0]
    assert Curved.curve is tensorlab.tanh


@pytest.mark.parametrize(
    ("function", "signature"),
    [
        (nn.functional.dropout, "(input, p=0.5, training=True, inplace=False)"),
        (nn.functional.celu, "(input, alpha=1.0, inplace=False)"),
        (tensorlab.cartesian_prod, "(*tensors)"),
        (tensorlab.Tensor.split, "(self, split_size, dim=0)"),
        (tensorlab.zeros(2).split, "(split_size, dim=0)"),
        (
            tensorlab.Tensor.backward,
            "(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)",
        ),
    ],
)
def test_what_pytorch_has_in_python_tells_its_signature(function, signature):
    assert str(inspect.signature(function)) == signature


@pytest.mark.parametrize(
    "function",
    [
        *(tensorlab.add, tensorlab.zeros, tensorlab.celu_, tensorlab.linalg.det, tensorlab.cat),
        *(tensorlab.Tensor.add, tensorlab.Tensor.add_, tensorlab.Tensor.permute),
    ],
)
def test_what_pytorch_has_as_a_builtin_tells_none(function):
    with pytest.raises(ValueError, match="no signature found for builtin"):
        inspect.signature(function)


def test_functions_are_called_by_the_last_part_of_their_names():
    for function in (nn.functional.selu, tensorlab.special.erf, tensorlab.linalg.det):
        assert "." not in function.__name__ + function.__qualname__


def test_a_view_says_that_it_is_one():
    table = tensorlab.ones(2, 2)
    assert [part._is_view() for part in (table, table[0], table.t(), table + 1)] == [
        *(False, True, True, False)
    ]


def test_the_protocol_of_files_is_pytorchs():
    assert tensorlab.serialization.DEFAULT_PROTOCOL == 2


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (tensorlab.linalg.norm, "linalg_norm"),
        (tensorlab.fft.rfft, "fft_rfft"),
        (tensorlab.special.erf, "special_erf"),
        (nn.functional.logsigmoid, "log_sigmoid"),
        (tensorlab.erf, "erf"),
        *((getattr(tensorlab.Tensor, name), name) for name in ("view", "reshape", "repeat")),
        *((getattr(tensorlab.Tensor, name), name) for name in ("where", "flip", "new_zeros")),
    ],
)
def test_functions_tell_the_names_of_pytorchs(function, name):
    assert function.__name__ == name


class Paced(tensorlab.optim.SGD):
    """An optimizer with helpers of its own."""

    update = require = checks = None


class Shown(nn.AvgPool2d):
    """A layer with settings of its own."""

    dims = function = placed = shown = "its own"


def test_heirs_may_use_any_name_for_their_own_helpers():
    weight = tensorlab.ones(1, requires_grad=True)
    weight.sum().backward()
    Paced([weight], 0.5).step()
    assert weight.item() == 0.5
    assert Shown(2)(tensorlab.ones(1, 1, 2, 2)).shape == (1, 1, 1, 1)
    assert nn.ParameterDict({"names": tensorlab.ones(1)}).names.shape == (1,)
    assert "names" not in vars(nn.Tanh())


def test_wrong_calls_name_the_class_that_has_the_method():
    with pytest.raises(TypeError, match=r"^Module.named_buffers\(\) got an unexpected"):
        nn.ReLU().named_buffers(deep=True)
    with pytest.raises(TypeError, match=r"^Module.register_module\(\) missing 1 required"):
        nn.ReLU().register_module("part")


def test_a_layer_says_what_is_constant_in_it():
    assert nn.Conv1d.__constants__[-1] == "kernel_size"
    assert not hasattr(nn.Tanh, "__constants__")


class Power(tensorlab.autograd.Function):
    @staticmethod
    def forward(x, power=2):
        return x**power

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
        ctx.power = inputs[1]

    @staticmethod
    def backward(ctx, g):
        return g * ctx.power * ctx.saved_tensors[0] ** (ctx.power - 1), None


@pytest.mark.parametrize(("settings", "slope"), [({}, 6.0), ({"power": 3}, 27.0)])
def test_a_function_of_one_s_own_takes_settings_by_name(settings, slope):
    x = tensorlab.tensor(3.0, requires_grad=True)
    y = Power.apply(x, **settings)
    assert y.grad_fn.saved_tensors[0].equal(x)
    y.backward()
    assert x.grad.item() == slope


def test_a_sequence_of_schedules_knows_its_own_steps():
    schedules = tensorlab.optim.lr_scheduler
    optimizer = tensorlab.optim.SGD([tensorlab.ones(1)], 1.0)
    each = [schedules.ConstantLR(optimizer), schedules.ExponentialLR(optimizer, 0.5)]
    both = schedules.SequentialLR(optimizer, each, [1])
    with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
        both.step(3)
    with pytest.raises(KeyError, match="_schedulers"):
        both.load_state_dict({"last_epoch": 3})


def test_a_schedule_is_asked_for_the_last_rate_by_its_name():
    optimizer = tensorlab.optim.SGD([tensorlab.ones(1)], 1.0)
    schedule = tensorlab.optim.lr_scheduler.StepLR(optimizer, 2)
    optimizer.step()
    with pytest.warns(UserWarning, match="The epoch parameter in"):
        schedule.step(2)
    with pytest.warns(UserWarning, match="please use `get_last_lr"):
        assert schedule.get_lr() == pytest.approx([0.01])
    schedule.step()
    assert schedule.get_last_lr() == [0.1]


def test_schedules_want_an_optimizer_before_they_ask_it_anything():
    schedules = tensorlab.optim.lr_scheduler
    for refused in (
        lambda: schedules.CyclicLR(3, 0.1, 0.2),
        lambda: schedules.OneCycleLR(3, 0.1, total_steps=5),
        lambda: schedules.ReduceLROnPlateau(3),
        lambda: schedules.ExponentialLR(3, 0.5),
    ):
        with pytest.raises(TypeError, match="int is not an Optimizer"):
            refused()


def test_divergences_follow_from_moments_and_supports():
    kinds = tensorlab.distributions
    apart = kinds.kl_divergence(kinds.Gamma(2.0, 1.5), kinds.Normal(0.5, 1.0))
    assert apart.item() == pytest.approx(0.5389, abs=1e-4)
    assert kinds.kl_divergence(kinds.Laplace(0.0, 1.0), kinds.Beta(1.0, 1.0)).isinf()


class Dirty(tensorlab.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x * 2


def test_what_is_marked_as_written_to_is_a_result():
    with pytest.raises(RuntimeError, match="marked as dirty during the forward"):
        Dirty.apply(tensorlab.ones(1))


class Overwrites(tensorlab.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.mark_dirty(x.exp_())
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


def test_what_is_marked_as_written_to_is_counted_and_saved_as_it_is_then():
    leaf = tensorlab.zeros(2, requires_grad=True)
    square = (x := leaf.clone()) * x
    Overwrites.apply(x).sum().backward(retain_graph=True)
    assert (x._version, leaf.grad.tolist()) == (2, [1, 1])
    with pytest.raises(RuntimeError, match="output 0 of Overwrites, is at version 2; expected"):
        square.sum().backward()


def test_a_hook_on_the_way_back_gives_as_many_gradients_as_there_are_inputs():
    layer = nn.ReLU()
    layer.register_full_backward_hook(lambda *seen: (None, None))
    with pytest.raises(RuntimeError, match="number of grad_input, got 2, but expected 1"):
        layer(tensorlab.ones(1, requires_grad=True)).backward()


def test_a_parameter_s_place_takes_no_module():
    layer = nn.Linear(1, 1)
    with pytest.raises(TypeError, match="as parameter 'weight'"):
        layer.weight = nn.ReLU()


def test_packed_sequences_change_their_type():
    packed = nn.utils.rnn.pack_sequence([tensorlab.ones(2), tensorlab.ones(1)])
    assert packed.half().data.dtype is tensorlab.float16
    assert packed.long().data.tolist() == [1, 1, 1]


def test_half_a_distribution_checks_its_scale():
    with pytest.raises(ValueError, match=r"distribution HalfCauchy\(\) to satisfy"):
        tensorlab.distributions.HalfCauchy(-1.0)


def test_alpha_dropout_leaves_its_input_as_it_was():
    leaf = tensorlab.ones(4, requires_grad=True)
    nn.AlphaDropout(inplace=True)(leaf).sum().backward()
    assert leaf.tolist() == [1, 1, 1, 1]
    assert nn.ConvTranspose1d(1, 1, 1).transposed


def test_wrong_settings_are_refused_where_they_are_given():
    with pytest.raises(ValueError, match="Unrecognized RNN mode: plain"):
        nn.RNNBase("plain", 1, 1)
    with pytest.raises(AssertionError, match="only supports IterableDataset"):
        len(tensorlab.utils.data.ChainDataset([[1]]))
    with pytest.raises(AttributeError, match="with a 'write' attribute"):
        tensorlab.save({}, 3)
    with pytest.raises(AssertionError, match="Expected strategy to be either"):
        tensorlab.autograd.functional.jacobian(abs, tensorlab.ones(1), strategy="both")


def test_a_module_that_has_not_begun_has_no_parameters():
    class Net(nn.Module):
        def __init__(self):
            self.width = 3

    for ask in (Net.parameters, Net.zero_grad, Net.requires_grad_):
        with pytest.raises(AttributeError, match="'Net' object has no attribute '_parameters'"):
            list(ask(Net()))


def test_wrong_calls_of_layers_fail_where_they_do_in_pytorch():
    lines, linear = tensorlab.zeros(2, 3), nn.Linear(3, 2)
    with pytest.raises(TypeError, match=r"^_forward_unimplemented\(\) got an unexpected keyword"):
        nn.Module()(x=lines)
    with pytest.raises(TypeError, match=r"3 is not an instance of torch.Tensor"):
        tensorlab.func.functional_call(linear, {"weight": 3}, lines)
    with pytest.raises(ValueError, match="could not convert string to float"):
        nn.utils.clip_grad_value_([], "a")
    with pytest.raises(ValueError, match="RNNCell: Expected input to be 1D or 2D, got 3D"):
        nn.RNNCell(3, 2, nonlinearity="sigmoid")(lines[None])
    with pytest.raises(TypeError, match=r"^is_floating_point\(\): argument 'input'"):
        nn.MultiheadAttention(2, 1)(*[lines[:, :2]] * 3, attn_mask="causal")
    with pytest.raises(
        RuntimeError, match="half of kernel size, but got padW = 2, padH = 1, kW = 3"
    ):
        nn.MaxPool2d(3, padding=(1, 2), dilation=2)(tensorlab.zeros(1, 7, 7))
    with pytest.raises(ValueError, match="must have at least 2 dimensions, but got 1"):
        nn.RMSNorm((2, 3))(tensorlab.zeros(3))
    assert repr(linear.parameters()).startswith("<generator object Module.parameters at")


def test_what_moves_along_is_a_number_with_a_point():
    whole, func = tensorlab.arange(3), tensorlab.func
    for ask in (lambda: func.jacfwd(tensorlab.sin)(whole), lambda: func.linearize(abs, whole)):
        with pytest.raises(ValueError, match="primal to be floating point or complex, but got"):
            ask()
    result, back = func.vjp(tensorlab.sin, tensorlab.zeros(2))
    assert back(cotangents=tensorlab.ones(2))[0].tolist() == [1, 1]
    with pytest.raises(TypeError, match=r"^forward\(\) got an unexpected keyword argument 'k'"):
        Dirty.apply(result, k=1)


def test_a_result_of_several_parts_is_no_tensor_and_a_file_is_read_from_its_beginning():
    with pytest.raises(AttributeError, match=r"^'torch.return_types.max' object has no attribute"):
        _ = tensorlab.ones(2, 2).max(1).shape
    file = io.BytesIO()
    tensorlab.save(tensorlab.ones(1), file)
    with pytest.raises(EOFError):
        tensorlab.load(file)


def test_packed_sequences_are_not_empty_and_are_padded_by_numbers():
    rnn = nn.utils.rnn
    with pytest.raises(RuntimeError, match="Cannot pack empty tensors"):
        rnn.pack_padded_sequence(tensorlab.zeros(5, 0, 3), [3, 2])
    packed = rnn.pack_padded_sequence(tensorlab.zeros(4, 2, 3), [4, 2])
    with pytest.raises(TypeError, match=r"'padding_value' \(position 4\) must be Number, not str"):
        rnn.pad_packed_sequence(packed, True, "a")


def test_a_function_is_no_layer_and_a_stream_says_how_it_is_read():
    with pytest.raises(TypeError, match=r"^torch._VariableFunctionsClass.relu is not a Module"):
        nn.Sequential(tensorlab.relu)
    with pytest.raises(TypeError, match="abstract class IterableDataset with abstract method"):
        tensorlab.utils.data.IterableDataset()


def test_a_mask_of_attention_is_of_truth_or_of_floats():
    x = tensorlab.ones(2, 3)
    with pytest.raises(RuntimeError, match=r"but got attn_mask.dtype: long int and  query.dtype"):
        nn.functional.scaled_dot_product_attention(x, x, x, tensorlab.ones(2, 2).long())
    wide = tensorlab.ones(1, 2, 3, 4)
    with pytest.raises(RuntimeError, match=r"tensor a \(3\) must match the size of tensor b \(5\)"):
        nn.functional.scaled_dot_product_attention(wide, wide, wide, tensorlab.ones(5, 3).bool())
    half, mask = x.half(), tensorlab.ones(2, 2).half()
    assert nn.functional.scaled_dot_product_attention(half, half, half, mask).dtype is half.dtype


def test_one_sequence_may_have_its_targets_as_a_row_of_one():
    steps = tensorlab.zeros(2, 2).log_softmax(1)
    losses = [
        nn.functional.ctc_loss(steps, tensorlab.tensor(targets), [2], [1])
        for targets in ([1], [[1]])
    ]
    assert losses[0].item() == losses[1].item()
    with pytest.raises(RuntimeError, match="got 5-dimensional tensor for argument #1 'log_probs'"):
        nn.functional.ctc_loss(steps[None, None], tensorlab.tensor([1]), [2], [1])


def test_a_step_through_a_function_of_one_s_own_says_what_it_lacks():
    x = tensorlab.tensor(3.0, requires_grad=True)
    step = Power.apply(x).grad_fn
    assert step.power == 2
    with pytest.raises(AttributeError, match="'PowerBackward' object has no attribute 'nothing'"):
        _ = step.nothing
    with pytest.raises(AttributeError, match="has no attribute"):
        _ = type(step).__new__(type(step)).context


def test_a_walk_over_a_loader_has_a_length():
    walk = iter(tensorlab.utils.data.DataLoader(range(6), batch_size=4))
    assert (type(walk).__name__, len(walk), iter(walk) is walk) == (
        "_SingleProcessDataLoaderIter", 2, True,
    )  # fmt: skip
    assert [len(batch) for batch in walk] == [4, 2]


def test_layers_of_ours_show_module_alone_among_their_bases():
    assert nn.Linear.__mro__ == (nn.Linear, nn.Module, object)
    assert list(vars(nn.Module()))[-1] == "_modules"


def test_a_program_s_own_parts_may_have_any_name():
    class Gated(nn.LSTM):
        def _forget(self, x):
            return x

        def _watch(self, x):
            return self._forget(x)

    gated = Gated(2, 2)
    gated.layers = nn.ModuleList([nn.Linear(2, 2)])
    gated.register_forward_hook(lambda module, inputs, result: result[0])
    assert gated._watch(gated(tensorlab.ones(1, 2))).shape == (1, 2)
    adam = tensorlab.optim.Adam(gated.parameters())
    adam.hooks = adam._add = adam.steps_made = "mine"
    adam.register_step_post_hook(lambda *given: seen.append(given))
    seen = []
    adam.step()
    assert len(seen) == 1


def test_a_context_keeps_what_a_program_calls_saved_or_node():
    class Scaled(tensorlab.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.saved, ctx.node, ctx.dirty, ctx.fixed = 3.0, "n", 1, 2
            ctx.save_for_backward(x)
            return x * ctx.saved

        @staticmethod
        def backward(ctx, g):
            return g * ctx.saved * ctx.saved_tensors[0]

    x = tensorlab.tensor([2.0], requires_grad=True)
    Scaled.apply(x).backward()
    assert x.grad.item() == 6.0


def test_a_convolution_shows_no_padding_of_zeros_however_it_was_given():
    assert "padding" not in repr(nn.Conv2d(1, 1, 2, padding=[0]))
    assert "padding=(1,)" in repr(nn.Conv2d(1, 1, 2, padding=[1]))


def test_members_are_what_a_function_finds_in_each_module():
    model = nn.Sequential(nn.ReLU(), nn.Tanh())
    found = model._named_members(lambda module: [("kind", type(module))], prefix="net")
    assert [name for name, _ in found] == ["net.kind", "net.0.kind", "net.1.kind"]


def test_what_libraries_build_convolutions_and_copies_with_is_there():
    from tensorlab.absent import inner

    repeat = inner("torch.nn._reverse_repeat_tuple")
    padded = nn.Conv2d(1, 1, 3, padding=(1, 2), padding_mode="circular")
    assert repeat((1, 2), 2) == padded._reversed_padding_repeated_twice == (2, 2, 1, 1)
    model = nn.Sequential(nn.Linear(1, 1))
    before = model[0].weight.item()
    assert model._apply(lambda x: x + 1, recurse=False)[0].weight.item() == before
