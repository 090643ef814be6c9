"""No text of a program, a file or its name controls the terminal: it is written out."""

import codecs
import io
import os
import re
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from tensorlab.__main__ import answer
from tensorlab.process import lifecycle
from tensorlab.process.lifecycle import CONTROLS, Border, visible

OURS = re.compile(r"\x1b\[[0-9;]*m")  # colours, which a theme gives
THEIRS = "38;2;6;6;6"  # no colour of a theme
HOSTILE = f"a\x1b[{THEIRS}mb\x1b]0;title\x07\x9b2J\x08\x85\u202ez\u2066"
LITERAL = repr(HOSTILE)


class Screen(Border):
    """A terminal of which everything is kept."""

    def isatty(self):
        return True


def shown_by(*arguments):
    """Return what a command shows on a terminal."""
    screen = Screen(io.BytesIO(), "utf-8", lifecycle.READABLE, newline="\n")
    with redirect_stdout(screen), redirect_stderr(screen):
        lifecycle.finish(lambda: answer(arguments))
    screen.flush()
    return screen.buffer.getvalue().decode()


@pytest.fixture(autouse=True)
def at_home(monkeypatch, tmp_path):
    codecs.register_error(lifecycle.READABLE, lifecycle.readable)
    for command in ("evaluate", "run", "explain"):  # no clock ends the process of the tests
        monkeypatch.setattr(f"tensorlab.commands.{command}.watch", lambda *given: lambda: None)
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


def require_harmless(shown):
    assert shown
    assert f"\x1b[{THEIRS}" not in shown
    left = OURS.sub("", shown)
    assert [character for character in left if ord(character) in CONTROLS] == []


PROGRAMS = [
    f"print({LITERAL})",
    f"import sys; print({LITERAL}, file=sys.stderr)",
    f"raise ValueError({LITERAL})",
    f"import sys; sys.exit({LITERAL})",
    f"import warnings; warnings.warn({LITERAL})",
    f"import logging; logging.warning({LITERAL})",
    f"{{}}[{LITERAL}]",
    f"assert False, {LITERAL}",
    f"getattr(torch.ones(2), {LITERAL})",
    f"torch.ones(2).{HOSTILE}",
    f"'{HOSTILE}' + 1",
    f"torch.zeros(2) @ torch.ones(3) # {HOSTILE}",
    f"class A:\n    def __repr__(self): return {LITERAL}\nA()",
    f"class A:\n    def __repr__(self): return {LITERAL}\nnn.CELU(A())",
    f"class E(Exception): pass\nE.__name__ = {LITERAL}\nraise E(1)",
    f"nn.ModuleDict({{{LITERAL}: nn.ReLU()}})",
    f"nn.Linear(1, 1).load_state_dict({{{LITERAL}: 1}})",
    f"nn.Linear(1, 1).register_buffer({LITERAL}, 1)",
    f"torch.device({LITERAL})",
    f"torch.einsum({LITERAL}, torch.ones(2))",
    f"torch.zeros(2, names=[{LITERAL}])",
    f"import {HOSTILE}",
    f"exec({LITERAL})",
    f"x = {{{LITERAL}: torch.ones(2)}}; x",
]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("form", ["rich", "plain", "grid", "narrated", "json"])
def test_a_program_that_is_evaluated(program, form):
    require_harmless(shown_by("eval", "--format", form, program))


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_is_run_and_explained(tmp_path, program):
    name = "plain" if os.name == "nt" else HOSTILE  # Windows has no such files
    file = tmp_path / f"{name}.py"
    file.write_text(f"import torch\nfrom torch import nn\n{program}\n")
    require_harmless(shown_by("run", str(file)) + shown_by("explain", program))


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", HOSTILE], ["eval", "-x", HOSTILE], ["eval", f"--{HOSTILE}"], ["help", HOSTILE],
        ["lesson", HOSTILE], ["lesson", "--list", HOSTILE], ["config", HOSTILE], [HOSTILE],
        ["config", "theme", HOSTILE], ["export", HOSTILE, "-o", "x"], ["explain", HOSTILE],
        ["export", "tour", "-o", HOSTILE], ["course", "check", HOSTILE], ["batch", HOSTILE],
        ["completion", HOSTILE], ["repl", HOSTILE], ["python", HOSTILE], ["watch", HOSTILE],
        ["eval", "--load", f"x={HOSTILE}.npy", "x"], ["eval", "--load", f"{HOSTILE}=x.npy", "x"],
        ["eval", "--save", f"{HOSTILE}.zip", "1"], ["eval", "--set", f"x={HOSTILE}", "x"],
        ["eval", "--set", f"{HOSTILE}=1", "x"], ["eval", "--timeout", HOSTILE, "1"],
        ["progress", "--restart", HOSTILE], ["explain", "-o", HOSTILE, "1 + 1"],
        ["course", "new", HOSTILE], ["course", "preview", HOSTILE],
    ],
)  # fmt: skip
def test_a_command_line(arguments):
    require_harmless(shown_by(*arguments))


def test_a_session_of_lines(monkeypatch, tmp_path):
    lines = "".join(f"{line}\n" for program in PROGRAMS for line in [program, ""])
    commands = [":why", ":view", ":shapes", ":graph", ":save", ":log", ":set", ":help", "?", ":x"]
    lines += "".join(f"{command} {HOSTILE}\n" for command in commands)
    (tmp_path / "typed").write_text(lines)
    with (tmp_path / "typed").open() as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        require_harmless(shown_by("repl"))


def test_what_is_written_out_can_be_read():
    assert visible("a\tb\nc\x1b[0m\r\x9b\u202e é") == "a\tb\nc\\x1b[0m\\r\\x9b\\u202e é"


def test_a_pipe_gets_what_a_program_prints(terminal):
    done = terminal.run("eval", "print('\\x1b[31m', '\\x9b'); raise ValueError('\\x1b[31m')")
    assert done.stdout == "\x1b[31m \x9b\n"
    assert "ValueError: \\x1b[31m" in done.stderr
