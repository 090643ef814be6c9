"""The gate to numpy: whatever programs reach is declared, and held to what is declared."""

import contextlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.numpy import (
    declaring,
    gate,
    module,
    namespace,
    operators,
    random_streams,
    types,
)
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.values import Array, is_closed
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import METHODS, get_attribute
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import ErrorType, Namespace, TypeValue

HERE = Path(__file__).parent
HOSTILE = (HERE / "hostile.txt").read_text(encoding="utf-8").splitlines()
AGREEING = (HERE / "agreeing.txt").read_text(encoding="utf-8").split("\n----\n")
# What is ours: it hands numpy only what it has taken and checked by itself.
OURS = {
    "errstate", "set_printoptions", "get_printoptions", "default_rng", "array2string", "array_repr",
    "array_str", "seterr", "geterr",
}  # fmt: skip
OF_STREAMS = {"shuffle", "seed", "get_state", "set_state"}
BRACKETS = {"__getitem__", "__setitem__", "__contains__", "__str__", "__repr__"}
NOT_FUNCTIONS = (float, bool, str, type(None), np.bool_, TypeValue, ErrorType)
INDEX_MAKERS = {"c_", "r_", "mgrid"}


class ReachedError(Exception):
    """A call came to the gate."""


@pytest.fixture
def closed_gate(monkeypatch):
    """Let no call through, and say by which declaration it came."""

    def refuse(declared, *rest):
        raise ReachedError(declared.name)

    for room in (module, types, operators, random_streams):
        monkeypatch.setattr(room, "call", refuse)
    monkeypatch.setattr(gate, "call", refuse)


def spaces(space):
    """Yield a namespace and those within."""
    yield space
    for name in space.table.names():
        if isinstance(space.table[name], Namespace):
            yield from spaces(space.table[name])


def functions():
    """Yield all functions of numpy's namespaces with their full names."""
    for space in spaces(namespace()):
        for name in space.table.names():
            value = space.table[name]
            written = name in INDEX_MAKERS or name in module.in_the_language()
            if isinstance(value, (*NOT_FUNCTIONS, Namespace)) or written:
                continue
            yield f"{space.name}.{name}".removeprefix("numpy."), value


def test_every_function_comes_to_the_gate(closed_gate):
    for name, function in functions():
        assert isinstance(function, Builtin), name
        own = name.rpartition(".")[2]
        if own in OURS or (name.startswith("random.") and own in OF_STREAMS):
            continue
        with pytest.raises(ReachedError):
            function(0)


def test_every_method_comes_to_the_gate(closed_gate):
    array = np.zeros(2).view(Array)
    for kind, value in ((Array, array), (np.generic, np.float64(1))):
        for method in METHODS[kind].values():
            with pytest.raises(ReachedError):
                method(value)
    state = random_streams.StateStream(np.random.RandomState(0))
    generator = random_streams.GeneratorStream(np.random.default_rng(0))
    for stream in (state, generator):
        for name in METHODS[type(stream)].keys() - OF_STREAMS | {"shuffle"}:
            with pytest.raises(ReachedError):
                METHODS[type(stream)][name](stream, array)
    for method in METHODS[module.Ufunc].values():
        with pytest.raises(ReachedError):
            method(namespace().table["add"], array)


def test_every_operator_comes_to_the_gate(closed_gate):
    array = np.zeros(2).view(Array)
    for name in operators.METHODS.keys() - BRACKETS - {"__array_ufunc__"}:
        others = () if name in {"__neg__", "__pos__", "__invert__", "__abs__"} else (array,)
        others = () if "copy" in name else others
        with pytest.raises(ReachedError):
            getattr(array, name)(*others)
    with pytest.raises(ReachedError):
        np.add(array, 1)


def test_a_name_that_is_not_declared_is_refused():
    rooms = {part: getattr(np, part) for part in ("linalg", "fft", "random", "testing")} | {"": np}
    for space in spaces(namespace()):
        known = set(space.table.names())
        numpy_has = dir(rooms[space.name.removeprefix("numpy").removeprefix(".")])
        for name in {name for name in numpy_has if not name.startswith("_")} - known:
            with pytest.raises(Unsupported) as refusal:
                get_attribute(space, name)
            assert "tensorlab python FILE" in refusal.value.instead


def test_an_attribute_of_arrays_that_programs_have_not_is_refused():
    namespace()
    array = np.zeros(2).view(Array)
    for name in ("tofile", "dump", "ctypes", "data", "setflags", "resize", "newbyteorder"):
        with pytest.raises((Unsupported, AttributeError)):
            get_attribute(array, name)


@pytest.mark.parametrize("name", sorted(name for name in DECLARED if DECLARED[name].writes))
def test_nothing_is_written_into_memory_for_reading(name):
    declared = DECLARED[name]
    frozen = np.zeros(3).view(Array)
    frozen.flags.writeable = False
    calls = []
    for parameter in declared.writes:
        for value in (frozen, (frozen,)):
            with pytest.raises(ValueError, match="read-only"):
                gate.call(declared, lambda **named: calls.append(named), (), {parameter: value})
        with pytest.raises(TypeError, match="must be an array"):
            gate.call(declared, lambda **named: calls.append(named), (), {parameter: b"abc"[0]})
    assert not calls


