"""What Windows lacks is hidden: each command answers as it does where nothing is."""

import os
import re

import pytest

from tests.cli.conftest import Terminal
from tests.repl.terminal import CTRL_C, CTRL_D, ENTER, PseudoTerminal
from tests.searched import FOLDERS, WITHOUT_POSIX, python_path

COMMANDS = {
    ("eval", "torch.arange(6.).view(2, 3).sum(0)"): "",
    ("eval", "torch.ones(10**11)"): "",
    ("eval", "--timeout", "0.3", "while True: pass"): "",
    ("eval", "--timeout", "0.3", "torch.linalg.svd(torch.ones(4000, 4000))"): "",
    ("run", "-"): "import torch\nprint(torch.ones(2))\n",
    ("run", "--check", "-"): ">>> 1 + 1\n3\n",
    ("python", "-"): "import torch\nprint(torch.ones(2))\n",
    ("batch",): '{"program": "1 + 1"}\n{"program": "torch.ones(2) @ torch.ones(3)"}\n',
    ("repl",): "x = torch.ones(2)\nx + 1\n:why x + 1\n",
    ("lesson", "add"): "\n\n(2, 3)\n",
    ("help", "cumprod"): "",
    ("explain", "torch.ones(2) + 1"): "",
    ("progress",): "",
    ("class", "--help"): "",
}


@pytest.fixture
def without_posix(monkeypatch):
    monkeypatch.setattr("tests.searched.FOLDERS", [WITHOUT_POSIX, *FOLDERS])
    return {"PYTHONPATH": python_path()}


def test_what_is_hidden_is_hidden_from_tensorlab_alone(tmp_path, without_posix):
    (tmp_path / "seen.py").write_text(
        "import os, sys, tensorlab.engine.memory as ours\n"
        "print(os.name, ours.os.name, ours.sys.platform, hasattr(ours.os, 'sysconf'))\n"
        "print(ours.in_process() == ours.windows_bytes() > 0)\n"
    )
    done = Terminal(tmp_path).run("python", "seen.py", environment=without_posix)
    assert done.stdout == f"{os.name} nt win32 False\nTrue\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_answers_as_anywhere(tmp_path, without_posix, words):
    usual, hidden = tmp_path / "usual", tmp_path / "hidden"
    answers = []
    for folder, environment in ((usual, {}), (hidden, without_posix)):
        folder.mkdir()
        done = Terminal(folder).run(*words, input=COMMANDS[words], environment=environment)
        answers.append((done.returncode, re.sub(r"[\d.]+ (?:Gi|Mi)?B", "", done.stdout)))
    assert answers[0] == answers[1]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_the_prompt_answers_and_is_interrupted(tmp_path, without_posix):
    terminal = PseudoTerminal(tmp_path, "repl", environment=without_posix)
    terminal.wait_for(">>>")
    terminal.type(f"torch.ones(2) + 1{ENTER}")
    terminal.wait_for("tensor([2., 2.])")
    terminal.wait_for(">>>")
    terminal.type(f"while True: pass{ENTER}")
    terminal.wait_for("pass")
    terminal.press_until(CTRL_C, "interrupted")
    terminal.wait_for(">>>")
    terminal.type(CTRL_D)
    assert terminal.process.wait(40) == 0
