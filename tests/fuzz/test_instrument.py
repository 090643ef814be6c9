"""The fuzzer finds what it looks for: the engine is damaged in order to see it."""

import ast
import json
import os
import subprocess

import numpy as np
import pytest

import tensorlab
from tensorlab.engine import layout
from tensorlab.engine.dtypes import float64
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.language.failing import failures
from tensorlab.language.running.session import Session
from tests.fuzz import running
from tests.fuzz.checks import bounds, showing
from tests.fuzz.findings import Finding
from tests.fuzz.mutation import mutated
from tests.fuzz.overseer import Overseer
from tests.fuzz.reducing import reduced
from tests.fuzz.report import Report, program_of
from tests.fuzz.vocabulary import parses, text_of


def kinds(*inputs: str) -> set[str]:
    run = running.run_program(lambda variables: inputs, running.Random(6), lambda text: None)
    return {finding.kind for finding in run.findings}


def test_a_sound_program_gives_no_finding():
    assert kinds("x = torch.ones(2, 3)", "x.T", "x @ x", "x + 'a'", "nothing") == set()


def test_a_view_beyond_its_storage_is_found(monkeypatch):
    def reckless(array, shape, strides, skipped=0):
        return np.lib.stride_tricks.as_strided(array, shape, strides)

    def beyond(tensor, other):
        return wrap(layout.strided_view(tensor._array, (9,), (4,)), tensor.dtype)

    monkeypatch.setattr(layout, "strided_view", reckless)
    monkeypatch.setattr(Tensor, "__add__", beyond)
    assert "bounds" in kinds("(torch.ones(2) + 1).shape")


def test_a_variable_beyond_its_storage_is_found():
    element = np.ones(1)
    wide = np.lib.stride_tricks.as_strided(element, (9,), (8,))
    assert bounds.outside(wide).kind == "bounds"
    assert bounds.outside(np.lib.stride_tricks.as_strided(element, (9,), (0,))) is None
    assert bounds.outside(np.arange(6).reshape(2, 3)[::-1, ::-1].T) is None


def test_a_way_to_write_into_what_is_read_only_is_found():
    locked = np.arange(3)
    opened = locked.view()
    locked.flags.writeable = False
    assert bounds.unlocked(opened).kind == "bounds"
    assert bounds.unlocked(np.frombuffer(b"abc", np.uint8)) is None
    assert bounds.unlocked(np.arange(3)[1:]) is None


@pytest.mark.parametrize("change", [
    lambda: setattr(Defaults, "floating", float64),
    lambda: tensorlab.rand(1),
], ids=["settings", "random stream"])  # fmt: skip
def test_a_change_by_diagnosis_is_found(monkeypatch, change):
    plain = failures.failure_of

    def meddling(error, *given):
        change()
        return plain(error, *given)

    monkeypatch.setattr(failures, "failure_of", meddling)
    monkeypatch.setattr(Defaults, "floating", Defaults.floating)
    assert "changed by failing" in kinds("x = torch.ones(2)", "x + 'a'")


def test_a_variable_changed_by_diagnosis_is_found(monkeypatch):
    def meddling(failure, names):
        names["x"].add_(1)
        return failure

    monkeypatch.setattr(running, "diagnosed", meddling)
    assert "changed by diagnosis" in kinds("x = torch.ones(2)", "x + 'a'")


def test_a_mistake_of_ours_is_found(monkeypatch):
    monkeypatch.setattr(Tensor, "__add__", lambda self, other: self.nothing_of_the_kind)
    assert "internal" in kinds("torch.ones(2) + 1")


def test_an_error_of_numpy_is_found(monkeypatch):
    monkeypatch.setattr(Tensor, "__add__", lambda self, other: layout.column_major(self._array))
    assert "foreign" in kinds("torch.ones(2) + 1")


def test_settings_that_outlive_the_session_are_found(monkeypatch):
    states = iter(({"device": "cpu"}, {"device": "meta"}))
    monkeypatch.setattr(running.state, "settings", lambda: next(states))
    assert "settings left behind" in kinds()


def test_what_a_program_leaves_in_a_shared_table_is_found(monkeypatch):
    table = Session(write=lambda text: None).library.modules["torch"].table
    monkeypatch.setitem(table, "planted", [])

    def planting(variables):
        yield "1"
        table["planted"].append(1)

    run = running.run_program(planting, running.Random(6), lambda text: None)
    assert [(each.kind, each.place) for each in run.findings] == [
        ("settings left behind", "torch.planted")
    ]


def test_a_form_that_fails_is_found(monkeypatch):
    monkeypatch.setitem(showing.VALUE_FORMS, "narrated", lambda value: 1 / 0)
    assert "showing narrated" in kinds("torch.ones(2)")


def test_an_address_is_found(monkeypatch):
    monkeypatch.setitem(showing.VALUE_FORMS, "narrated", lambda value: repr(object()))
    assert "words" in kinds("torch.ones(2)")


@pytest.fixture
def overseer():
    made = Overseer(silence=3)
    yield made
    made.close()


def put_in_place_of_the_worker(monkeypatch, script: str) -> None:
    popen = subprocess.Popen
    monkeypatch.setattr(
        "tests.fuzz.overseer.subprocess.Popen",
        lambda command, **settings: popen(["sh", "-c", script], **settings),
    )


SAID = json.dumps({"input": "x = 1"})


def test_a_crash_is_found_and_the_next_program_runs(overseer, monkeypatch):
    with monkeypatch.context() as patched:
        put_in_place_of_the_worker(patched, f"read line; echo '{SAID}'; kill -SEGV $$")
        result = overseer.run("a")
    assert result.inputs == ["x = 1"]
    assert [finding.kind for finding in result.findings] == ["crash"]
    overseer.silence = 60
    assert overseer.run("b", ["1 + 1"]).good == 1


def test_a_silent_program_is_found(overseer, monkeypatch):
    put_in_place_of_the_worker(monkeypatch, f"read line; echo '{SAID}'; exec sleep 600")
    assert [finding.kind for finding in overseer.run("a").findings] == ["hang"]


def test_a_program_is_the_same_each_time(overseer):
    overseer.silence = 60
    assert overseer.run("again:1").inputs == overseer.run("again:1").inputs


def test_a_program_is_made_small():
    inputs = ["a = 1", "b = 2", "c = f(a, [1, 2, bad], key=3)", "d = 4"]
    small = reduced(inputs, lambda tried: any("bad" in text for text in tried))
    assert small in (["[bad]"], ["f([bad])"], ["c = f([bad])"])


def test_a_change_that_no_text_can_hold_leaves_the_program():
    tree = ast.parse("f'{x:{y}}'")
    tree.body[0].value.values[0].format_spec = ast.Constant(3)
    assert text_of(tree) == ""
    for seed in range(300):
        assert parses(mutated(running.Random(seed), "print(f'{x!r:>{9}} {[1, 2]} {y}')", {}))


def test_findings_of_one_cause_are_counted_together(tmp_path):
    report = Report()
    one, other = (Finding("internal", "f", f"size {size} of '{size}'") for size in (1, 20))
    assert report.enter(one, "0:1", ["x = 1", "y"])
    assert not report.enter(other, "0:2", [])
    text = report.text(1.0)
    assert "2 times; program 0:1" in text
    file = tmp_path / "program.py"
    file.write_text(text.partition("--- program\n")[2])
    assert program_of(file) == ["x = 1", "y"]
    assert os.linesep not in report.entries[one.cause].inputs
