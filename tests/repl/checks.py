"""What the prompt is held to, check by check; see tests/repl/examiner.py."""

import subprocess
import time
from typing import Any, NamedTuple

from tensorlab.repl.commands import COMMANDS
from tests.repl.examiner import BEGINNING, begun, squeezed
from tests.repl.terminal import (
    BACKSPACE,
    CTRL_C,
    CTRL_D,
    ENTER,
    ESCAPE,
    LEFT,
    TAB,
    TENSORLAB,
    UP,
    pasted,
)

CHECKS: list["Check"] = []
RIGHT, END, DOWN, CTRL_E, CTRL_F, ALT_F = "\x1b[C", "\x1b[F", "\x1b[B", "\x05", "\x06", "\x1bf"


class Check(NamedTuple):
    """One thing that is to work: on a screen that can be moved on, in one of the modes."""

    name: str
    act: Any
    screen: bool = False
    editing: str = ""
    alone: bool = False


def check(**facts):
    def added(act):
        CHECKS.append(Check(act.__name__, act, **facts))
        return act

    return added


def shown(name, line, *words, **facts):
    """Add the check that a line shows some words."""
    CHECKS.append(Check(name, lambda sitting: sitting.enter(line, *words), **facts))


# ---------------------------------------------------------------- keys


@check(screen=True, editing="vi")
def escape_then_enter_runs(sitting):
    sitting.press("20 + 22", lambda at: "20 + 22" in at.line[0])
    sitting.press(ESCAPE, lambda at: at.has("NORMAL"))
    sitting.press(ENTER, lambda at: "42" in at.lines and at.has("INSERT"))


@check(screen=True, editing="vi")
def v_opens_the_editor(sitting):
    sitting.press("half" + ESCAPE, lambda at: at.has("NORMAL"))
    sitting.press("v", lambda at: at.has("y = 41 + 1") and at.ready())
    sitting.enter("y + 500", "542")


@check(screen=True, editing="emacs")
def control_x_control_e_opens_the_editor(sitting):
    sitting.press("half\x18\x05", lambda at: at.has("y = 41 + 1") and at.ready())
    sitting.enter("y + 500", "542")


@check(screen=True)
def brackets_close(sitting):
    sitting.press("len({'a", lambda at: at.line == (">>> len({'a'})", 11))
    sitting.press(BACKSPACE * 2, lambda at: at.line == (">>> len({})", 9))


@check(screen=True)
def brackets_stay_open_on_demand(sitting):
    sitting.enter(":set brackets off", "brackets is off")
    sitting.at_prompt()
    sitting.press("f([", lambda at: at.line == (">>> f([", 7))
    sitting.at_prompt()
    sitting.enter(":set brackets on", "brackets is on")


@check(screen=True)
def tab_indents_an_empty_line(sitting):
    sitting.press(TAB + "x", lambda at: at.line == (">>>     x", 9))


@check(screen=True)
def a_wrapped_line_looks_wrapped(sitting):
    text = "x = [" + ", ".join(["100000"] * 29) + "]"
    sitting.press(text, lambda at: "100000]" in at.line[0])
    first = max(place for place, line in enumerate(sitting.lines) if line.startswith(">>> x ="))
    assert not any(line.startswith("...") for line in sitting.lines[first:])


@check(screen=True)
def a_block_looks_continued_and_runs(sitting):
    sitting.press("for i in range(3):" + ENTER, lambda at: at.line[0].startswith("..."))
    sitting.enter("print(i + 500)")
    sitting.press(ENTER, lambda at: "502" in at.lines)


@check(screen=True, editing="emacs")
def alt_enter_is_a_new_line(sitting):
    sitting.press("a = 1" + ESCAPE + ENTER, lambda at: at.line[0].startswith("..."))


@check(screen=True)
def a_slip_has_the_cursor_and_more_to_say(sitting):
    sitting.press("x = (1,,2)" + ENTER, lambda at: at.has("SyntaxError") and at.line[1] == 11)
    sitting.press(ENTER, lambda at: at.has("hint:"))


@check(screen=True)
def control_c_clears_the_line(sitting):
    sitting.press("half a line", lambda at: "half" in at.line[0])
    sitting.press(CTRL_C, lambda at: at.line[0] == ">>>")


@check()
def control_c_stops_a_program(sitting):
    sitting.enter("while True: pass")
    time.sleep(1.5)
    sitting.press(CTRL_C, lambda at: at.has("interrupted"))
    sitting.enter("20 + 23", "43")


