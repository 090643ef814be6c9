"""What the keys do, in a real terminal: Enter, Esc, Tab, pastes, Ctrl-Z, the editor."""

import os
import subprocess
import sys

import pytest

if os.name != "posix":
    pytest.skip("needs POSIX's pseudo-terminals", allow_module_level=True)

from tensorlab.repl.prompt import as_there_is_room, in_a_line
from tensorlab.version import VERSION
from tests.repl.terminal import BACKSPACE, CTRL_C, ENTER, ESCAPE, F2, TAB, TENSORLAB, pasted

pytestmark = pytest.mark.sampled(4)  # on a terminal of their own, each

WIDTHS = [40, 60, 80, 200]


@pytest.fixture
def settings(tmp_path):
    folder = tmp_path / "config" / "tensorlab"
    folder.mkdir(parents=True)
    return folder / "config.toml"


@pytest.fixture
def vi(settings, start):
    settings.write_text('editing = "vi"\n')
    terminal = start("repl")
    terminal.wait_for("INSERT")
    return terminal


def test_escape_then_enter_runs_in_vi(vi):
    vi.type("20 + 22")
    vi.type(ESCAPE)
    vi.wait_for("NORMAL")  # at once: nothing else has been pressed
    vi.type(ENTER)
    vi.see(lambda screen: "42" in screen.lines)
    vi.wait_for("INSERT")


def test_a_block_goes_on_in_vi_until_it_is_complete(vi):
    vi.enter("for i in range(2):")
    vi.enter("print(i + 500)")
    vi.type(ENTER)
    vi.see(lambda screen: "501" in screen.lines)


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_wrapped_line_does_not_look_continued(start, columns):
    terminal = start("repl", columns=columns)
    terminal.wait_for("leaves" if columns > 40 else "Ctrl-R")
    terminal.type("x = [" + ", ".join(["100000"] * 29) + "]")
    terminal.see(lambda screen: "100000]" in screen.line[0])
    assert not any(line.startswith("...") for line in terminal.lines)
    terminal.type(ENTER)
    terminal.enter("for i in range(3):")
    terminal.see(lambda screen: screen.line[0].startswith("..."))


def test_f2_types_what_was_offered_after_an_error(prompt):
    prompt.enter("x = torch.ones(2, 3)")
    prompt.enter("x @ x  # all")
    prompt.wait_for("F2 types them")
    prompt.type(F2)
    prompt.see(lambda screen: screen.line[0].endswith("x @ x.T  # all"))
    prompt.type(F2)
    prompt.see(lambda screen: screen.line[0].endswith("x.T @ x  # all"))
    prompt.type(ENTER)
    prompt.wait_for("tensor([[2., 2., 2.]")


def test_enter_goes_on_within_open_brackets(prompt):
    for line in ("x = torch.tensor([", "[1, 2],", "[3, 4]])"):
        prompt.enter(line)
    prompt.enter("x.sum() + 400")
    prompt.wait_for("tensor(410)")


def test_tab_indents_on_an_empty_line_and_backspace_takes_it_back(prompt):
    prompt.type(TAB + "x")
    prompt.see(lambda screen: screen.line == (">>>     x", 9))
    prompt.type(BACKSPACE * 2)
    prompt.see(lambda screen: screen.line[1] == 4)


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_slip_in_the_grammar_puts_the_cursor_on_it_and_enter_tells_more(start, columns):
    terminal = start("repl", columns=columns)
    terminal.wait_for("Ctrl-R")
    terminal.enter("x = (1,,2)")
    terminal.wait_for("SyntaxError: invalid syntax")
    terminal.see(lambda screen: screen.line == (">>> x = (1,,2)", 11))
    terminal.type(ENTER)
    terminal.wait_for("hint:")
    terminal.enter("20 + 22")
    terminal.see(lambda screen: "42" in screen.lines)


def test_a_slip_in_an_earlier_line_is_found_and_can_be_mended(prompt):
    prompt.type(pasted("for i in range(3)\n    print(i + 700)\n"))
    prompt.type(ENTER)
    prompt.see(lambda screen: screen.line == (">>> for i in range(3)", 21))
    prompt.type(":\x1b[B\x1b[B" + ENTER)
    prompt.see(lambda screen: "702" in screen.lines)


def test_a_line_with_a_slip_can_be_given_up(prompt):
    prompt.enter("x = (1,,2)")
    prompt.wait_for("SyntaxError")
    prompt.type(CTRL_C)
    prompt.see_prompt()


PASTES = [
    ("    y = 4000\n    y + 321\n", "4321"),
    ("```python\ny = 4000\ny + 322\n```\n", "4322"),
    ("Try this:\n\n```py\ny = 4000\ny + 323\n```\nand look.", "4323"),
    (">>> y = 4000\n>>> y + 324\n4\n", "4324"),
    ("In [1]: y = 4000\n\nIn [2]: y + 325\nOut[2]: 4\n", "4325"),
    ("In [1]: for i in range(2):\n   ...:     print(i + 4325)\n   ...: \n", "4326"),
    ("    >>> y = 4000\n    >>> y + 327", "4327"),
]


def test_code_is_pasted_as_it_is_meant(prompt):
    for text, shown in PASTES:
        prompt.type(pasted(text))
        prompt.type(ENTER)
        prompt.wait_for(f"\n{shown}\n")
        prompt.see_prompt()
    assert "Error" not in prompt.screen


