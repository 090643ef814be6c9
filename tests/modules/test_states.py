"""What is loaded, called again on the way back, and taken apart, as under PyTorch."""

import io
import pickle

import pytest

import tensorlab as torch
from tensorlab import nn
from tensorlab.utils import _pytree, checkpoint


def test_a_table_of_no_version_need_not_count_batches():
    layer = nn.BatchNorm1d(2)
    table = layer.state_dict()
    del table["num_batches_tracked"]
    with pytest.raises(RuntimeError, match="num_batches_tracked"):
        layer.load_state_dict(table)
    assert str(layer.load_state_dict(dict(table))) == "<All keys matched successfully>"


def test_parameters_are_put_in_the_place_of_others_for_the_length_of_a_block():
    layer = nn.Linear(2, 1)
    with nn.utils.stateless._reparametrize_module(layer, {"weight": torch.ones(1, 2)}):
        assert layer.weight.tolist() == [[1, 1]]
    assert isinstance(layer.weight, nn.Parameter)


def test_a_checkpointed_function_is_called_again_on_the_way_back():
    calls = []

    def double(x):
        calls.append(float(torch.rand(())))
        return x * 2

    x = torch.ones(2, requires_grad=True)
    y = checkpoint.checkpoint(double, x, use_reentrant=False)
    assert len(calls) == 1
    y.sum().backward()
    assert calls[0] == calls[1]
    assert x.grad.tolist() == [2.0, 2.0]


def test_a_gradient_too_many_is_refused():
    class Double(torch.autograd.Function):
        """A function whose way back is wrong."""

        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g, g

    with pytest.raises(RuntimeError, match=r"expected 1, got 2"):
        Double.apply(torch.ones(1, requires_grad=True)).backward()


def test_trees_are_taken_apart_and_built_again():
    tree = {"a": 1, "b": [2, (3, {"c": 4})]}
    leaves, spec = _pytree.tree_flatten(tree)
    assert spec == _pytree.tree_structure(tree)
    assert leaves == [1, 2, 3, 4] == list(range(1, spec.num_leaves + 1))
    assert _pytree.tree_unflatten(leaves, spec) == tree
    assert _pytree.tree_map(lambda x, y: x * y, [1, (2,)], [3, (4,)]) == [3, (8,)]
    assert _pytree.tree_map_only(int, str, [1, "b"]) == ["1", "b"]


def test_a_gradient_comes_in_the_type_that_was_asked_for():
    x = torch.ones(2, requires_grad=True)
    x.grad_dtype = torch.float64
    (x * 2).sum().backward()
    assert x.grad.dtype is torch.float64
    with pytest.raises(RuntimeError, match="already a gradient"):
        x.grad_dtype = torch.float16
    with pytest.raises(RuntimeError, match="only be set on leaf"):
        (x * 2).grad_dtype = torch.float16


def test_hooks_of_leaves_that_are_not_asked_for_stay_silent():
    a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    seen = []
    b.register_hook(seen.append)
    (a * b).sum().backward(inputs=(a,))
    assert seen == []
    assert b.grad is None


def test_the_prefix_of_a_parallel_run_is_taken_off():
    whole = nn.Sequential(nn.Linear(1, 1))
    table = nn.ModuleDict({"module": whole}).state_dict()
    nn.modules.utils.consume_prefix_in_state_dict_if_present(table, "module.")
    assert list(table._metadata) == ["", "0"]
    assert str(whole.load_state_dict(table)) == "<All keys matched successfully>"


class Growing(nn.Module):
    """Takes every tensor of its part of a table, known before or not."""

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        assert rest[0] is True
        for key in list(state_dict):
            self.register_buffer(key.removeprefix(prefix), state_dict.pop(key))


def test_a_class_says_itself_what_it_reads_of_a_table():
    model = nn.ModuleDict({"part": Growing(), "linear": nn.Linear(1, 2)})
    table = {**model.state_dict(), "part.added": torch.ones(1)}
    assert str(model.load_state_dict(table)) == "<All keys matched successfully>"
    assert model["part"].added.item() == 1.0


def test_what_a_class_reads_itself_may_begin_with_what_all_read():
    class Renamed(nn.Linear):
        def _load_from_state_dict(self, state_dict, prefix, *rest):
            state_dict[prefix + "weight"] = state_dict.pop(prefix + "kernel") + 1
            names = ["local_metadata", "strict", "missing_keys", "unexpected_keys", "error_msgs"]
            named = dict(zip(names, rest, strict=True))
            super()._load_from_state_dict(state_dict, prefix, **named)

    model = nn.Sequential(Renamed(1, 1, bias=False))
    found = model.load_state_dict({"0.kernel": torch.zeros(1, 1), "0.no": 1}, strict=False)
    assert found.unexpected_keys == ["0.no"]
    assert model[0].weight.item() == 1.0


