"""Families of functions are loaded when first used, by whichever thread comes first."""

import subprocess
import sys

SLOW = """
import sys
from importlib.machinery import PathFinder
from threading import Event, Thread

begun = Event()

class Slow:
    def find_spec(self, name, path, target=None):
        if name != "tensorlab.ops.pointwise.arithmetic":
            return None
        spec = PathFinder.find_spec(name, path)
        run = spec.loader.exec_module
        spec.loader.exec_module = lambda module: (begun.set(), Event().wait(0.3), run(module))
        return spec

import tensorlab as torch
x = torch.ones(2)
assert "tensorlab.ops.pointwise.arithmetic" not in sys.modules
sys.meta_path.insert(0, Slow())
other = Thread(target=lambda: torch.mul)
other.start()
begun.wait()
print({})
other.join()
"""


def run_while_another_loads(expression):
    done = subprocess.run(
        [sys.executable, "-c", SLOW.format(expression)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_operator_waits_for_the_thread_that_loads_it():
    assert run_while_another_loads("(x * 7).tolist()") == "[7.0, 7.0]\n"


def test_a_function_waits_for_the_thread_that_loads_it():
    assert run_while_another_loads("torch.mul(x, 7).tolist()") == "[7.0, 7.0]\n"
