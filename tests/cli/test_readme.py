"""README's examples, run."""

import re
import shlex
import subprocess
import sys

import pytest

from tests.cli.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
SESSIONS = [
    tuple(part.split("\n", 1))
    for block in BLOCKS
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_an_example_shows_what_readme_says(terminal, command, output):
    program, *arguments = shlex.split(command)
    assert program == "tensorlab"
    done = terminal.run(*arguments)
    assert done.stdout + done.stderr == output


def test_there_are_examples():
    assert len(SESSIONS) > 4


def test_the_python_example_prints_what_its_comment_says():
    program = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=True
    )
    assert done.stdout.decode().strip() == program.rpartition("# ")[2].strip()


def test_the_settings_shown_are_settings_that_there_are(tmp_path):
    from tensorlab.workspace.configuration import read_configuration

    path = tmp_path / "config.toml"
    path.write_text(re.search(r"```toml\n(.*?)```", README, re.DOTALL)[1])
    assert read_configuration(path)[1] == []


def test_every_command_is_in_the_table(terminal):
    listed = set(re.findall(r"^\| `tensorlab (\w+)", README, re.MULTILINE))
    shown = terminal.run("--help").stdout.partition("Run programs:")[2].partition("Examples")[0]
    assert listed == set(re.findall(r"^  ([a-z]+)  ", shown, re.MULTILINE))
