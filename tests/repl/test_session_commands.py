"""What the commands on the session, its files and its settings do."""

import subprocess
import sys

import pytest

from tensorlab.process.colour import Colour
from tensorlab.process.lifecycle import emit
from tensorlab.render.look.console import plain_text
from tensorlab.repl.commands import COMMANDS, answer
from tensorlab.repl.response import respond
from tensorlab.workspace.configuration import configuration_file, read_configuration
from tensorlab.workspace.session_answers import Timing
from tensorlab.workspace.workspace import Workspace


@pytest.fixture
def workspace(monkeypatch, tmp_path):
    monkeypatch.setenv("TENSORLAB_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Colour, "theme", "auto")
    monkeypatch.chdir(tmp_path)
    return Workspace(emit)


def said(workspace, line):
    return plain_text(answer(line, workspace).text)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help(workspace, name):
    told = said(workspace, f":help :{name}")
    assert told.startswith(f":{name}")
    assert COMMANDS[name].summary.split()[0] in told
    assert f":{name}" in said(workspace, ":help")


def test_the_list_of_the_commands_fits_a_window_of_24_lines(workspace):
    assert said(workspace, ":help").count("\n") < 22


REFUSED = [
    ":save", ":load", ":run", ":type", ":set nonsense", ":theme pink", ":load nowhere.py",
    ":notices perhaps", ":device mars",
]  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_what_a_command_cannot_do_it_says(workspace, line):
    told = answer(line, workspace)
    assert not told.went_well
    assert len(str(told.text)) > 20


def test_the_history_has_the_numbers_of_the_results(workspace):
    for line in ("40 + 2", "x = 1", "nothing", "Out[1] + x"):
        respond(workspace, line, "plain")
    assert said(workspace, ":history") == "1  40 + 2\n2  x = 1\n3  Out[1] + x"
    assert said(workspace, ":history 1") == "3  Out[1] + x"


def test_a_file_is_loaded_as_if_it_were_typed(workspace, tmp_path, capsys):
    (tmp_path / "a.py").write_text("x = 40\nx + 2\n\nfor i in range(2):\n    print(i)\nx / 0\n9\n")
    assert not respond(workspace, ":load a.py", "plain").went_well
    shown = capsys.readouterr()
    assert shown.out == "42\n0\n1\n"
    assert "ZeroDivisionError" in shown.err
    assert workspace.typed[:2] == ["x = 40", "x + 2"]


def test_a_program_is_run_and_its_names_stay(workspace, tmp_path, capsys):
    (tmp_path / "a.py").write_text("x = 40\nx + 2\nprint(x)\n")
    assert respond(workspace, ":run a.py", "plain").went_well
    assert capsys.readouterr().out == "40\n"
    assert workspace.variables() == {"x": 40}


def test_what_is_typed_and_shown_is_kept(workspace, tmp_path, capsys):
    for line in (":log a.log", "x = 41", "x + 1", "nothing", ":log off", "x + 2"):
        respond(workspace, line, "plain")
    kept = (tmp_path / "a.log").read_text()
    assert ">>> x = 41\n>>> x + 1\n42\n>>> nothing\nNameError" in kept
    assert "x + 2" not in kept
    assert not answer(":log a.log", workspace).went_well  # nothing is overwritten


def test_what_was_kept_can_be_run_once_more(workspace, tmp_path, capsys):
    lines = ["x = 41", "x + 1", "for i in range(2):\n    print(i)\n", ":type x"]
    for line in (":log a.log", *lines, ":log off"):
        respond(workspace, line, "plain")
    shown = capsys.readouterr().out.split("\n")[1:-2]
    again = Workspace(emit)
    respond(again, ":load a.log", "plain")
    assert capsys.readouterr().out.split("\n")[: len(shown)] == shown
    assert again.variables() == workspace.variables()


SESSION = ["arange(4) + 38", "_.sum();", "x = _1 * 2", "Out[1] + x[0]", "_, __"]


def test_a_saved_session_is_a_program_that_gives_the_same(workspace, tmp_path):
    for line in SESSION:
        respond(workspace, line, "plain")
    respond(workspace, ":save a.py", "plain")
    program = (tmp_path / "a.py").read_text()
    again = Workspace(lambda text: None)
    assert again.run(program).failure is None
    assert repr(again.last_value) == repr(workspace.last_value)
    assert program == (
        "from torch import arange\n_1 = arange(4) + 38\n_2 = _1.sum()\nx = _1 * 2\n"
        "_4 = Out[1] + x[0]\n_4, _2\n"
    ).replace("Out[1]", "_1")


HALF_DONE = [
    "x = torch.ones(2); y = x * 40", "y.sum()", "print(_)", "_ + 2", "for _ in range(2): x += 1",
    "_ * 3", "_ - 1", "a = 5; b = ['''c\nd''']; b.append(a / 0); a = 6", "a + 1",
    "for i in range(3):\n    x *= 2 / (i - 1)", "x @ y", "x.sum() + a + _",
]  # fmt: skip


def test_a_saved_session_keeps_what_was_done_before_something_failed(workspace, tmp_path):
    for line in HALF_DONE:
        respond(workspace, line, "plain")
    respond(workspace, ":save a.py", "plain")
    again = Workspace(lambda text: None)
    assert again.run((tmp_path / "a.py").read_text()).failure is None
    assert repr(again.last_value) == repr(workspace.last_value) == "tensor(-487.)"


def test_a_saved_session_keeps_the_program_s_own_underscores(workspace, tmp_path):
    for line in ("41", "for _ in range(2): print(_)", "a, _ = 1, 2"):
        respond(workspace, line, "plain")
    respond(workspace, ":save a.py", "plain")
    assert (tmp_path / "a.py").read_text().split("\n")[1] == "for _ in range(2): print(_)"


def test_a_saved_session_runs_on_python_with_tensorlab_as_torch(workspace, tmp_path):
    for line in SESSION:
        respond(workspace, line, "plain")
    respond(workspace, ":save a.py", "plain")
    done = subprocess.run(
        [sys.executable, "-m", "tensorlab", "run", "a.py"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_time_is_the_best_of_some_rounds_and_changes_nothing(workspace):
    respond(workspace, "x = torch.zeros(2)", "plain")
    told = said(workspace, ":time x.add_(1)")
    assert " at best, up to " in told
    assert workspace.evaluate("x.sum().item()").value == 0
    assert str(Timing((2e-6, 3e-6), 1000)) == "2 us at best, up to 3 us: 2 x 1,000 runs"
    assert str(Timing((2.5,), 1)) == "2.5 s, run once"


def test_settings_hold_at_once_and_are_remembered(workspace):
    for line in (":theme dark", ":format grid", ":set toolbar off", ":theme light"):
        assert answer(line, workspace).went_well
    assert Colour.theme == "light"
    kept, problems = read_configuration(configuration_file())
    assert (kept.theme, kept.view, kept.toolbar, problems) == ("light", "grid", False, [])
    assert kept == workspace.configuration
    assert "toolbar" in said(workspace, ":set")


def test_a_setting_is_remembered_beside_what_else_is_written_there(workspace):
    path = configuration_file()
    path.parent.mkdir(parents=True)
    path.write_text('# mine\nediting = "vi"  # as ever\ntheme = "dark"\n')
    answer(":theme none", workspace)
    assert path.read_text() == '# mine\nediting = "vi"  # as ever\ntheme = "none"\n'
