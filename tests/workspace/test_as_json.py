import json

import pytest

import tensorlab as torch
from tensorlab.language.outcome import Failure, Outcome, Span
from tensorlab.language.running.session import Session
from tensorlab.workspace.as_json import outcome_line


def of_value(value):
    return json.loads(outcome_line(Outcome(value, has_value=True)))


def test_a_tensor_has_all_the_fields_that_scripts_rely_on():
    assert of_value(torch.tensor([[1.0, 2.0]])) == {
        "value": [[1.0, 2.0]],
        "shape": [1, 2],
        "dtype": "torch.float32",
        "device": "cpu",
        "requires_grad": False,
        "stride": [2, 1],
        "repr": "tensor([[1., 2.]])",
        "notices": [],
    }


def test_a_tensor_tells_whether_it_requires_a_gradient():
    leaf = torch.ones(1, requires_grad=True)
    told = [of_value(tensor)["requires_grad"] for tensor in (leaf, leaf * 2, leaf.detach())]
    assert told == [True, True, False]


def test_numbers_that_json_does_not_have_are_strings():
    inf = float("inf")
    assert of_value(torch.tensor([inf, -inf, float("nan")]))["value"] == ["inf", "-inf", "nan"]


def test_complex_numbers_are_pairs():
    assert of_value(torch.tensor([1 + 2j]))["value"] == [[1.0, 2.0]]


def test_a_value_that_is_no_tensor_tells_its_type():
    assert of_value((1, "a")) == {
        "value": [1, "a"], "type": "tuple", "repr": "(1, 'a')", "notices": []
    }  # fmt: skip


def test_a_failure_tells_where_and_why_on_one_line():
    failure = Failure("RuntimeError", "no", Span(1, 0, 1, 5), "a @ b", hints=("try a.T",))
    line = outcome_line(Outcome(failure=failure))
    assert "\n" not in line
    error = json.loads(line)["error"]
    assert error["type"] == "RuntimeError"
    assert error["span"] == {"line": 1, "column": 0, "end_line": 1, "end_column": 5}
    assert error["hints"] == ["try a.T"]


def test_what_a_program_prints_is_kept_apart_from_its_value():
    assert json.loads(outcome_line(Outcome(1, has_value=True), "hello\n"))["printed"] == "hello\n"


FACTS = (
    "torch.ones(2, requires_grad=True)", "torch.ones(2, 3).T",
    "torch.ones(2, requires_grad=True) * 2",
    "torch.arange(3, dtype=torch.int8)[::2]", "torch.tensor(True)", "torch.zeros(2, 0, 3)",
    "torch.ones(2, device='meta')", "torch.eye(2).to_sparse()", "torch.tensor([1 + 2j])",
    "torch.ones(2, requires_grad=True).detach()", "torch.tensor([1.5], dtype=torch.bfloat16)",
)  # fmt: skip


@pytest.mark.parametrize("source", FACTS)
def test_the_facts_about_a_tensor_are_those_that_the_language_tells(source):
    session = Session(write=lambda text: None)
    told = of_value(session.run(source).value)
    assert told["requires_grad"] is session.run(f"({source}).requires_grad").value
    assert told["shape"] == session.run(f"list(({source}).shape)").value
    for key, program in (("dtype", "repr(({}).dtype)"), ("device", "str(({}).device)"),
                         ("repr", "repr({})")):  # fmt: skip
        assert told[key] == session.run(program.format(source)).value
    sparse = session.run(f"({source}).is_sparse").value
    assert told["stride"] == (None if sparse else session.run(f"list(({source}).stride())").value)
    if told["device"] == "cpu" and "j" not in source:
        dense = f"({source}).to_dense()" if sparse else f"({source})"
        assert told["value"] == session.run(f"{dense}.tolist()").value
