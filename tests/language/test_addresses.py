"""Numbers for addresses compare as addresses do, and say nothing of where things lie."""

import re
from itertools import pairwise

import pytest

import tensorlab as torch
from tensorlab.language.running.session import Session
from tensorlab.language.running.world import trial
from tensorlab.language.values.display import describe


def value(*lines: str):
    session = Session(write=lambda text: None)
    outcomes = [session.run(line) for line in lines]
    assert outcomes[-1].failure is None, outcomes[-1].failure
    return outcomes[-1].value


X = "x = torch.ones(3, 4); y = torch.ones(3, 4)"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("x.data_ptr() == x.t().data_ptr() == x.view(-1).data_ptr()", True),
        ("x[1].data_ptr() - x.data_ptr()", 16),
        ("x[1:, 2].data_ptr() - x.data_ptr()", 24),
        ("x.view(torch.int8)[0, 3:].data_ptr() - x.data_ptr()", 3),
        ("abs(x.data_ptr() - y.data_ptr()) >= 48", True),
        ("x[3:].data_ptr()", 0),
        ("torch.empty(0).data_ptr()", 0),
        ("torch.empty(3, device='meta').data_ptr()", 0),
        ("x.data_ptr() % 64", 0),
        ("big = torch.zeros(10**6); small = torch.zeros(1)", None),
        ("id(x) == id(x), id(x) == id(y), hash(x) == hash(x), {x: 1}[x]", (True, False, True, 1)),
        ("hash((x, 1)) == hash((x, 1)), hash(1) == hash(1.0)", (True, True)),
    ],
)
def test_numbers_for_addresses_compare_as_addresses_do(program: str, told: object) -> None:
    assert value(X, program) == told


def test_no_two_storages_overlap() -> None:
    sizes = [1, 1000, 3, 10**5, 0, 17]
    made = "; ".join(f"t{place} = torch.zeros({size})" for place, size in enumerate(sizes))
    asked = ", ".join(f"t{place}.data_ptr()" for place in range(len(sizes)))
    starts = value(made, f"[{asked}]")
    ranges = sorted(
        (start, start + 4 * size) for start, size in zip(starts, sizes, strict=True) if size
    )
    assert all(end <= begin for (_, end), (begin, _) in pairwise(ranges))


TELLING = (
    "x.data_ptr()", "id(x)", "id(print)", "id([])", "torch.Generator()", "z.grad_fn",
    "z.grad_fn.next_functions", "z.register_hook(lambda g: g)", "torch.no_grad()",
    "torch.set_grad_enabled(True)", "torch.default_generator", "[z.grad_fn]",
    "str(torch.no_grad())", "f'{torch.Generator()}'",
)  # fmt: skip


@pytest.mark.parametrize("program", TELLING)
def test_no_value_tells_where_it_lies(program: str) -> None:
    session = Session(write=lambda text: None)
    session.run(X + "; z = (torch.ones(2, requires_grad=True) * 2)")
    outcome = session.run(program)
    assert outcome.failure is None, outcome.failure
    text = outcome.value if isinstance(outcome.value, str) else describe(outcome.value)
    for number in re.findall(r"0x[0-9a-f]+|\d{9,}", text):
        # All are handed out from one place on, which no process's memory has to do with.
        assert 0x55D0_0000_0000 <= int(number, 0) < 0x55D0_0000_0000 + (1 << 32), text


@pytest.mark.parametrize(
    "program",
    [
        "F.mse_loss(torch.ones(2), torch.ones(2), reduction=int)",
        "F.mse_loss(torch.ones(2), torch.ones(2), reduction=print)",
        "F.interpolate(torch.ones(1, 1, 2), 2, mode=lambda x: x)",
        "torch.broadcast_shapes(print)",
        "torch.autograd.functional.jacobian(lambda x: x, print)",
        "F.mse_loss(torch.ones(2), torch.ones(2), reduction=torch.Generator())",
        "F.mse_loss(torch.ones(2), torch.ones(2), reduction=[1] * 10000)",
    ],
)
def test_no_message_tells_of_an_address_or_of_python_s_modules(program: str) -> None:
    failure = Session(write=lambda text: None).run(program).failure
    assert failure is not None
    assert "0x" not in failure.message
    assert "__main__" not in failure.message
    assert len(failure.message) < 1000


def test_by_import_the_address_is_the_true_one_that_other_libraries_work_with() -> None:
    x = torch.ones(3)
    assert x.data_ptr() == x.numpy().__array_interface__["data"][0]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("f = torch.no_grad(lambda: torch.is_grad_enabled()); f(), torch.is_grad_enabled()",
         (False, True)),
        ("torch.inference_mode(lambda: 1)()", 1),
        ("@torch.no_grad()\ndef f():\n    yield torch.is_grad_enabled()\n[*f()]", [False]),
        ("s = torch.set_grad_enabled(False); s(print); s(print); torch.is_grad_enabled()", True),
    ],
)  # fmt: skip
def test_a_switch_takes_functions_as_often_as_it_is_given_one(program: str, told: object) -> None:
    assert value(program) == told


def test_they_begin_anew_for_each_session() -> None:
    asked = "(lambda: 0), id(object_asked_for), torch.ones(3).data_ptr(), str(torch.Generator())"
    lines = ("object_asked_for = [1]", "torch.ones(2).no_such_attribute", asked)
    texts = []
    for _ in range(2):
        session = Session(write=lambda text: None)
        texts.append([describe(session.run(line).value) for line in lines])
    assert texts[0] == texts[1]


def test_what_is_only_tried_takes_none() -> None:
    session = Session(write=lambda text: None)
    session.run(X)
    with trial(session.variables):
        session.run("id(torch.ones(5)), y.data_ptr()")
    assert session.run("x.data_ptr()").value == 0x55D0_0000_0000
