"""Settings: every switch of a program's is on the list, and each session has its own."""

import re
import sys
import warnings
from threading import Thread

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.course.answers.bench import Bench
from tensorlab.engine import settings
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.operation import Operation
from tensorlab.language.library.names import namespaces
from tensorlab.language.running.session import Session

SWITCHING = re.compile(r"^(set_.+|use_.+|manual_seed.*|seed)$")
# A program for each function that switches something; empty where there is nothing to switch.
PROGRAMS = {
    "torch.set_default_dtype": "torch.set_default_dtype(torch.float64)",
    "torch.set_default_device": "torch.set_default_device('meta')",
    "torch.set_grad_enabled": "torch.set_grad_enabled(False)",
    "torch.autograd.set_grad_enabled": "torch.autograd.set_grad_enabled(False)",
    "torch.autograd.set_detect_anomaly": "torch.autograd.set_detect_anomaly(True)",
    "torch.set_printoptions": "torch.set_printoptions(precision=2, sci_mode=True)",
    "torch.set_rng_state": "torch.set_rng_state(torch.Generator().get_state())",
    "torch.set_warn_always": "torch.set_warn_always(True)",
    "torch.set_num_threads": "torch.set_num_threads(3)",
    "torch.set_num_interop_threads": "torch.set_num_interop_threads(2)",
    "torch.set_deterministic_debug_mode": "torch.set_deterministic_debug_mode(2)",
    "torch.use_deterministic_algorithms": "torch.use_deterministic_algorithms(True)",
    "torch.set_float32_matmul_precision": "torch.set_float32_matmul_precision('high')",
    "torch.set_default_tensor_type": "torch.set_default_tensor_type('torch.DoubleTensor')",
    "torch.set_flush_denormal": "",
    "torch.autograd.set_multithreading_enabled": "",
    "torch.random.manual_seed": "torch.manual_seed(7)",
    "torch.random.set_rng_state": "torch.set_rng_state(torch.Generator().get_state())",
    "torch.random.seed": "torch.seed()",
    "torch.manual_seed": "torch.manual_seed(7)",
    "torch.seed": "torch.seed()",
    # They act on a GPU, and where there is none on nothing.
    "torch.cuda.manual_seed": "",
    "torch.cuda.manual_seed_all": "",
    "torch.cuda.set_device": "",
}
SWITCHES = sorted(filter(None, PROGRAMS.values()))
OTHERS = ["torch.tensor([1 + 1j]).float()", "torch.rand(700)", "torch.normal(0., 1., (1,))"]
OURS = (
    "tensorlab.engine",
    "tensorlab.ops",
    "tensorlab.language",
    "tensorlab.numerics.machine.threads",
)


def test_every_function_that_switches_something_stands_here():
    names = {
        f"{space}.{name}"
        for space, table in namespaces().items()
        for name in table.names()
        if SWITCHING.match(name)
    }
    assert names <= set(PROGRAMS)


@pytest.mark.parametrize("program", [*SWITCHES, *OTHERS])
def test_what_a_program_switches_is_on_the_list(program):
    session = Session(write=lambda text: None)
    session.run(program)  # what is loaded and made at the first use is there now
    session = Session(write=lambda text: None)
    session.run("torch.rand(1)")
    values = settings.current()
    stream = settings.default_generator.get_state().tolist()
    before = standing()
    assert session.run(program).failure is None
    assert settings.default_generator.get_state().tolist() != stream or standing() != before
    settings.put(values)
    assert standing() == before


def standing():
    """Plain values that stand in modules of ours, in their classes and in their objects."""
    return {
        name: value
        for module in [each for path, each in sys.modules.items() if path.startswith(OURS)]
        for name, value in plain_values(module)
        if not name.endswith("meter.total")  # all steps that were ever taken
    }


