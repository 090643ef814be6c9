"""Whatever ends a process says so in one sentence."""

import os
import signal
import subprocess
import sys
import time

import pytest

if os.name != "posix":
    pytest.skip("needs POSIX's signals", allow_module_level=True)

# Functions of Python's own that hold the interpreter for minutes.
HOLD = ["import re; re.match('(a+)+$', 'a' * 60 + 'b')", "sum(range(10**12))", "9**9**9"]
START = "from tensorlab.process.watchdog import end_after, end_on_interrupt\nend_on_interrupt()\n"


def ended(program, **options):
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, timeout=100, check=False, **options,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("hold", HOLD)
def test_a_process_that_is_held_says_why_it_ends(hold):
    done = ended(f"{START}end_after(0.1, lambda: 1)\n{hold}")
    assert done.stderr == "LimitError: The limit on time was reached: the limit is 0.1 seconds.\n"
    assert done.returncode == 1


def test_a_crash_is_told():
    done = ended(f"{START}end_after(50, lambda: 1)\nimport ctypes; ctypes.string_at(0)")
    assert done.stderr.startswith("tensorlab made a mistake: ")
    assert done.stderr.count("\n") == 1
    assert done.returncode == -signal.SIGSEGV


def test_who_ends_in_order_leaves_nobody_behind_and_says_nothing():
    done = ended(f"{START}end_after(50, lambda: 1)\nprint(7)")
    assert (done.stdout, done.stderr, done.returncode) == ("7\n", "", 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "words", "code"),
    [(signal.SIGINT, "interrupted\n", 130), (signal.SIGTERM, "terminated\n", 143)],
)
@pytest.mark.parametrize(
    "program", ["while True: pass", "torch.linalg.svd(torch.rand(3000, 3000))", "max(range(10**8))"]
)
def test_a_signal_ends_a_program_with_a_word(terminal, number, words, code, program):
    process = subprocess.Popen(
        terminal.command("eval", "--timeout", "50", "--max-steps", "0", f"print(1)\n{program}"),
        env=terminal.environment | {"PYTHONUNBUFFERED": "1"},
        cwd=terminal.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline() == "1\n"
    time.sleep(0.5)  # it is under way
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert (said, process.returncode) == (words, code)


@pytest.mark.parametrize(("wait", "told"), [(0, "answer\n"), (1, "time\n")])
def test_one_answer_is_given_however_late(wait, told):
    """Each takes longer to end than the other waits."""
    done = ended(
        f"{START}import time\n"
        "show = lambda: print('time', flush=True) or time.sleep(1) or 1\n"
        f"stop = end_after(0, show)\ntime.sleep({wait}); stop(); print('answer'); time.sleep(1)"
    )
    assert done.stdout == told


@pytest.mark.slow
def test_a_value_given_as_an_option_is_ended_with_a_word_too(terminal):
    process = subprocess.Popen(
        terminal.command("eval", "--set", "x=print(1) or max(range(10**8))", "x"),
        env=terminal.environment | {"PYTHONUNBUFFERED": "1"},
        cwd=terminal.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout.readline() == "1\n"
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert (said, process.returncode) == ("terminated\n", 143)
