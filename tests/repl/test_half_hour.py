"""A beginner's first half hour, and the prompt on every kind of terminal."""

import os
import subprocess
from itertools import cycle

import pytest

if os.name != "posix":
    pytest.skip("needs POSIX's pseudo-terminals", allow_module_level=True)

from tests.repl.terminal import CTRL_D, ENTER, TENSORLAB, pasted

TUTORIAL = """\
```python
import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(0, 1, 20).reshape(20, 1)
y = 3 * x + 1
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(200):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
```
"""
MISTAKES = [
    ("x @ y", "mat1 and mat2 shapes cannot be multiplied (20x1 and 20x1)"),
    ("x.summ()", "has no attribute 'summ'"),
    ("torch.tensor([1, 2]) + torch.tensor([1, 2, 3])", "TL001: :help TL001 tells more"),
    ("weights", "name 'weights' is not defined"),
    ("x.view(3, 7)", "shape '[3, 7]' is invalid for input of size 20"),
]


def test_a_beginner_s_half_hour(prompt, tmp_path):
    prompt.type(pasted(TUTORIAL))
    prompt.type(ENTER * 2)
    prompt.see_prompt()
    prompt.enter("loss.item() < 0.01, model.weight.shape")
    prompt.wait_for("(True, torch.Size([1, 1]))")
    for line, words in MISTAKES:
        prompt.enter(line)
        prompt.wait_for(words)
    prompt.enter("z = (x + 1")  # the sixth: a bracket is missing, hence another line
    prompt.enter("")
    prompt.see_prompt()
    prompt.enter("z[0] = torch.tensor([5000.])")
    prompt.enter("z.max() + 1")
    prompt.wait_for("tensor(5001.)")
    for _ in range(2):
        prompt.enter(":undo")
        prompt.wait_for("took back")
    prompt.enter("z.max()")
    prompt.wait_for("tensor(2.)")
    prompt.enter("help x.sum")
    prompt.wait_for("torch.sum(input")
    prompt.enter('help "running product"')
    prompt.wait_for("torch.cumprod")
    prompt.enter("?TL001")
    prompt.wait_for("shapes that do not broadcast")
    prompt.enter(":lesson matmul")
    prompt.wait_for("lesson>")
    prompt.enter("exit")
    prompt.see_prompt()
    prompt.enter("x.sum().item() + 4000")
    prompt.wait_for("4010.0")
    prompt.enter(":save first.py")
    prompt.wait_for("saved")
    prompt.see_prompt()
    prompt.type(CTRL_D)
    assert prompt.end() == 0
    done = subprocess.run(
        [*TENSORLAB, "run", "first.py"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.stderr, done.returncode) == (b"", 0)


SURROUNDINGS = [
    {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
    {"TENSORLAB_EDITING": "vi"}, {"TENSORLAB_THEME": "light"}, {"TENSORLAB_THEME": "dark"},
    {"TENSORLAB_A11Y": "1"},
]  # fmt: skip
LINES = [
    ("x = torch.arange(6).view(2, 3)", ""), (":vars", "int64"), ("x.sum()", "15"),
    (":shapes x + 1", "(2, 3)"), (":history", "view(2, 3)"), ("?x.sum", "sum"),
    (":why x[0, 1]", "1"), ("x @ x", "cannot be multiplied"), (":undo", "took back"),
    ("[1, 2, {'a': x}]", "'a'"), (":help :save", "PyTorch"), (":set", "editing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "columns"), list(zip(SURROUNDINGS, cycle([40, 200, 60, 80]))), ids=str
)
def test_every_terminal_shows_the_same_answers(start, environment, columns):
    terminal = start("repl", columns=columns, environment=environment)
    terminal.wait_for(">>>")
    for line, words in LINES:
        terminal.enter(line)
        terminal.wait_for(words)
    assert max(map(len, terminal.lines)) <= columns
    terminal.wait_for(">>>")
    terminal.enter(":quit")
    assert terminal.end() == 0


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_the_welcome_leads_to_the_prompt(start, columns):
    terminal = start(columns=columns)
    terminal.wait_for("Which?")
    assert "matmul" in terminal.screen or "lesson" in terminal.screen
    terminal.enter("3")
    terminal.wait_for("Ctrl-R")
    terminal.enter("20 + 22")
    terminal.see(lambda screen: "42" in screen.lines)
