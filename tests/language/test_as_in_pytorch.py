from pathlib import Path

import pytest

from tests.conformance.checking import check_by_language
from tests.conformance.replay import replayed
from tests.language.test_classes import in_tensorlab

# What the language itself is needed for; of the others each case runs as Python's, too.
OF_PROGRAMS = ("autograd", "errors", "modules", "programs", "training", "whole_tutorials")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("family", OF_PROGRAMS)
def test_programs_do_in_the_language_what_they_do_under_pytorch(family):
    check_by_language(family)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("family", sorted({*replayed()} - {*OF_PROGRAMS, "ties"}))
def test_operations_do_in_the_language_what_they_do_under_pytorch(family):
    check_by_language(family)


@pytest.mark.slow
def test_ties_do_in_the_language_what_they_do_under_pytorch():
    check_by_language("ties")


TEXT = Path(__file__).with_name("printed_by_pytorch.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", TEXT.rstrip("\n").split("\n====\n"), ids=["modules", "tensors"])
def test_a_program_prints_what_pytorch_printed(part):
    program, _, printed = part.partition("\n--\n")
    assert in_tensorlab(program).rstrip("\n") == printed


def test_a_benchmark_times_what_the_program_has():
    program = (
        "import torch.utils.benchmark as benchmark\nx = torch.ones(2)\ndef f(x): return x + x\n"
        "timer = benchmark.Timer('f(x)', 'from __main__ import f', globals={'x': x}, label='sum')\n"
        "m = timer.timeit(10)\nprint(m.number_per_run, m.mean > 0, repr(m).splitlines()[1])"
    )
    assert in_tensorlab(program) == "10 True sum\n"


def test_lists_of_tensors_and_a_profilers_plan_are_at_hand():
    program = (
        "import torch\np = [torch.ones(1), torch.zeros(1)]\n"
        "torch._foreach_addcdiv_(p, p, [torch.full((1,), 2.)] * 2, [-.5, 1.])\n"
        "print(p, torch._foreach_norm(p), hasattr(torch, '_foreach_nothing'))\n"
        "plan = torch.profiler.schedule(wait=1, warmup=1, active=1)\n"
        "print([plan(k).name for k in range(3)], torch.jit.annotate(list, [1]))\n"
    )
    assert in_tensorlab(program) == (
        "[tensor([0.7500]), tensor([0.])] (tensor(0.7500), tensor(0.)) False\n"
        "['NONE', 'WARMUP', 'RECORD_AND_SAVE'] [1]\n"
    )


def test_what_a_notebook_shows_is_printed():
    program = (
        "from IPython.display import clear_output, display\nfrom IPython import display as d\n"
        "clear_output(wait=True)\ndisplay(torch.ones(1), 'a')\nprint(d.get_ipython())\n"
    )
    assert in_tensorlab(program) == "tensor([1.])\n'a'\nNone\n"


def test_a_handle_ends_with_its_block_and_what_a_program_makes_is_saved_whole():
    program = (
        "import io, contextlib\nm = torch.nn.Linear(1, 1)\n"
        "with m.register_forward_hook(lambda *of: print('hook')): m(torch.ones(1))\n"
        "with contextlib.ExitStack() as all_of:\n"
        "    all_of.enter_context(m.register_forward_hook(lambda *of: print('held')))\n"
        "    m(torch.ones(1))\nm(torch.ones(1))\n"
        "class Own(dict):\n    def __getattr__(self, name): return self[name]\n"
        "b = io.BytesIO()\ntorch.save({'of': Own(a=1), 't': torch.ones(1)}, b)\nb.seek(0)\n"
        "print(torch.load(b, weights_only=False)['of'].a)\n"
    )
    assert in_tensorlab(program) == "hook\nheld\n1\n"


def test_a_custom_function_is_given_its_parts_by_name_and_those_that_are_usual():
    program = (
        "class Power(torch.autograd.Function):\n"
        "    @staticmethod\n    def forward(x, k=2): return x**k\n"
        "    @staticmethod\n    def setup_context(ctx, inputs, output): print(inputs[1])\n"
        "    @staticmethod\n    def backward(ctx, grad): return grad, None\n"
        "x = torch.ones(1, requires_grad=True)\n"
        "print(Power.apply(x), Power.apply(k=3, x=x).grad_fn.name())\n"
    )
    assert in_tensorlab(program) == "2\n3\ntensor([1.], grad_fn=<PowerBackward>) PowerBackward\n"
