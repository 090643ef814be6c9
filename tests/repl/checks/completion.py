"""What is offered while somebody types, and the bar that tells of a call."""

from tests.repl.checks.check import CHECKS, Check, check
from tests.repl.examiner import squeezed
from tests.repl.terminal import TAB

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
    element = sitting.glass.buffer[row][sitting.lines[-1].index("mode=")]
    assert (element.bold, element.underscore) == (True, True)
    assert "mode='constant'" in sitting.lines[-1]


@check(screen=True)
def the_bar_knows_ones_own_functions(sitting):
    sitting.press("blend(1, ", lambda at: "blend(a, b=3)" in at.lines[-1])


@check(screen=True)
def f1_tells_what_the_function_does(sitting):
    sitting.press("torch.cumprod(", lambda at: "cumprod(" in at.lines[-1])
    sitting.press("\x1bOP", lambda at: at.has("Return the running"))
    sitting.press("\x1bOP", lambda at: "Return" not in at.lines[-1])
