"""PyTorch's names that are not here: they can be imported, and say what they lack when used."""

import subprocess
import sys
import warnings
from contextlib import ExitStack
from importlib import import_module
from types import ModuleType

import pytest

import tensorlab as torch
from tensorlab.absent import AbsentType, find_absent, inner, inner_names, reasons
from tensorlab.namespaces import functorch as beside
from tensorlab.ops.modules import home_of, own_name
from tensorlab.optim import Optimizer


@pytest.mark.parametrize("part", sorted({name.rpartition(".")[0] for name in reasons()}))
def test_what_is_listed_is_not_here(part):
    module = import_module(own_name(home_of(part) or part))
    for name in reasons():
        parent, _, last = name.removesuffix("*").rpartition(".")
        if parent == part:
            found = vars(module).get(last)  # made when a program first asks for it
            assert found is None or isinstance(found, AbsentType | ModuleType), name


def test_an_absent_name_says_what_it_lacks_only_when_it_is_used():
    class Derived(torch.fx.Tracer):
        pass

    assert not isinstance(torch.nn.ReLU(), torch.fx.GraphModule | Optimizer)
    assert issubclass(torch.fx.GraphModule, torch.nn.Module)
    with pytest.raises(NotImplementedError, match=r"^torch\.fx\.Tracer is not part of tensorlab: "):
        Derived()
    with pytest.raises(NotImplementedError, match="only one process here, so leave it out"):
        torch.distributed.all_reduce(torch.ones(1), op=torch.distributed.ReduceOp.SUM)
    for use in (list, lambda name: name > 1, ExitStack().enter_context):
        with pytest.raises(NotImplementedError, match=r"no graph is made of a module"):
            use(torch.fx.Graph)


def test_what_asks_whether_something_is_there_says_no():
    import tensorlab.distributed as dist

    assert dist.is_available() is dist.is_initialized() is False
    assert torch._C._are_functorch_transforms_active() is False
    assert torch._C._get_tracing_state() is False
    assert torch.is_autocast_enabled("mps") is False


def test_marks_leave_what_they_mark_as_it_is():
    assert find_absent("torch.jit", "_overload")(len) is len
    with find_absent("torch.backends", "__allow_nonbracketed_mutation")():
        torch.backends.cudnn.benchmark = False
    assert find_absent("torch.utils.data", "functional_datapipe")("batch")(list) is list


def test_a_module_that_something_else_has_loaded_knows_what_is_not_here():
    run = "import tensorlab as torch, tensorlab.serialization, tensorlab.jit, tensorlab.nested\n"
    asked = "print(torch.serialization.skip_data, torch.jit.wait, torch.nested.SymInt)"
    found = subprocess.run([sys.executable, "-c", run + asked], capture_output=True, check=True)
    assert found.stdout.count(b"which is not part of tensorlab") == 3


def test_modules_within_an_absent_one_can_be_imported():
    module = import_module("tensorlab.distributed.fsdp.wrap")
    assert isinstance(module.enable_wrap, AbsentType)
    assert isinstance(import_module("tensorlab.nn.quantized.dynamic").Linear, AbsentType)
    for name in (
        "utils._foreach_utils",
        "utils._python_dispatch",
        "cuda._memory_viz",
        "_dynamo.guards",
    ):
        assert "use the public functions" in (import_module(f"tensorlab.{name}").__doc__ or "")


def test_numbers_of_few_bits_can_be_named():
    assert torch.float8_e4m3fn not in {torch.float16, torch.int8}
    with pytest.raises(NotImplementedError, match="types of so few bits"):
        torch.zeros(1, dtype=torch.float8_e4m3fn)


@pytest.mark.parametrize("name", ["nothing", "__wrapped__", "linalg.nothing", "nn.nothing"])
def test_what_pytorch_has_not_is_an_attribute_error(name):
    *parts, last = name.split(".")
    module = torch if not parts else getattr(torch, parts[0])
    with pytest.raises(AttributeError, match=f"has no attribute '{last}'"):
        getattr(module, last)


def test_lists_of_tensors_are_answered_one_by_one():
    tensors = [torch.ones(1), torch.zeros(2)]
    torch._foreach_add_(tensors, tensors, alpha=2)
    assert [t.tolist() for t in torch._foreach_mul(tensors, 2)] == [[6.0], [0.0, 0.0]]
    torch._foreach_maximum_(tensors, 1.0)
    assert [t.tolist() for t in torch._foreach_minimum(tensors, 2.0)] == [[2.0], [1.0, 1.0]]
    assert [t.item() for t in torch._foreach_norm(tensors, ord=1)] == [3.0, 2.0]
    assert torch._foreach_addcmul(tensors[:1], tensors[:1], tensors[:1], [2])[0].tolist() == [21.0]
    whole = torch.tensor([1])
    group = torch.utils._foreach_utils._group_tensors_by_device_and_dtype
    groups = group([[*tensors, whole], [1, 2, 3]], with_indices=True)
    assert groups[whole.device, torch.int64] == ([[whole], [3]], [2])
    assert groups[whole.device, torch.float32][1] == [0, 1]


