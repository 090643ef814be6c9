"""Ctrl-C at a prompt: whatever is under way is left, and the variables stay."""

import os
import signal
import threading
import time

import numpy as np
import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from tensorlab.engine.autograd.gradmode import Recording, no_grad
from tensorlab.repl import interrupting
from tensorlab.repl.interrupting import Presses, give_up_line, interruptible

if os.name != "posix":
    pytest.skip("needs POSIX's pseudo-terminals", allow_module_level=True)

from tests.repl.terminal import CTRL_C, CTRL_D

pytestmark = pytest.mark.sampled(3)  # on a terminal of their own, most

LONG = "torch.linalg.svd(torch.rand(3000, 3000, dtype=torch.float64))"


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(interrupting, "PATIENCE", 0.05)


def press():
    """Press Ctrl-C, from inside the work that is under way."""
    Presses.work.told.put(False)


def wait_for_what_was_left():
    for thread in threading.enumerate():
        if thread.name == "work":
            thread.join(10)
            assert not thread.is_alive()


def test_work_gives_its_value_or_its_error():
    assert interruptible(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)


def test_work_sees_the_settings_of_its_caller():
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        interruptible(lambda: np.ones(1) / 0)


def test_a_loop_is_interrupted():
    def loop():
        press()
        while True:
            pass

    with pytest.raises(KeyboardInterrupt, match=r"^interrupted$"):
        interruptible(loop)


def test_a_call_that_hears_nothing_is_left_and_never_goes_on(impatient):
    went_on = []

    def deaf():
        press()
        time.sleep(1)
        went_on.append(True)

    with pytest.raises(KeyboardInterrupt, match="cannot be stopped half-way"):
        interruptible(deaf)
    assert interruptible(lambda: 42) == 42
    wait_for_what_was_left()
    assert not went_on


def test_what_was_left_leaves_the_switches_as_it_found_them(impatient):
    def deaf():
        press()
        with no_grad():
            time.sleep(1)

    with pytest.raises(KeyboardInterrupt):
        interruptible(deaf)
    assert Recording.enabled
    with no_grad():
        wait_for_what_was_left()  # it comes to the end of its own block meanwhile
        assert not Recording.enabled


def test_what_was_left_cleans_up_while_nothing_else_goes_on(impatient):
    cleaned = threading.Event()

    def deaf():
        press()
        try:
            time.sleep(0.5)
        finally:
            cleaned.set()

    with pytest.raises(KeyboardInterrupt):
        interruptible(deaf)
    assert not interruptible(lambda: cleaned.wait(1.5))
    assert cleaned.wait(10)


def test_interrupts_at_the_very_end_of_work_do_no_harm():
    def short():
        press()
        return 42

    for _ in range(200):
        try:
            assert interruptible(short) == 42
        except KeyboardInterrupt:
            continue


def test_a_long_call_is_left_and_the_variables_stay(prompt):
    prompt.enter("x = 1234")
    prompt.enter(f"result = {LONG}")
    time.sleep(1)
    prompt.press_until(CTRL_C, "interrupted")
    prompt.enter("x + 1")
    prompt.wait_for("1235")
    prompt.enter("result")
    prompt.wait_for("NameError: name 'result' is not defined")


def test_a_long_call_in_a_lesson_is_left(start):
    terminal = start("lesson", "matmul")
    terminal.wait_for("lesson>")
    terminal.enter("")
    terminal.wait_for("Step 2")
    terminal.enter(LONG)
    time.sleep(1)
    terminal.press_until(CTRL_C, "interrupted")
    terminal.enter("counts.shape")
    terminal.wait_for("torch.Size([2, 2])")


@pytest.mark.parametrize("pause", [0, 0.002])
def test_a_burst_of_interrupts_never_ends_the_prompt(prompt, pause):
    prompt.enter("x = 1234")
    prompt.see_prompt("x = 1234")
    for line in ("while True: pass\n", "torch.ones(3)", ""):
        prompt.enter(line)
        for _ in range(100):
            prompt.process.send_signal(signal.SIGINT)
            time.sleep(pause)
    prompt.type(CTRL_C * 30)
    time.sleep(1)
    prompt.see_prompt()
    prompt.enter("x + 1")
    prompt.wait_for("1235")
    assert "Unhandled" not in prompt.screen
    time.sleep(0.5)
    prompt.type(CTRL_D)
    assert prompt.end() == 0


def test_a_press_that_is_heard_when_the_editor_has_ended_does_no_harm():
    with create_pipe_input() as keys:
        editor = PromptSession(input=keys, output=DummyOutput())
        give_up_line(editor.app)  # nothing is being typed yet
        keys.send_text("1\r")
        assert editor.prompt() == "1"
        give_up_line(editor.app)  # nor any more


def test_work_of_python_s_own_functions_is_left_and_the_variables_stay(prompt):
    prompt.enter("z = 1234")
    prompt.enter("sum([1 << 262000] * 10**7)")
    time.sleep(1)
    prompt.press_until(CTRL_C, "interrupted")
    prompt.enter("z + 1")
    prompt.wait_for("1235")


def test_a_press_right_behind_the_line_is_heard(prompt):
    for line in ("while True: pass\r\r", "max(range(10**9))\r"):
        prompt.type(line + "1 +" + CTRL_C)  # in one go: the editor still holds the terminal
        prompt.wait_for("interrupted")
        prompt.wait_for("leaves")  # the next line is waited for


def test_a_press_before_the_work_has_begun_is_heard(monkeypatch):
    monkeypatch.setattr(Presses, "early", True)
    with pytest.raises(KeyboardInterrupt, match=r"^interrupted$"):
        interruptible(lambda: 42)
    assert interruptible(lambda: 42) == 42
