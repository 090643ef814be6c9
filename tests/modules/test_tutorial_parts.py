"""What tutorials do beside layers: saved tensors, casts, files of modules, measured blocks."""

import collections
import io
import pickle
from importlib import import_module
from typing import NamedTuple

import pytest

import tensorlab as torch
from tensorlab import nn

graph = torch.autograd.graph
ROWS = torch.ones(3, 2)


def test_saved_tensors_are_packed_and_unpacked():
    seen = []
    a = torch.ones(2, requires_grad=True)
    b = torch.full((2,), 2.0, requires_grad=True)
    with graph.saved_tensors_hooks(lambda t: (seen.append("pack"), t)[1], lambda t: t * 10):
        y = a * b
    y.sum().backward()
    assert (seen, a.grad.tolist(), b.grad.tolist()) == (
        ["pack", "pack"],
        [20.0, 20.0],
        [10.0, 10.0],
    )


def test_nothing_is_packed_where_that_is_forbidden():
    with (
        graph.disable_saved_tensors_hooks("not here"),
        pytest.raises(RuntimeError, match="not here"),
    ):
        graph.save_on_cpu().__enter__()


def test_hooks_of_a_step_see_and_change_gradients():
    x = torch.ones(3, requires_grad=True)
    total = (x * 2).sum()
    shapes = []
    total.grad_fn.register_prehook(lambda grads: (grads[0] * 3,))
    total.grad_fn.register_hook(lambda gave, got: shapes.append((gave[0].shape, got[0].item())))
    total.backward()
    assert shapes == [((3,), 3.0)]
    assert x.grad.tolist() == [6.0, 6.0, 6.0]


def test_every_step_back_is_a_node_and_nothing_else_is():
    x = torch.ones(3, requires_grad=True)
    step = (x * 2).grad_fn
    assert isinstance(step, graph.Node)
    assert isinstance(step.next_functions[0][0], graph.Node)
    assert not isinstance(x, graph.Node)


def test_the_build_says_what_computes():
    assert "numpy" in torch.__config__.show()
    assert f"at::get_num_threads() : {torch.get_num_threads()}" in torch.__config__.parallel_info()


def test_a_step_shows_what_it_saved():
    x = torch.ones(2, requires_grad=True)
    y = x.pow(2)
    assert y.grad_fn._saved_self is x
    assert y.grad_fn._saved_exponent == 2
    with pytest.raises(AttributeError):
        _ = y.grad_fn._saved_other


@pytest.mark.parametrize("indices", [False, True])
def test_what_a_pool_gave_may_be_written_over(indices):
    x = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
    found = nn.functional.max_pool2d(x - 8, 2, return_indices=indices)
    torch.relu_(found[0] if indices else found).sum().backward()
    assert x.grad.nonzero()[:, 2:].tolist() == [[3, 1], [3, 3]]


def test_casts_are_down_for_products_and_up_for_losses():
    x = torch.ones(2, 2)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x
        assert y.dtype is nn.Linear(2, 2)(x).dtype is torch.bfloat16
        assert nn.functional.mse_loss(y, y).dtype is (y + x).dtype is torch.float32
        with torch.autocast("cpu", enabled=False):
            assert (x @ x).dtype is torch.float32
        assert torch.is_autocast_enabled("cpu")
    assert (x @ x).dtype is torch.float32


