"""A class of two lessons, in a folder and a state of its own."""

import pytest

from tests.classes.people import assignment

CLASS = """title = "Week 1"
due = 2026-12-01
seed = 7
[[lessons]]
name = "add"
questions = ["column", "table"]
[[lessons]]
name = "matmul"
points = 2
questions = ["bill", "turned"]
"""


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("TENSORLAB_HOME", str(tmp_path / "home"))


@pytest.fixture
def given(tmp_path):
    return assignment(tmp_path, CLASS)
