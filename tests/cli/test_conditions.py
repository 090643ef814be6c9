"""A process in bad surroundings: the right answer or one clear error."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.sampled(3)  # a process each

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX's shell, signals and devices")


def shell(terminal, script, **options):
    """Run a shell script in which $T is the command."""
    command = " ".join(f"'{part}'" for part in terminal.command())
    done = subprocess.run(
        ["bash", "-c", script],
        env=terminal.environment | {"T": command} | options.pop("environment", {}),
        cwd=terminal.folder,
        capture_output=True,
        timeout=60,
        check=False,
    )
    done.stderr = done.stderr.decode("utf-8", "backslashreplace")
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done


@posix
def test_a_reader_that_goes_away_ends_the_output_silently(terminal):
    script = "eval $T run - <<< 'for i in range(100000): print(i)' | head -1"
    done = shell(terminal, script)
    assert (done.stdout, done.stderr) == (b"0\n", "")


@posix
def test_a_full_disk_is_one_message(terminal):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = shell(terminal, "eval $T eval 1 > /dev/full")
    assert done.returncode == 1
    assert "cannot write to standard output" in done.stderr
    assert done.stderr.count("\n") == 1


@posix
def test_a_closed_standard_output_is_one_message(terminal):
    done = shell(terminal, "eval $T eval 1 >&-")
    assert done.returncode == 1
    assert "cannot write to standard output" in done.stderr


@posix
def test_a_closed_standard_input_or_error_is_no_obstacle(terminal):
    assert shell(terminal, "eval $T eval 1 <&-").stdout == b"1\n"
    assert shell(terminal, "eval $T eval 1 2>&-").stdout == b"1\n"
    assert shell(terminal, "eval $T eval 1/0 2>&-").returncode == 1
    assert shell(terminal, "eval $T repl <&-").returncode == 0


@posix
def test_an_interrupt_ends_the_process_with_130(terminal):
    process = subprocess.Popen(
        terminal.command("eval", "print(1)\nwhile True: pass"),
        env=terminal.environment | {"PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"1\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.slow
@posix
def test_a_termination_ends_the_process_cleanly(terminal):
    process = subprocess.Popen(
        terminal.command("run", "-"),
        env=terminal.environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.terminate()
    _, errors = process.communicate(timeout=20)
    assert process.returncode in (143, -signal.SIGTERM)
    assert b"Traceback" not in errors


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "nonsense"])
def test_every_locale_can_print_everything(terminal, locale):
    environment = {"LANG": locale, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = terminal.run("eval", "print('\\u65e5 \\xb7'); 1", environment=environment)
    assert done.returncode == 0
    assert done.stdout.endswith("1\n")


def test_an_ascii_terminal_gets_characters_that_it_has(terminal):
    done = terminal.run(
        "eval", "--format", "rich", "torch.ones(2)", environment={"PYTHONIOENCODING": "ascii"}
    )
    assert done.stdout == "shape (2,) - dtype float32\ntensor([1., 1.])\n"


@pytest.mark.parametrize(
    ("content", "position"),
    [(b"x = '\xff'\n", "position 5"), ("x = 1".encode("utf-16"), "position 0")],
)
def test_bytes_that_are_no_text_are_told_with_their_position(terminal, content, position):
    (terminal.folder / "program.py").write_bytes(content)
    for done in (terminal.run("run", "program.py"), terminal.run("eval", "-", input=content)):
        assert done.returncode == 1
        assert position in done.stderr


def test_an_argument_that_is_no_text_is_told_too(terminal):
    if os.name == "posix":
        done = terminal.run("eval", b"'\xff'")
        assert done.returncode == 1
        assert "not UTF-8" in done.stderr


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfx = 1\nprint(x)\n", b"x = 1\r\nprint(x)\r\n", b"x = 1\rprint(x)"]
)
def test_marks_and_line_ends_of_other_systems_do_not_matter(terminal, content):
    assert terminal.run("run", "-", input=content).stdout == "1\n"


def test_null_bytes_are_an_error_of_the_program(terminal):
    done = terminal.run("run", "-", input=b"x = 1\0\n")
    assert done.returncode == 1
    assert done.stderr


@posix
@pytest.mark.parametrize("home", ["", "/nonexistent", "/dev/null", "relative"])
def test_a_home_that_cannot_be_used_is_no_obstacle(terminal, home):
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        del terminal.environment[name]
    terminal.environment["HOME"] = home
    assert terminal.run("eval", "1").stdout == "1\n"
    assert terminal.run("repl", input="1\n").stdout == "1\n"
    assert terminal.run("info").returncode == 0


@posix
def test_a_working_folder_that_is_gone_is_no_obstacle(terminal):
    folder = terminal.folder / "gone"
    folder.mkdir()
    done = shell(terminal, f"cd {folder} && rmdir {folder} && eval $T eval 1")
    assert (done.stdout, done.returncode) == (b"1\n", 0)


def test_files_of_the_working_folder_are_never_imported(terminal):
    for name in ("numpy", "torch", "rich", "json", "typer"):
        (terminal.folder / f"{name}.py").write_text("raise SystemExit('mine')")
    assert terminal.run("eval", "1").stdout == "1\n"
    assert terminal.run("help", "mm").returncode == 0


@pytest.mark.parametrize("columns", ["20", "0", "-5", "many"])
def test_every_width_works(terminal, columns):
    for arguments in (("help", "cumprod"), ("info",), ("eval", "--format", "rich", "1")):
        assert terminal.run(*arguments, environment={"COLUMNS": columns}).returncode == 0


@pytest.mark.skipif(shutil.which("script") is None, reason="needs script(1)")
def test_no_colour_where_none_is_wanted(terminal):
    script = "script -qec \"$T eval 'torch.ones(2)'\" /dev/null"
    assert b"\x1b[" in shell(terminal, script, environment={"TERM": "xterm-256color"}).stdout
    for wish in ({"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}):
        assert b"\x1b[3" not in shell(terminal, script, environment=wish).stdout


# Without a limit on steps, which a fast machine would reach before the clock is asked.
LONG_CALL = (
    "--max-steps", "0", "x = torch.rand(6000, 6000)\nfor i in range(500): y = x @ x",
)  # fmt: skip


@pytest.mark.slow
def test_the_clock_also_ends_a_long_call_of_numpy(terminal):
    done = terminal.run("eval", "--timeout", "0.5", *LONG_CALL)
    assert done.returncode == 1
    assert "The limit on time was reached" in done.stderr
    assert "--timeout" in done.stderr


@pytest.mark.slow
@posix
def test_an_interrupt_also_ends_a_long_call_of_numpy(terminal):
    process = subprocess.Popen(
        terminal.command("eval", *LONG_CALL),
        env=terminal.environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert process.returncode == 130, errors
    assert output == b""
    assert errors == b"interrupted\n"


@posix
@pytest.mark.parametrize("command", ["eval -", "run -", "repl"])
def test_an_endless_program_is_not_read_to_its_end(terminal, command):
    done = shell(terminal, f"yes 1 | eval $T {command}")
    assert done.returncode == 1
    assert "The limit on program size was reached" in done.stderr


@pytest.mark.slow
@posix
def test_a_call_that_lets_no_other_thread_run_is_ended_too(terminal):
    hangs = (
        "import math, tensorlab.commands.initial_options as limits\n"
        "limits.watch(limits.limits(None, None, 0.1), lambda outcome: 1)\n"
        "math.factorial(10**8)"
    )
    begun = time.monotonic()
    done = subprocess.run(
        [*terminal.command()[:1], "-c", hangs],
        env=terminal.environment,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert time.monotonic() - begun < 30
    words = "LimitError: The limit on time was reached: the limit is 0.1 seconds.\n"
    assert done.stderr.decode() == words
