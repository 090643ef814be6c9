"""Imports: what is not here is told where it is used, and drawing is answered quietly."""

import pytest

from tensorlab.language.running.session import Session

DRAWN = """
import matplotlib.pyplot as plt, seaborn as sns
from matplotlib import cm, pyplot
fig, ax = plt.subplots(figsize=(2, 3))
ax.set_title('x').set_size(3)
fig, axes = plt.subplots(2, 3)
axes[0, 1].imshow([1])
print(len([a for a in axes.flat]), len(axes), len(axes[0]), len(list(axes.ravel())))
n, bins, patches = plt.hist([1])
line, = plt.plot([1, 2])
line.color = 'red'
plt.rcParams['x'] = 1
with plt.style.context('dark'):
    sns.heatmap([1], cmap=cm.viridis)
plt.tight_layout(), plt.show()
print('done')
"""


def run(program: str):
    texts: list[str] = []
    outcome = Session(write=texts.append).run(program)
    return "".join(texts), outcome


def test_an_import_that_is_not_there_is_told_where_it_is_used():
    text, outcome = run("import torchvision\nprint('begun')\nx = torchvision.datasets\nprint('no')")
    assert text == "begun\n"
    assert (outcome.failure.type, outcome.failure.span.line) == ("Unsupported", 3)
    (notice,) = outcome.notices
    assert notice.startswith("ImportWarning: torchvision is not part of tensorlab")


def test_what_writes_files_for_another_program_says_what_to_do_and_can_be_asked_for():
    importing = "from torch.utils.tensorboard import SummaryWriter"
    failure = run(f"{importing}\nSummaryWriter('runs')")[1].failure
    assert failure.message == "torch.utils.tensorboard.SummaryWriter is not part of tensorlab."
    assert failure.hints == ("It writes files: print what you want to follow.",)
    text, _ = run(f"try:\n    {importing}\nexcept ImportError:\n    print('without')")
    assert text == "without\n"


def test_a_program_that_does_not_use_it_runs_to_its_end():
    text, outcome = run(
        "import os, socket\nfrom pandas import DataFrame as D\n"
        "def f(x: D, y: os.PathLike) -> 'D': return x\nprint(f(1, 2))"
    )
    assert (text, outcome.failure, len(outcome.notices)) == ("1\n", None, 2)


def test_what_pytorch_has_not_either_can_be_caught():
    text, outcome = run(
        "try:\n    import torch.nope\nexcept ImportError as e:\n    print(e)\n"
        "try:\n    from torch import nope\nexcept ImportError as e:\n    print(e)"
    )
    assert text == "No module named 'torch.nope'\ncannot import name 'nope' from 'torch'\n"
    assert outcome.failure is None


def test_a_part_that_is_not_here_leaves_the_whole_that_is():
    text, outcome = run("import torch.utils.dlpack\nprint(torch.arange(2))\ntorch.utils.dlpack.f")
    assert (text, outcome.failure.type) == ("tensor([0, 1])\n", "Unsupported")


def test_drawing_does_nothing_and_is_told_once():
    text, outcome = run(DRAWN)
    assert outcome.failure is None
    assert text == "6 2 3 6\ndone\n"
    (notice,) = outcome.notices
    assert "matplotlib" in notice


def test_a_bar_hands_its_items_on_and_draws_nothing():
    text, outcome = run(
        "from tqdm import tqdm, trange\nfrom tqdm.auto import tqdm as other\n"
        "bar = tqdm([5, 6], desc='x')\nfor i in bar:\n    bar.set_postfix(loss=i)\n    print(i)\n"
        "with other(total=3) as p:\n    p.update(1)\nprint(len(bar), sum(trange(4)), list(bar))"
    )
    assert (text, outcome.failure) == ("5\n6\n2 6 [5, 6]\n", None)


