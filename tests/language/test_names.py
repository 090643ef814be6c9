import pytest

from tensorlab.language.running.session import Session

MODULES = Session(write=lambda text: None).library.modules


@pytest.mark.parametrize("module", MODULES)
def test_a_namespace_lists_what_can_stand_behind_its_dot(module):
    names = MODULES[module].table.names()
    assert [name for name in names if not name.isidentifier()] == []


def test_functions_and_classes_are_listed_where_pytorch_has_them():
    listed = {module: set(MODULES[module].table.names()) for module in MODULES}
    assert {"add", "Tensor", "float32", "no_grad", "nn", "pi"} <= listed["torch"]
    assert {"relu", "linear", "mse_loss"} <= listed["torch.nn.functional"]
    assert {"Linear", "Module", "Parameter"} <= listed["torch.nn"]
    assert {"inv", "svd"} <= listed["torch.linalg"]


def test_a_masked_tensor_has_all_names_after_a_plain_one_was_asked_for_its_own():
    program = (
        "x = torch.ones(2, 2)\nx.is_sparse_csr\n"
        "torch.masked.masked_tensor(x, x > 0).to_sparse_csr().is_sparse_csr()"
    )
    assert Session().run(program).value is True
