"""The command line as a whole: help, several programs, options of the environment."""

import subprocess

import pytest

from tensorlab.cli.options import GROUPS
from tensorlab.completing.words import OPTIONS

pytestmark = pytest.mark.sampled(3)  # a process each

COMMANDS = [name for name in OPTIONS if name]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples_in_80_columns(terminal, command):
    shown = terminal.run(*command.split(), "-h")
    assert shown.returncode == 0
    assert shown.stdout == terminal.run(*command.split(), "--help").stdout
    assert max(map(len, shown.stdout.split("\n"))) <= 80
    assert ("Examples:" in shown.stdout) or command in {"course", "class"}  # its commands have them
    assert command or "..." not in shown.stdout.partition("Run programs:")[2].partition("Exam")[0]


def test_every_command_stands_in_a_group():
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)


WORDS = {
    "torch.ones(2)": "Did you mean: tensorlab eval 'torch.ones(2)'",
    "a.py": "Did you mean: tensorlab run a.py", "evla": "Did you mean 'eval'?",
    "lost.py": "Did you mean: tensorlab run lost.py",
}  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_what_is_no_command_gets_the_command_that_takes_it(terminal, word):
    (terminal.folder / "a.py").write_text("")
    done = terminal.run(word)
    assert (done.returncode, WORDS[word] in done.stderr) == (2, True)


def test_help_knows_commands_too(terminal):
    assert terminal.run("help").stdout == terminal.run("-h").stdout
    assert terminal.run("help", "eval").stdout == terminal.run("eval", "-h").stdout


def test_several_programs_share_their_names_and_the_first_failure_ends_them(terminal):
    done = terminal.run("eval", "x = 40", "x + 1", "x + 2", "x / 0", "x + 3")
    assert (done.stdout, done.returncode) == ("41\n42\n", 1)
    lines = terminal.run("eval", "--format", "json", "1", "2").stdout.splitlines()
    assert [line[:11] for line in lines] == ['{"value": 1', '{"value": 2']


def test_a_program_begins_with_a_seed_a_type_and_digits(terminal):
    options = ("--seed", "0", "--dtype", "float64", "--precision", "2")
    told = "torch.manual_seed(0); torch.set_default_dtype(torch.float64);"
    told += "torch.set_printoptions(precision=2); print(torch.rand(3), torch.ones(1).dtype)"
    shown = terminal.run("eval", told).stdout
    program = "print(torch.rand(3), torch.ones(1).dtype)"
    assert terminal.run("eval", *options, program).stdout == shown
    (terminal.folder / "a.py").write_text(f"import torch\n{program}\n")
    assert terminal.run("run", *options, "a.py").stdout == shown
    assert terminal.run("repl", *options, input=program).stdout == shown
    wrong = terminal.run("eval", "--dtype", "float23", "1")
    assert (wrong.returncode, "float23" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("FORMAT", "json", '{"value": [1.0], '), ("DTYPE", "float64", "tensor([1.])"),
        ("MAX_STEPS", "1", ""), ("COLOR", "always", "\x1b[2;36mshape (1,)"),
    ],
)  # fmt: skip
def test_each_option_can_be_given_by_the_environment(terminal, name, value, text):
    environment = {f"TENSORLAB_{name}": value, "TERM": "xterm-256color"}
    source = "torch.ones(1, dtype=torch.float64)" if name == "DTYPE" else "torch.ones(1)"
    shown = terminal.run("eval", source, environment=environment)
    assert shown.stdout.startswith(text)
    assert shown.returncode == (name == "MAX_STEPS")