class Block(nn.Module):
    """A module of a program's own."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(2, 2), nn.Linear(2, 2)
        self.second.weight = self.first.weight


def test_a_module_comes_back_whole_where_that_is_allowed():
    file = io.BytesIO()
    block = Block()
    torch.save(block, file)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="Weights only"):
        torch.load(file)
    file.seek(0)
    with torch.serialization.safe_globals([Block]):
        back = torch.load(file, weights_only=False)
    assert back.first.weight is back.second.weight
    assert back.first.weight.equal(block.first.weight)


def test_steps_are_measured_by_a_schedule():
    ends = []
    plan = torch.profiler.schedule(wait=1, warmup=1, active=1)
    with torch.profiler.profile(
        schedule=plan, on_trace_ready=lambda p: ends.append(p.step_num)
    ) as p:
        for _ in range(6):
            torch.ones(2) @ torch.ones(2)
            p.step()
    assert ends == [3, 6]
    assert "aten::matmul" in p.key_averages().table()


def test_only_functions_that_a_program_knows_are_measured():
    with torch.profiler.profile() as p:
        torch.special.chebyshev_polynomial_w(torch.ones(2), 1)  # whose family is loaded then
        torch.ones(2, 2).softmax(0).sum()
    names = sorted(event.key.removeprefix("aten::") for event in p.key_averages())
    assert names == ["chebyshev_polynomial_w", "ones", "softmax", "sum"]


def test_tensors_of_several_lengths_have_gradients_and_are_filled_up():
    parts = [torch.arange(2.0, requires_grad=True), torch.ones(3, requires_grad=True)]
    nested = torch.nested.as_nested_tensor(parts)
    nested.backward(torch.nested.nested_tensor([torch.ones(2), torch.zeros(3)]))
    assert [part.grad.tolist() for part in parts] == [[1, 1], [0, 0, 0]]
    filled = torch.nested.to_padded_tensor(nested, 5.0, (3, 3))
    assert filled.tolist() == [[0, 1, 5], [1, 1, 1], [5, 5, 5]]
    for size, said in (((2, 2), "Truncation is not"), ((2, 3, 1), "Broadcasting is not")):
        with pytest.raises(RuntimeError, match=said):
            torch.nested.to_padded_tensor(nested, 5.0, size)


def test_directions_are_carried_forward():
    forward = torch.autograd.forward_ad
    with forward.dual_level():
        dual = forward.make_dual(torch.tensor(2.0), torch.tensor(1.0))
        assert forward.unpack_dual(dual**3).tangent.item() == 12
    assert forward.unpack_dual(dual**3).tangent is None


@pytest.mark.parametrize("layout", ["csr", "csc", "bsr", "bsc"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_compressed_layouts_hold_the_same_matrix(layout):
    dense = torch.tensor([[1.0, 0, 2, 0], [0, 0, 3, 0], [0, 0, 0, 0], [4, 0, 0, 5]])
    size = ((2, 2),) if layout[0] == "b" else ()
    sparse = getattr(dense, f"to_sparse_{layout}")(*size)
    assert str(sparse.layout) == f"torch.sparse_{layout}"
    assert sparse.to_dense().equal(dense)
    assert sparse.t().to_dense().equal(dense.t())
    assert (sparse + sparse).to_dense().equal(dense * 2)
    if layout != "bsc":
        assert (sparse @ dense).equal(dense @ dense)


@pytest.mark.filterwarnings("ignore::UserWarning")  # a beta word, said once a process
@pytest.mark.parametrize(("places", "words"), [
    (([0, 2, 3], [0, 1, 0, 1]), r"`crow_indices\[..., -1\] == nnz`"),
    (([0, 2, 4], [0, 5, 0, 1]), "`0 <= col_indices < ncols`"),
    (([0, 2, 4], [1, 0, 0, 1]), "sorted and distinct"),
])  # fmt: skip
def test_parts_that_contradict_each_other_are_refused(places, words):
    with pytest.raises(RuntimeError, match=words):
        torch.sparse_csr_tensor(*places, [1, 2, 3, 4], (2, 2), check_invariants=True)


def test_a_capsule_is_a_look_at_the_same_memory():
    x = torch.arange(3)
    torch.from_dlpack(torch.to_dlpack(x))[0] = 7
    assert x.tolist() == [7, 1, 2]


@pytest.mark.parametrize(
    ("pattern", "lengths", "shape"),
    [
        ("b h w c -> b (c h w)", {}, (2, 24)),
        ("b (h1 h) w c -> (b h1) w c h", {"h1": 2}, (4, 4, 3, 1)),
        ("b ... -> ... b", {}, (2, 4, 3, 2)),
    ],
)
def test_dimensions_are_rearranged_by_a_pattern(pattern, lengths, shape):
    moved = torch.func.rearrange(torch.arange(48).reshape(2, 2, 4, 3), pattern, **lengths)
    assert moved.shape == shape


def test_a_pattern_that_loses_a_dimension_is_refused():
    with pytest.raises(ValueError, match="one side"):
        torch.func.rearrange(torch.ones(2, 3), "a b -> a")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sparse_products_are_reduced_row_by_row():
    sparse = torch.tensor([[1.0, 2.0], [3.0, 4.0]]).to_sparse_csr()
    other = torch.tensor([[1.0, 5.0], [2.0, 1.0]])
    assert torch.sparse.mm(sparse, other, "amax").tolist() == [[4.0, 5.0], [8.0, 15.0]]
    assert torch.sparse.mm(sparse, other, "mean").tolist() == [[2.5, 3.5], [5.5, 9.5]]
    with pytest.raises(RuntimeError, match="prod has not been enabled"):
        torch.sparse.mm(sparse, other, "prod")


def test_where_all_is_to_be_determined_fresh_memory_is_filled_and_some_functions_are_refused():
    torch.use_deterministic_algorithms(True)
    try:
        assert torch.empty(2).isnan().all()
        assert torch.ones(1).new_empty(2, dtype=torch.uint8).tolist() == [255, 255]
        assert torch.tensor([1, 2, 3], dtype=torch.uint8)[:2].resize_(4).tolist() == [1, 2, 3, 255]
        with pytest.raises(RuntimeError, match="put_ does not have a deterministic"):
            torch.zeros(2).put_(torch.tensor([0]), torch.tensor([1.0]))
    finally:
        torch.use_deterministic_algorithms(False)


def test_a_file_is_read_as_a_tensor(tmp_path):
    path = tmp_path / "cells"
    torch.arange(3.0).numpy().tofile(path)
    assert torch.from_file(str(path), size=3).tolist() == [0.0, 1.0, 2.0]
    torch.from_file(str(path), shared=True, size=3)[0] = 7
    assert torch.from_file(str(path), size=1).tolist() == [7.0]
    held = torch.UntypedStorage.from_file(path, nbytes=8)
    part = torch.asarray(held[4:8], dtype=torch.float32)
    part[0] = 9.0
    assert (part.tolist(), held.untyped().nbytes()) == ([9.0], 8)
    assert torch.asarray(held, dtype=torch.float32).tolist() == [7.0, 9.0]
    assert torch.from_file(str(path), size=2).tolist() == [7.0, 1.0]
    with pytest.raises(RuntimeError, match=r"unable to open file <.*> in read-only mode: No such"):
        torch.UntypedStorage.from_file(path.with_name("none"), nbytes=1)
    with pytest.raises(RuntimeError, match="size <12> is smaller than the required"):
        torch.from_file(str(path), size=30)


def test_a_rule_that_goes_forwards_is_turned_round():
    class Doubled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def jvp(ctx, direction):
            return direction * 2

    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.ones(2), torch.tensor([1.0, 3.0]))
        assert repr(Doubled.apply(dual)) == "tensor([2., 2.], tangent=tensor([2., 6.]))"


def test_what_a_function_wrote_to_is_the_result_itself():
    class Raised(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x.add_(1))
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 3

    start = torch.zeros(2, requires_grad=True)
    copy = start.clone()
    assert Raised.apply(copy) is copy
    copy.sum().backward()
    assert start.grad.tolist() == [3.0, 3.0]
    with pytest.raises(RuntimeError, match="has been used in an in-place operation"):
        Raised.apply(start)


def test_batches_of_all_processes_are_those_of_one():
    made = nn.SyncBatchNorm.convert_sync_batchnorm(nn.Sequential(nn.BatchNorm2d(2)))
    assert "SyncBatchNorm(2" in repr(made)
    assert made(torch.rand(3, 2, 4, 4)).mean().abs() < 1e-6


def test_a_dimension_of_none_in_a_nest_is_not_mapped():
    added = torch.vmap(lambda d: d["a"] + d["b"], in_dims=({"a": 0, "b": None},))
    assert added({"a": torch.arange(2.0), "b": torch.ones(3)}).shape == (2, 3)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("unique", "batching operators that can output dynamic shape"),
        ("nonzero", "over aten::nonzero"),
        ("numpy", "Cannot access data pointer"),
    ],
)
def test_vmap_refuses_what_depends_on_the_numbers_of_a_sample(name, words):
    rows = torch.tensor([[1.0, 2.0], [0.0, 4.0]])
    with pytest.raises(RuntimeError, match=words):
        torch.vmap(lambda row: getattr(row, name)())(rows)


@pytest.mark.parametrize(
    ("decide", "words"),
    [
        (lambda row: row if row.sum() > 0 else -row, "attempting to use a Tensor"),
        (lambda row: row * row.sum().item(), r"calling \.item\(\) on a Tensor"),
        (torch.func.grad(lambda row: row.sum() if row[0] > 0 else row[1]), "either"),
        (torch.nn.BatchNorm1d(2), "Batch norm got a batched tensor as input"),
    ],
)
def test_vmap_refuses_what_goes_by_numbers_that_are_the_same_in_all_samples(decide, words):
    with pytest.raises(RuntimeError, match=words):
        torch.vmap(decide)(torch.ones(3, 4, 2) if isinstance(decide, torch.nn.Module) else ROWS)
    assert torch.vmap(lambda row: row * ROWS.sum().item())(ROWS).tolist() == [[6.0, 6.0]] * 3


def test_vmap_draws_by_the_numbers_of_a_batch_only_differently():
    torch.vmap(torch.bernoulli, randomness="different")(ROWS)
    with pytest.raises(RuntimeError, match="Vmap does not currently support same randomness"):
        torch.vmap(torch.bernoulli, randomness="same")(ROWS)


def test_a_function_that_vmap_calls_prints_once_and_shows_the_batch(capsys):
    torch.vmap(lambda row: (print(row.shape, row.sum()), row)[1])(ROWS)
    assert capsys.readouterr().out == (
        "torch.Size([2]) BatchedTensor(lvl=1, bdim=0, value=\n    tensor([2., 2., 2.])\n)\n"
    )


def test_what_stands_beside_an_output_is_handed_on_and_its_absence_told():
    pair = torch.func.vjp(lambda x: (x * 2, x.sum()), torch.ones(2), has_aux=True)
    assert (pair[0].tolist(), pair[2].tolist()) == ([2.0, 2.0], 2.0)
    for call in (torch.func.jacrev, torch.func.jacfwd):
        with pytest.raises(
            RuntimeError, match=r"^(vjp|jvp)\(.*output of function f should be a tuple"
        ):
            call(torch.sin, has_aux=True)(torch.ones(2))
    with pytest.raises(ValueError, match="out_dims is not compatible with the structure"):
        torch.vmap(lambda row: (row, row), out_dims=(1,))(ROWS)
    with pytest.raises(ValueError, match=r"^\['weight'\] appeared in multiple dictionaries"):
        torch.func.functional_call(nn.Linear(2, 2), ({"weight": ROWS}, {"weight": ROWS}), ROWS)


def test_vmap_refuses_masks_of_samples():
    rows = torch.tensor([[1.0, -2.0], [-3.0, 4.0]])
    with pytest.raises(RuntimeError, match="boolean mask"):
        torch.vmap(lambda row: row[row > 0].sum())(rows)
    assert torch.vmap(lambda row: row.__rsub__(1))(rows).tolist() == [[0, 3], [4, -3]]
    assert torch.vmap(lambda row: row[torch.tensor([True, False])])(rows).tolist() == [[1], [-3]]


@pytest.mark.parametrize("name", ["allclose", "equal"])
def test_vmap_refuses_to_compare_samples(name):
    rows = torch.eye(2)
    with pytest.raises(RuntimeError, match=name):
        torch.vmap(lambda row: torch.tensor(getattr(torch, name)(row, rows[0])))(rows)


def test_vmap_refuses_to_write_samples_over_a_tensor_around_it():
    rows, total, zeros = torch.ones(3, 2), torch.zeros(2), torch.ones(2)
    with pytest.raises(RuntimeError, match="inplace arithmetic"):
        torch.vmap(lambda row: total.add_(row))(rows)
    assert torch.vmap(lambda row: row + zeros.zero_())(rows).tolist() == rows.tolist()
    with pytest.raises(ValueError, match="must only return Tensors, got type <class 'NoneType'>"):
        torch.vmap(lambda row: None)(rows)


def test_hooks_of_all_modules_see_each_call_and_its_gradients():
    module = import_module("tensorlab.nn.modules.module")
    seen = []
    handles = [
        module.register_module_forward_pre_hook(lambda m, i: seen.append(("before", type(m)))),
        module.register_module_forward_hook(lambda m, i, o: seen.append(("after", type(m)))),
        module.register_module_full_backward_hook(
            lambda m, i, o: seen.append(("back", o[0].item()))
        ),
    ]
    nn.ReLU()(torch.ones(1, requires_grad=True)).sum().backward()
    for handle in handles:
        handle.remove()
    nn.ReLU()(torch.ones(1))
    assert seen == [("before", nn.ReLU), ("after", nn.ReLU), ("back", 1.0)]


def test_libraries_ask_what_kind_of_tree_a_value_is():
    trees = import_module("tensorlab.utils._pytree")
    pair = NamedTuple("pair", [("a", int), ("b", list)])(1, [2])
    assert trees._get_node_type(pair) is collections.__dict__["namedtuple"]
    assert trees._get_node_type({}) in trees.SUPPORTED_NODES
    assert type(pair) not in trees.SUPPORTED_NODES
    leaves, spec = trees.tree_flatten(pair)
    assert (leaves, trees.tree_unflatten(leaves, spec)) == ([1, 2], pair)
    assert trees.tree_flatten(5) == ([5], trees.LeafSpec())


def test_libraries_say_how_a_class_of_theirs_is_a_tree(monkeypatch):
    trees = import_module("tensorlab.utils._pytree")
    monkeypatch.setattr(trees, "SUPPORTED_NODES", dict(trees.SUPPORTED_NODES))

    class Pair:
        def __init__(self, left, right, name):
            self.left, self.right, self.name = left, right, name

    trees.register_pytree_node(
        Pair,
        lambda pair: ((pair.left, pair.right), pair.name),
        lambda parts, name: Pair(*parts, name),
    )
    pair = trees.tree_map(lambda x: x + 1, [Pair(1, {"a": 2}, "p")])[0]
    assert (pair.left, pair.right, pair.name) == (2, {"a": 3}, "p")


def test_conditions_of_libraries_hold_or_are_errors():
    torch._assert(torch.tensor(2) > 1, "small")
    torch._assert_async(torch.tensor([3.0]))
    torch._check(True, None)
    with pytest.raises(AssertionError, match="small"):
        torch._assert(False, "small")
    with pytest.raises(RuntimeError, match=r"^Expected Tensor with single nonzero value, but got"):
        torch._assert_async(torch.tensor(0))
    with pytest.raises(ValueError, match=r"^few$"):
        torch._check_value([], lambda: "few")
    with pytest.raises(IndexError, match=r"^Expected cond to be True, but got False"):
        torch._check_index(False)
    with pytest.raises(TypeError, match=r"cond must be a bool, but got a Tensor"):
        torch._check(torch.tensor(True))


def test_one_number_stands_for_all_directions():
    utils = import_module("tensorlab.nn.modules.utils")
    assert (utils._pair(3), utils._pair([1, 2]), utils._ntuple(4)(0)) == ((3, 3), (1, 2), (0,) * 4)
    assert utils._triple.__name__ == "_triple"


def test_each_step_of_a_generator_runs_under_the_switch_of_its_function():
    @torch.no_grad()
    def steps():
        got = yield torch.is_grad_enabled()
        try:
            yield got, torch.is_grad_enabled()
        except KeyError:
            yield torch.is_grad_enabled()
        return 7

    going = steps()
    assert (next(going), torch.is_grad_enabled()) == (False, True)
    assert going.send(5) == (5, False)
    assert going.throw(KeyError()) is False
    with pytest.raises(StopIteration, match="7"):
        next(going)


def test_what_is_made_of_a_module_by_compile_is_another_that_has_it_for_a_part():
    layer = nn.Linear(2, 1)
    compiled = torch.compile(layer)
    assert repr(compiled).startswith("OptimizedModule(\n  (_orig_mod): Linear(")
    assert list(compiled.state_dict()) == ["_orig_mod.weight", "_orig_mod.bias"]
    assert torch.equal(compiled(torch.ones(1, 2)), layer(torch.ones(1, 2)))
    compiled.eval().mark = 3
    assert (layer.training, compiled.training, layer.mark) == (False, False, 3)
    assert compiled.in_features == 2
    assert torch.compile(layer, disable=True) is layer


def test_a_backward_hook_of_the_older_kind_sees_the_last_step_alone():
    seen = []
    layer = torch.nn.Linear(2, 3)
    layer.register_backward_hook(lambda module, gave, got: seen.append((module, gave)))
    layer(torch.ones(1, 2)).sum().backward()
    assert seen[0][0] is layer
    bias, inputs, weight = seen[0][1]
    assert (bias.shape, inputs, weight.shape) == ((3,), None, (2, 3))


def test_the_handle_of_a_hook_says_under_which_number_it_is_kept():
    layer = nn.Linear(1, 1)
    handle = layer.register_forward_hook(lambda *given: None)
    assert [*layer._forward_hooks] == [handle.id]


def test_points_of_sobols_sequence_are_pytorchs():
    engine = torch.quasirandom.SobolEngine(3)
    expected = [[0.0, 0.0, 0.0], [0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75]]
    assert engine.draw(4).tolist() == expected
    assert engine.reset().fast_forward(3).draw().tolist() == expected[3:]
    with pytest.raises(ValueError, match=r"then: n=4\+2\*\*3=12\. If you still"):
        engine.draw_base2(3)
    mixed = torch.quasirandom.SobolEngine(2, scramble=True, seed=1)
    assert repr(mixed) == "SobolEngine(dimension=2, scramble=True, seed=1)"
    near = torch.tensor([[0.267725, 0.361755], [0.84344, 0.991808]])
    assert torch.allclose(mixed.draw_base2(1), near, atol=1e-6)
    with pytest.raises(ValueError, match=r"^Supported range of dimensionality"):
        torch.quasirandom.SobolEngine(0)


def test_layers_call_what_a_program_put_in_a_functions_place(monkeypatch):
    counted = []
    monkeypatch.setattr(nn.functional, "relu", lambda x: (counted.append(1), x)[1])
    layer, x = nn.Sequential(nn.ReLU(), nn.ReLU()), torch.tensor([-1.0])
    assert (layer(x).tolist(), len(counted)) == ([-1.0], 2)
    monkeypatch.undo()
    assert (layer(x).tolist(), len(counted)) == ([0.0], 2)
    monkeypatch.setattr(nn.functional, "tanh", None)  # the layer takes that of torch
    assert nn.Tanh()(torch.zeros(1)).item() == 0