def test_inner_names_that_libraries_use_are_what_they_are_here():

    assert torch._tensor_str._str(torch.ones(1)) == "tensor([1.])"
    device, dtype, *_ = torch._C._nn._parse_to("cpu", torch.float64)
    assert (device, dtype) == (torch.device("cpu"), torch.float64)
    assert isinstance(torch.nn.LazyInstanceNorm1d(), torch.nn.modules.instancenorm._InstanceNorm)
    torch.cuda.set_rng_state_all(torch.cuda.get_rng_state_all())
    assert torch.cuda.nvtx.range("a")(abs) is abs
    assert not torch.cuda._is_in_bad_fork()
    assert torch.nn.modules.loss.Tensor is torch.nn.functional.Tensor is torch.Tensor
    for name in inner_names():
        assert not isinstance(inner(name), AbsentType), name


@pytest.mark.parametrize("older", ["1.9", "2.2.0", "2.13", (2, 12), "2.13.0", "2.13.0a0"])
def test_versions_are_compared_by_their_numbers(older):
    assert torch.__version__ > older
    assert not torch.__version__ <= older
    assert torch.__version__ == "2.13.0+cpu"


def test_a_librarys_loss_begins_as_the_inner_class_that_it_extends():
    class Scaled(inner("torch.nn._WeightedLoss")):
        def __init__(self, weight=None, reduction="mean"):
            super().__init__(weight, None, None, reduction)

    loss = Scaled(torch.ones(2), "sum")
    assert (loss.reduction, list(loss.state_dict())) == ("sum", ["weight"])
    assert isinstance(torch.nn.CrossEntropyLoss(), inner("torch.nn._WeightedLoss"))
    assert inner("torch.nn._Loss")(reduction="none").reduction == "none"


def test_tables_by_tensors_forget_what_nobody_has():
    table = torch.utils.weak.WeakTensorKeyDictionary()
    kept, gone = torch.ones(2), torch.ones(2)
    table[kept], table[gone] = 1, 2
    del gone
    assert list(table.items()) == [(kept, 1)]
    assert torch.ones(2) not in table
    table.pop(kept)
    assert not len(table)


def test_libraries_find_the_folder_of_what_they_fetch(monkeypatch):
    monkeypatch.setenv("TORCH_HOME", "/somewhere")
    assert torch.hub._get_torch_home() == "/somewhere"
    assert torch.hub.get_dir() == "/somewhere/hub"
    assert torch.cuda._initialized is False
    with pytest.raises(NotImplementedError, match="from the network"):
        torch.hub.load("owner/name", "model")


def test_a_class_of_lists_registers_as_a_list_does():
    class Mine(list):
        pass

    tree = torch.utils._pytree
    lists = tree._list_flatten, tree._list_unflatten
    tree.register_pytree_node(Mine, *lists, flatten_with_keys_fn=tree._list_flatten_with_keys)
    assert tree.tree_map(lambda x: x + 1, {"a": Mine([1, 2])}) == {"a": [2, 3]}
    assert tree._list_flatten_with_keys("ab")[0][1] == (tree.SequenceKey(idx=1), "b")


def test_what_libraries_ask_while_they_are_loaded_is_answered():
    keys = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCPU)
    assert len(keys | torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCUDA)) == 2
    symbolic = import_module("tensorlab.onnx.symbolic_helper")
    assert symbolic.parse_args("v", "i")(len) is len
    assert isinstance({torch.ops.aten._convolution: 1}, dict)
    with pytest.raises(NotImplementedError, match="call the public function itself"):
        torch.ops.aten._convolution(1)
    assert not import_module("tensorlab._dynamo.utils").is_compile_supported("cpu")
    assert torch.jit._script_if_tracing(len) is len
    assert torch.nn.modules.module._EXTRA_STATE_KEY_SUFFIX == "_extra_state"
    assert torch.nn.modules._get_activation_fn("relu") is torch.nn.functional.relu


def test_types_of_few_bits_tell_their_limits():
    few, other = torch.finfo(torch.float8_e4m3fn), torch.finfo(torch.float8_e5m2)
    assert (few.bits, few.max, few.eps, few.tiny) == (8, 448.0, 0.125, 0.015625)
    assert (other.bits, other.max, other.dtype) == (8, 57344.0, "float8_e5m2")
    with pytest.raises(NotImplementedError, match="types of so few bits"):
        torch.finfo(torch.float8_e8m0fnu)


def test_what_draws_for_distributions_draws_for_libraries():
    torch.manual_seed(0)
    drawn = torch._sample_dirichlet(torch.tensor([1.0, 2.0, 3.0]))
    torch.manual_seed(0)
    expected = torch.distributions.Dirichlet(torch.tensor([1.0, 2.0, 3.0])).sample()
    assert torch.equal(drawn, expected)


def test_classes_of_a_library_say_how_they_are_put_together(monkeypatch):
    class Point:
        pass

    collated = import_module("tensorlab.utils.data._utils.collate").default_collate_fn_map
    monkeypatch.setitem(collated, Point, lambda batch, *, collate_fn_map: len(batch))
    assert torch.utils.data.default_collate([(Point(), 1), (Point(), 2)])[0] == 2
    assert torch.utils.data.default_collate([1, 2]).tolist() == [1, 2]