@pytest.mark.parametrize(
    "line", ["%matplotlib inline", "if 1:\n    %config x = 1", "!pip install torch"]
)
def test_lines_for_a_notebook_are_passed_over(line):
    assert run(f"{line}\nprint(5 % 3)\n")[0] == "2\n"


def test_a_part_of_python_that_is_not_here_is_told_where_it_is_reached():
    text, outcome = run("print(1)\nasync def f(): pass")
    assert (text, outcome.failure.type, outcome.failure.span.line) == ("1\n", "Unsupported", 2)


@pytest.mark.parametrize(
    ("line", "name", "instead"),
    [
        ("torch.distributed.all_reduce(1)", "torch.distributed.all_reduce", "leave it out."),
        ("torch.export.export(1)", "torch.export.export", "torch.save."),
        ("torch.cuda.Stream()", "torch.cuda.Stream", "leave it out."),
        ("torch.ops.aten.add(1, 2)", "torch.ops.aten", "call the public function itself."),
        ("from torch import fx\nfx.symbolic_trace(1)", "torch.fx.symbolic_trace", "itself."),
        ("torch.nn.parallel.scatter(1, 2)", "torch.nn.scatter", "use the module itself."),
        ("torch.frombuffer(b'a')", "torch.frombuffer", "all of Python."),
        ("torch.TypedStorage(2)", "torch.TypedStorage", "all of Python."),
    ],
)
def test_what_pytorch_has_and_tensorlab_has_not_says_what_to_do(line, name, instead):
    failure = run(line)[1].failure
    assert (failure.type, failure.message) == ("Unsupported", f"{name} is not part of tensorlab.")
    assert failure.hints[0].endswith(instead)


def test_a_text_that_is_timed_finds_the_program_s_names_in_main():
    text, _ = run(
        "import timeit\ndef f(x): print(x)\nk = 3\n"
        "timeit.timeit('f(k)', 'from __main__ import f, k', number=2)"
    )
    assert text == "3\n3\n"


def test_functorch_s_calls_of_modules_are_those_of_torch_func():
    text, outcome = run("""
import torch, functorch
from functorch import make_functional_with_buffers, vmap, grad, combine_state_for_ensemble
models = [torch.nn.Linear(2, 1) for _ in range(3)]
call, params, buffers = combine_state_for_ensemble(models)
each = vmap(call, in_dims=(0, 0, None))(params, buffers, torch.ones(2))
print(torch.equal(each, torch.stack([m(torch.ones(2)) for m in models])))
call, params, buffers = make_functional_with_buffers(models[0])
print([g.shape for g in grad(lambda p: call(p, buffers, torch.ones(2)).sum())(params)])
call, params = functorch.make_functional(models[1])
print(torch.equal(call(params, torch.ones(2)), models[1](torch.ones(2))))
""")
    assert outcome.failure is None
    assert text == "True\n[torch.Size([1, 2]), torch.Size([1])]\nTrue\n"


def test_what_numpy_has_and_programs_have_not_is_asked_for_and_found_missing():
    text, _ = run("import numpy as np\nprint(hasattr(np, 'memmap'), getattr(np, 'memmap', 'none'))")
    assert text == "False none\n"
    _, outcome = run("import numpy as np\ngetattr(np, 'memmap')")
    assert outcome.failure.type == "Unsupported"


def test_a_function_that_vmap_calls_shows_the_batch_once_and_has_tensors():
    text, _ = run("import torch\ntorch.vmap(lambda r: (print(type(r), r), r)[1])(torch.ones(2))")
    batch = "BatchedTensor(lvl=1, bdim=0, value=\n    tensor([1., 1.])\n)"
    assert text == f"<class 'torch.Tensor'> {batch}\n"


def test_a_size_is_made_of_whatever_is_a_whole_number():
    text, _ = run(
        "import torch\nimport numpy as np\n"
        "print(torch.zeros(torch.Size([np.int64(2), torch.tensor(1)])).shape)"
    )
    assert text == "torch.Size([2, 1])\n"
