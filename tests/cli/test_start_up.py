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


@pytest.mark.parametrize("arguments", [("--help",), ("help",), ("--version",)])
def test_the_page_of_all_commands_does_not_wait_for_their_reader(terminal, arguments):
    assert not imported(terminal, *arguments) & {"typer", "pathlib", "tensorlab.cli"}


def test_the_list_of_lessons_does_not_wait_for_numpy(terminal):
    assert "numpy" not in imported(terminal, "lesson", "--list")


def test_a_plain_prompt_does_not_wait_for_the_reader_of_command_lines(terminal):
    assert "typer" not in imported(terminal, "repl")


# What a start may load at most: modules of tensorlab, and of all else what no start needs.
MOST = {
    ("lesson", "add"): 385,
    ("help", "cumprod"): 255,
    ("progress",): 66,
    ("explain", "torch.ones(2) + 1", "--element", "0"): 305,
}
NEEDLESS = {"prompt_toolkit", "asyncio", "importlib.metadata", "email.message"}


@pytest.mark.parametrize("arguments", MOST, ids=" ".join)
def test_what_a_command_loads_is_counted(terminal, arguments):
    loaded = imported(terminal, *arguments)
    ours = [name for name in loaded if name.startswith("tensorlab")]
    assert len(ours) <= MOST[arguments]
    assert not loaded & NEEDLESS


def test_a_lesson_begins_without_what_judges_answers(terminal):
    loaded = imported(terminal, "lesson", "add")
    late = "misconceptions.diagnosis", "answers.checking", "taking.open_exercise", "progress.review"
    assert not loaded & {f"tensorlab.course.{each}" for each in late}


def test_a_page_of_help_reads_no_lesson_and_progress_no_markdown(terminal):
    assert "tensorlab.course.lessons.lesson" not in imported(terminal, "help", "cumprod")
    assert not imported(terminal, "progress") & {"markdown_it", "numpy"}
