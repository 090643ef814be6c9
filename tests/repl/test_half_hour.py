"""A beginner's first half hour, and the prompt on every kind of terminal."""

import os
import subprocess
from itertools import cycle

import pytest

if os.name != "posix":
    pytest.skip("needs POSIX's pseudo-terminals", allow_module_level=True)

from tests.repl.half_hour import TRANSCRIPT, sat_through
from tests.repl.terminal import TENSORLAB

pytestmark = pytest.mark.slow


def test_a_beginner_s_half_hour_looks_as_it_should(tmp_path):
    assert sat_through(tmp_path) == TRANSCRIPT.read_text("utf-8")
    done = subprocess.run(
        [*TENSORLAB, "run", "first.py"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.stderr, done.returncode) == (b"", 0)


SURROUNDINGS = [
    {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
    {"TENSORLAB_EDITING": "vi"}, {"TENSORLAB_THEME": "light"}, {"TENSORLAB_THEME": "dark"},
    {"TENSORLAB_A11Y": "1"},
]  # fmt: skip
LINES = [
    ("x = torch.arange(6).view(2, 3)", ""), (":vars", "int64"), ("x.sum()", "15"),
    (":shapes x + 1", "int64"), (":history", "view(2, 3)"), ("?x.sum", "sum"),
    (":why x[0, 1]", "1"), ("x @ x", "cannot be multiplied"), (":undo", "took back"),
    ("[1, 2, {'a': x}]", "'a'"), (":help :save", "PyTorch"), (":set", "editing"),
    (":help save", "PyTorch"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "columns"), list(zip(SURROUNDINGS, cycle([40, 200, 60, 80]))), ids=str
)
def test_every_terminal_shows_the_same_answers(start, environment, columns):
    terminal = start("repl", columns=columns, environment=environment)
    terminal.wait_for(">>>")
    for line, words in LINES:
        terminal.enter(line)
        terminal.wait_for(words)
    assert max(map(len, terminal.lines)) <= columns
    terminal.wait_for(">>>")
    terminal.enter(":quit")
    assert terminal.end() == 0


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_the_welcome_leads_to_the_prompt(start, columns):
    terminal = start(columns=columns)
    terminal.wait_for("q to leave")
    assert "matmul" in terminal.screen or "lesson" in terminal.screen
    terminal.enter("3")
    terminal.wait_for("Ctrl-R")
    terminal.enter("20 + 22")
    terminal.see(lambda screen: "42" in screen.lines)


def test_an_expression_for_the_welcome_is_answered_at_the_prompt(start):
    terminal = start(columns=60)
    terminal.wait_for("q to leave")
    terminal.enter("7")
    terminal.wait_for("7 is none of these")
    terminal.enter("20 + 22")
    terminal.wait_for("Ctrl-R")
    terminal.see(lambda screen: "42" in screen.lines)
    terminal.enter(":quit")
    assert terminal.end() == 0