@check(screen=True)
def up_finds_what_began_so(sitting):
    sitting.waited_for("total = 20 + 22")
    sitting.waited_for("other = 1")
    sitting.press("tot" + UP, lambda at: at.line[0].startswith(">>> total = 20 + 22"))


@check(screen=True)
def control_r_searches(sitting):
    sitting.waited_for("total = 20 + 22")
    key = ESCAPE + "/" if sitting.kind.editing == "vi" else "\x12"
    if sitting.kind.editing == "vi":
        sitting.press(ESCAPE, lambda at: at.has("NORMAL"))
        key = "/"
    sitting.press(key + "tot", lambda at: any("total = 20" in line for line in at.lines))


@check(screen=True)
def the_history_offers_the_rest_in_grey(sitting):
    sitting.waited_for("total = 20 + 22")
    for key in (RIGHT, CTRL_E, CTRL_F) if sitting.kind.editing == "emacs" else (RIGHT,):
        sitting.at_prompt()
        sitting.press("tota", lambda at: at.line == (">>> total = 20 + 22", 8))
        sitting.press(key, lambda at: at.line[1] == len(">>> total = 20 + 22"))


@check(screen=True, editing="emacs")
def the_rest_is_taken_word_by_word(sitting):
    sitting.waited_for("total = 20 + 22")
    sitting.press("tota", lambda at: "22" in at.line[0])
    sitting.press(ALT_F, lambda at: 8 < at.line[1] < len(">>> total = 20 + 22"))


@check(screen=True)
def keys_in_the_middle_of_a_line_only_move(sitting):
    sitting.press("total" + LEFT * 3, lambda at: at.line[1] == 6)
    sitting.press(RIGHT, lambda at: at.line[1] == 7)
    sitting.press(END, lambda at: at.line == (">>> total", 9) or "total =" in at.line[0])


PASTES = {
    "indented": ("    y = 4000\n    y + 321\n", "4321"),
    "fenced": ("```python\ny = 4000\ny + 322\n```\n", "4322"),
    "with_prompts": (">>> y = 4000\n>>> y + 324\n4\n", "4324"),
    "from_ipython": ("In [1]: y = 4000\n\nIn [2]: y + 325\nOut[2]: 4\n", "4325"),
    "a_block": ("for i in range(2):\n    print(i + 4325)\n", "4326"),
}


def paste(text, words):
    def act(sitting):
        sitting.type(pasted(text))
        sitting.press(ENTER, lambda at: at.has(words))

    return act


for name, (text, words) in PASTES.items():
    CHECKS.append(Check(f"pasted_{name}", paste(text, words), screen=True))

HABITS = {
    "%timeit torch.ones(3)": ":time EXPR", "!ls": "no shell here",
    "np.ones(3)": "import numpy as np",
    "pip install torch": "no shell here", "undo": ":undo", "%who": ":vars", "clear": "Ctrl-L",
    "ls": "no shell", "%run program.py": ":run", "help": ":save FILE",
    "ls -la": "no shell", "dir()": ":vars lists", "whos": ":vars lists", ":wq": ":quit leaves",
    ".exit": ":quit leaves", "?undo": "take the last statement back",
}  # fmt: skip
for line, word in HABITS.items():
    shown(f"habit {line}", line, word)

# ---------------------------------------------------------------- completion and signature

OFFERED = {
    ":lesson matm": "matmul", ":device m": "meta", "torch.zeros(2, dtype=torch.fl": "float",
    "F.pad(x, (1, 1), mode=": "reflect", "import torch.nn.fu": "functional", ":the": "theme",
    "from torch import cumpr": "cumprod", "x.cumpr": "cumprod", "x.sum(keep": "keepdim=",
    ":set edi": "editing", ":theme l": "light", ":load progr": "program.py", "?cumpr": "cumprod",
    ":help :tim": "time", "?w.cumpr": "cumprod", "?:hist": "history", "blend(1, b": "b=",
    ":format gr": "grid",
}  # fmt: skip


def offered(text, word):
    def act(sitting):
        sitting.press(text + TAB, lambda at: word in text_on(at, text))

    return act


def text_on(at, typed):
    """What is on the screen from the line that is typed on, but for what was typed."""
    rows = [line.rstrip() for line in at.glass.display[at.glass.cursor.y :]]
    return squeezed("\n".join(rows)).replace(squeezed(typed), "", 1) + squeezed(rows[0])


for text, word in OFFERED.items():
    CHECKS.append(Check(f"completion {text}", offered(text, word), screen=True))


