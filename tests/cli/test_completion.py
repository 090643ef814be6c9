"""Completion in a shell: what is offered, how little is loaded for it, and shells that ask."""

import os
import shutil
import subprocess
import sys

import pytest
import typer

from tensorlab.cli.application import app
from tensorlab.cli.command_table import PAGE, TABLE, page_of, table_of
from tensorlab.commands.completion import PROGRAM
from tensorlab.completing import words
from tensorlab.completing.candidates import candidates


def test_the_table_that_shells_ask_is_that_of_the_commands():
    message = f"run python -m tensorlab.cli.command_table: {TABLE} is old"
    assert table_of(typer.main.get_command(app)) == TABLE.read_text(encoding="utf-8"), message
    assert page_of(typer.main.get_command(app)) == PAGE.read_text(encoding="utf-8"), message


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("tensorlab ev", "eval"), ("tensorlab help cumpr", "cumprod"),
        ("tensorlab lesson matm", "matmul"),
        ("tensorlab explain TL00", "TL001"), ("tensorlab eval --format js", "json"),
        ("tensorlab eval --dev", "--device"), ("tensorlab eval --device m", "meta"),
        ("tensorlab config the", "theme"), ("tensorlab completion f", "fish"),
        ("tensorlab help torch.nn.functional.re", "torch.nn.functional.relu"),
        ("tensorlab course ch", "check"), ("tensorlab course check --fo", "--format"),
        ("tensorlab eval --format=js", "--format=json"), ("tensorlab eval --format = js", "json"),
        ("tensorlab progress --restart matm", "matmul"), ("tensorlab export tr", "transcript"),
    ],
)  # fmt: skip
def test_words_are_completed(line, word):
    assert word in candidates(line.split(" "), words)


def test_completing_loads_no_package_and_nothing_that_takes_time():
    command = [
        sys.executable,
        "-I",
        "-S",
        "-X",
        "importtime",
        PROGRAM,
        "tensorlab",
        "help",
        "cumpr",
    ]
    done = subprocess.run(command, capture_output=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.decode().split("\n")}
    assert done.stdout == b"cumprod\ncumprod_\n"
    assert not loaded & {"re", "typing", "pathlib", "enum", "functools", "site", "tensorlab"}


def test_an_installation_that_moved_is_asked_by_its_name(terminal):
    done = terminal.run("--complete", "tensorlab", "lesson", "matm")
    assert done.stdout == "matmul\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_reads_what_it_is_given(terminal, shell):
    script = terminal.run("completion", shell).stdout
    assert "tensorlab --complete" in script
    if shutil.which(shell):
        check = subprocess.run([shell, "-n"], input=script.encode(), check=False)
        assert check.returncode == 0


INTERACTIVE = {
    "bash": ("bash", "--norc", "--noprofile", "-i"),
    "zsh": ("zsh", "-f", "-i"),
    "fish": ("fish", "--no-config", "-i"),
}


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX's pseudo-terminals")
@pytest.mark.parametrize("shell", INTERACTIVE)
def test_a_shell_completes_words_and_files_at_tab(terminal, shell):
    from tests.repl.terminal import PseudoTerminal

    if not shutil.which(shell):
        pytest.skip(f"no {shell} here")
    script = terminal.folder / "completion"
    script.write_text(terminal.run("completion", shell).stdout)
    (terminal.folder / "program.py").write_text("1")
    home = {"HOME": str(terminal.folder)}
    screen = PseudoTerminal(
        terminal.folder, command=INTERACTIVE[shell], environment=home, columns=200
    )
    try:
        screen.type("source ./completion; echo re''ady\r")
        screen.wait_for("ready\n")
        screen.type("tensorlab lesson matm\t")
        screen.see(lambda screen: "lesson matmul" in screen.line[0])
        screen.type("; tensorlab run prog\t")
        screen.see(lambda screen: "run program.py" in screen.line[0])
    finally:
        screen.kill()
