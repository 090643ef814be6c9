"""The prompt, as it is used: a real process on a real terminal."""

import os
import signal

import pytest

if os.name != "posix":
    pytest.skip("needs POSIX's pseudo-terminals", allow_module_level=True)

from tests.repl.terminal import CTRL_C, CTRL_D, ENTER, ROOT, TAB, UP

pytestmark = pytest.mark.sampled(4)  # on a terminal of their own, each


def test_a_value_is_shown_with_its_shape_and_type(prompt):
    prompt.enter("torch.tensor([[1, 2], [3, 4]]) @ torch.ones(2, 2).long()")
    prompt.wait_for("shape (2, 2) · dtype int64")
    prompt.wait_for("[7, 7]])")


def test_the_last_results_have_names_and_a_semicolon_mutes(prompt):
    prompt.enter("torch.arange(4) + 38")
    prompt.wait_for("41])")
    prompt.enter("_.sum() + 1000;")
    prompt.enter("_, __[0]")
    came = prompt.wait_for("tensor(38)")
    assert "tensor(1158)" in came


def test_a_block_goes_on_until_it_is_complete(prompt):
    prompt.enter("for i in range(3):")
    prompt.enter("print(i + 500)")
    prompt.enter("")
    prompt.wait_for("502")


def test_a_failure_keeps_the_variables(prompt):
    prompt.enter("x = torch.ones(2, 3) * 7")
    prompt.enter("x @ x")
    prompt.wait_for("mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)")
    prompt.enter("x.sum()")
    prompt.wait_for("tensor(42.)")


def test_interrupting_clears_a_line_or_stops_a_program_and_never_leaves(prompt):
    prompt.type("half a line")
    prompt.see(lambda screen: screen.line[0] == ">>> half a line")
    prompt.type(CTRL_C)
    prompt.see_prompt()
    prompt.enter("while True: pass")
    prompt.see_work()
    prompt.press_until(CTRL_C, "interrupted")
    prompt.see_prompt()
    prompt.enter("20 + 22")
    prompt.wait_for("42")


def test_the_end_of_the_input_leaves(prompt):
    prompt.type(CTRL_D)
    assert prompt.end() == 0


@pytest.mark.parametrize("word", ["exit", "quit()", ":quit", ":q"])
def test_words_that_leave(prompt, word):
    prompt.enter(word)
    assert prompt.end() == 0


def test_completion_knows_methods_and_shows_shapes(prompt):
    prompt.enter("weights = torch.ones(3, 5)")
    prompt.see_prompt("weights")
    prompt.type("weights.nume" + TAB)
    prompt.see(lambda screen: screen.line[0].startswith(">>> weights.numel"))
    prompt.enter("() + 85")
    prompt.wait_for("100")
    prompt.type("w" + TAB)
    prompt.wait_for("(3, 5) float32")


def test_help_is_one_question_mark_away(prompt):
    prompt.enter("?cumprod")
    prompt.wait_for("torch.cumprod(input, dim")
    prompt.enter("mm?")
    prompt.wait_for("torch.mm(input, mat2")


def test_commands_can_be_abbreviated_and_mistaken(prompt):
    prompt.enter("x = torch.ones(2, 3)")
    prompt.enter(":va")
    prompt.wait_for("(2, 3) float32")
    prompt.enter(":typ x")
    prompt.wait_for("Tensor (2, 3) float32")
    prompt.enter(":quti")
    prompt.wait_for("did you mean :quit?")


def test_a_statement_can_be_undone(prompt):
    prompt.enter("x = 12345")
    prompt.enter("x = 54321")
    prompt.enter(":undo")
    prompt.wait_for("took back")
    prompt.enter("x + 1")
    prompt.wait_for("12346")


def test_what_worked_can_be_saved_as_a_program(prompt, tmp_path):
    prompt.enter("x = arange(3)")
    prompt.enter("x.nothing")
    prompt.wait_for("AttributeError")
    prompt.enter("x + 1")
    prompt.wait_for("3])")
    prompt.enter(":save session.py")
    prompt.wait_for("saved 2 statements")
    assert (
        tmp_path / "session.py"
    ).read_text() == "from torch import arange\nx = arange(3)\nx + 1\n"


