"""What a command imports: the price of its start, told without a clock."""

import pytest


def imported(terminal, *arguments):
    done = terminal.run(*arguments, environment={"PYTHONPROFILEIMPORTTIME": "1"})
    lines = [line for line in done.stderr.split("\n") if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


HEAVY = {"typer", "rich.console", "rich.text", "prompt_toolkit", "pygments", "ml_dtypes"}


def test_a_plain_evaluation_loads_no_terminal_library_and_no_lesson(terminal):
    loaded = imported(terminal, "eval", "torch.tensor([[1, 2], [3, 4]]) @ torch.ones(2, 2).long()")
    assert "numpy" in loaded
    assert not loaded & HEAVY
    assert not any(name.startswith("tensorlab.course") for name in loaded)
    assert not any(name.startswith(("tensorlab.repl", "tensorlab.cli")) for name in loaded)


@pytest.mark.parametrize("arguments", [("--help",), ("eval", "--help"), ("--version",)])
def test_help_and_version_load_neither_numpy_nor_rich(terminal, arguments):
    assert not imported(terminal, *arguments) & {"numpy", "rich.console", "prompt_toolkit"}


def test_the_list_of_lessons_does_not_wait_for_numpy(terminal):
    assert "numpy" not in imported(terminal, "lesson", "--list")


def test_a_plain_prompt_does_not_wait_for_the_reader_of_command_lines(terminal):
    assert "typer" not in imported(terminal, "repl")
