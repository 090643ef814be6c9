"""What is remembered, undone, saved and logged."""

import subprocess

from tensorlab.repl.commands import COMMANDS
from tests.repl.checks.check import CHECKS, Check, check, shown
from tests.repl.terminal import TENSORLAB

for command in COMMANDS:
    shown(f"help of :{command}", f":help :{command}", f":{command}", COMMANDS[command].summary)
shown("vars", ":vars", "(2, 3) float32")
shown("type", ":type x", "Tensor (2, 3) float32")
shown("why", ":why x[1, 2]", "5")
shown("shapes", ":shapes (x @ x.T).sum(0)", "(2, 2)", "(2,)")
shown("mem", ":mem", "x")
shown("graph", ":graph (w * 2).sum()", "Sum")
shown("view", ":view x", "5")
shown("hole", "torch.ones(2, 3) @ ?", "(3, n)")
shown("time", ":time x + 1", "at best")
shown("history", ":history", "view(2, 3)")
shown("abbreviation", ":va", "(2, 3) float32")
shown("did you mean", ":quti", "did you mean :quit?")
shown("load", ":load program.py", "4007")
shown("run", ":run program.py", "4007")
shown("load of nothing", ":load nowhere.py", "nowhere.py")
shown("notices off", ":notices off", "notices are off")
shown("notices on", ":notices on", "notices are on")
shown("device meta", ":device meta", "meta")
shown("device cpu", ":device cpu", "cpu")
shown("settings", ":set", "editing", "theme")
for theme in ("light", "dark", "ansi", "none", "auto"):
    shown(f"theme {theme}", f":theme {theme}", f"theme is {theme}")
for form, words in {"grid": "5", "narrated": "2 by 3", "plain": "tensor", "text": "tensor"}.items():

    def formatted(sitting, form=form, words=words):
        sitting.enter(f":format {form}", f"view is {form}")
        sitting.enter("x", words)

    CHECKS.append(Check(f"format {form}", formatted))


@check()
def undo_restores_what_was_written_in_place(sitting):
    sitting.enter("z = torch.zeros(2)")
    sitting.enter("z[0] = 5000")
    sitting.enter("z.sum()", "5000.")
    for _ in range(2):
        sitting.enter(":undo", "took back")
    sitting.enter("z.sum()", "tensor(0.)")


@check()
def a_session_is_saved_as_a_program(sitting):
    sitting.enter(":save kept.py", "saved")
    folder = sitting.folder
    command = [*TENSORLAB, "run", "kept.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    sitting.enter(":save kept.py", "kept.py")  # nothing is overwritten
    (folder / "kept.py").unlink()


@check()
def what_is_typed_is_logged(sitting):
    sitting.enter(":log all.log", "all.log")
    sitting.enter("20 + 24", "44")
    sitting.enter(":log off")
    sitting.enter("1")
    assert ">>> 20 + 24\n44" in (sitting.folder / "all.log").read_text()
    (sitting.folder / "all.log").unlink()


IN_A_LESSON = {
    "?mm": "torch.mm(", ":vars": "counts", ":shapes counts": "(2, 2)", ":why counts @ counts": "*",
    "help": "hint", "counts.shape": "torch.Size([2, 2])",
}  # fmt: skip


@check()
def a_lesson_answers_like_the_prompt(sitting):
    sitting.enter(":lesson matmul", "lesson>")
    sitting.enter("", "Step 2")
    for line, words in IN_A_LESSON.items():
        sitting.enter(line, words)
    sitting.enter("back", "Step 1")
    sitting.enter("exit", "lesson matmul")
    sitting.enter("40 + 41", "81")