def test_trees_of_a_library_are_taken_apart_as_dictionaries():
    tree = torch.utils._pytree
    values, keys = tree._dict_flatten({"a": 1, "b": 2})
    assert tree._dict_unflatten(values, keys) == {"a": 1, "b": 2}
    assert tree._dict_flatten_with_keys({"a": 1})[0] == [(tree.MappingKey("a"), 1)]
    assert tree.is_structseq_instance(torch.ones(2).max(0))
    assert [tree.tree_is_leaf(one) for one in (1, None, [1], (2,))] == [True, True, False, False]
    assert tree.tree_is_leaf((1,), is_leaf=lambda value: isinstance(value, tuple))


def test_the_package_beside_torch_has_the_functions_of_func():
    assert beside.vmap(beside.grad(lambda x: x**2))(torch.arange(3.0)).tolist() == [0.0, 2.0, 4.0]
    with pytest.raises(NotImplementedError, match=r"use the functions of torch\.func"):
        beside.make_fx(torch.nn.ReLU())
    models = [torch.nn.Linear(2, 1) for _ in range(3)]
    call, params = beside.make_functional(models[0])
    assert torch.equal(call(params, torch.ones(2)), models[0](torch.ones(2)))
    call, params, buffers = beside.combine_state_for_ensemble(models)
    each = beside.vmap(call, in_dims=(0, 0, None))(params, buffers, torch.ones(2))
    assert each.flatten().tolist() == [model(torch.ones(2)).item() for model in models]
    scaled = beside.vmap(lambda x: (x * params[1][0]).relu())(torch.ones(2, 1))
    assert scaled.grad_fn.name() == "ReluBackward0"  # as of one call
    assert not hasattr(beside, "__nothing__")
    assert torch.nn.modules.module._global_parameter_registration_hooks == {}


def test_what_libraries_ask_of_compilers_and_counters_is_that_there_is_none():
    module = import_module("tensorlab.fx.experimental.proxy_tensor")
    assert module.get_proxy_mode() is None
    x = torch.ones(1)
    assert torch._dynamo.mark_static_address(x) is x
    assert torch.jit.isinstance(x, torch.Tensor)
    assert torch.utils.data._utils.np_str_obj_array_pattern.search("U")
    with pytest.raises(NotImplementedError, match="nothing is compiled here"):
        torch._dynamo.explain(x)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)
    counter = torch.utils.flop_counter.FlopCounterMode(display=False)
    assert (counter.get_total_flops(), counter.get_flop_counts()) == (0, {"Global": {}})
    with pytest.raises(NotImplementedError, match="does not count"), counter:
        pass


def test_rows_are_multiplied_with_the_matrix_of_their_group():
    rows, experts = (
        torch.arange(6.0).view(3, 2),
        torch.ones(2, 2, 1) * torch.tensor([[[1]], [[10]]]),
    )
    grouped = torch.nn.functional.grouped_mm(rows, experts, offs=torch.tensor([1, 3]))
    assert grouped.tolist() == [[1.0], [50.0], [90.0]]
    with pytest.raises(NotImplementedError, match="bmm"):
        torch.nn.functional.grouped_mm(rows, rows)
    with pytest.raises(NotImplementedError, match="grouped_mm"):
        torch.nn.functional.grouped_mm(rows, experts, offs=torch.tensor([1, 3]), bias=rows)


def test_indices_of_rows_become_where_rows_begin():
    starts = torch._convert_indices_from_coo_to_csr(torch.tensor([0, 0, 2]), 4)
    assert starts.tolist() == [0, 2, 2, 3, 3]
    pairs = torch.eye(2).to_sparse()
    assert not pairs._coalesced_(False).is_coalesced()


def test_an_absent_name_that_is_handed_on_says_what_it_lacks():
    for call in (torch.zeros, torch.ones(1).to, torch.finfo):
        with pytest.raises(NotImplementedError, match="float8_e5m2fnuz is not part of tensorlab"):
            call(torch.float8_e5m2fnuz)
    assert import_module("torch._ops" if "torch" in sys.modules else "tensorlab._ops").OpOverload


def test_a_stream_of_no_gpu_and_what_steers_no_compiler_change_nothing():
    kernels = torch.backends.cuda.sdp_kernel(enable_flash=True, enable_math=False)
    with torch.cuda.stream(None), torch._dynamo.utils.disable_cache_limit(), kernels:
        assert not torch.ao.quantization.pt2e.export_utils.model_is_exported(None)
    assert torch.distributed._composable_state._get_module_state(None) is None
    assert torch._guards.active_fake_mode() is None


def test_the_cpu_is_asked_as_a_gpu_would_be():
    here = torch.get_device_module(torch.device("cpu"))
    assert here is torch.cpu
    assert (here.is_available(), here.device_count()) == (True, 1)
    assert not hasattr(here, "empty_cache")
    assert torch.get_device_module("cuda:0") is torch.cuda
    assert torch.utils.checkpoint.get_device_states(torch.ones(1)) == ([], [])