def plain_values(module):
    for name, value in list(vars(module).items()):
        whole = f"{module.__name__}.{name}"
        yield from plain(whole, value)
        kind = value if isinstance(value, type) else type(value)
        if kind.__module__.startswith(OURS) and not isinstance(value, Operation):
            for part, inner in attributes(value):
                yield from plain(f"{whole}.{part}", inner)


def attributes(value):
    slots = () if isinstance(value, type) else getattr(type(value), "__slots__", ())
    yield from [(name, getattr(value, name)) for name in slots if hasattr(value, name)]
    yield from list(getattr(value, "__dict__", {}).items())


def plain(name, value):
    if value is None or isinstance(value, bool | int | float | str):
        yield name, value
    elif isinstance(value, DType | Device):
        yield name, repr(value)
    elif isinstance(value, set | list):
        yield name, sorted(map(repr, value))


def test_two_sessions_in_turn_do_not_see_each_other_s_settings():
    one, other = Session(), Session()
    one.run("torch.set_default_dtype(torch.float64)")
    other.run("torch.set_printoptions(precision=1)")
    show = "repr(torch.tensor([0.25])), torch.get_default_dtype().itemsize"
    for _ in range(2):
        assert one.run(show).value == ("tensor([0.2500])", 8)
        assert other.run(show).value == ("tensor([0.2])", 4)


def test_streams_of_two_sessions_run_beside_each_other():
    one, other = Session(), Session()
    for session in (one, other):
        session.run("torch.manual_seed(3)")
    drawn = [session.run("torch.rand(1).item()").value for session in (one, other) * 2]
    assert drawn[0] == drawn[1]
    assert drawn[2] == drawn[3] != drawn[0]


@pytest.mark.parametrize("program", SWITCHES)
def test_a_bench_begins_as_pytorch_does(program):
    show = "print(torch.tensor([0.5, 1e9]), (torch.ones(1, requires_grad=True) * 2).requires_grad)"
    benches = [Bench(lambda write: Session(write=write)) for _ in range(2)]
    fresh = benches[0].run(show).printed
    benches[0].run(program)
    assert benches[1].run(show).printed == fresh


def test_a_warning_comes_once_in_each_session():
    program = "torch.tensor([1 + 1j]).float()"
    for _ in range(2):
        session = Session()
        assert [len(session.run(program).notices) for _ in range(2)] == [1, 0]


def test_numbers_are_drawn_anew_in_every_session():
    seeds = {Session().run("torch.initial_seed()").value for _ in range(4)}
    drawn = {tuple(Session().run("torch.rand(3).tolist()").value) for _ in range(4)}
    assert len(seeds) == len(drawn) == 4


def test_the_seed_of_a_session_draws_the_same_again():
    first, again = Session(), Session()
    drawn = first.run("torch.rand(3).tolist()").value
    again.run(f"torch.manual_seed({first.run('torch.initial_seed()').value})")
    assert again.run("torch.rand(3).tolist()").value == drawn


def test_a_generator_that_a_program_makes_has_a_seed_that_everybody_knows():
    assert Session().run("torch.Generator().initial_seed()").value == 67280421310721


def test_numpy_warns_of_a_programs_own_arithmetic_alone():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert torch.log(torch.zeros(300)).isinf().all()
        assert (torch.zeros(3) / torch.zeros(3)).isnan().all()
        np.log(np.zeros(1))
    assert [str(each.message) for each in told] == ["divide by zero encountered in log"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert torch.tensor([1e38]).exp().isinf()
        with pytest.raises(RuntimeWarning, match="overflow encountered in exp"):
            np.exp(np.array([1e9]))


def test_numpy_tells_of_odd_results_in_other_threads_as_well():
    def run() -> None:
        told.append(Session().run("import numpy as np\nnp.log(0)\ntorch.log(torch.tensor(0.))"))

    told: list = []
    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert told[0].failure is None
    assert told[0].notices == ("RuntimeWarning: divide by zero encountered in log",)
