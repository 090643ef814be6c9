"""At the prompt: tensors that are stored otherwise than as an array, or without any elements."""

import pytest

from tensorlab.repl.response import respond
from tensorlab.workspace.workspace import Workspace

ODD = [
    "d.to_sparse_csr()",
    "d.to_sparse_csc()",
    "d.to_sparse_bsr(1)",
    "d.to_sparse_bsc((2, 1))",
    "torch.tensor([[]]).to_sparse_csc()",
    "d.to_sparse()",
    "torch.ones(24).resize_(0)",
    "torch.empty(2, device='meta')",
    "nn.UninitializedParameter()",
]


@pytest.mark.parametrize("form", ["rich", "plain", "grid", "narrated"])
@pytest.mark.parametrize("source", ODD)
def test_an_odd_tensor_can_be_shown_kept_and_asked_about(source, form, capsys):
    workspace = Workspace(lambda text: None)
    for line in ("d = torch.tensor([[1., 0.], [0., 2.]])", f"z = {source}", "z", f"({source})"):
        assert respond(workspace, line, form).went_well, line
    for line in (":vars", ":mem", ":type z", ":view z", f":why {source}", ":undo"):
        respond(workspace, line, form)
    assert "made a mistake" not in "".join(capsys.readouterr())


def test_an_operand_without_elements_is_told_in_words(capsys):
    workspace = Workspace(lambda text: None)
    respond(workspace, ":why torch.ones(24).resize_(0).flip(0)", "narrated")
    assert "There are no elements." in capsys.readouterr().out


def test_a_right_hand_side_for_a_batch_is_drawn_with_its_own_elements(capsys):
    workspace = Workspace(lambda text: None)
    respond(workspace, "L, p = torch.linalg.ldl_factor(torch.tensor([[[7., 2], [2, 5]]]))", "plain")
    answer = respond(workspace, ":why torch.linalg.ldl_solve(L, p, torch.eye(2))", "plain")
    assert answer.went_well
    shown = capsys.readouterr().out
    assert "p, torch.eye(2)) -> (1, 2, 2)" in shown
    assert "[0, 0, 1] = -0.0645" in shown
