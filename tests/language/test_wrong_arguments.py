"""Every function, called with values that are no tensors: that is the program's mistake."""

import pytest

from tensorlab.language.session import Budget, Session
from tensorlab.ops.index import FAMILY_OF

SPACES = ("torch", "torch.nn.functional", "torch.linalg", "torch.special", "torch.fft")
CHANGE_EVERYTHING = {"torch.set_default_device", "torch.set_grad_enabled", "torch.set_printoptions"}
ARGUMENTS = ("1", "'a'", "[1, 2]", "None", "x, 1", "x, 'a'", "x, [1, 2]", "x, None", "x, x, x")
NAMES = sorted(
    name for name in FAMILY_OF
    if name.rpartition(".")[0] in SPACES and name not in CHANGE_EVERYTHING
)  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_wrong_arguments_are_told_to_be_wrong(arguments):
    session = Session(budget=Budget(steps=10**6, memory=1 << 28, seconds=5))
    session.run("x = torch.ones(2, 3)")
    start = session.checkpoint()
    ours = []
    for name in NAMES:
        failure = session.run(f"{name}({arguments})").failure
        if failure is not None and failure.code == "internal":
            ours.append((name, failure.message))
        session.restore(start)
    assert ours == []


def test_a_number_for_a_tensor_is_said_to_be_none():
    failure = Session().run("F.mse_loss(torch.ones(2), 1)").failure
    assert failure.type == "AttributeError"
    assert failure.message == "'int' object has no attribute 'size'"
    assert "is no tensor" in failure.explanation