@check(screen=True)
def the_keys_of_a_dict_and_the_attributes_of_an_object_are_offered(sitting):
    sitting.waited_for("table = {'alpha': 1, 'beta': 2}")
    sitting.waited_for("layer = nn.Linear(2, 3)")
    sitting.press("table['al" + TAB, lambda at: "alpha" in at.line[0])
    sitting.at_prompt()
    sitting.press("layer.weig" + TAB, lambda at: "layer.weight" in at.line[0])


@check(screen=True)
def the_bar_marks_the_current_parameter(sitting):
    sitting.press("F.pad(x, (1, 1), ", lambda at: "mode=" in at.lines[-1])
    row = len(sitting.lines) - 1
    cell = sitting.glass.buffer[row][sitting.lines[-1].index("mode=")]
    assert (cell.bold, cell.underscore) == (True, True)
    assert "mode='constant'" in sitting.lines[-1]


@check(screen=True)
def the_bar_knows_ones_own_functions(sitting):
    sitting.press("blend(1, ", lambda at: "blend(a, b=3)" in at.lines[-1])


@check(screen=True)
def f1_tells_what_the_function_does(sitting):
    sitting.press("torch.cumprod(", lambda at: "cumprod(" in at.lines[-1])
    sitting.press("\x1bOP", lambda at: at.has("Return the running"))
    sitting.press("\x1bOP", lambda at: "Return" not in at.lines[-1])


# ---------------------------------------------------------------- results and looking up


@check()
def the_last_results_have_names(sitting):
    sitting.enter("torch.arange(4) + 38", "41])")
    sitting.enter("_.sum() + 1000;")
    sitting.enter("_ + 1", "tensor(1159)")
    sitting.enter("(__ + 2, ___[0] + 5)", "tensor(1160), tensor(43)")


@check(screen=True)
def results_have_numbers(sitting):
    sitting.enter(":reset", "forgotten")
    sitting.enter("4000 + 1", "4001")
    sitting.until(lambda: "Out[1]" in sitting.lines[-1] and sitting.line[0] == ">>>")
    sitting.enter("Out[1] + _1", "8002")
    for line in BEGINNING:
        sitting.waited_for(line)


@check()
def containers_are_laid_out_and_shortened(sitting):
    sitting.enter("[list(range(900)), {'a': x, 'b': (1, 2)}]", "'b'", "(1, 2)")
    assert not sitting.has("777")
    assert max(map(len, sitting.lines)) <= sitting.kind.columns


shown("question name", "?cumprod", "torch.cumprod(", "Return the running")
shown("name question", "cumprod?", "torch.cumprod(")
shown("two questions", "??torch.relu", "is declared so", "def relu")
shown("two questions of one's own", "??blend", "def blend(a, b=3)")
shown("question method", "?w.sum", "torch.sum(")
shown("help method", "help x.sum", "torch.sum(")
shown("help call", "help(torch.det)", "torch.det(")
shown("help words", 'help "running product"', "torch.cumprod")
shown("question of a code", "?TL001", "broadcast")
shown("comment with a question", "40 + 36  # why?", "76")
shown("an unknown name", "?cumprot", "Did you mean")

# ---------------------------------------------------------------- the session

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


# ---------------------------------------------------------------- lessons

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


# ---------------------------------------------------------------- ways in and out


@check(alone=True)
def a_file_can_be_typed_before(kind):
    sitting = begun(kind, "repl", "program.py")
    sitting.enter("p + 8", "4008")
    sitting.at_prompt()
    sitting.type(CTRL_D)
    assert sitting.end() == 0


@check(alone=True)
def a_program_can_be_run_and_gone_on_with(kind):
    sitting = begun(kind, "run", "-i", "program.py")
    sitting.enter("p + 9", "4009")
    sitting.enter("exit")
    assert sitting.end() == 0


@check(alone=True)
def settings_are_remembered(kind):
    sitting = begun(kind)
    sitting.enter(":theme dark", "theme is dark")
    sitting.enter(":quit")
    assert sitting.end() == 0
    text = (sitting.folder / "config" / "tensorlab" / "config.toml").read_text()
    assert 'theme = "dark"' in text


@check(alone=True, screen=True)
def control_z_suspends(kind):
    sitting = begun(kind, command=["bash", "--norc", "--noprofile", "-i"])
    if kind.editing == "vi":
        sitting.press(ESCAPE, lambda at: at.has("NORMAL"))
    sitting.press("\x1a", lambda at: at.has("Stopped"))
    sitting.type("fg" + ENTER)
    sitting.until(lambda: sitting.line[0].startswith(">>>"))
    if kind.editing == "vi":
        sitting.type("i")
    sitting.enter("x.sum() + 1000", "1015")
    sitting.kill()