COLOURS = [
    (("--color", "always"), {}, True), ((), {"FORCE_COLOR": "1"}, True), ((), {}, False),
    (("--color", "never"), {"FORCE_COLOR": "1"}, False), ((), {"FORCE_COLOR": "0"}, False),
    (("--color", "always"), {"NO_COLOR": "1"}, True), ((), {"NO_COLOR": "1"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("options", "environment", "has_colours"), COLOURS)
def test_colours_are_there_where_they_are_wanted(terminal, options, environment, has_colours):
    environment |= {"TERM": "xterm-256color"}
    for command in (("eval", *options, "torch.ones(2) @ 3"), ("help", *options, "mm")):
        done = terminal.run(*command, environment=environment)
        assert ("\x1b[" in done.stdout + done.stderr) == has_colours


def test_explain_has_the_limits_of_eval(terminal):
    done = terminal.run("explain", "--max-steps", "10", "sum(range(1000))")
    assert done.returncode == 1
    assert "--max-steps sets another limit" in done.stderr


def test_a_file_is_written_by_its_name_and_never_over_another(terminal):
    program = "torch.ones(2) + 1"
    for _ in range(2):
        done = terminal.run("explain", "-o", "a.svg", program)
    assert (done.returncode, "--force" in done.stderr) == (2, True)
    assert terminal.run("explain", "--force", "-o", "a.svg", program).returncode == 0
    wrong = terminal.run("explain", "-o", "a.png", program)
    assert (wrong.returncode, ".svg" in wrong.stderr) == (2, True)
    assert sorted(path.name for path in terminal.folder.glob("a.*")) == ["a.svg"]


def test_an_error_on_standard_input_names_its_line(terminal):
    assert "<stdin>, line 2" in terminal.run("eval", "-", input="x = 1\nx / 0\n").stderr


def test_settings_are_shown_with_where_they_come_from(terminal):
    assert terminal.run("config", "theme", "dark").returncode == 0
    shown = terminal.run("config", environment={"TENSORLAB_EDITING": "vi"})
    assert "dark (config.toml)" in shown.stdout
    assert "vi (TENSORLAB_EDITING)" in shown.stdout
    assert "on (usual)" in shown.stdout
    wrong = terminal.run("config", environment={"TENSORLAB_EDITING": "ed"})
    assert (wrong.returncode, "one of emacs, vi" in wrong.stderr) == (1, True)
    assert terminal.run("config", "theme", "pink").returncode == 2
    (terminal.folder / "taken").touch()
    unwritable = {"XDG_CONFIG_HOME": str(terminal.folder / "taken")}
    refused = terminal.run("config", "theme", "dark", environment=unwritable)
    assert (refused.returncode, "taken" in refused.stderr) == (2, True)
    assert terminal.run("config", "theme").stdout.startswith("dark (config.toml)")
    assert (
        "wrong: TENSORLAB_EDITING"
        in terminal.run("config", "theme", "dark", environment={"TENSORLAB_EDITING": "ed"}).stderr
    )


def test_a_file_can_be_typed_or_run_before_the_prompt(terminal):
    (terminal.folder / "a.py").write_text("x = 40\nx + 1\n")
    assert terminal.run("repl", "a.py", input="x + 2\n").stdout == "41\n42\n"
    assert terminal.run("run", "-i", "a.py", input="x + 2\n").stdout == "42\n"
    assert terminal.run("repl", "nowhere.py").returncode == 2


def test_a_watched_program_is_run_again_when_its_file_changes(terminal):
    path = terminal.folder / "a.py"
    path.write_text("print(41)\n")
    command = terminal.command("watch", "a.py")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=terminal.environment, cwd=terminal.folder
    ) as process:
        assert process.stdout.readline() == b"41\n"
        process.stdout.readline()
        path.write_text("print(1 + 41)\n")
        assert process.stdout.readline() == b"42\n"
        process.kill()


def test_the_manual_page_has_every_command_and_option(terminal):
    page = terminal.run("man").stdout.replace("\\-", "-")
    assert page.startswith(".TH TENSORLAB 1")
    for name in COMMANDS:
        assert f'"tensorlab {name}' in page
    options = {option for each in OPTIONS.values() for option in each.split()}
    assert [each for each in options - {"-h", "--help", "--version"} if each not in page] == []


@pytest.mark.parametrize("columns", ["60", "79", "80", "200"])
def test_the_page_drawn_beforehand_is_the_one_that_fits(terminal, columns):
    shown = terminal.run("--help", environment={"COLUMNS": columns}).stdout
    drawn = terminal.run("--color", "auto", "--help", environment={"COLUMNS": columns}).stdout
    assert shown == drawn


def test_alone_and_without_a_terminal_it_shows_its_help(terminal):
    done = terminal.run()
    assert "Run programs:" in done.stderr
    assert done.returncode == 2
