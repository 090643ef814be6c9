import pytest

from tensorlab.engine.cuda import cupy_backend

pytestmark = pytest.mark.skipif(cupy_backend.obstacle() is None, reason="here is a GPU")


def test_a_missing_gpu_is_pytorchs_error_and_a_reason(terminal):
    result = terminal.run("eval", 'torch.ones(2, device="cuda")')
    assert result.returncode == 1
    assert "AssertionError: Torch not compiled with CUDA enabled" in result.stderr
    assert cupy_backend.obstacle() in result.stderr.replace("\n", " ")


@pytest.mark.parametrize("command", [["eval", "1"], ["repl"], ["lesson", "matmul"]])
def test_a_device_that_is_not_there_is_refused_with_the_reason(terminal, command):
    result = terminal.run(*command, "--device", "cuda")
    assert result.returncode == 2
    assert "tensors cannot be made on 'cuda' here" in result.stderr


def test_an_unknown_device_is_refused(terminal):
    result = terminal.run("eval", "--device", "gpu", "1")
    assert result.returncode == 2
    assert "there is no device 'gpu': write cpu, cuda, meta" in result.stderr


def test_the_device_is_where_tensors_are_made(terminal):
    result = terminal.run("eval", "--device", "meta", "torch.ones(2, 3) @ torch.ones(3, 5)")
    assert result.stdout == "tensor(..., device='meta', size=(2, 5))\n"


def test_the_prompt_says_and_changes_the_device(terminal):
    result = terminal.run(
        "repl", input=":device\n:device meta\ntorch.ones(2)\n:device cpu\ntorch.ones(1)\n"
    )
    assert result.stdout.splitlines() == [
        "tensors are made on cpu", "tensors are made on meta",
        "tensor(..., device='meta', size=(2,))", "tensors are made on cpu", "tensor([1.])",
    ]  # fmt: skip


def test_information_tells_why_there_is_no_gpu(terminal):
    assert cupy_backend.obstacle() in terminal.run("info").stdout.replace("\n", " ")
