"""Memory that begins with a line of the cache, where numpy can be lent another function."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.numerics.machine.allocation import LINE, SOME, Lines

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere numpy takes its own")


@on_linux
@pytest.mark.parametrize("size", [SOME, SOME + 3, 20_000])
def test_sums_begin_with_a_line(size):
    a = torch.rand(size)
    for _ in range(2):  # the first call of a type is looked at more closely
        results = a + a, a * a, a - a, a / a
    for result in results:
        assert result.numpy().ctypes.data % LINE == 0


def test_cells_are_those_of_numpy():
    a, b = torch.randn(SOME * 2).numpy(), torch.randn(SOME * 2).numpy()
    sums = torch.from_numpy(a) + torch.from_numpy(b)
    np.testing.assert_array_equal(sums.numpy(), a + b)


def test_while_another_runs_in_lines():
    a = torch.ones(SOME)

    def inner():
        return a + a

    assert Lines.run(inner).sum().item() == 2 * SOME


def test_threads_do_not_disturb_each_other():
    a, wrong = torch.ones(SOME), []

    def work():
        wrong.extend(total for _ in range(50) if (total := (a + a).sum().item()) != 2 * SOME)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_arrays_may_outlive_the_library():
    source = (
        "import builtins, tensorlab\n"
        f"a = tensorlab.rand({SOME})\n"
        "builtins.kept = [(a + a).numpy() for _ in range(3)]\n"
    )
    assert subprocess.run([sys.executable, "-c", source], check=False).returncode == 0
