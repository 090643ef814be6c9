"""torch's modules can be imported by name, whether they have a file here or not."""

from importlib import import_module
from types import ModuleType

import pytest

import tensorlab as torch
from tensorlab.ops.modules import ALSO, SWITCHES, home_of, made_modules, own_name, packages


@pytest.mark.parametrize("namespace", sorted({*made_modules(), *SWITCHES, *ALSO} - {"functorch"}))
def test_a_module_is_imported_by_the_name_that_finds_it_as_an_attribute(namespace):
    module = import_module(own_name(namespace))
    value = torch
    for part in namespace.split(".")[1:]:
        value = getattr(value, part)
    assert value is module


@pytest.mark.parametrize(
    "name", [f"{parent}.{file}" for parent, files in packages().items() for file in files["theirs"]]
)
def test_a_file_of_pytorchs_is_imported_as_the_module_that_holds_its_names(name):
    holder = import_module(own_name(name.rpartition(".")[0]))
    before = getattr(holder, name.rpartition(".")[2], None)
    module = import_module(own_name(name))
    assert module.__name__ in (own_name(home_of(name)), own_name(name))  # or it has a file
    assert before in (None, getattr(holder, name.rpartition(".")[2], None))


@pytest.mark.parametrize(
    "name", ["nn.linear", "nn.dropout", "nn.loss", "nn.flatten", "nn.containers", "optim.adam"]
)
def test_a_file_is_no_name_of_a_package_where_it_is_none_in_pytorch(name):
    import_module("tensorlab.nn.linear")
    package, _, file = name.rpartition(".")
    with pytest.raises(AttributeError, match=f"^module 'torch.{package}' has no attribute"):
        getattr(getattr(torch, package), file)
    assert torch.nn.modules.linear.Linear is torch.nn.modules.Linear is torch.nn.Linear


def test_a_file_that_has_one_here_too_is_an_attribute():
    found = torch.distributions
    assert found.distribution.Distribution is found.Distribution
    assert found.normal.Normal is found.Normal


def test_a_made_module_lists_and_hands_out_its_names():
    module = import_module("tensorlab.special")
    assert "expit" in module.__all__
    assert "expit" in dir(module)
    assert module.expit is torch.special.expit


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("nn.functional", "relu"), ("nn.init", "zeros_"), ("autograd", "gradcheck"),
        ("autograd.functional", "vjp"), ("func", "grad"), ("random", "seed"),
        ("nn.utils.rnn", "pad_sequence"),
    ],
)  # fmt: skip
def test_a_module_with_a_file_lists_its_public_names_alone(name, one):
    module = import_module("tensorlab.absent").complete(
        import_module(f"tensorlab.{name}"), f"torch.{name}"
    )
    listed = set(dir(module))
    assert one in listed
    parts = {other for other in listed if isinstance(getattr(module, other), ModuleType)}
    assert listed - parts == set(module.__all__) - parts
    assert listed.isdisjoint({"lookup", "find", "Any", "draw_evenly", "import_module", "Tensor"})
    assert all(hasattr(module, other) for other in listed)


def test_switches_are_set_for_the_length_of_a_block():
    with torch.backends.cudnn.flags(enabled=False):
        assert torch.backends.cudnn.enabled is False
    assert torch.backends.cudnn.enabled is True


def test_what_does_not_exist_is_not_found():
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'tensorlab\.nothing'"):
        import_module("tensorlab.nothing")


def test_a_program_sets_the_engine_of_quantized_layers_and_reads_it():
    assert torch.backends.quantized.engine in torch.backends.quantized.supported_engines


@pytest.mark.parametrize(
    ("module", "name"),
    [("", "relu"), (".nn.functional", "relu"), (".autograd.functional", "jacobian")],
)
def test_a_star_import_binds_the_functions_that_are_declared(module, name):
    bound: dict = {}
    exec(f"from tensorlab{module} import *", bound)  # noqa: S102  no other statement binds stars
    assert name in bound
    assert "nn" not in bound


def test_a_layer_says_the_file_that_pytorch_has_it_in():
    names = ("Flatten", "PairwiseDistance", "LazyBatchNorm2d", "PixelShuffle", "GRUCell", "CTCLoss")
    files = ["flatten", "distance", "batchnorm", "pixelshuffle", "rnn", "loss"]
    assert [getattr(torch.nn, name).__module__ for name in names] == [
        f"torch.nn.modules.{file}" for file in files
    ]


def test_every_tensor_is_a_variable_of_old():
    from tensorlab.autograd.variable import Variable

    assert Variable is torch.autograd.Variable
    assert isinstance(torch.ones(1), Variable)
    assert not isinstance(1.0, Variable)
    assert Variable(torch.ones(1), requires_grad=True).requires_grad
    with pytest.raises(TypeError, match="has to be a tensor, but got list"):
        Variable([1.0])


def test_a_file_of_both_has_the_inner_names_that_lie_elsewhere():
    import tensorlab.nn.modules.loss as losses

    from tensorlab.distributions import constraints

    torch.nn.MSELoss()  # loads the file of ours
    assert losses._Loss is torch.nn.modules.loss._Loss
    assert torch.nn.modules.utils._pair(3) == (3, 3)
    assert torch.nn.modules.module._addindent("a\nb", 3) == "a\n   b"
    assert type(constraints.real) is constraints._Real is not type(constraints.positive)
    with pytest.raises(AttributeError, match="nothing"):
        losses.nothing  # noqa: B018