def implementation(name):
    """Return what numpy runs for a declared name; None for what is no function of its own."""
    room, _, own = name.rpartition(".")
    if own in module.NO_FUNCTIONS or room == "operator":
        return None
    if room in {"stream", "generator"}:
        return getattr(np.random.default_rng(0), own, None) or getattr(np.random, own)
    if room == "ufunc":
        return getattr(np.add, own)
    return getattr(getattr(np, room) if room else np, own)


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_what_numpy_writes_to_is_declared(name):
    function = implementation(name)
    for further in ((), (7,), (0,), ([0],), (0, 7.0), ([0], [7.0]), ([[0]], [[7.0]], 0)):
        for array in (np.array([3.0, 1.0, 2.0]), np.array([[3.0, 1.0], [1.0, 2.0]])):
            before = array.copy()
            with contextlib.suppress(Exception), np.errstate(all="ignore"):
                function(array, *further)
            if not np.array_equal(array, before):
                assert DECLARED[name].parameter_at(0) in DECLARED[name].writes


def test_an_estimate_never_fails_on_a_call_that_numpy_takes(monkeypatch):
    failed = []
    monkeypatch.setattr(declaring, "loose_sizes", lambda value: failed.append(value) or [])
    for program in AGREEING:
        failed.clear()
        if Session(write=len).run(f"import numpy as np\n{program}").failure is None:
            assert not failed or "except" in program, program


@pytest.mark.parametrize("value", [-5, -1.5, -(2**63), [-2, -3]])
def test_no_call_gives_steps_or_memory_back(value):
    for name, declared in DECLARED.items():
        bound = dict.fromkeys(declared.by_name, value)
        made, worked = declared.cost(bound | ({declared.rest: [value]} if declared.rest else {}), 1)
        assert made >= 0, name
        assert worked >= 0, name


def test_nothing_that_can_change_is_shared():
    for space in spaces(namespace()):
        for name in space.table.names():
            assert not isinstance(space.table[name], list | dict | set | np.ndarray), name


RUNNER = """
import sys
from tensorlab.language.running.session import Budget, Session
for line in sys.stdin:
    session = Session(budget=Budget(steps=30_000_000, memory=1 << 28), write=len)
    outcome = session.run("import numpy as np\\nimport torch\\n" + line.replace(" ;; ", "\\n"))
    outcome = session.with_text(outcome) if outcome.failure is None else outcome
    failure = outcome.failure
    print(failure.type if failure else " ".join((outcome.text or "None").split()), flush=True)
"""


def test_hostile_programs_end_well():
    programs, expected = zip(*(line.split(" => ") for line in HOSTILE), strict=True)
    done = subprocess.run(
        [sys.executable, "-c", RUNNER], input="\n".join(programs), capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    ends = done.stdout.splitlines()
    wrong = [
        (program, end, wanted)
        for program, end, wanted in zip(programs, ends, expected, strict=False)
        if end != wanted
    ]
    assert not wrong
    assert len(ends) == len(programs), f"the process ended at {programs[len(ends)]}"
    assert done.returncode == 0
    assert not done.stderr


@pytest.mark.parametrize("x", ["[1e200, 2e200, 3e200]", "[1e308, 2, 3]", "[np.inf, 2, 3]"])
def test_least_squares_write_nothing_to_the_screen(x, capfd):
    outcome = Session().run(f"import numpy as np\nnp.polyfit({x}, [1, 2, 3], 2)")
    assert outcome.failure.type == "LinAlgError"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "call",
    [
        "array([1], subok=True)", "ones(2, like=np.ones(1))", "add(1, 2, subok=False)",
        "median([1.0], overwrite_input=True)", "add(1, 2, signature='dd->d')",
    ],
)  # fmt: skip
def test_a_name_of_numpy_s_that_is_not_declared_is_kept_back(call):
    failure = Session().run(f"import numpy as np\nnp.{call}").failure
    assert failure.type == "TypeError"
    assert "is not part of tensorlab" in failure.message


@pytest.mark.parametrize("name", [">U4", ">i4", "U65", "O", "M8[s]"])
def test_a_type_that_programs_have_not_is_none_of_theirs(name):
    assert not is_closed(np.dtype(name))


def test_memory_is_what_a_huge_array_lacks():
    failure = Session().run("import numpy as np\nnp.zeros(1 << 40)").failure
    assert failure.limit == "memory"


def test_out_is_written_to_wherever_it_is_declared():
    with_out = [each for each in DECLARED.values() if "out" in {*each.parameters, *each.by_name}]
    assert len(with_out) > 50
    assert all("out" in each.writes for each in with_out)


def test_each_of_several_results_must_be_writeable():
    kept = np.ones(3)
    kept.flags.writeable = False
    with pytest.raises(ValueError, match="output array is read-only"):
        gate.require_writeable("out", (None, kept))


def test_what_numpy_is_to_raise_is_not_raised_by_torch():
    session = Session()
    program = """import numpy as np, torch
with np.errstate(all="raise"):
    r = torch.zeros(2) / 0, torch.exp(torch.tensor([1e4])), torch.ones(1).mul_(1e-40).mul_(1e-9)
np.seterr(all="raise")
torch.log(torch.zeros(1))"""
    assert session.run(program).failure is None
    assert "divide by zero" in session.run("np.log(np.zeros(1))").failure.message
    assert Session().run("import numpy as np; np.log(np.zeros(1))").failure is None
