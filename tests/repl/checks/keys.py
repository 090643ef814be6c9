"""Keys, pastes and the habits of other shells."""

import time

from tests.repl.checks.check import CHECKS, Check, check, shown
from tests.repl.terminal import CTRL_C, ENTER, ESCAPE, LEFT, TAB, UP, pasted

RIGHT, END, CTRL_E, CTRL_F, ALT_F = "\x1b[C", "\x1b[F", "\x05", "\x06", "\x1bf"


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
    sitting.press("print(i + 500)" + ENTER, lambda at: at.has("Enter runs it"))
    sitting.press(ENTER, lambda at: "502" in at.lines)


@check(screen=True, editing="emacs")
def alt_enter_is_a_new_line(sitting):
    sitting.press("a = 1" + ESCAPE + ENTER, lambda at: at.line[0].startswith("..."))


@check(screen=True)
def what_is_open_has_a_way_out(sitting):
    sitting.press("(40 +" + ENTER, lambda at: at.has("is open") and at.has("Ctrl-C drops it"))


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