def test_the_history_comes_back_in_the_next_session(prompt, start):
    prompt.enter("x = 1111 + 2222")
    prompt.see_prompt("2222")
    prompt.type(CTRL_D)
    prompt.end()
    again = start("repl")
    again.wait_for(">>>")
    again.type(UP)
    again.wait_for("1111 + 2222")


def test_a_pasted_session_loses_its_prompts(prompt):
    prompt.type("\x1b[200~>>> x = 4321\n>>> x + 1\n4322\x1b[201~")
    prompt.see(lambda screen: "x + 1" in screen.line[0])
    prompt.type(ENTER)
    prompt.wait_for("4322")
    assert "Error" not in prompt.screen


def test_the_bar_tells_the_signature_of_the_call_being_typed(prompt):
    prompt.type("torch.cumprod(x, ")
    prompt.wait_for("torch.cumprod(input, dim, ")


@pytest.mark.parametrize("columns", [20, 60])
def test_narrow_windows_work(start, columns):
    terminal = start("repl", columns=columns)
    terminal.wait_for(">>>")
    terminal.enter("torch.ones(2)")
    terminal.wait_for("1.])")


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_terminals_without_colour_work(start, environment):
    terminal = start("repl", environment=environment)
    terminal.wait_for(">>>")
    terminal.enter("torch.ones(2)")
    terminal.wait_for("1.])")
    (facts,) = (line for line in terminal.raw.split("\n") if "shape (2,)" in line)
    assert "\x1b[3" not in facts.partition("shape")[0][-10:]
    assert "TERM" not in environment or "\x1b" not in terminal.raw


def test_termination_is_clean(prompt):
    prompt.process.send_signal(signal.SIGTERM)
    assert prompt.end() == 143


def test_a_command_is_named_as_it_is_typed_here(prompt):
    prompt.enter("torch.ones(2) + torch.ones(3)")
    prompt.wait_for("TL001: :help TL001 tells more")
    prompt.enter(":help TL001")
    prompt.wait_for("shapes that do not broadcast")


def test_a_lesson_can_be_taken_and_left(start):
    terminal = start("lesson", "matmul")
    terminal.wait_for("lesson>")
    terminal.enter("")
    terminal.wait_for("Step 2")
    terminal.enter("counts.shape")
    terminal.wait_for("torch.Size([2, 2])")
    terminal.enter(":back")
    terminal.wait_for("Step 1")
    terminal.wait_for("lesson>")
    terminal.type(CTRL_D)
    terminal.wait_for("tensorlab lesson matmul")
    assert terminal.end() == 0


def test_a_history_that_cannot_be_used_is_a_note_and_no_more(start, tmp_path):
    (tmp_path / "state" / "tensorlab" / "history").mkdir(parents=True)
    terminal = start("repl")
    terminal.wait_for(">>>")
    terminal.enter("20 + 22")
    terminal.wait_for("note: the history in")
    terminal.wait_for("42")


def test_settings_are_read_and_mistakes_in_them_told(start, tmp_path):
    (tmp_path / "config" / "tensorlab").mkdir(parents=True)
    (tmp_path / "config" / "tensorlab" / "config.toml").write_text(
        "toolbar = false\nhistry = true\n"
    )
    terminal = start("repl")
    terminal.wait_for("did you mean 'history'?")
    terminal.wait_for(">>>")
    assert "Ctrl-R" not in terminal.screen
    terminal = start("repl", "--no-config")
    terminal.wait_for("Ctrl-R")
    assert "histry" not in terminal.screen


def test_the_first_prompt_waits_for_no_engine_and_tells_why_there_is_none(start, tmp_path):
    broken = tmp_path / "broken" / "numpy"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('numpy cannot be loaded')")
    terminal = start("repl", environment={"PYTHONPATH": f"{broken.parent}{os.pathsep}{ROOT}"})
    terminal.wait_for("leaves")
    terminal.type("torch.on\t")
    terminal.see(lambda screen: screen.line[0] == ">>> torch.on")
    terminal.enter("es(2)")
    terminal.wait_for("numpy cannot be loaded")
    assert terminal.end() == 1