class Noted(nn.Module):
    """A layer whose state had other names once, and keeps a note."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))

    def _load_from_state_dict(self, state_dict, prefix, *others):
        if f"{prefix}w" in state_dict:
            state_dict[f"{prefix}weight"] = state_dict.pop(f"{prefix}w")
        super()._load_from_state_dict(state_dict, prefix, *others)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[f"{prefix}note"] = torch.zeros(1)


def test_an_heir_reads_and_writes_its_own_state_in_its_way():
    model = nn.Sequential(Noted())
    assert list(model.state_dict()) == ["0.weight", "0.note"]
    assert model.load_state_dict({"0.w": torch.zeros(1)}).missing_keys == []
    assert model[0].weight.item() == 0


def test_the_state_takes_its_table_and_its_beginning_by_place():
    table = {}
    with pytest.warns(FutureWarning, match="Positional args are being deprecated"):
        nn.Linear(1, 1).state_dict(table, "layer.")
    assert list(table) == ["layer.weight", "layer.bias"]


def test_a_layer_without_weights_refuses_its_other_settings():
    with pytest.raises(TypeError, match="argument 'ignore_index' \\(position 5\\) must be int"):
        nn.NLLLoss(ignore_index=1.5)(torch.zeros(1, 2), torch.tensor([0]))


def test_weights_of_learnt_lengths_are_made_in_one_step_as_in_pytorch():
    apart = nn.utils.parametrizations.weight_norm
    assert type(apart(nn.Linear(2, 2)).weight.grad_fn).__name__ == "WeightNormInterfaceBackward0"
    with pytest.raises(IndexError, match="Dimension out of range"):
        apart(nn.Linear(2, 2), dim=5)


def test_a_tensor_is_no_list_of_parameters():
    with pytest.raises(TypeError, match="extend should be called with an iterable, but got Tensor"):
        nn.ParameterList(torch.ones(2, 2))


def test_a_number_is_read_from_a_row_of_one_as_the_first_states_had_it():
    layer = nn.PReLU()
    layer.weight = nn.Parameter(torch.tensor(0.0))
    layer.load_state_dict({"weight": torch.tensor([2.0])})
    assert layer.weight.item() == 2
    with pytest.raises(RuntimeError, match="size mismatch"):
        layer.load_state_dict({"weight": torch.ones(2)})


def test_what_libraries_put_in_the_place_of_a_layers_steps_is_called():
    class Centred(nn.Conv2d):
        def _conv_forward(self, input, weight, bias):
            return super()._conv_forward(input, weight - weight.mean(), bias)

    class AnyShape(nn.modules.batchnorm._BatchNorm):
        def _check_input_dim(self, input):
            pass

    class Shown(nn.TransformerEncoderLayer):
        def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
            x, self.seen = self.self_attn(x, x, x, attn_mask=attn_mask)
            return self.dropout1(x)

    assert abs(Centred(1, 1, 2, bias=False)(torch.ones(1, 1, 2, 2)).item()) < 1e-6
    assert AnyShape(2)(torch.ones(3, 2)).shape == (3, 2)
    layer = Shown(4, 2, 8)
    layer(torch.ones(3, 1, 4))
    assert layer.seen.shape == (1, 3, 3)
    decoder = nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0)
    x, memory = torch.ones(2, 1, 4), torch.zeros(3, 1, 4)
    seen = decoder.norm1(x + decoder._sa_block(x, None, None))
    seen = decoder.norm2(seen + decoder._mha_block(seen, memory, None, None))
    assert torch.equal(decoder(x, memory), decoder.norm3(seen + decoder._ff_block(seen)))


def test_loaders_of_libraries_go_through_samples_in_their_way():
    class Whole(torch.utils.data.DataLoader):
        _auto_collation = False

        @property
        def _index_sampler(self):
            return self.batch_sampler

        def _get_iterator(self):
            return enumerate(super()._get_iterator())

    loader = Whole(torch.arange(5), batch_size=2, collate_fn=torch.Tensor.tolist)
    assert list(loader) == [(0, [0, 1]), (1, [2, 3]), (2, [4])]


def test_a_scheduler_lowers_its_rates_as_libraries_ask():
    optimizer = torch.optim.SGD([torch.ones(1)], lr=1.0)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
    assert (scheduler.is_better(1, 2), scheduler.in_cooldown) == (True, False)
    scheduler._reduce_lr(0)
    assert optimizer.param_groups[0]["lr"] == 0.1


def test_an_endless_order_of_samples_is_drawn_as_it_goes():
    order = torch.utils.data.RandomSampler(range(3), replacement=True, num_samples=10**15)
    assert next(iter(order)) in range(3)


def moved_once(kind, **settings):
    weight = nn.Parameter(torch.ones(2))
    optimizer = kind([weight], **settings)
    weight.sum().backward()
    optimizer.step()
    return optimizer


def test_an_optimizer_refuses_what_another_kind_remembered_when_it_is_loaded():
    with pytest.raises(KeyError, match="step"):
        moved_once(torch.optim.Adam).load_state_dict(
            moved_once(torch.optim.SGD, momentum=0.9).state_dict()
        )
    descent = moved_once(torch.optim.SGD)
    descent.load_state_dict({"state": {}, "param_groups": [{"params": [0], "lr": 0.1}]})
    with pytest.raises(KeyError, match="momentum"):
        descent.step()


def test_switches_and_steps_of_older_optimizers_are_completed():
    adam = moved_once(torch.optim.AdamW)
    older = moved_once(torch.optim.Adam).state_dict()
    older["state"][0]["step"] = 1
    del older["param_groups"][0]["maximize"]
    adam.load_state_dict(older)
    assert adam.param_groups[0]["maximize"] is False
    assert adam.param_groups[0]["decoupled_weight_decay"] is True
    (kept,) = adam.state.values()
    assert str(kept["step"]) == "tensor(1.)"


def test_names_of_parameters_stay_where_a_loaded_group_has_none():
    layer = nn.Linear(1, 1)
    named = torch.optim.SGD(layer.named_parameters(), lr=0.1)
    named.load_state_dict(torch.optim.SGD(layer.parameters(), lr=0.2).state_dict())
    assert named.param_groups[0]["param_names"] == ["weight", "bias"]


def test_extra_state_is_missed_or_unknown_by_whether_the_class_takes_it():
    class Taking(nn.Module):
        def set_extra_state(self, state):
            self.extra = state

    with pytest.raises(RuntimeError, match=r'Missing key.* "_extra_state"'):
        Taking().load_state_dict({})
    module = Taking()
    module.load_state_dict({"_extra_state": 7})
    assert module.extra == 7
    with pytest.raises(RuntimeError, match=r'Unexpected key.* "_extra_state"'):
        nn.Module().load_state_dict({"_extra_state": 7})


def test_what_cannot_be_copied_is_told_with_the_other_problems_of_a_state():
    layer = nn.Linear(1, 1)
    table = {"weight": torch.ones(1, 1, device="meta"), "more": torch.ones(1)}
    with pytest.raises(RuntimeError, match=r'(?s)Unexpected.*"weight", whose.*no data!'):
        layer.load_state_dict(table)


def test_the_norms_of_a_vector_are_those_of_its_elements():
    layer = nn.utils.parametrizations.weight_norm(nn.Linear(1, 3), "bias")
    assert layer.parametrizations.bias.original0.shape == (3,)


def test_an_encoder_without_layers_is_refused_when_it_is_called():
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 0)
    with pytest.raises(IndexError, match="index 0 is out of range"):
        encoder(torch.ones(3, 4))


def test_conditions_are_made_of_conditions():
    independent = torch.distributions.constraints.independent
    with pytest.raises(AssertionError, match="must be a Constraint, got int"):
        independent(3, 1)
    with pytest.raises(AssertionError, match="must be >= 0, got -1"):
        independent(torch.distributions.constraints.real, -1)


def test_a_file_that_was_cut_short_is_told_from_one_of_another_kind():
    file = io.BytesIO()
    torch.save(torch.ones(2), file)
    for size, words in ((50, "failed finding central directory"), (10, "not a ZIP archive")):
        with pytest.raises(RuntimeError, match=words):
            torch.load(io.BytesIO(file.getvalue()[:size]))


def test_a_refused_file_of_weights_names_what_to_allow():
    file = io.BytesIO()
    torch.save(nn.ReLU(), file)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError) as raised:
        torch.load(file)
    assert "add_safe_globals([torch.nn.modules.activation.ReLU])" in str(raised.value)
    assert "\x1b[1mdo those steps only" in str(raised.value)
