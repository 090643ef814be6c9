"""Ways into the prompt, and out of it."""

from tests.repl.checks.check import check
from tests.repl.examiner import begun
from tests.repl.terminal import CTRL_D, ENTER, ESCAPE


@check(alone=True)
def a_file_can_be_typed_before(kind):
    with begun(kind, "repl", "program.py") as sitting:
        sitting.enter("p + 8", "4008")
        sitting.at_prompt()
        sitting.type(CTRL_D)
        assert sitting.end() == 0


@check(alone=True)
def a_program_can_be_run_and_gone_on_with(kind):
    with begun(kind, "run", "-i", "program.py") as sitting:
        sitting.enter("p + 9", "4009")
        sitting.enter("exit")
        assert sitting.end() == 0


@check(alone=True)
def settings_are_remembered(kind):
    with begun(kind) as sitting:
        sitting.enter(":theme dark", "theme is dark")
        sitting.enter(":quit")
        assert sitting.end() == 0
        text = (sitting.folder / "config" / "tensorlab" / "config.toml").read_text()
        assert 'theme = "dark"' in text


@check(alone=True, screen=True)
def control_z_suspends(kind):
    with begun(kind, command=["bash", "--norc", "--noprofile", "-i"]) as sitting:
        if kind.editing == "vi":
            sitting.press(ESCAPE, lambda at: at.has("NORMAL"))
        sitting.press("\x1a", lambda at: at.has("Stopped"))
        sitting.type("fg" + ENTER)
        sitting.until(lambda: sitting.line[0].startswith(">>>"))
        if kind.editing == "vi":
            sitting.type("i")
        sitting.enter("x.sum() + 1000", "1015")
