"""`tensorlab python`: the script is Python's own business, torch is ours."""

import subprocess
import sys

import pytest

SCRIPT = """\
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.nn.modules.linear import Linear
from torch.utils.data import DataLoader

assert torch.nn is nn and nn.functional is F and Linear is nn.Linear
open("written.txt", "w").write(str(torch.arange(3)))
print(sys.argv[1:], __name__)
"""


def run(terminal, text, *arguments):
    script = terminal.folder / "script.py"
    script.write_text(text)
    return subprocess.run(
        terminal.command("python", "script.py", *arguments), capture_output=True, text=True,
        env=terminal.environment, cwd=terminal.folder, timeout=60, check=False,
    )  # fmt: skip


def test_a_script_has_torch_files_and_arguments(terminal):
    done = run(terminal, SCRIPT, "a", "--format", "-x")
    assert (done.stdout, done.stderr) == ("['a', '--format', '-x'] __main__\n", "")
    assert (terminal.folder / "written.txt").read_text() == "tensor([0, 1, 2])"


@pytest.mark.parametrize(("text", "code"), [("import sys; sys.exit(7)", 7), ("pass", 0)])
def test_the_exit_code_is_the_script_s(terminal, text, code):
    assert run(terminal, text).returncode == code


def test_the_class_of_tensors_comes_with_its_methods(terminal):
    assert run(terminal, "import torch\nprint(torch.Tensor([1]).double())").stdout == (
        "tensor([1.], dtype=torch.float64)\n"
    )


def test_what_is_registered_for_the_end_is_run(terminal):
    assert run(terminal, "import atexit; atexit.register(print, 'bye')").stdout == "bye\n"


def test_a_traceback_is_python_s_own(terminal):
    done = run(terminal, "def f():\n    1 / 0\n\n\nf()\n")
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[:2] == [
        "Traceback (most recent call last):",
        '  File "script.py", line 5, in <module>',
    ]
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert run(terminal, "x = (").stderr.startswith('  File "script.py", line 1')


def test_a_part_that_is_not_there_is_said_as_python_says_it(terminal):
    done = run(terminal, "import torch.engine")
    assert "ModuleNotFoundError: No module named 'torch.engine'" in done.stderr


ABSENT = """\
import torch
import torch.distributed.fsdp.wrap
from torch.jit import ScriptModule
from torch.nn.modules.container import Sequential
from torch.nn.parallel.distributed import DistributedDataParallel
from torch.optim.optimizer import Optimizer, required
from torch.types import Number
from torch.utils.hooks import RemovableHandle

class Mine(ScriptModule):
    pass

print(torch.distributed.is_available(), torch.profiler.kineto_available())
print(vars(torch)["float32"], torch.nn.modules.container.Sequential is Sequential)
Mine()
"""


OURS = """\
import importlib
import pkgutil

from tensorlab.ops.modules import packages

for package, files in packages().items():
    if not files["both"]:
        continue
    folder = importlib.import_module(package).__path__
    for each in pkgutil.iter_modules(folder):
        name = f"{package}.{each.name}"
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            assert str(error) == f"No module named '{name}'"
            found = False
        else:
            found = True
        if found != (each.name in files["both"]):
            print(name, found)
"""


def test_files_of_ours_have_no_name_of_torch_s(terminal):
    done = run(terminal, OURS)
    assert (done.stdout, done.stderr) == ("", "")


NAMES = """\
import torch, torch.nn as nn, torch.nn.functional as F, torch.distributions as dist
from torch.nn import init
print(*(part.__name__ for part in (torch, nn, F, dist, init, torch.linalg, torch.optim)))
print("Normal" in vars(dist), nn.Sequential(nn.LazyLinear(2))(torch.ones(1, 3)).shape)
"""


def test_modules_have_torch_s_names_and_show_what_is_in_them(terminal):
    done = run(terminal, NAMES)
    names = "torch torch.nn torch.nn.functional torch.distributions torch.nn.init torch.linalg"
    assert (done.stdout, done.stderr) == (f"{names} torch.optim\nTrue torch.Size([1, 2])\n", "")


def test_a_library_can_import_what_is_not_here(terminal):
    done = run(terminal, ABSENT)
    assert done.stdout == "False False\ntorch.float32 True\n"
    assert done.stderr.endswith(
        "NotImplementedError: torch.jit.ScriptModule is not part of tensorlab: nothing is compiled "
        "here, so call the function or the module itself.\n"
    )


def test_what_writes_for_tensorboard_is_tensorboardx_where_that_is_installed(terminal):
    writing = "from torch.utils.tensorboard import SummaryWriter\nprint(SummaryWriter(3))"
    assert "needs the package tensorboardX" in run(terminal, writing).stderr
    (terminal.folder / "tensorboardX").mkdir()
    (terminal.folder / "tensorboardX/__init__.py").write_text("from .writer import SummaryWriter")
    (terminal.folder / "tensorboardX/writer.py").write_text("SummaryWriter = abs")
    assert run(terminal, writing).stdout == "3\n"
    assert run(terminal, writing.replace(" import", ".writer import")).stdout == "3\n"


def test_a_library_reads_the_version_of_the_package(terminal):
    done = run(terminal, "import importlib.metadata as m; print(m.version('torch'))")
    assert (done.stdout, done.stderr) == ("2.13.0+cpu\n", "")


def test_the_first_mistake_of_a_program_is_told_in_pytorch_s_words(terminal):
    done = run(terminal, "import torch\ntorch.finfo('x')")
    assert done.stderr.splitlines()[-1] == (
        "TypeError: finfo(): argument 'type' (position 1) must be torch.dtype, not str"
    )


def test_python_itself_can_be_given_tensorlab_as_torch(terminal):
    text = "import tensorlab; tensorlab.install_as_torch(); import torch.nn as t; print(t.ReLU())"
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, env=terminal.environment,
        timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("ReLU()\n", "")


def test_a_script_comes_from_standard_input_too(terminal):
    assert terminal.run("python", "-", input="import torch; print(torch.ones(1))").stdout == (
        "tensor([1.])\n"
    )


def test_a_missing_script_is_wrong_usage(terminal):
    done = terminal.run("python", "nowhere.py")
    assert (done.returncode, done.stderr) == (
        2, "tensorlab: can't open file 'nowhere.py': No such file or directory\n",
    )  # fmt: skip


def test_help_says_that_it_is_plain_python(terminal):
    assert "not the safe language" in terminal.run("python", "--help").stdout


def test_what_functorch_compiles_with_can_be_imported(terminal):
    done = run(terminal, "from functorch.compile import aot_module, make_boxed_func as f\nprint(f)")
    assert (done.stdout, done.stderr) == (
        "<functorch.compile.make_boxed_func, which is not part of tensorlab>\n", "",
    )  # fmt: skip