def test_a_comment_that_ends_in_a_question_mark_is_a_comment(prompt):
    prompt.enter("z = 77  # why?")
    prompt.enter("z + 1000")
    prompt.wait_for("1077")
    prompt.enter("z?  # a question")
    prompt.wait_for("77")
    assert "no help" not in prompt.screen


HABITS = [
    ("%timeit torch.ones(3)", ":time EXPR"),
    ("%time 1", ":time EXPR"),
    ("!ls", "no shell here"),
    ("%matplotlib inline", ":view x"),
    ("np.ones(3)", "import numpy as np"),
    ("pip install torch", "no shell here"),
    ("undo", "begin with a colon: :undo"),
    ("%who", ":vars"),
    ("clear", "Ctrl-L"),
    ("help", ":save FILE"),
]


def test_habits_from_elsewhere_get_a_useful_word(prompt):
    for line, word in HABITS:
        prompt.enter(line)
        prompt.wait_for(word)


def test_the_editor_takes_the_line_and_gives_it_back(start, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "y = 41 + 1" > "$1"\n')
    editor.chmod(0o755)
    terminal = start("repl", environment={"EDITOR": str(editor), "VISUAL": str(editor)})
    terminal.wait_for("leaves")
    terminal.type("half")
    terminal.type("\x18\x05")
    terminal.wait_for("y = 41 + 1")
    terminal.enter("y + 500")
    terminal.wait_for("542")


def test_control_z_suspends_and_the_variables_stay(start):
    shell = start(command=["bash", "--norc", "--noprofile", "-i"])
    shell.type(" ".join(TENSORLAB) + " repl" + ENTER)
    shell.wait_for("leaves")
    shell.enter("x = 41")
    shell.see_prompt()
    shell.type("\x1a")
    shell.wait_for("Stopped")
    shell.type("fg" + ENTER)
    shell.see_prompt()
    shell.enter("x + 1000")
    shell.wait_for("1041")
    shell.enter("exit")
    shell.see(lambda screen: screen.line[0].startswith("bash"))


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_bar_marks_the_parameter_being_given(start, columns):
    terminal = start("repl", columns=columns)
    terminal.wait_for("Ctrl-R")
    terminal.type("F.pad(x, (1, 1), ")
    bar = terminal.see(lambda screen: screen.lines[-1] * ("mode=" in screen.lines[-1]))
    assert len(bar) <= columns
    place = bar.index("mode=")
    element = terminal.glass.buffer[len(terminal.lines) - 1][place]
    assert (element.bold, element.underscore) == (True, True)


def test_f1_tells_what_the_function_does(prompt):
    prompt.type("torch.cumprod(")
    prompt.wait_for("torch.cumprod(input")
    prompt.type("\x1bOP")
    prompt.wait_for("Return the running product")
    prompt.type(CTRL_C)
    prompt.enter("def mine(a):")
    prompt.enter('"It is mine."')
    prompt.enter("return a")
    prompt.enter("")
    prompt.type("mine")
    prompt.wait_for("It is mine.")


def test_the_bar_shows_whole_words_in_whatever_room_there_is():
    parts = ["Out[1]", "shape (2,)", "Tab completes"]
    assert as_there_is_room(parts, 80) == "Out[1] · shape (2,) · Tab completes"
    assert as_there_is_room(parts, 30) == "Out[1] · shape (2,)"
    assert as_there_is_room(parts, 3) == "Out[1]"


def test_what_is_wrong_with_a_line_is_said_in_its_room():
    said = [in_a_line("SyntaxError", "'(' was never closed", width) for width in (80, 45, 30, 12)]
    assert said == [
        "SyntaxError: '(' was never closed  (Enter again: more)",
        "SyntaxError: '(' was never closed",
        "'(' was never closed",
        "'(' was ne…",
    ]


def test_the_cursor_stays_at_the_end_where_a_bracket_is_open(prompt):
    prompt.type("max(1 2\r")
    prompt.wait_for("was never closed")
    prompt.type("\x7f, 2)\r")
    prompt.wait_for("Out[1]")


LATER = ["rich", "pygments", "tomllib", "importlib.metadata", "tensorlab.repl.session_commands"]


def test_the_first_prompt_waits_for_nothing_that_only_answers_need(start):
    terminal = start("repl", environment={"PYTHONPROFILEIMPORTTIME": "1"})
    before = terminal.wait_for(">>>")
    loaded = {line.rpartition("|")[2].strip() for line in before.split("\n")}
    assert "prompt_toolkit" in loaded
    its_own = "import sys, prompt_toolkit; print(*sys.modules)"  # of some versions
    theirs = subprocess.check_output([sys.executable, "-c", its_own], text=True).split()
    assert not loaded.intersection(LATER).difference(theirs)


def test_a_greeting_is_broken_between_words(start):
    terminal = start("repl", columns=40)
    terminal.see_prompt()
    assert [line for line in terminal.lines if line][:2] == [
        f"tensorlab {VERSION} · torch, F and nn are at", "hand · :help lists the commands",
    ]  # fmt: skip


def test_what_is_typed_has_colours(start):
    terminal = start("repl")
    terminal.see_prompt()
    terminal.type("'a'")
    terminal.see(lambda screen: "'a'" in screen.line[0])
    terminal.see(lambda screen: screen.glass.buffer[screen.glass.cursor.y][4].fg != "default")
